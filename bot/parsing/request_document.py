"""One document of a request file, read into a request."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from bot.domain.dataset import Idempotency, Rollback, Validation
from bot.domain.facts import UNKNOWN, Fact, NotApplicable, Unknown
from bot.domain.names import RequestName
from bot.domain.phrase import Phrase
from bot.domain.request import (
    Code,
    DialectFinding,
    Intent,
    Monitoring,
    Request,
    Resources,
    Root,
    RunRetention,
    Status,
)
from bot.parsing.forms import Form
from bot.parsing.inputs import General
from bot.parsing.nodes import Items, Node, Pairs, canonical
from bot.parsing.ranges import RootRead
from bot.parsing.request_form import FIELDS
from bot.parsing.shapes import WRONG, Source, Wrong

T = TypeVar("T")


def _request(values: dict[str, Any], node: Pairs, at: Source) -> Request | Wrong:
    roots = _roots(values, node, at)
    if roots is WRONG:
        return WRONG
    idempotency = _general(values, "idempotency", Idempotency)
    validation = _general(values, "validation", Validation)
    rollback = _general(values, "rollback", Rollback)
    name = node.get("name") or node
    return Request(
        name=RequestName(values["name"]),
        place=at.place(name),
        roots=roots,
        fingerprint=fingerprint(node),
        intent=values.get("intent", Intent.PLAN),
        status=values.get("status", Status.REQUESTED),
        reason=values.get("reason", UNKNOWN),
        root_cause=values.get("root_cause", UNKNOWN),
        code=_whole(values, "code", Code),
        write=_stated(values, "write", {}),
        datasets=_stated(values, "datasets", {}),
        exclude=_stated(values, "exclude", ()),
        idempotency=idempotency.of_all,
        idempotency_of=idempotency.of_one,
        retention=_whole(values, "retention", RunRetention),
        resources=_whole(values, "resources", Resources),
        validation=validation.of_all,
        validation_of=validation.of_one,
        monitoring=_whole(values, "monitoring", Monitoring),
        stop_conditions=values.get("stop_conditions", UNKNOWN),
        rollback=rollback.of_all,
        rollback_of=rollback.of_one,
        staging=values.get("staging", UNKNOWN),
        not_applicable=_not_applicable(values),
        findings=() if roots else (_no_root(node, at),),
    )


def _rooted(_values: Mapping[str, Any], node: Pairs, at: Source) -> None:
    """Notes roots and ranges that are missing, or stand there twice."""
    single, several = node.get("root"), node.get("roots")
    if (single is None) == (several is None):
        found = (
            Phrase("neither `root` nor `roots`")
            if single is None
            else Phrase("both `root` and `roots`")
        )
        right = Phrase(
            "write `{one}` with a `range`, or a list of such `roots`", one="root: {dataset: …}"
        )
        at.wrong(node.key("roots"), right, found=found)
    roots = several.items if isinstance(several, Items) else (single,)
    own = [root.get("range") is not None for root in roots if isinstance(root, Pairs)]
    shared = node.get("range")
    if shared is not None and own and all(own):
        right = Phrase("keep one range: here, or with the root")
        at.wrong(node.key("range"), right, found=Phrase("a second range"))
    elif shared is None:
        for root in roots:
            if isinstance(root, Pairs) and root.get("range") is None:
                right = Phrase(
                    "add `{one}`, `{other}` or `whole`",
                    one="range: {start: …, end: …}",
                    other="{values: […]}",
                )
                at.wrong(root, right, found=Phrase("no range"))


REQUEST: Final = Form(FIELDS, _request, "version: backfill/v1", check=_rooted)


def read_document(node: Node, at: Source) -> Request | Wrong:
    """The request, or `WRONG` with every mistake of the document noted."""
    return REQUEST.read(node, at)


def fingerprint(node: Pairs) -> str:
    """SHA-256 over what the document says, without its `status`; layout and order do not count."""
    rest = Pairs(
        tuple(pair for pair in node.pairs if pair[0].text != "status"), node.line, node.column
    )
    return hashlib.sha256("".join(canonical(rest)).encode()).hexdigest()


def _roots(values: dict[str, Any], node: Pairs, at: Source) -> tuple[Root, ...] | Wrong:
    single = values.get("root")
    if isinstance(single, Unknown):
        return ()
    if isinstance(single, NotApplicable):
        return at.wrong(node.get("root") or node, Phrase("name the root, or write `unknown`"))
    read: tuple[RootRead, ...] = values["roots"] if single is None else (single,)
    return tuple(Root(root.dataset, root.range or values["range"], root.place) for root in read)


def _no_root(node: Pairs, at: Source) -> DialectFinding:
    return DialectFinding(
        code="unknown-root",
        kind="blocking",
        question=Phrase("Which dataset is wrong by itself?"),
        remedy=Phrase("name it under `root`, with the range that is wrong"),
        place=at.place(node.key("root")),
    )


def _whole(values: dict[str, Any], name: str, made: type[T]) -> T:
    """The input; with every field not applicable where the whole of it was said to be."""
    value = values.get(name)
    if isinstance(value, NotApplicable):
        return made(**{field.name: value for field in fields(made)})  # type: ignore[arg-type]
    return value if isinstance(value, made) else made()


def _stated(values: dict[str, Any], name: str, default: T) -> T:
    value = values.get(name, UNKNOWN)
    return default if isinstance(value, Unknown | NotApplicable) else value


def _general(values: dict[str, Any], name: str, made: type[T]) -> General[T]:
    found: General[T] | None = values.get(name)
    return found or General(made(), {}, None)


def _not_applicable(values: dict[str, Any]) -> Mapping[str, str]:
    facts: dict[str, Fact[Any] | None] = {
        name: value.whole if isinstance(value, General) else value for name, value in values.items()
    }
    return {name: fact.why for name, fact in facts.items() if isinstance(fact, NotApplicable)}
