"""Addresses and tokens, as people write them."""

import pytest

from bot.errors import ConfigurationError
from bot.github.credentials import App, Endpoint, Token, TokenKind


@pytest.mark.parametrize(
    ("rest", "graphql", "endpoint"),
    [
        (None, None, Endpoint("https://api.github.com", "https://api.github.com/graphql")),
        ("", "", Endpoint("https://api.github.com", "https://api.github.com/graphql")),
        (
            "https://ghe.example/api/v3/",
            None,
            Endpoint("https://ghe.example/api/v3", "https://ghe.example/api/graphql"),
        ),
        (
            "https://api.acme.ghe.com",
            None,
            Endpoint("https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"),
        ),
        (
            "https://ghe.example/api/v3",
            "https://other.example/api/graphql/",
            Endpoint("https://ghe.example/api/v3", "https://other.example/api/graphql"),
        ),
    ],
)
def test_an_endpoint_fills_in_what_is_not_said(
    rest: str | None, graphql: str | None, endpoint: Endpoint
) -> None:
    assert Endpoint.of(rest, graphql) == endpoint


@pytest.mark.parametrize("address", ["ghe.example", "ftp://ghe.example", "https://"])
def test_an_address_that_is_none_is_said_at_start(address: str) -> None:
    with pytest.raises(ConfigurationError, match="GITHUB_API_URL"):
        Endpoint.of(address)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("ghs_abc", TokenKind.INSTALLATION),
        ("v1.1f699f1069f60xxx", TokenKind.INSTALLATION),
        ("ghp_abc", TokenKind.PERSON),
        ("github_pat_abc", TokenKind.PERSON),
        ("ghu_abc", TokenKind.PERSON),
        ("gho_abc", TokenKind.PERSON),
        ("0123456789abcdef0123456789abcdef01234567", TokenKind.UNKNOWN),
    ],
)
def test_the_form_of_a_token_says_what_it_can_write(token: str, kind: TokenKind) -> None:
    assert Token(token).kind is kind


def test_secrets_are_in_no_representation() -> None:
    assert "ghs_secret" not in repr(Token("ghs_secret"))
    assert "PRIVATE" not in repr(App("1", "-----BEGIN PRIVATE KEY-----"))


def test_a_flattened_key_gets_its_lines_back() -> None:
    assert App("1", r"-----BEGIN X-----\nabc\n-----END X-----").pem == (
        "-----BEGIN X-----\nabc\n-----END X-----\n"
    )
