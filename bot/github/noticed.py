"""What observing leaves behind for applying: ids, and the gates as they were last seen."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.domain.names import CommitSha
from bot.domain.pull_request import Actor, PullRef, Repository, SeenGate

_KEPT: Final = 2_000


@dataclass(frozen=True, slots=True)
class Thread:
    """A pull request's conversation as it was last seen."""

    node_id: str
    viewer: Actor
    """Whom the token speaks for."""
    me: Actor
    """Whose comments are the bot's own."""
    newest_comment: int
    """The highest comment id that was seen; 0 for none."""
    labels: frozenset[str] = frozenset()


class Noticed:
    """The latest threads and gates of one process; nothing in it is evidence for anything."""

    def __init__(self) -> None:
        self._threads: OrderedDict[PullRef, Thread] = OrderedDict()
        self._gates: OrderedDict[tuple[Repository, CommitSha], SeenGate | None] = OrderedDict()
        self._lock = threading.Lock()

    def thread(self, ref: PullRef) -> Thread | None:
        """The conversation, where it has been seen lately."""
        with self._lock:
            return self._threads.get(ref)

    def saw_thread(self, ref: PullRef, thread: Thread) -> None:
        """Remember the conversation."""
        with self._lock:
            self._threads[ref] = thread
            self._threads.move_to_end(ref)
            if len(self._threads) > _KEPT:
                self._threads.popitem(last=False)

    def gate(self, repository: Repository, sha: CommitSha) -> SeenGate | None:
        """The gate on a commit, where one has been seen lately."""
        with self._lock:
            return self._gates.get((repository, sha))

    def saw_gate(self, repository: Repository, sha: CommitSha, gate: SeenGate | None) -> None:
        """Remember the gate on a commit, or that there is none."""
        with self._lock:
            self._gates[(repository, sha)] = gate
            self._gates.move_to_end((repository, sha))
            if len(self._gates) > _KEPT:
                self._gates.popitem(last=False)
