"""What a dataset that reads itself drags along: each stale partition makes others of it stale."""

from bot.domain.dataset import Reading, Reads, Window
from bot.domain.phrase import Phrase
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import TimeCalendar
from bot.partitions.cuts import odd_days_between
from bot.partitions.reads import ALWAYS, NOBODY, Stain, Untold, spread
from bot.partitions.windows import is_signed, reading
from bot.planning.graph import Node

NO_ORDER = Untold(Phrase("in an order that its partitions do not have"))
PLAIN = Window()


def closed(node: Node, reads: Reading, stain: Stain, horizon: int) -> Stain | Untold | None:
    """The stain with everything that follows from reading itself; None where nothing can follow.

    `horizon` is the instant from which on no partition starts.
    """
    if reads in (Reads.REFERENCE, PLAIN) or stain.whole:
        return None
    if reads is Reads.UNKNOWN:
        return NOBODY
    if stain.keys and node.partitioning is not None:
        return _of_keys(node, reads, stain)
    return Stain(_of_spans(node, reads, stain.spans, horizon))


def is_serial(node: Node) -> bool:
    """True where a partition may need another one of its own dataset to be right before."""
    return any(edge.reads not in (Reads.REFERENCE, PLAIN) for edge in node.own)


def _of_keys(node: Node, reads: Reading, stain: Stain) -> Stain | Untold:
    if node.partitioning is None or reads in (Reads.PREVIOUS, Reads.CUMULATIVE):
        return NO_ORDER
    while isinstance(more := spread(reads, stain, node.partitioning), Stain):
        if more.keys <= stain.keys:
            return stain
        stain |= more
    return more


def _of_spans(node: Node, reads: Reading, spans: Spans, horizon: int) -> Spans:
    match reads:
        case Reads.PREVIOUS | Reads.CUMULATIVE:
            return Spans(((spans.first, FOREVER),))
        case Window() if node.calendar is not None:
            return _of_window(node.calendar, reads, spans, horizon)
        case _:
            return ALWAYS


def _of_window(calendar: TimeCalendar, window: Window, spans: Spans, horizon: int) -> Spans:
    """The whole way at once where every step reaches the neighbour, else step by step."""
    low = calendar.beginning if window.lookahead else spans.first
    high = horizon if window.lookback else spans.end
    if BEGINNING < low < high < FOREVER and not _reaches(window, calendar, low, high):
        while (more := calendar.existing(reading(window, spans, calendar.cuts), horizon)) - spans:
            spans |= more
        return spans
    start = BEGINNING if window.lookahead else spans.first
    return Spans(((start, FOREVER if window.lookback else spans.end),))


def _reaches(window: Window, calendar: TimeCalendar, low: int, high: int) -> bool:
    """True where each partition between two instants is sure to read its neighbour.

    A window that does not lie around its partition may jump over it, and one that steps back by
    days reaches nothing on the morning after a date that the zone left out.
    """
    if is_signed(window):
        return False
    return calendar.zone.fixed is not None or all(
        length for _, length in odd_days_between(calendar.zone, low, high)
    )
