"""Where in a comment something stands that only the plan could show to be wrong."""

from bot.domain.spoken import Misspoken
from bot.parsing.words import source_lines


def misspoken_at(
    body: str, problem: str, word: str, request: str | None, line: int | None = None
) -> Misspoken:
    """The mistake, at the first place where the word stands; else at the start of its line.

    Args:
        body: the whole comment.
        problem: one sentence.
        word: as it may stand in the source.
        request: which request the command is about.
        line: where the word is known to stand, counted from 1; None to look for it.
    """
    lines = source_lines(body)
    wanted = range(1, len(lines) + 1) if line is None else (line,)
    at = next((n for n in wanted if n <= len(lines) and word in lines[n - 1]), line or 1)
    source = lines[at - 1] if at <= len(lines) else ""
    column = max(0, source.find(word)) + 1
    return Misspoken(problem, at, column, source, request=request)
