"""GraphQL over the same state: GitHub's schema (a part of it, or the whole) and graphql-core.

Queries are really parsed, validated and executed. Objects are mappings from GraphQL's own field
names to values or to functions of the field's arguments; nothing here keeps state.
"""

import json
from functools import lru_cache
from typing import Any

from graphql import (
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    execute_sync,
    parse,
    validate,
)
from graphql.language import DocumentNode

from tests.fakes.answers import Answer, Refused
from tests.fakes.calls import Call
from tests.fakes.exchange import Exchange
from tests.fakes.graph import cost
from tests.fakes.graph.errors import shown
from tests.fakes.graph.mutations import mutations
from tests.fakes.graph.queries import queries
from tests.fakes.graph.schemas import schema_of


def answer(exchange: Exchange, call: Call) -> Answer:
    """200 with `data` and `errors`, as GitHub answers nearly everything."""
    if exchange.caller.kind == "nobody":
        raise Refused(401, "This endpoint requires you to be authenticated.")
    if exchange.caller.kind == "app":
        raise Refused(401, "A JSON web token could not be decoded")
    given = exchange.json
    text = given.get("query")
    if not isinstance(text, str):
        return _only_errors(
            [{"message": "A query attribute must be specified and must be a string."}]
        )
    schema = exchange.world.schema or schema_of()
    document, errors = _checked(text, schema)
    if document is None:
        return _only_errors(errors)
    call.operation = " ".join(_top_fields(document))
    variables = given.get("variables") or {}
    asked = cost.nodes(document, variables)
    if asked > cost.MOST_NODES:
        message = f"This query requests up to {asked:,} possible nodes which exceeds the maximum."
        return _only_errors([{"type": "MAX_NODE_LIMIT_EXCEEDED", "message": message}])
    result = execute_sync(
        schema,
        document,
        root_value={**queries(exchange), **mutations(exchange)},
        variable_values=variables,
        operation_name=given.get("operationName"),
        field_resolver=_field,
        type_resolver=_type_name,
    )
    if result.data is None and result.errors and result.errors[0].path is None:
        return _only_errors([shown(error) for error in result.errors])
    body: dict[str, Any] = {"data": result.data}
    if result.errors:
        body["errors"] = [shown(error) for error in result.errors]
    return Answer(200, body)


def refusal(refused: Refused) -> Answer:
    """A refusal of the whole request: rate limits and things not there come with status 200."""
    spent = refused.headers.get("x-ratelimit-remaining") == "0"
    kind = "RATE_LIMITED" if spent else "NOT_FOUND" if refused.status == NOT_FOUND else None
    if kind is None:
        return refused.answer()
    error: dict[str, Any] = {"type": kind, "message": refused.message}
    if kind == "RATE_LIMITED":
        return Answer(200, {"errors": [error]}, refused.headers)
    error |= {"path": ["repository"], "message": "Could not resolve to a Repository."}
    return Answer(200, {"data": {"repository": None}, "errors": [error]})


def is_mutation(content: bytes) -> bool:
    """Whether a request's document writes."""
    try:
        return _writes(json.loads(content)["query"])
    except (GraphQLError, ValueError, KeyError, TypeError):
        return False


@lru_cache(maxsize=500)
def _writes(text: str) -> bool:
    return any(
        isinstance(one, OperationDefinitionNode) and one.operation is OperationType.MUTATION
        for one in parse(text).definitions
    )


NOT_FOUND = 404

_documents: dict[tuple[int, str], tuple[DocumentNode | None, list[dict[str, Any]]]] = {}


def _checked(text: str, schema: GraphQLSchema) -> tuple[DocumentNode | None, list[dict[str, Any]]]:
    key = (id(schema), text)
    if key not in _documents:
        _documents[key] = _check(text, schema)
    return _documents[key]


def _check(text: str, schema: GraphQLSchema) -> tuple[DocumentNode | None, list[dict[str, Any]]]:
    try:
        document = parse(text)
    except GraphQLError as error:
        return None, [shown(error)]
    errors = validate(schema, document)
    return (None, [shown(error) for error in errors]) if errors else (document, [])


def _only_errors(errors: list[dict[str, Any]]) -> Answer:
    return Answer(200, {"errors": errors})


def _top_fields(document: DocumentNode) -> list[str]:
    return [
        field.name.value
        for one in document.definitions
        if isinstance(one, OperationDefinitionNode)
        for field in one.selection_set.selections
        if hasattr(field, "name")
    ]


def _field(source: Any, info: GraphQLResolveInfo[Any], **arguments: Any) -> Any:
    value = source[info.field_name]
    return value(**arguments) if callable(value) else value


def _type_name(value: Any, *_: Any) -> str:
    return str(value["__typename"])
