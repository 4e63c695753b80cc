"""Counts of errors until they are stored."""

from dataclasses import dataclass

from services.common.errors import Code
from services.common.telemetry import error_counts
from services.common.telemetry.error_counts import INTERVAL_SECONDS, ErrorCount, ErrorCounts


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_count_is_pending_until_it_is_stored_and_again_when_it_grows() -> None:
    counts = ErrorCounts(Clock())
    counts.add(Code.QUEUE_FULL, "")
    assert counts.changes() == counts.changes() == [ErrorCount(1_000, Code.QUEUE_FULL, "", 1)]
    counts.acknowledge(counts.changes())
    assert counts.changes() == []
    counts.add(Code.QUEUE_FULL, "")
    assert counts.changes() == [ErrorCount(1_000, Code.QUEUE_FULL, "", 2)]


def test_an_error_that_arrives_while_the_counts_are_stored_is_not_lost() -> None:
    clock = Clock()
    counts = ErrorCounts(clock)
    counts.add(Code.QUEUE_FULL, "")
    being_stored = counts.changes()
    counts.add(Code.QUEUE_FULL, "")
    clock.now += 2 * INTERVAL_SECONDS
    counts.acknowledge(being_stored)
    assert [count.count for count in counts.changes()] == [2]


def test_stored_past_events_take_no_memory() -> None:
    clock = Clock()
    counts = ErrorCounts(clock)
    for _ in range(3):
        counts.add(Code.QUEUE_FULL, "")
        counts.acknowledge(counts.changes())
        clock.now += INTERVAL_SECONDS
    counts.add(Code.QUEUE_FULL, "")
    counts.acknowledge(counts.changes())
    assert len(counts._counts) == len(counts._stored) == 1


def test_the_oldest_counts_are_dropped_if_they_cannot_be_stored_for_long() -> None:
    clock = Clock(0)
    counts = ErrorCounts(clock)
    for _ in range(error_counts.MAX_COUNTS + 1):
        counts.add(Code.QUEUE_FULL, "")
        clock.now += INTERVAL_SECONDS
    changes = counts.changes()
    assert (len(changes), changes[0].at) == (error_counts.MAX_COUNTS, INTERVAL_SECONDS)
