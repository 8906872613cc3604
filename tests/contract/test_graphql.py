"""The stand-in's GraphQL is a part of GitHub's, and so is every document that the bot sends."""

import importlib
import pkgutil

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    parse,
    validate,
)
from graphql.language import DocumentNode, OperationDefinitionNode

import bot.github
from tests.fakes.graph.schemas import schema_of

pytestmark = pytest.mark.contract

OWN = [kind for name, kind in sorted(schema_of().type_map.items()) if not name.startswith("__")]


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.name)
def test_the_stand_in_knows_only_what_github_knows(
    kind: GraphQLNamedType, github_schema: GraphQLSchema
) -> None:
    theirs = github_schema.type_map[kind.name]
    assert type(kind) is type(theirs)
    match kind, theirs:
        case GraphQLObjectType() | GraphQLInterfaceType(), (
            GraphQLObjectType() | GraphQLInterfaceType()
        ):
            assert signatures(kind).items() <= signatures(theirs).items()
            assert {one.name for one in kind.interfaces} <= {one.name for one in theirs.interfaces}
        case GraphQLInputObjectType(), GraphQLInputObjectType():
            assert {name: str(one.type) for name, one in kind.fields.items()} == {
                name: str(one.type) for name, one in theirs.fields.items()
            }
        case GraphQLUnionType(), GraphQLUnionType():
            assert {one.name for one in kind.types} <= {one.name for one in theirs.types}
        case GraphQLEnumType(), GraphQLEnumType():
            assert set(kind.values) == set(theirs.values)
        case _:
            assert kind.name == theirs.name


def test_every_document_that_stands_in_the_client_is_valid(github_schema: GraphQLSchema) -> None:
    documents = documents_of_the_client()
    assert documents
    mistakes = {
        name: [error.message for error in validate(github_schema, document)]
        for name, document in documents.items()
    }
    assert mistakes == {name: [] for name in documents}


def test_the_stand_in_can_answer_every_document_of_the_client() -> None:
    mistakes = {
        name: [error.message for error in validate(schema_of(), document)]
        for name, document in documents_of_the_client().items()
    }
    assert mistakes == {name: [] for name in mistakes}


def documents_of_the_client() -> dict[str, DocumentNode]:
    """Every constant of `bot.github` that is a whole GraphQL document."""
    found: dict[str, DocumentNode] = {}
    for module in pkgutil.iter_modules(bot.github.__path__):
        names = vars(importlib.import_module(f"bot.github.{module.name}"))
        for name, value in names.items():
            if isinstance(value, str) and "{" in value and not name.startswith("_"):
                document = parsed(value)
                if document is not None:
                    found[f"{module.name}.{name}"] = document
    return found


def parsed(text: str) -> DocumentNode | None:
    try:
        document = parse(text)
    except GraphQLError:
        return None
    whole = any(isinstance(one, OperationDefinitionNode) for one in document.definitions)
    return document if whole else None


def signatures(kind: GraphQLObjectType | GraphQLInterfaceType) -> dict[str, str]:
    """Each field with its arguments and type, as one text."""
    return {
        name: ", ".join(f"{each}: {one.type}" for each, one in field.args.items())
        + f" -> {field.type}"
        for name, field in kind.fields.items()
    }
