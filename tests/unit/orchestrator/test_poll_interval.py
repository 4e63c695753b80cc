"""The interval at which a deployment polls its queue."""

import pytest

from services.orchestrator.adapters.dbos.poll_interval import IDLE_AFTER_SECONDS, IDLE_POLL_SECONDS, PollInterval

BUSY = 0.1


def started(now: float = 0.0) -> PollInterval:
    """Return an interval that was set at the start, at *now*."""
    interval = PollInterval(BUSY, now)
    assert interval.choose(now, is_active=True) == BUSY
    interval.record(BUSY, now)
    return interval


def test_a_deployment_without_runs_for_long_polls_rarely() -> None:
    interval = started()
    assert interval.choose(IDLE_AFTER_SECONDS - 0.1, is_active=False) is None
    assert interval.choose(IDLE_AFTER_SECONDS, is_active=False) == IDLE_POLL_SECONDS


def test_the_first_run_after_a_pause_makes_it_poll_often_again() -> None:
    interval = started()
    interval.record(IDLE_POLL_SECONDS, IDLE_AFTER_SECONDS)
    assert interval.choose(IDLE_AFTER_SECONDS + 1, is_active=True) == BUSY


def test_while_there_are_runs_the_interval_is_set_again_since_another_replica_may_have_changed_it() -> None:
    interval = started()
    assert interval.choose(IDLE_AFTER_SECONDS - 1, is_active=True) is None
    assert interval.choose(IDLE_AFTER_SECONDS, is_active=True) == BUSY


@pytest.mark.parametrize("is_active", [True, False])
def test_a_failure_to_set_it_is_repeated(is_active: bool) -> None:
    interval = started()
    first = interval.choose(IDLE_AFTER_SECONDS, is_active=is_active)
    assert first is not None and interval.choose(IDLE_AFTER_SECONDS, is_active=is_active) == first


def test_a_deployment_that_is_configured_to_poll_rarely_never_polls_more_often() -> None:
    interval = PollInterval(5.0, 0.0)
    interval.record(5.0, 0.0)
    assert interval.choose(IDLE_AFTER_SECONDS, is_active=False) is None
