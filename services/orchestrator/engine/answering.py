"""Answers to questions: taken once, under the fence, or refused without a trace."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.orchestrator.domain.events import QuestionAnswered, QuestionAsked, Recorded, RunStatus
from services.orchestrator.domain.questions import Answer, Unfit, check
from services.orchestrator.domain.run import Answered, Run
from services.orchestrator.engine.crash_points import CrashPoint, Reached, pass_by
from services.orchestrator.engine.driving import Driving
from services.orchestrator.engine.log import Appending, RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.workflows import Workflows

log = structlog.get_logger("reflow.answering")

NOTHING_ASKED = Text("这次运行没有在等待回答。", "This run waits for no answer.")
NOT_ALLOWED = Text("这个回答不可用：{why}。", "This answer cannot be taken: {why}.")
EXPIRED_AT_ONCE = 100
# How often an answer is judged anew when the run moved in between; only other processes move it.
MOST_TRIES = 10


@dataclass(frozen=True, slots=True)
class Given:
    """An answer to the question *key* ("" for the one that waits) as shown under *digest* ("" for as it is now)."""

    answer: Answer
    key: str = ""
    digest: str = ""
    request_id: str = ""


class Answering:
    """Takes answers and has their runs go on. Every process may: the log lets one of them win."""

    def __init__(
        self,
        run_log: RunLog,
        workflows: Workflows,
        driving: Driving,
        now: Callable[[], datetime],
        reached: Reached = pass_by,
    ) -> None:
        self._log = run_log
        self._workflows = workflows
        self._driving = driving
        self._now = now
        self._reached = reached

    async def answer(self, run_id: str, given: Given) -> int:
        """Take an answer and return the sequence of its event; a known request id returns that of its first time.

        Raises RUN_UNKNOWN, QUESTION_UNKNOWN, ANSWER_CONFLICT, ANSWER_STALE or INVALID_INPUT_FORMAT, changing nothing.
        """
        async with self._driving.turn(run_id):
            for _ in range(MOST_TRIES):
                sequence = await self._answer(run_id, given)
                if sequence is not None:
                    return sequence
        raise ReflowError(Code.ANSWER_CONFLICT)

    async def _answer(self, run_id: str, given: Given) -> int | None:
        """Judge an answer by the run as it is now, and take it; None when the run moved in between."""
        row = await self._log.find(run_id)
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        run = await self._workflows.state(row, self._log)
        known = _known(run, given.request_id)
        if known is not None:
            return known.sequence
        asked = judged(run, given)
        self._check(row, run, asked, given.answer)
        event = QuestionAnswered(asked.question.key, given.answer, request_id=given.request_id)
        sequence = await self._record(run_id, run.sequence, event)
        if sequence is not None:
            await self._driving.resume(run_id)
        return sequence

    async def expire(self) -> int:
        """Answer by default what has waited for as long as it may; return how many runs go on by it."""
        taken = 0
        for row in await self._log.expired(self._now(), EXPIRED_AT_ONCE):
            try:
                async with self._driving.turn(row.run_id):
                    taken += await self._expire(row)
            except ReflowError:
                raise  # the log's: away
            except Exception:
                log.exception("an expired question was not answered", run_id=row.run_id)  # the others are
        return taken

    async def _expire(self, row: RunRow) -> bool:
        asked = (await self._workflows.state(row, self._log)).pending
        if asked is None or asked.question.default is None:
            return False  # answered meanwhile
        event = QuestionAnswered(asked.question.key, asked.question.default, expired=True)
        if await self._record(row.run_id, row.last_sequence, event) is None:
            return False
        await self._driving.resume(row.run_id)
        return True

    def _check(self, row: RunRow, run: Run[Any], asked: QuestionAsked, answer: Answer) -> None:
        try:
            check(asked.question, answer)
            self._workflows.check_answer(row, run, asked.question, answer)
        except Unfit as unfit:
            text = Text(NOT_ALLOWED.zh.format(why=unfit.why.zh), NOT_ALLOWED.en.format(why=unfit.why.en))
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"answer.{unfit.field}") from None

    async def _record(self, run_id: str, last: int, event: QuestionAnswered) -> int | None:
        """Append *event* after sequence *last*; None when the run has moved in between, and nothing was changed."""
        row = await self._log.claim_paused(run_id)
        if row is None or row.last_sequence != last:
            return None
        at, sequence = self._now(), last + 1
        payload = self._workflows.encode(row, Recorded(sequence, at, event))
        try:
            appending = Appending(run_id, row.epoch, sequence, (payload,), RunStatus.WAITING, None, at)
            await self._log.append(appending)
        except RunMovedOn:
            return None
        self._reached(CrashPoint.ANSWERED)
        return sequence


def judged(run: Run[Any], given: Given) -> QuestionAsked:
    """Return the question that *given* answers. Pure. Raises QUESTION_UNKNOWN, ANSWER_CONFLICT or ANSWER_STALE."""
    if given.key and given.key not in run.asked:
        raise ReflowError(Code.QUESTION_UNKNOWN, field="key")
    if given.key in run.answered or (run.answered and run.pending is None):
        raise ReflowError(Code.ANSWER_CONFLICT)
    if run.pending is None or (given.key and given.key != run.pending.question.key):
        raise ReflowError(Code.QUESTION_UNKNOWN, NOTHING_ASKED, field="run_id")
    if given.digest and given.digest != run.pending.digest:
        raise ReflowError(Code.ANSWER_STALE, field="digest")
    return run.pending


def _known(run: Run[Any], request_id: str) -> Answered | None:
    if not request_id:
        return None
    return next((answered for answered in run.answered.values() if answered.request_id == request_id), None)
