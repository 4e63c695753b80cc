"""The protocol by which processes share runs: the calls that it allows, and the violations that it must prevent."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code
from services.orchestrator.domain.events import RunStatus
from tests.fixtures.runs.run_protocol import (
    Answered,
    Began,
    Ended,
    Event,
    Requested,
    Run,
    Worked,
    append,
    claim,
    claim_paused,
    judge,
    violations,
)

FRESH = Run()
END = Ended(RunStatus.SUCCEEDED)


def run_of(*events: Event) -> Run:
    """Return a run whose first executor recorded *events*."""
    run = append(FRESH, 1, 2, events)
    assert run is not None
    return run


PAUSED = run_of(Requested("q1"))
ANSWERED = run_of(Requested("q1"), Answered("q1", "a person", "r"))
OVER = run_of(END)


@pytest.mark.parametrize(
    ("run", "executed", "paused"), [(FRESH, 2, None), (PAUSED, None, 2), (ANSWERED, 2, None), (OVER, None, None)]
)
def test_a_run_is_claimed_by_an_executor_or_an_answer_and_never_after_its_end(
    run: Run, executed: int | None, paused: int | None
) -> None:
    claimed = [after.epoch if after else None for after in (claim(run), claim_paused(run))]
    assert claimed == [executed, paused]


def test_an_overtaken_executor_appends_nothing() -> None:
    overtaken = claim(FRESH)
    assert overtaken is not None and append(overtaken, 1, 2, (Worked("a"),)) is None


@pytest.mark.parametrize("first", [1, 3])
def test_events_are_appended_only_at_the_end(first: int) -> None:
    assert append(FRESH, 1, first, (Worked("a"), Worked("b"))) is None


def test_a_repeated_append_has_no_effect() -> None:
    assert append(OVER, 1, 2, (END,)) == OVER


def test_nothing_is_appended_after_the_end() -> None:
    assert append(OVER, 1, 3, (Worked("a"),)) is None


@pytest.mark.parametrize(
    ("run", "key", "shown", "request_id", "reported"),
    [
        (PAUSED, "", "", "", 3),
        (PAUSED, "q1", "q1", "r", 3),
        (PAUSED, "q2", "", "", Code.QUESTION_UNKNOWN),
        (PAUSED, "", "q0", "", Code.ANSWER_STALE),
        (FRESH, "", "", "", Code.QUESTION_UNKNOWN),
        (ANSWERED, "q1", "", "another", Code.ANSWER_CONFLICT),
        (ANSWERED, "", "", "", Code.ANSWER_CONFLICT),
        (ANSWERED, "q1", "", "r", 3),
    ],
)
def test_an_answer_is_judged_by_its_question_the_displayed_content_and_its_request(
    run: Run, key: str, shown: str, request_id: str, reported: int | Code
) -> None:
    assert judge(run, key, shown, request_id) == reported


@pytest.mark.parametrize(
    ("events", "violation"),
    [
        ((Began(),), "a run begins once, first"),
        ((END, END), "a run ends once, and nothing follows"),
        ((END, Worked("a")), "a run ends once, and nothing follows"),
        ((Requested("q"), Answered("q", "a"), Requested("q")), "no question is asked again"),
        ((Requested("q"), Worked("a")), "what follows a question is its answer, or the end"),
        ((Answered("q", "a"),), "an answer follows its question"),
        (
            (Requested("q1"), Answered("q1", "a", "r"), Requested("q2"), Answered("q2", "b", "r")),
            "a request answers once",
        ),
    ],
)
def test_each_kind_of_invalid_log_is_a_violation(events: tuple[Event, ...], violation: str) -> None:
    assert violations(replace(FRESH, log=(Began(), *events), writers=(1,) * (1 + len(events)))) == [violation]


def test_a_log_with_an_event_of_an_overtaken_executor_is_a_violation() -> None:
    log = (Began(), Worked("a"), Worked("b"))
    assert violations(Run(2, log, (1, 2, 1))) == ["whoever was overtaken writes no more"]


@given(
    st.lists(
        st.one_of(
            st.sampled_from((claim, claim_paused)),
            st.tuples(st.integers(1, 4), st.integers(1, 5), st.sampled_from((Worked("a"), END))),
        )
    )
)
def test_a_process_that_follows_the_protocol_cannot_cause_two_writers_or_two_ends(attempted: list[object]) -> None:
    run = FRESH
    for each in attempted:
        after = append(run, each[0], each[1], (each[2],)) if isinstance(each, tuple) else each(run)  # type: ignore[operator]
        run = after or run
    assert not violations(run)
