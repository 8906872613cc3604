"""The schema that queries are held to: the part beside this file, or GitHub's whole one."""

from functools import cache
from pathlib import Path

from graphql import (
    GraphQLField,
    GraphQLInt,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    build_schema,
)

OWN = Path(__file__).with_name("schema.graphql")

_WIDE_INT = GraphQLScalarType("WideInt", serialize=int)


@cache
def schema_of(path: Path = OWN) -> GraphQLSchema:
    """The schema of a file, with `databaseId` as wide as GitHub's real ids are.

    GitHub calls it `Int` although comments and check runs have long outgrown 32 bits.
    """
    schema = build_schema(path.read_text(encoding="utf-8"), assume_valid=True)
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            field = kind.fields.get("databaseId")
            if field is not None and field.type is GraphQLInt:
                kind.fields["databaseId"] = GraphQLField(_WIDE_INT, description=field.description)
    return schema
