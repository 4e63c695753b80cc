"""Both run logs, with the engine's answering, by the protocol: in any order of what processes do."""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from services.common.database.pool import Pool, open_pool
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import Event, RunEnded, RunStatus, StepActed, Thought
from services.orchestrator.engine.log import RunLog, RunMovedOn
from tests.fixtures import run_protocol as spec
from tests.fixtures.broken_logs import BROKEN_LOGS
from tests.fixtures.protocol_actors import BEGINNING, LONG, WHOLE, Driver, Person, answering, cancel_paused, starting
from tests.fixtures.protocol_log import CheckedLog, Gate, Paced, Store

Returned = TypeVar("Returned")

ENDS = (RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)
# The question that is meant, and the one whose content was seen ("now": the one that waits); "" is not to say.
keys, shown = st.sampled_from(("", "", "q1", "q2")), st.sampled_from(("now", "", "q1"))
requests = st.sampled_from(("", "", "r"))
# How far somebody goes before another comes: who answers has read and judged; then they claim, append, and have
# the run go on.
changes = st.integers(1, 3)


def has_asked(processes: "Processes") -> bool:
    """Whether the run has come to a question: before, there is little for people to do."""
    return any(isinstance(event, spec.Asked) for event in processes.run.log)


class Processes(RuleBasedStateMachine):
    """Processes that share a run, and another once it has ended: each goes on, is overtaken, crashes at any change."""

    drivers, acts = Bundle("drivers"), Bundle("acts")

    def __init__(self, runner: asyncio.Runner, log: RunLog) -> None:
        super().__init__()
        self._runner = runner
        self._store = Store(log)
        self._log = CheckedLog(self._store)
        self._resumed: list[Driver] = []
        self._people: list[Person] = []
        self._acts: list[Paced] = []
        self._ticks = count(1)
        self._run_id = ""

    # The run and its drivers

    @initialize()
    def start(self) -> None:
        self._run_id = str(uuid.UUID(int=next(self._ticks)))
        self._run(self._log.start(starting(self._run_id)))

    @precondition(lambda self: self.run.status.terminal)
    @rule()
    def start_another(self) -> None:
        self.start()

    @rule(target=drivers, asks=st.booleans())
    def take_up(self, asks: bool) -> Any:
        try:
            driver = Driver(self._run(self._log.claim(self._run_id)))
        except RunMovedOn:
            return multiple()
        if asks:
            self.ask(driver)
        return driver

    @rule(driver=drivers, events=st.integers(1, 3))
    def work(self, driver: Driver, events: int) -> None:
        self._append(driver, (self._thought(),) * events)

    @rule(driver=drivers)
    def ask(self, driver: Driver) -> None:
        self._run(driver.read(self._log))
        self._append(driver, (self._thought(), driver.next_question(self._now())))

    @rule(driver=drivers, status=st.sampled_from(ENDS))
    def end(self, driver: Driver, status: RunStatus) -> None:
        self._append(driver, (RunEnded(status),))

    @rule(driver=drivers)
    def say_again(self, driver: Driver) -> None:
        """Send the last append once more, as one does whose answer was lost."""
        if driver.sent is not None:
            self._tried(self._log.append(driver.sent))

    @rule(driver=drivers, astray=st.sampled_from((-1, 1)))
    def append_elsewhere(self, driver: Driver, astray: int) -> None:
        self._run(driver.read(self._log))
        assert not self._tried(driver.append(self._log, (self._thought(),) * 2, self._now(), astray=astray))

    @precondition(lambda self: self.run.status.terminal)
    @rule(driver=drivers)
    def append_after_the_end(self, driver: Driver) -> None:
        if driver.log and driver.believed.terminal:
            assert not self._tried(driver.append(self._log, (self._thought(),), self._now()))

    @rule(driver=consumes(drivers))
    def crash(self, driver: Driver) -> None:
        """Forget everything; what is in the log stays."""

    # Acts of people, and of the clock, which go on change by change

    @precondition(has_asked)
    @rule(target=acts, key=keys, shown=shown, request=requests)
    def begin_to_answer(self, key: str, shown: str, request: str) -> Paced:
        return self._answer(key, self._shown(shown), request)[1]

    @precondition(has_asked)
    @rule(target=drivers, key=keys, shown=shown, request=requests)
    def answer_at_once(self, key: str, shown: str, request: str) -> Any:
        self._answer_at_once(key, self._shown(shown), request)
        return self._taken_up()

    @precondition(has_asked)
    @rule(target=acts)
    def begin_to_cancel(self) -> Paced:
        return self._begin(partial(cancel_paused, run_id=self._run_id, at=self._now()))

    @precondition(has_asked)
    @rule(target=acts)
    def begin_to_expire(self) -> Paced:
        """Have the clock of a process answer by default what has waited for a day."""

        async def expire(log: CheckedLog) -> None:
            await answering(log, self._resumed, lambda: self._now() + LONG).expire()

        return self._begin(expire)

    @rule(target=drivers, act=acts, changes=changes)
    def go_on(self, act: Paced, changes: int) -> Any:
        self._run(act.go_on(changes))
        return self._taken_up()

    @rule(act=consumes(acts))
    def crash_in_an_act(self, act: Paced) -> None:
        self._run(act.stop())

    # What must always hold

    @invariant()
    def the_log_is_as_the_protocol_says_and_nothing_is_amiss(self) -> None:
        for run_id, run in self._store.runs.items():
            self._run(self._log.find(run_id))
            self._run(self._log.read(run_id, 0, WHOLE))
            assert not spec.violations(run)
        self._run(self._log.unfinished())
        assert not self._store.disagreements

    @invariant()
    def an_answer_is_in_the_log_once_where_taken_and_never_where_refused(self) -> None:
        for person in self._people:
            log = self._store.runs[person.run_id].log
            own = [event for event in log if isinstance(event, spec.Answered) and event.by == person.name]
            assert len(own) <= (0 if person.refused else 1)
            if person.sequence is not None:
                taken = log[person.sequence - 1]
                assert isinstance(taken, spec.Answered)
                assert taken in own or (person.request and taken.request == person.request)

    def teardown(self) -> None:
        """Bring the run to its end: that can be done whatever happened."""
        for act in self._acts:
            self._run(act.stop())
        if self._run_id and not self._store.disagreements:
            if self.run.pending:
                self._answer_at_once("", "", "")
            while self.run.status.driven:
                self.end(Driver(self._run(self._log.claim(self._run_id))), RunStatus.SUCCEEDED)

    @property
    def run(self) -> spec.Run:
        """The run as it stands by the protocol."""
        return self._store.runs[self._run_id]

    # Means

    def _append(self, driver: Driver, events: tuple[Event, ...]) -> None:
        """Append as a driver does who keeps to the protocol: who believes the run is not to be driven stops."""
        self._run(driver.read(self._log))
        if driver.believed.driven:
            self._tried(driver.append(self._log, events, self._now()))

    def _answer(self, key: str, shown: str, request: str) -> tuple[Person, Paced]:
        person = Person(self._run_id, f"person {next(self._ticks)}", request)
        self._people.append(person)
        return person, self._begin(
            lambda log: person.answer(answering(log, self._resumed, self._now), key=key, shown=shown)
        )

    def _answer_at_once(self, key: str, shown: str, request: str) -> None:
        """Answer, nobody coming between, and check that it is judged as the protocol judges it."""
        judged = spec.judge(self.run, key, shown, request)
        person, act = self._answer(key, shown, request)
        self._run(act.go_on(WHOLE))
        assert (person.refused or person.sequence) == judged

    def _shown(self, shown: str) -> str:
        pending = self.run.pending
        return shown if shown != "now" else pending.key if pending else ""

    def _begin(self, work: Callable[[CheckedLog], Coroutine[Any, Any, None]]) -> Paced:
        """Have a process of its own do *work*, up to its first change of the log."""

        async def begun() -> Paced:
            def gated(gate: Gate) -> Coroutine[Any, Any, None]:
                return work(CheckedLog(self._store, gate))

            act = Paced(gated)
            await act.begin()
            return act

        self._acts.append(self._run(begun()))
        return self._acts[-1]

    def _taken_up(self) -> Any:
        """Return the drivers of the runs that answers had go on."""
        resumed, self._resumed[:] = list(self._resumed), []
        return multiple(*resumed)

    def _tried(self, append: Coroutine[Any, Any, None]) -> bool:
        """Return whether *append* was taken."""
        try:
            self._run(append)
        except RunMovedOn:
            return False
        return True

    def _thought(self) -> StepActed:
        return StepActed("step", "executor", 1, Thought(f"thought {next(self._ticks)}"))

    def _now(self) -> datetime:
        return BEGINNING + timedelta(seconds=next(self._ticks))

    def _run(self, coroutine: Coroutine[Any, Any, Returned]) -> Returned:
        return self._runner.run(coroutine)


# Explaining takes longer than finding and shrinking, and says nothing that the steps do not.
CHECKED = settings(stateful_step_count=40, phases=set(Phase) - {Phase.explain})


def check(runner: asyncio.Runner, fresh: Callable[[], RunLog], chosen: settings) -> None:
    """Have processes do what they can, over an empty log of *fresh* each time."""

    def machine() -> Processes:
        return Processes(runner, fresh())

    run_state_machine_as_test(machine, settings=chosen)  # type: ignore[arg-type]  # any callable will do


@contextmanager
def opened(url: str) -> Iterator[tuple[asyncio.Runner, Pool]]:
    """Yield a loop and a pool on it."""
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(url, min_size=1, max_size=2, name="protocol"))
        try:
            yield runner, pool
        finally:
            runner.run(pool.close())


async def empty(pool: Pool) -> None:
    """Forget the runs of an earlier example, their events too: they refer to no run."""
    async with pool.connection() as connection:
        for table in ("run_events", "runs", "sessions"):
            await connection.execute(f"DELETE FROM {table}")


def test_the_log_in_memory_keeps_the_protocol_whatever_processes_do_in_whatever_order() -> None:
    with asyncio.Runner() as runner:
        check(runner, MemoryLog, settings(CHECKED, max_examples=300))


def test_the_log_on_postgresql_keeps_the_protocol_whatever_processes_do_in_whatever_order(
    log_database_url: str,
) -> None:
    with opened(log_database_url) as (runner, pool):

        def fresh() -> RunLog:
            runner.run(empty(pool))
            return PostgresLog(pool)

        check(runner, fresh, settings(CHECKED, max_examples=150))


@pytest.mark.parametrize("broken", BROKEN_LOGS)
def test_a_log_with_a_fault_is_found(broken: type[MemoryLog]) -> None:
    chosen = settings(CHECKED, max_examples=1000, phases=[Phase.generate], derandomize=True, database=None)
    with asyncio.Runner() as runner, pytest.raises(AssertionError):
        check(runner, broken, chosen)
