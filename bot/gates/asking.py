"""How gates get their ids and name what they are about; no gate of its own.

A waiver or attestation names an id and holds while the scope does. So an id must not change what
it stands for under the same scope: a bare id (`unknown-rollback`) means *every* dataset of the
plan that the question can be asked of; where only some are concerned, the id names which, or of
many how many, with a mark of which.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.domain.facts import NotApplicable
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName, GateId
from bot.domain.phrase import Phrase
from bot.domain.plan import OpenRequest

LONGEST_SLUG = 40
MARK = 12
"""Hexadecimal digits: too many for two marks that are made to be the same."""
NAMED = 3
"""Up to so many datasets are asked about one by one."""
LISTED = 6


def slug(name: str) -> str:
    """The name in lower-case letters, digits and single hyphens; never empty, always the same.

    `ml.churn_features` becomes `ml-churn-features`. Of what is too long the last words are kept;
    it, and what has no such letters, ends in the first digits of its SHA-256.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if words and len(words) <= LONGEST_SLUG:
        return words
    mark = marked(name)
    last = words[-LONGEST_SLUG:]
    return f"{last.partition('-')[2] or last or 'dataset'}-{mark}"


def marked(*words: str) -> str:
    """The first digits of a hash of the words, in which other words have others."""
    text = "\n".join(words)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:MARK]


def gate_id(topic: str, *about: str) -> GateId:
    """`topic`, or `topic-name` with each name as a slug."""
    return GateId("-".join([topic, *map(slug, about)]))


def grouped(
    topic: str, concerned: Sequence[DatasetName], all_of_them: Sequence[DatasetName]
) -> Iterator[tuple[GateId, tuple[DatasetName, ...]]]:
    """One gate for all, one for each of a few, or one for many: ids with what they are about."""
    if not concerned:
        return
    if set(concerned) == set(all_of_them):
        yield GateId(topic), tuple(concerned)
    elif len(concerned) <= NAMED:
        for name in concerned:
            yield gate_id(topic, name), (name,)
    else:
        mark = marked(*sorted(concerned))
        yield GateId(f"{topic}-{len(concerned)}-of-{len(all_of_them)}-{mark}"), tuple(concerned)


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is asked of datasets: of all of them at once, of a few one by one."""

    topic: str
    kind: GateKind
    asked: Callable[[Phrase], Phrase]
    """The question, from the names that it concerns as a sentence lists them."""
    remedy: Phrase

    def of(
        self, concerned: Sequence[DatasetName], all_of_them: Sequence[DatasetName]
    ) -> Iterator[Gate]:
        """The open gates; none where nothing is concerned."""
        for identity, names in grouped(self.topic, concerned, all_of_them):
            yield Gate(
                identity,
                self.kind,
                open=True,
                about=about(names),
                question=self.asked(some(names)),
                remedy=self.remedy,
                topic=self.topic,
                datasets=names,
            )


def not_applicable(topic: str, name: DatasetName, fact: NotApplicable) -> Gate:
    """A ticked gate: its question does not arise for the dataset, for the stated reason."""
    return Gate(
        gate_id(topic, name),
        GateKind.BLOCKING,
        open=False,
        about=name,
        question=Phrase("Stated as not applicable for `{dataset}`.", dataset=name),
        remedy="",
        topic=topic,
        answer=Phrase("not applicable for `{dataset}`: {why}", dataset=name, why=fact.why),
        datasets=(name,),
    )


HERE = "this pull request"
"""Where an open request stands that belongs to the pull request itself."""


def who(other: OpenRequest) -> tuple[str, ...]:
    """The parts of a gate id that tell one open request from every other."""
    if other.pull is not None:
        return str(other.pull), other.name
    return (other.name,) if other.where == HERE else ("base", other.name)


def some(names: Sequence[str]) -> Phrase:
    """The names as a sentence lists them; after a handful only how many more there are."""
    if len(names) <= LISTED:
        return Phrase("`{names}`", names=tuple(names))
    return Phrase(
        "`{names}` and {more} more", names=tuple(names[: LISTED - 1]), more=len(names) - LISTED + 1
    )


def about(names: Sequence[DatasetName]) -> str:
    """What a gate is about: the one dataset's name, or nothing where it concerns several."""
    return names[0] if len(names) == 1 else ""
