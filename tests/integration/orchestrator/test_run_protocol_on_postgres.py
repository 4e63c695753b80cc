"""Both run logs, and answers by the engine, follow the protocol in any order of calls."""

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

from services.common.contract.activity import Thought
from services.common.database.pool import Pool, open_pool
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import ActivityEmitted, Event, RunEnded, RunStatus
from services.orchestrator.engine.run_log import RunLog, RunMovedOn
from tests.fixtures.runs import run_protocol as spec
from tests.fixtures.runs.broken_logs import BROKEN_LOGS
from tests.fixtures.runs.protocol_actors import (
    BEGINNING,
    LONG,
    WHOLE,
    Executor,
    User,
    answering,
    cancel_paused,
    starting,
)
from tests.fixtures.runs.protocol_log import CheckedLog, Gate, Paced, Store

Returned = TypeVar("Returned")

ENDS = (RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)
# The answered question, and the one whose content was displayed ("now": the pending one); "" is unspecified.
keys, shown = st.sampled_from(("", "", "q1", "q2")), st.sampled_from(("now", "", "q1"))
requests = st.sampled_from(("", "", "r"))
# How many changes a behavior makes before another one runs: an answer has been read and judged; it is then claimed
# and appended, and the run is resumed.
changes = st.integers(1, 3)


def has_requested(processes: "Processes") -> bool:
    """Whether the log has a question: before that, users can do little."""
    return any(isinstance(event, spec.Requested) for event in processes.run.log)


class Processes(RuleBasedStateMachine):
    """Processes that share a run, then another: each may continue, become stale or crash at any change."""

    executors, behaviors = Bundle("drivers"), Bundle("acts")

    def __init__(self, runner: asyncio.Runner, log: RunLog) -> None:
        super().__init__()
        self._runner = runner
        self._store = Store(log)
        self._log = CheckedLog(self._store)
        self._resumed: list[Executor] = []
        self._users: list[User] = []
        self._behaviors: list[Paced] = []
        self._ticks = count(1)
        self._run_id = ""

    # The run and its executors

    @initialize()
    def start(self) -> None:
        self._run_id = str(uuid.UUID(int=next(self._ticks)))
        self._run(self._log.start(starting(self._run_id)))

    @precondition(lambda self: self.run.status.is_terminal)
    @rule()
    def start_another(self) -> None:
        self.start()

    @rule(target=executors, requires=st.booleans())
    def recover(self, requires: bool) -> Any:
        try:
            executor = Executor(self._run(self._log.claim(self._run_id)))
        except RunMovedOn:
            return multiple()
        if requires:
            self.ask(executor)
        return executor

    @rule(executor=executors, events=st.integers(1, 3))
    def work(self, executor: Executor, events: int) -> None:
        self._append(executor, (self._thought(),) * events)

    @rule(executor=executors)
    def ask(self, executor: Executor) -> None:
        self._run(executor.read(self._log))
        self._append(executor, (self._thought(), executor.next_question(self._now())))

    @rule(executor=executors, status=st.sampled_from(ENDS))
    def end(self, executor: Executor, status: RunStatus) -> None:
        self._append(executor, (RunEnded(status),))

    @rule(executor=executors)
    def state_again(self, executor: Executor) -> None:
        """Repeat the last append, as an executor does whose response was lost."""
        if executor.sent is not None:
            self._attempted(self._log.append(executor.sent))

    @rule(executor=executors, astray=st.sampled_from((-1, 1)))
    def append_elsewhere(self, executor: Executor, astray: int) -> None:
        self._run(executor.read(self._log))
        assert not self._attempted(executor.append(self._log, (self._thought(),) * 2, self._now(), astray=astray))

    @precondition(lambda self: self.run.status.is_terminal)
    @rule(executor=executors)
    def append_after_the_end(self, executor: Executor) -> None:
        if executor.log and executor.believed.is_terminal:
            assert not self._attempted(executor.append(self._log, (self._thought(),), self._now()))

    @rule(executor=consumes(executors))
    def crash(self, executor: Executor) -> None:
        """Lose all state of the executor; the log stays."""

    # Behaviors of users and of the clock, which continue change by change

    @precondition(has_requested)
    @rule(target=behaviors, key=keys, shown=shown, request=requests)
    def begin_to_answer(self, key: str, shown: str, request: str) -> Paced:
        return self._answer(key, self._shown(shown), request)[1]

    @precondition(has_requested)
    @rule(target=executors, key=keys, shown=shown, request=requests)
    def answer_at_once(self, key: str, shown: str, request: str) -> Any:
        self._answer_at_once(key, self._shown(shown), request)
        return self._taken_up()

    @precondition(has_requested)
    @rule(target=behaviors)
    def begin_to_cancel(self) -> Paced:
        return self._begin(partial(cancel_paused, run_id=self._run_id, at=self._now()))

    @precondition(has_requested)
    @rule(target=behaviors)
    def begin_to_expire(self) -> Paced:
        """Answer by default, in one process, every question that has been pending for a day."""

        async def expire(log: CheckedLog) -> None:
            await answering(log, self._resumed, lambda: self._now() + LONG).expire()

        return self._begin(expire)

    @rule(target=executors, behavior=behaviors, changes=changes)
    def requeue(self, behavior: Paced, changes: int) -> Any:
        self._run(behavior.requeue(changes))
        return self._taken_up()

    @rule(behavior=consumes(behaviors))
    def crash_in_an_action(self, behavior: Paced) -> None:
        self._run(behavior.stop())

    # Invariants

    @invariant()
    def the_log_is_as_the_protocol_states_and_nothing_is_amiss(self) -> None:
        for run_id, run in self._store.runs.items():
            self._run(self._log.find(run_id))
            self._run(self._log.read(run_id, 0, WHOLE))
            assert not spec.violations(run)
        self._run(self._log.list_unfinished())
        assert not self._store.disagreements

    @invariant()
    def an_answer_is_in_the_log_once_where_taken_and_never_where_rejected(self) -> None:
        for user in self._users:
            log = self._store.runs[user.run_id].log
            own = [event for event in log if isinstance(event, spec.Answered) and event.by == user.name]
            assert len(own) <= (0 if user.rejected and not user.request else 1)
            if user.sequence is not None:
                taken = log[user.sequence - 1]
                assert isinstance(taken, spec.Answered)
                assert taken in own

    def teardown(self) -> None:
        """End the run: this must be possible after any sequence of calls."""
        for behavior in self._behaviors:
            self._run(behavior.stop())
        if self._run_id and not self._store.disagreements:
            if self.run.pending:
                self._answer_at_once("", "", "")
            while self.run.status.is_active:
                self.end(Executor(self._run(self._log.claim(self._run_id))), RunStatus.SUCCEEDED)

    @property
    def run(self) -> spec.Run:
        """The run as the protocol defines it."""
        return self._store.runs[self._run_id]

    # Internals

    def _append(self, executor: Executor, events: tuple[Event, ...]) -> None:
        """Append as an executor that follows the protocol: it stops if it believes that the run is not active."""
        self._run(executor.read(self._log))
        if executor.believed.is_active:
            self._attempted(executor.append(self._log, events, self._now()))

    def _answer(self, key: str, shown: str, request: str) -> tuple[User, Paced]:
        # A repeated request comes from the same client, with the same answer.
        user = User(self._run_id, f"client {request or next(self._ticks)}", request)
        self._users.append(user)
        return user, self._begin(
            lambda log: user.answer(answering(log, self._resumed, self._now), key=key, shown=shown)
        )

    def _answer_at_once(self, key: str, shown: str, request: str) -> None:
        """Answer without interruption, and check that the outcome is that of the protocol."""
        judged = spec.judge(self.run, key, shown, request)
        user, behavior = self._answer(key, shown, request)
        self._run(behavior.requeue(WHOLE))
        assert (user.rejected or user.sequence) == judged

    def _shown(self, shown: str) -> str:
        pending = self.run.pending
        return shown if shown != "now" else pending.key if pending else ""

    def _begin(self, work: Callable[[CheckedLog], Coroutine[Any, Any, None]]) -> Paced:
        """Run *work* in a separate process, up to its first change of the log."""

        async def started() -> Paced:
            def gated(gate: Gate) -> Coroutine[Any, Any, None]:
                return work(CheckedLog(self._store, gate))

            behavior = Paced(gated)
            await behavior.begin()
            return behavior

        self._behaviors.append(self._run(started()))
        return self._behaviors[-1]

    def _taken_up(self) -> Any:
        """Return the executors of the runs that answers resumed."""
        resumed, self._resumed[:] = list(self._resumed), []
        return multiple(*resumed)

    def _attempted(self, append: Coroutine[Any, Any, None]) -> bool:
        """Return whether *append* was accepted."""
        try:
            self._run(append)
        except RunMovedOn:
            return False
        return True

    def _thought(self) -> ActivityEmitted:
        return ActivityEmitted("step", "executor", 1, Thought(f"thought {next(self._ticks)}"))

    def _now(self) -> datetime:
        return BEGINNING + timedelta(seconds=next(self._ticks))

    def _run(self, coroutine: Coroutine[Any, Any, Returned]) -> Returned:
        return self._runner.run(coroutine)


# Each of BROKEN_LOGS is found within about 50 examples.
# The explain phase takes longer than finding and shrinking, and adds nothing to the steps.
CHECKED = settings(stateful_step_count=40, phases=set(Phase) - {Phase.explain})


def check(runner: asyncio.Runner, fresh: Callable[[], RunLog], chosen: settings) -> None:
    """Run random calls of processes, each example on an empty log from *fresh*."""

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
    """Delete the runs and events of earlier examples: events have no foreign key to their run."""
    async with pool.connection() as connection:
        for table in ("run_events", "runs", "sessions"):
            await connection.execute(f"DELETE FROM {table}")


def test_the_log_in_memory_follows_the_protocol_for_any_order_of_calls() -> None:
    with asyncio.Runner() as runner:
        check(runner, MemoryLog, settings(CHECKED, max_examples=150))


def test_the_log_on_postgresql_follows_the_protocol_for_any_order_of_calls(
    log_database_url: str,
) -> None:
    with opened(log_database_url) as (runner, pool):

        def fresh() -> RunLog:
            runner.run(empty(pool))
            return PostgresLog(pool)

        check(runner, fresh, settings(CHECKED, max_examples=100))


@pytest.mark.parametrize("broken", BROKEN_LOGS)
def test_a_log_with_a_bug_is_detected(broken: type[MemoryLog]) -> None:
    chosen = settings(CHECKED, max_examples=1000, phases=[Phase.generate], derandomize=True, database=None)
    with asyncio.Runner() as runner, pytest.raises(AssertionError):
        check(runner, broken, chosen)
