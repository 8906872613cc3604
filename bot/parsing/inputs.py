"""Whole inputs: a form all of whose fields are facts, or one word for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from bot.domain.facts import NotApplicable
from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs
from bot.parsing.shapes import WRONG, JsonSchema, Shape, Source, Stated, Wrong, unstated

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Input(Generic[T]):
    """A dataclass of facts; `unknown` and `{not_applicable: why}` hold for all of them."""

    made: type[T]
    form: Form[T]

    def read(self, node: Node, at: Source) -> T | Wrong:
        """The facts."""
        whole = unstated(node, at)
        if whole is None:
            return self.form.read(node, at)
        if whole is WRONG:
            return WRONG
        if isinstance(whole, NotApplicable):
            return self.made(**dict.fromkeys(_names(self.made), whole))
        return self.made()

    def schema(self) -> JsonSchema:
        """The form, or one of the ways to say that there is nothing to fill in."""
        return {"anyOf": [{"$ref": "#/$defs/unstated"}, self.form.schema()]}


@dataclass(frozen=True, slots=True)
class General(Generic[T]):
    """An input of a request: what holds for all datasets, and what for single ones."""

    of_all: T
    of_one: Mapping[str, T]
    whole: NotApplicable | None
    """Set where the whole input was declared not applicable."""


@dataclass(frozen=True, slots=True)
class PerDataset(Generic[T]):
    """An input that can also hold entries of the same form under the names of datasets."""

    input: Input[T]

    def read(self, node: Node, at: Source) -> General[T] | Wrong:
        """What holds for all, and for single datasets."""
        whole = unstated(node, at)
        if whole is WRONG:
            return WRONG
        if whole is None and isinstance(node, Pairs):
            return self._split(node, at)
        value = self.input.read(node, at)
        if value is WRONG:
            return WRONG
        return General(value, {}, whole if isinstance(whole, NotApplicable) else None)

    def _split(self, node: Pairs, at: Source) -> General[T] | Wrong:
        form = Form(
            self.input.form.fields,
            lambda values, _node, _at: values,
            self.input.form.example,
            others=self.input,
        )
        values = form.values(node, at)
        if values is None:
            return WRONG
        names = form.by_name
        general = self.input.made(**{k: v for k, v in values.items() if k in names})
        return General(general, {k: v for k, v in values.items() if k not in names}, None)

    def schema(self) -> JsonSchema:
        """The form, with the same form under any other key."""
        own = self.input.form.schema()
        return {
            "anyOf": [
                {"$ref": "#/$defs/unstated"},
                {**own, "additionalProperties": self.input.schema()},
            ]
        }


def facts_input(made: type[T], example: str, **shapes: tuple[Shape[Any], str]) -> Input[T]:
    """An input whose fields are the facts of a dataclass, each with its shape and what it is."""
    missing = set(_names(made)) ^ set(shapes)
    if missing:
        raise TypeError(Phrase("shapes and fields differ: {names}", names=tuple(sorted(missing))))
    form = Form(
        fields=tuple(Field(name, Stated(shape), about) for name, (shape, about) in shapes.items()),
        build=lambda values, _node, _at: made(**values),
        example=example,
    )
    return Input(made, form)


def _names(made: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(made))
