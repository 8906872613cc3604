"""YAML as people really write it, and as nobody should: documents, bounds, places."""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import pytest
import yaml

from bot.parsing import yaml as loader
from bot.parsing.nodes import Items, Pairs, Scalar, canonical
from bot.parsing.yaml import read_documents
from tests.unit.parsing.said import said


def documents(text: str | bytes) -> tuple[object, ...]:
    data = text.encode() if isinstance(text, str) else text
    read = read_documents("f.yaml", data)
    assert read.mistakes == ()
    return read.documents


def mistakes(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return said(read_documents("f.yaml", data).mistakes)


def test_scalars_stay_as_they_are_typed_and_know_their_place() -> None:
    assert documents("a: 2026-03-01\nb: [NO, 012, 'yes']\n") == (
        Pairs(
            (
                (Scalar("a", True, 1, 1), Scalar("2026-03-01", True, 1, 4)),
                (
                    Scalar("b", True, 2, 1),
                    Items(
                        (
                            Scalar("NO", True, 2, 5),
                            Scalar("012", True, 2, 9),
                            Scalar("yes", False, 2, 14),
                        ),
                        2,
                        4,
                    ),
                ),
            ),
            1,
            1,
        ),
    )


def test_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    plain = b"a: 1\nb: [x,\n  y]\n"
    dressed = b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n")
    assert documents(dressed) == documents(plain)


def test_empty_documents_are_left_out() -> None:
    assert documents("---\n---\n# nothing\n---\na: 1\n...\n") == documents("\n\n\n\na: 1")
    assert documents("") == documents("# only a comment\n") == documents("~") == ()


def test_an_anchor_stands_for_the_same_value_and_a_merge_key_brings_pairs_in() -> None:
    (found,) = documents("base: &b {owner: x, every: 1h}\nuse: {<<: *b, every: 2h}\n")
    assert isinstance(found, Pairs)
    use = found.get("use")
    assert isinstance(use, Pairs)
    assert {key.text: value.text for key, value in use.pairs if isinstance(value, Scalar)} == {
        "owner": "x",
        "every": "2h",
    }


def test_a_syntax_error_ends_its_own_document_only() -> None:
    read = read_documents("f.yaml", b"a: [1\n---\nb: 2\n---\nc: }\n---\nd: 4\n")
    assert [document.line for document in read.documents] == [3, 7]
    assert [mistake.place.line for mistake in read.mistakes] == [1, 5]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\n\tb: 2\n", "2:1 a tab → indent with spaces"),
        (
            "reason: tax: twice\n",
            "1:12 a colon where none can stand → put the text in quotes, or begin the key on a "
            "line of its own at the right depth",
        ),
        ('a: "open\n', "1:4 a quotation that never ends → close the quotes"),
        (
            "owner: @acme/data\n",
            "1:8 a character that cannot begin a value → put the value in quotes, or replace a "
            "tab by spaces",
        ),
        (
            "a: [1, 2\nb: 3\n",
            "1:4 a list or mapping in brackets that is not closed → close the bracket, and "
            "separate its items by commas",
        ),
        (
            "a: 1\nb: 2\na: 3\n",
            "3:1 `a` a second time → keep one of the two; the first stands in line 1",
        ),
        (
            "a: !!python/object:os.system x\n",
            "1:4 the tag `tag:yaml.org,2002:python/object:os.system` → remove the tag; only plain "
            "YAML is read",
        ),
        ("a: !custom x\n", "1:4 the tag `!custom` → remove the tag; only plain YAML is read"),
        (
            "a: *nowhere\n",
            "1:4 the alias `*nowhere` → name an anchor that stands before it, and not around it",
        ),
        (
            "a: &a [*a]\n",
            "1:8 the alias `*a` → name an anchor that stands before it, and not around it",
        ),
        ("[a, b]: 1\n", "1:1 a list → write a word as the key"),
    ],
)
def test_what_yaml_itself_would_not_take_is_said_in_plain_words(text: str, expected: str) -> None:
    assert mistakes(text) == [expected]


def test_bytes_that_are_no_text_have_a_place_too() -> None:
    assert mistakes(b"a: 1\nb: \xe9t\xe9\n") == [
        "2:4 the byte 0xe9, which is not UTF-8 → save the file as UTF-8"
    ]
    assert mistakes(b"a: 1\nb: x\x00\n") == [
        "2:5 the character U+0000, which YAML does not allow → remove it, or write it as an "
        "escape in double quotes"
    ]


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{this}: &{this} [{', '.join([f'*{last}'] * 10)}]\n"
    for last, this in zip("abcdefgh", "bcdefghi", strict=True)
)


def test_everything_is_bounded() -> None:
    assert mistakes(b"a: " + b"x" * (1 << 20)) == [
        "1:1 1048579 bytes → keep the file below 1048576 bytes"
    ]
    assert mistakes("[" * 900) == ["1:51 more than 50 levels → nest less deeply"]
    assert mistakes("[" * 10_000) == ["1:1001 too many levels → nest less deeply"]
    assert mistakes("- " * 10_000) == ["1:101 more than 50 levels → nest less deeply"]
    assert mistakes(BOMB)[0].endswith("→ write the values out")
    chain = "".join(
        f"a{n}: &a{n} {'[' * 20}{f'*a{n - 1}' if n else ''}{']' * 20}\n" for n in range(5)
    )
    assert mistakes(chain) == ["3:29 more than 50 levels → nest less deeply"]
    assert mistakes("--- a\n" * 101) == ["1:1 more than 100 documents → split the file"]


def test_exactly_the_limit_is_still_read() -> None:
    assert len(documents(b"a: " + b"x" * ((1 << 20) - 3))) == 1
    assert len(documents("--- a\n" * 100)) == 100
    assert len(documents("[" * 50 + "]" * 50)) == 1


def test_two_documents_that_say_the_same_have_one_canonical_form() -> None:
    one, other = documents("a: 'x'\nb: [1, ~]\n--- {b: [1, null], a: x}\n")
    assert isinstance(one, Pairs)
    assert isinstance(other, Pairs)
    assert "".join(canonical(one)) == "".join(canonical(other))


@pytest.mark.parametrize(
    "text", ["a: [1\n---\nb: 2\n", "a: !x 1\n", "a: 1\na: 2\n", BOMB, "ü: [é]\n"]
)
def test_without_libyaml_the_same_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_libyaml = read_documents("f.yaml", text.encode())
    monkeypatch.setattr(loader, "LOADER", yaml.SafeLoader)
    assert read_documents("f.yaml", text.encode()).documents == with_libyaml.documents
