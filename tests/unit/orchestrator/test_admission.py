"""Admission of runs: executed, queued, or rejected."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from services.orchestrator.domain.admission import Admission, Decision

RUNNING, WAITING = 3, 4


def filled(running: int, waiting: int) -> Admission:
    """Return an admission with as many runs as fit, each of a session of its own: run-0, run-1, ..."""
    admission = Admission(running, waiting)
    for number in range(running + waiting):
        admission.offer(f"run-{number}", f"session-{number}")
    return admission


def test_fifty_runs_are_executed() -> None:
    admission = Admission(50, 100)
    assert {admission.offer(f"run-{n}", f"session-{n}") for n in range(50)} == {Decision.START}


def test_the_fifty_first_waits() -> None:
    assert filled(50, 0).offer("one more", "s") is Decision.REJECT
    admission = Admission(50, 100)
    assert [admission.offer(f"run-{n}", f"session-{n}") for n in range(51)][-1] is Decision.WAIT


def test_a_hundred_wait() -> None:
    admission = filled(50, 100)
    assert (admission.running, admission.waiting) == (50, 100)


def test_the_hundred_and_first_is_rejected() -> None:
    assert filled(50, 100).offer("one more", "s") is Decision.REJECT


def test_a_rejected_run_leaves_no_trace() -> None:
    admission = filled(1, 1)
    admission.offer("refused", "s")
    assert admission.release("run-0") == ["run-1"] and admission.release("run-1") == []


def test_a_second_run_of_a_session_waits_although_there_is_a_free_slot() -> None:
    admission = Admission(50, 100)
    admission.offer("first", "s")
    assert admission.offer("second", "s") is Decision.WAIT


def test_a_session_waits_in_order() -> None:
    admission = Admission(50, 100)
    for run_id in ("a", "b", "c"):
        admission.offer(run_id, "s")
    assert [admission.release("a"), admission.release("b")] == [["b"], ["c"]]


def test_the_run_that_has_waited_longest_starts_first() -> None:
    admission = filled(1, 3)
    assert [admission.release(f"run-{n}") for n in range(3)] == [["run-1"], ["run-2"], ["run-3"]]


def test_a_run_that_waits_for_its_session_does_not_hold_up_the_others() -> None:
    admission = Admission(2, 10)
    admission.offer("a1", "a")
    admission.offer("b1", "b")
    admission.offer("a2", "a")
    admission.offer("c1", "c")
    assert admission.release("b1") == ["c1"]


def test_a_waiting_run_can_be_withdrawn_and_makes_room() -> None:
    admission = filled(1, 1)
    assert admission.release("run-1") == []
    assert admission.offer("next", "s") is Decision.WAIT


def test_a_run_from_before_a_restart_is_never_rejected() -> None:
    admission = filled(1, 1)
    assert admission.readmit("recovered", "s") is Decision.WAIT


class Queue(RuleBasedStateMachine):
    """Any order of offers and leaves, against a list of the accepted runs that were not released, oldest first."""

    taken = Bundle("taken")

    def __init__(self) -> None:
        super().__init__()
        self.admission = Admission(RUNNING, WAITING)
        self.session: dict[str, str] = {}
        self.running: set[str] = set()
        self.number = 0

    @rule(target=taken, session=st.sampled_from("abcde"))
    def offer(self, session: str) -> object:
        run_id, waiting = self._new(), self._waiting()
        decision = self.admission.offer(run_id, session)
        assert (decision is Decision.REJECT) == (not self._can_start(session) and len(waiting) >= WAITING)
        return multiple() if decision is Decision.REJECT else self._take(run_id, session, decision)

    @rule(target=taken, session=st.sampled_from("abcde"))
    def readmit(self, session: str) -> object:
        run_id = self._new()
        return self._take(run_id, session, self.admission.readmit(run_id, session))

    @rule(run_id=consumes(taken))
    def leave(self, run_id: str) -> None:
        before = self._waiting()
        del self.session[run_id]
        self.running.discard(run_id)
        started = self.admission.release(run_id)
        self.running.update(started)
        assert started == [other for other in before if other in started], "oldest first"

    @rule()
    def leave_unknown(self) -> None:
        assert self.admission.release("nobody") == []

    @invariant()
    def no_more_run_than_may(self) -> None:
        assert self.admission.running == len(self.running) <= RUNNING

    @invariant()
    def one_run_of_each_session_runs_and_it_is_its_oldest(self) -> None:
        oldest = {session: run_id for run_id, session in reversed(self.session.items())}
        assert all(oldest[self.session[run_id]] == run_id for run_id in self.running)

    @invariant()
    def nobody_waits_who_could_run(self) -> None:
        assert self.admission.waiting == len(self._waiting())
        assert len(self.running) == RUNNING or all(not self._first(run_id) for run_id in self._waiting())

    @invariant()
    def those_who_wait_are_known(self) -> None:
        assert all(self.admission.is_waiting(run_id) is (run_id not in self.running) for run_id in self.session)

    def _new(self) -> str:
        self.number += 1
        return f"run-{self.number}"

    def _take(self, run_id: str, session: str, decision: Decision) -> str:
        assert (decision is Decision.START) == self._can_start(session)
        self.session[run_id] = session
        if decision is Decision.START:
            self.running.add(run_id)
        return run_id

    def _can_start(self, session: str) -> bool:
        return len(self.running) < RUNNING and session not in self.session.values()

    def _waiting(self) -> list[str]:
        return [run_id for run_id in self.session if run_id not in self.running]

    def _first(self, run_id: str) -> bool:
        return next(other for other, session in self.session.items() if session == self.session[run_id]) == run_id


TestQueue = Queue.TestCase
TestQueue.settings = settings(max_examples=40, stateful_step_count=25)
