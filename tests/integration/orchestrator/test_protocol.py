"""Both run logs, with the engine's answering and watching, in any order of what processes do, by the protocol."""

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
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import Event, RunEnded, RunStatus, StepActed, Thought
from services.orchestrator.engine.log import RunMovedOn
from tests.integration.orchestrator.checked_log import CheckedLog, Paced, Shared, specified
from tests.integration.orchestrator.protocol_actors import (
    BEGINNING,
    LONG,
    WHOLE,
    Driver,
    Person,
    Watcher,
    answering,
    starting,
)
from tests.unit.orchestrator import protocol as spec

Returned = TypeVar("Returned")

MOST_RUNS = 2
# So that a few events make several pages.
PAGE = 3
ENDS = (RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)
# Of the question that waits ("now"), or that used to; "" where a person does not say.
keys, shown = st.sampled_from(("", "", "q1", "q2")), st.sampled_from(("now", "", "q1"))
requests = st.sampled_from(("", "", "r"))
calls = st.integers(1, 5)
NUMBERS = count(1)


class Processes(RuleBasedStateMachine):
    """Processes that share two runs: each goes on, is overtaken, or crashes at any call of the log."""

    runs, drivers, people, watchers = Bundle("runs"), Bundle("drivers"), Bundle("people"), Bundle("watchers")

    def __init__(self, runner: asyncio.Runner, pool: Pool) -> None:
        super().__init__()
        self._runner = runner
        self._shared = Shared(PostgresLog(pool))
        self._log = CheckedLog(self._shared)
        self._resumed: list[Driver] = []
        self._people: list[Person] = []
        self._watchers: list[Watcher] = []
        self._ticks = count(1)
        self._run(_emptied(pool))

    # Runs and their drivers

    @initialize(target=runs)
    def first_run(self) -> str:
        return self._start()

    @precondition(lambda self: len(self._shared.runs) < MOST_RUNS)
    @rule(target=runs)
    def another_run(self) -> str:
        return self._start()

    @rule(target=drivers, run_id=runs)
    def take_up(self, run_id: str) -> Any:
        try:
            return Driver(self._run(self._log.claim(run_id)))
        except RunMovedOn:
            return multiple()

    @rule(driver=drivers, events=st.integers(1, PAGE))
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
        told = self._tried(driver.append(self._log, (self._thought(),) * 2, self._now(), astray=astray))
        assert told is RunMovedOn

    @rule(driver=drivers)
    def append_after_the_end(self, driver: Driver) -> None:
        if driver.log and driver.believed.status.terminal:
            told = self._tried(driver.append(self._log, (self._thought(),), self._now()))
            assert told is RunMovedOn

    @rule(driver=consumes(drivers))
    def crash(self, driver: Driver) -> None:
        """Forget everything; what is in the log stays."""

    # People

    @rule(target=people, run_id=runs, key=keys, shown=shown, request=requests)
    def begin_to_answer(self, run_id: str, key: str, shown: str, request: str) -> Person:
        return self._answers(run_id, key, self._shown(run_id, shown), request)

    @rule(target=drivers, run_id=runs, key=keys, shown=shown, request=requests)
    def answer_at_once(self, run_id: str, key: str, shown: str, request: str) -> Any:
        self._answer_at_once(run_id, key, self._shown(run_id, shown), request)
        return self._taken_up()

    @rule(target=people, run_id=runs)
    def begin_to_cancel(self, run_id: str) -> Person:
        person = Person(run_id)
        return self._begin(person, person.cancel)

    @rule(target=people)
    def begin_to_expire(self) -> Person:
        """Have the clock of a process answer by default what has waited for a day."""

        async def expire(log: CheckedLog, drivers: list[Driver]) -> None:
            await answering(log, drivers, lambda: self._now() + LONG).expire()

        return self._begin(Person(""), expire)

    @rule(target=drivers, person=people, calls=calls)
    def go_on(self, person: Person, calls: int) -> Any:
        self._run(person.pace.go_on(calls))
        return self._taken_up()

    @rule(person=consumes(people))
    def crash_of_person(self, person: Person) -> None:
        self._run(person.pace.stop())

    # Watchers

    @rule(target=watchers, run_id=runs)
    def come_to_watch(self, run_id: str) -> Watcher:
        self._watchers.append(Watcher(run_id))
        return self._watch(self._watchers[-1])

    @rule(watcher=watchers, calls=calls)
    def look(self, watcher: Watcher, calls: int) -> None:
        if watcher.pace.task.done():
            self._watch(watcher)
        self._run(watcher.pace.go_on(calls))

    @rule(watcher=watchers)
    def cut_off(self, watcher: Watcher) -> None:
        """Lose the connection, and come back with what was seen."""
        self._run(watcher.pace.stop())
        self._watch(watcher)

    # Whatever happened, a run can be brought to its end, and everybody hears of it

    @rule(run_id=consumes(runs))
    def bring_to_the_end(self, run_id: str) -> None:
        for person in self._people:
            self._run(person.pace.go_on(WHOLE))
        if self._stands(run_id).pending:
            self._answer_at_once(run_id, "", self._shown(run_id, "now"), "")
        while self._stands(run_id).status.driven:
            self._append(Driver(self._run(self._log.claim(run_id))), (RunEnded(RunStatus.SUCCEEDED),))
        for watcher in [watcher for watcher in self._watchers if watcher.run_id == run_id]:
            for _ in range(2):  # the first may be let go at a question that was answered meanwhile
                self.look(watcher, WHOLE)
            assert len(watcher.seen) == len(self._stands(run_id).log), "a watcher sees the whole run"

    # What must always hold

    @invariant()
    def nothing_is_amiss(self) -> None:
        self._both_logs_are_as_the_protocol_says()
        assert [problem for run in self._shared.runs.values() for problem in spec.violations(run)] == []
        for person in self._people:
            self._an_answer_is_in_the_log_once_where_taken_and_never_where_refused(person)
        for watcher in self._watchers:
            self._each_event_is_seen_once_in_order_and_whoever_is_let_go_is_at_a_question_or_the_end(watcher)

    def _both_logs_are_as_the_protocol_says(self) -> None:
        touched, self._shared.touched = self._shared.touched, set()
        for run_id in touched:
            self._run(self._log.find(run_id))
            self._run(self._log.read(run_id, 0, WHOLE))
        if touched:
            self._run(self._log.unfinished())
        assert not self._shared.disagreements

    def _an_answer_is_in_the_log_once_where_taken_and_never_where_refused(self, person: Person) -> None:
        log = self._stands(person.run_id).log if person.name else ()
        answers = [event for event in log if isinstance(event, spec.Answered)]
        if person.refused:
            assert person.name not in {event.by for event in answers}
        if person.sequence:
            taken = log[person.sequence - 1]
            assert isinstance(taken, spec.Answered) and answers.count(taken) == 1
            assert taken.by == person.name or (person.request and taken.request == person.request)

    def _each_event_is_seen_once_in_order_and_whoever_is_let_go_is_at_a_question_or_the_end(
        self, watcher: Watcher
    ) -> None:
        seen = tuple(map(specified, watcher.seen))
        assert seen == self._stands(watcher.run_id).log[: len(seen)]
        assert not watcher.pace.task.done() or not spec.Run(1, seen).status.driven

    def teardown(self) -> None:
        for pace in [actor.pace for actor in self._people] + [actor.pace for actor in self._watchers]:
            self._run(pace.stop())

    # Means

    def _start(self) -> str:
        run_id = str(uuid.UUID(int=next(NUMBERS)))
        self._run(self._log.start(starting(run_id)))
        return run_id

    def _append(self, driver: Driver, events: tuple[Event, ...]) -> None:
        """Append as a driver does who keeps to the protocol: who believes the run is not to be driven stops."""
        self._run(driver.read(self._log))
        if driver.believed.status.driven:
            self._tried(driver.append(self._log, events, self._now()))

    def _answers(self, run_id: str, key: str, shown: str, request: str) -> Person:
        person = Person(run_id, f"person {next(self._ticks)}", request)
        return self._begin(person, partial(person.answer, now=self._now, key=key, shown=shown))

    def _answer_at_once(self, run_id: str, key: str, shown: str, request: str) -> None:
        """Answer, nobody coming between, and check that it is judged as the protocol judges it."""
        judged = spec.judge(self._stands(run_id), key, shown, request)
        person = self._answers(run_id, key, shown, request)
        self._run(person.pace.go_on(WHOLE))
        assert (person.refused or person.sequence) == judged

    def _shown(self, run_id: str, shown: str) -> str:
        pending = self._stands(run_id).pending
        return shown if shown != "now" else pending.key if pending else ""

    def _begin(self, person: Person, act: Callable[[CheckedLog, list[Driver]], Coroutine[Any, Any, None]]) -> Person:
        """Have *person* go to the first call of the log that others can come before."""
        person.pace = self._paced(lambda log: act(log, self._resumed))
        self._people.append(person)
        return person

    def _watch(self, watcher: Watcher) -> Watcher:
        watcher.pace = self._paced(watcher.watch)
        return watcher

    def _paced(self, act: Callable[[CheckedLog], Coroutine[Any, Any, None]]) -> Paced:
        async def begun() -> Paced:
            pace = Paced(lambda gate: act(CheckedLog(self._shared, gate)))
            await pace.begin()
            return pace

        return self._run(begun())

    def _taken_up(self) -> Any:
        """Return the drivers of the runs that people's answers had go on."""
        resumed, self._resumed[:] = list(self._resumed), []
        return multiple(*resumed)

    def _tried(self, call: Coroutine[Any, Any, None]) -> type[RunMovedOn] | None:
        try:
            self._run(call)
        except RunMovedOn:
            return RunMovedOn
        return None

    def _stands(self, run_id: str) -> spec.Run:
        return self._shared.runs[run_id]

    def _thought(self) -> StepActed:
        return StepActed("step", "executor", 1, Thought(f"thought {next(self._ticks)}"))

    def _now(self) -> datetime:
        return BEGINNING + timedelta(seconds=next(self._ticks))

    def _run(self, coroutine: Coroutine[Any, Any, Returned]) -> Returned:
        return self._runner.run(coroutine)


async def _emptied(pool: Pool) -> None:
    """Leave no run of an earlier example to be listed."""
    async with pool.connection() as connection:
        await connection.execute("DELETE FROM runs")


@contextmanager
def opened(url: str) -> Iterator[tuple[asyncio.Runner, Pool]]:
    """Yield a loop and a pool on it."""
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(url, min_size=1, max_size=2, name="protocol"))
        try:
            yield runner, pool
        finally:
            runner.run(pool.close())


def test_whatever_processes_do_and_in_whatever_order_the_logs_keep_the_protocol(
    log_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in ("watch.BATCH", "workflows.PAGE"):
        monkeypatch.setattr(f"services.orchestrator.engine.{where}", PAGE)
    monkeypatch.setattr("services.orchestrator.engine.watch.POLL_SECONDS", 0)
    with opened(log_database_url) as (runner, pool):
        machine: Any = partial(Processes, runner, pool)  # typed as a class, used as any callable
        # Explaining takes longer than finding and shrinking, and says nothing that the steps do not.
        phases = set(Phase) - {Phase.explain}
        run_state_machine_as_test(machine, settings=settings(max_examples=60, stateful_step_count=40, phases=phases))
