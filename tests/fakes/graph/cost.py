"""What GitHub counts before it runs a query: at most half a million nodes may come of it.

Source: docs.github.com/graphql, "Rate limits and query limits for the GraphQL API": the product of
`first` or `last` along every path of connections, summed up.
"""

from collections.abc import Mapping
from typing import Any

from graphql.language import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
)

MOST_NODES = 500_000


def nodes(document: DocumentNode, variables: Mapping[str, Any]) -> int:
    """How many nodes a document asks for at most."""
    fragments = {
        one.name.value: one.selection_set
        for one in document.definitions
        if isinstance(one, FragmentDefinitionNode)
    }
    counter = _Counter(fragments, variables)
    return sum(
        counter.below(one.selection_set, 1)
        for one in document.definitions
        if isinstance(one, OperationDefinitionNode)
    )


class _Counter:
    def __init__(
        self, fragments: Mapping[str, SelectionSetNode], variables: Mapping[str, Any]
    ) -> None:
        self._fragments = fragments
        self._variables = variables

    def below(self, selected: SelectionSetNode | None, times: int) -> int:
        """Nodes of a selection that stands in `times` objects."""
        total = 0
        for one in selected.selections if selected is not None else ():
            match one:
                case FragmentSpreadNode():
                    total += self.below(self._fragments[one.name.value], times)
                case InlineFragmentNode():
                    total += self.below(one.selection_set, times)
                case FieldNode():
                    page = self._page(one)
                    inside = self.below(one.selection_set, times * (page or 1))
                    total += inside + times * (page or 0)
                case _:
                    raise TypeError(one)
        return total

    def _page(self, field: FieldNode) -> int | None:
        for argument in field.arguments or ():
            if argument.name.value in {"first", "last"}:
                value = argument.value
                if isinstance(value, IntValueNode):
                    return int(value.value)
                if isinstance(value, VariableNode):
                    size = self._variables.get(value.name.value)
                    return size if isinstance(size, int) else None
        return None
