"""A mermaid flowchart as a value: nodes, arrows, and labels that no text can break out of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.rendering.language import Language

LONGEST_NAME: Final = 44
_PLAIN: Final = frozenset(" ._/-·,")
_STYLES: Final = """\
  classDef source fill:#f6f8fa,stroke:#8c959f,color:#1f2328
  classDef write fill:#ddf4ff,stroke:#0969da,color:#1f2328
  classDef lasting fill:#ffebe9,stroke:#cf222e,color:#1f2328
  classDef unknown fill:#fff8c5,stroke:#9a6700,color:#1f2328,stroke-dasharray: 4 3
  classDef out fill:#ffffff,stroke:#8c959f,color:#59636e,stroke-dasharray: 2 3
  classDef passing fill:#ffffff,stroke:#0969da,color:#1f2328
  classDef told fill:#fbefff,stroke:#8250df,color:#1f2328"""


@dataclass(slots=True)
class Drawing:
    """What has been drawn so far."""

    speech: Language
    nodes: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    edges: list[str] = field(default_factory=list)

    def node(self, key: str, lines: Iterable[str], style: str, shape: str = "[{}]") -> None:
        """A node with these lines of text; the first one of a key stays."""
        if key not in self.ids:
            self.ids[key] = f"n{len(self.ids)}"
            label = "<br/>".join(_label(self.speech.tell(line)) for line in lines if line)
            self.nodes[key] = f"{self.ids[key]}{shape.format(chr(34) + label + chr(34))}:::{style}"

    def edge(self, start: str, end: str, words: str = "", *, dotted: bool = False) -> None:
        """An arrow between two nodes that are there; else nothing."""
        if start in self.ids and end in self.ids:
            label = _label(self.speech.tell(words))
            arrow = "-.->" if dotted else "-->"
            text = f'|"{label}"|' if label else ""
            line = f"{self.ids[start]} {arrow}{text} {self.ids[end]}"
            if line not in self.edges:
                self.edges.append(line)

    def text(self, direction: str) -> str:
        """The whole graph."""
        lines = [f"flowchart {direction}", *(f"  {node}" for node in self.nodes.values())]
        return "\n".join([*lines, *(f"  {edge}" for edge in self.edges), _STYLES])


def short(name: str) -> str:
    """A name that fits a node; the middle of a longer one is left out."""
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[: half - 1]}…{name[-half:]}"


def _label(text: str) -> str:
    """Text in which nothing is left that mermaid or HTML could read."""
    return "".join(
        letter if letter.isalnum() or letter in _PLAIN else f"#{ord(letter)};"
        for letter in text
        if letter.isprintable()
    )
