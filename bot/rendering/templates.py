"""Templates that place words: no template compares, counts or computes.

Whatever a template prints passes `Language.say`, and so `escape`, unless it already is Markdown
of ours; a word that a template misspells is an error, never an empty place.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.rendering.escape import Markdown, code, fence
from bot.rendering.language import Language, language
from bot.rendering.tables import markdown

_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")
TEMPLATES: Final = Path(__file__).parent / "templates"


def rendered(template: str, speech: Language, **words: Any) -> Markdown:
    """The Markdown of a template in a language, without blank lines at either end."""
    text = _environment(speech.name).get_template(template).render(**words)
    return Markdown(_BLANK_LINES.sub("\n\n", text).strip("\n"))


@cache
def _environment(name: str) -> Environment:
    speech = language(name)
    made = environment(speech)
    catalogue, sentence = speech.catalogue, _sentences(speech)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: sentence(catalogue.gettext(text)),
        lambda one, many, number: sentence(catalogue.ngettext(one, many, number)),
        newstyle=True,
    )
    return made


def _sentences(speech: Language) -> type[Markdown]:
    """Markdown whose `%` says every word that is put in, in that language."""

    class Sentence(Markdown):
        __slots__ = ()

        def __mod__(self, words: Any) -> Markdown:
            said = {name: speech.say(word) for name, word in words.items()}
            return Markdown(str.__mod__(self, said))

    return Sentence


def environment(speech: Language) -> Environment:
    """A Jinja environment whose every printed word is said in that language and escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - `finalize` escapes for Markdown, which HTML's would not
        finalize=speech.say,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.filters.update(
        code=_code,
        fence=fence,
        html=speech.html,
        pairs=speech.pairs,
        run_on=speech.run_on,
        table=lambda rows: markdown(rows, speech),
    )
    return made


def _code(word: Any) -> Markdown:
    return code(str(word))
