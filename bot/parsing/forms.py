"""Forms: mappings with known keys, read into one value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from bot.domain.phrase import Phrase
from bot.parsing.nodes import Node, Pairs, Scalar, cut
from bot.parsing.shapes import MAX_MISTAKES, WRONG, JsonSchema, Shape, Source, Wrong, nearest_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a form."""

    name: str
    shape: Shape[Any]
    about: str
    """Shown by editors beside the key."""
    required: bool = False
    default: Any = None
    """For editors only; what holds when the key is left out is for the built value to say."""

    def schema(self) -> JsonSchema:
        """The shape's schema with what the key is for."""
        described = {**self.shape.schema(), "description": self.about}
        return {**described, "default": self.default} if self.default is not None else described


@dataclass(frozen=True)
class Form(Generic[T]):
    """A mapping whose keys are all known; unknown ones are mistakes with the nearest known key.

    `build` makes the value from the fields that stand there, by name; it may note mistakes of its
    own and give `WRONG`. It is not asked where a field was wrong.
    """

    fields: tuple[Field, ...]
    build: Callable[[dict[str, Any], Pairs, Source], T | Wrong]
    example: str
    others: Shape[Any] | None = None
    """Takes keys that are no fields where they hold a mapping; read under the key's own name."""
    check: Callable[[Mapping[str, Any], Pairs, Source], None] | None = None
    """Notes mistakes that lie between fields; asked even where some field was wrong."""

    @cached_property
    def by_name(self) -> Mapping[str, Field]:
        """The fields by key."""
        return {field.name: field for field in self.fields}

    @cached_property
    def required(self) -> tuple[str, ...]:
        """Keys that must stand there."""
        return tuple(field.name for field in self.fields if field.required)

    def read(self, node: Node, at: Source) -> T | Wrong:
        """The built value; every mistake below the node is noted."""
        if not isinstance(node, Pairs):
            return at.wrong(
                node, Phrase("write a mapping such as `{example}`", example=self.example)
            )
        values = self.values(node, at)
        return WRONG if values is None else self.build(values, node, at)

    def values(self, node: Pairs, at: Source) -> dict[str, Any] | None:
        """What stands under each key; None where anything was wrong."""
        by_name = self.by_name
        before = len(at.mistakes)
        values: dict[str, Any] = {}
        good = True
        for key, child in node.pairs:
            field = by_name.get(key.text)
            if field is not None:
                value = field.shape.read(child, at)
            elif self.others is not None and isinstance(child, Pairs):
                value = self.others.read(child, at)
            else:
                value = self._unknown(key, at)
            good = good and value is not WRONG
            values[key.text] = value
        for name in self.required:
            if name not in values:
                at.wrong(
                    node,
                    Phrase("add `{key}`: {about}", key=name, about=by_name[name].about),
                    found=Phrase("no `{key}`", key=name),
                )
        if self.check is not None:
            right = {name: value for name, value in values.items() if value is not WRONG}
            self.check(right, node, at)
        return values if good and len(at.mistakes) == before else None

    def _unknown(self, key: Scalar, at: Source) -> Wrong:
        right = Phrase("use one of the known keys: `{keys}`", keys=tuple(self.by_name))
        found = Phrase("the unknown key `{key}`", key=cut(key.text))
        nearest = None if len(at.mistakes) >= MAX_MISTAKES else nearest_of(key.text, self.by_name)
        return at.wrong(key, right, found=found, nearest=nearest)

    def schema(self) -> JsonSchema:
        """An object with exactly these properties."""
        others = self.others.schema() if self.others else False
        return {
            "type": "object",
            "properties": {field.name: field.schema() for field in self.fields},
            "additionalProperties": others,
            **({"required": list(self.required)} if self.required else {}),
        }
