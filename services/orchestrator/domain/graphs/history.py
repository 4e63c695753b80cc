"""Which changes of a graph can be undone and redone. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from services.common.contract.graphs.graph import RevisionKind


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a graph: its revision, its kind, and for an undo or redo the revision that it concerns."""

    revision: int
    kind: RevisionKind
    target: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """Revisions that can be undone and redone, the next one last."""

    undo: tuple[int, ...] = ()
    redo: tuple[int, ...] = ()

    def find_target(self, kind: RevisionKind) -> int | None:
        """Return the revision that the next undo or redo concerns, None for none."""
        stack = self.undo if kind is RevisionKind.UNDO else self.redo
        return stack[-1] if stack else None


def fold_history(changes: Iterable[Change]) -> History:
    """Return the history after *changes*, all that are retained, in order.

    Undo and redo process the last one first, so the graph is always as it was right after, or right before, their
    target. A new change discards what was undone. The first retained change cannot be undone: the graph before it was
    deleted.
    """
    undo, redo = list[int](), list[int]()
    for index, change in enumerate(changes):
        match change.kind:
            case RevisionKind.UNDO:
                if undo and undo[-1] == change.target:
                    redo.append(undo.pop())
            case RevisionKind.REDO:
                if redo and redo[-1] == change.target:
                    undo.append(redo.pop())
            case _:
                redo.clear()
                if index:
                    undo.append(change.revision)
    return History(tuple(undo), tuple(redo))
