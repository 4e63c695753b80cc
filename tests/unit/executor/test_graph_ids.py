"""Ids of new nodes and edges: unique, and in the order of their creation."""

import time

import pytest

from engines.graph.graph import id_order
from services.executor.adapters.graph_ids import new_id


def test_ids_are_unique_and_sort_in_the_order_of_their_creation() -> None:
    ids = [new_id() for _ in range(20_000)]
    assert len(set(ids)) == len(ids)
    assert sorted(ids, key=id_order) == ids


def test_ids_increase_while_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time_ns()
    hour = 3_600 * 10**9
    clock = iter([now, now - hour, now - 24 * hour, now - hour, now, now + 1])
    monkeypatch.setattr(time, "time_ns", lambda: next(clock))
    ids = [new_id() for _ in range(6)]
    assert sorted(set(ids), key=id_order) == ids
