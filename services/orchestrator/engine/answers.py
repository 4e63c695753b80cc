"""Answers to the questions of paused runs. Each question is answered at most once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog

from services.common.contract.questions import Answer
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.orchestrator.domain.events import QuestionAnswered, QuestionAsked, RecordedEvent, RunStatus
from services.orchestrator.domain.questions import AnswerInvalid, resolve_answer, validate_answer
from services.orchestrator.domain.run import Answered, Run
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.run_log import Append, RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.scheduler import Scheduler
from services.orchestrator.engine.workflows import Workflows

log = structlog.get_logger("reflow.answers")

NO_PENDING_QUESTION = Text("这次运行没有在等待回答。", "This run waits for no answer.")
INVALID_ANSWER = Text("这个回答不可用：{reason}。", "This answer is not valid: {reason}.")
EXPIRY_BATCH = 100
# Attempts to record an answer while other processes change the run.
MAX_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class SubmittedAnswer:
    """An answer to the question *key* as displayed under *digest*; "" stands for the pending question as it is."""

    answer: Answer
    key: str = ""
    digest: str = ""
    request_id: str = ""


class Answers:
    """Records answers and resumes their runs. Every process may: the log accepts one of them."""

    def __init__(
        self,
        run_log: RunLog,
        workflows: Workflows,
        scheduler: Scheduler,
        now: Callable[[], datetime],
        on_crash_point: OnCrashPoint = ignore_crash_point,
    ) -> None:
        self._log = run_log
        self._workflows = workflows
        self._scheduler = scheduler
        self._now = now
        self._on_crash_point = on_crash_point

    async def answer(self, run_id: str, submitted: SubmittedAnswer) -> int:
        """Record an answer and return the sequence of its event; a known request id returns its first sequence.

        Raises RUN_UNKNOWN, QUESTION_UNKNOWN, ANSWER_CONFLICT, ANSWER_STALE, IDEMPOTENCY_KEY_REUSED or
        INVALID_INPUT_FORMAT, changing nothing.
        """
        async with self._scheduler.lock(run_id):
            for _ in range(MAX_ATTEMPTS):
                sequence = await self._try_answer(run_id, submitted)
                if sequence is not None:
                    return sequence
        raise ReflowError(Code.ANSWER_CONFLICT)

    async def _try_answer(self, run_id: str, submitted: SubmittedAnswer) -> int | None:
        """Validate an answer against the current run, and record it; return None when the run changed meanwhile."""
        row = await self._log.find(run_id)
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        run = await self._workflows.load_run(row, self._log)
        repeated = _find_answered(run, submitted)
        if repeated is not None:
            return repeated.sequence
        pending = match_question(run, submitted)
        answer = resolve_answer(pending.question, submitted.answer)
        self._validate(row, run, pending, answer)
        event = QuestionAnswered(pending.question.key, answer, request_id=submitted.request_id)
        sequence = await self._record(run_id, run.sequence, event)
        if sequence is not None:
            await self._scheduler.resume(run_id)
        return sequence

    async def expire(self) -> int:
        """Answer expired questions with their default; return the number of runs that continue."""
        answered = 0
        for row in await self._log.list_expired(self._now(), EXPIRY_BATCH):
            try:
                async with self._scheduler.lock(row.run_id):
                    answered += await self._expire(row)
            except ReflowError:
                raise  # the log is unreachable
            except Exception:
                log.exception("expired question not answered", run_id=row.run_id)  # the others are
        return answered

    async def _expire(self, row: RunRow) -> bool:
        pending = (await self._workflows.load_run(row, self._log)).pending
        if pending is None or pending.question.default is None:
            return False  # answered meanwhile
        event = QuestionAnswered(pending.question.key, pending.question.default, expired=True)
        if await self._record(row.run_id, row.last_sequence, event) is None:
            return False
        await self._scheduler.resume(row.run_id)
        return True

    def _validate(self, row: RunRow, run: Run[Any], pending: QuestionAsked, answer: Answer) -> None:
        try:
            validate_answer(pending.question, answer)
            self._workflows.validate_answer(row, run, pending.question, answer)
        except AnswerInvalid as error:
            reason = error.reason
            text = Text(INVALID_ANSWER.zh.format(reason=reason.zh), INVALID_ANSWER.en.format(reason=reason.en))
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"answer.{error.field}") from None

    async def _record(self, run_id: str, last: int, event: QuestionAnswered) -> int | None:
        """Append *event* after sequence *last*; return None, without a change, when the run has moved on."""
        row = await self._log.claim_paused(run_id)
        if row is None or row.last_sequence != last:
            return None
        at, sequence = self._now(), last + 1
        payload = self._workflows.encode(row, RecordedEvent(sequence, at, event))
        try:
            append = Append(run_id, row.epoch, sequence, (payload,), RunStatus.WAITING, None, at)
            await self._log.append(append)
        except RunMovedOn:
            return None
        self._on_crash_point(CrashPoint.ANSWERED)
        return sequence


def match_question(run: Run[Any], submitted: SubmittedAnswer) -> QuestionAsked:
    """Return the question that *submitted* answers. Pure. Raises QUESTION_UNKNOWN, ANSWER_CONFLICT or ANSWER_STALE."""
    if submitted.key and submitted.key not in run.question_keys:
        raise ReflowError(Code.QUESTION_UNKNOWN, field="key")
    if submitted.key in run.answers or (run.answers and run.pending is None):
        raise ReflowError(Code.ANSWER_CONFLICT)
    if run.pending is None or (submitted.key and submitted.key != run.pending.question.key):
        raise ReflowError(Code.QUESTION_UNKNOWN, NO_PENDING_QUESTION, field="run_id")
    if submitted.digest and submitted.digest != run.pending.digest:
        raise ReflowError(Code.ANSWER_STALE, field="digest")
    return run.pending


def _find_answered(run: Run[Any], submitted: SubmittedAnswer) -> Answered | None:
    """Return the answer that the same request gave before. Raises IDEMPOTENCY_KEY_REUSED where another one did."""
    if not submitted.request_id:
        return None
    for key, answered in run.answers.items():
        if answered.request_id == submitted.request_id:
            question = answered.question
            answer = resolve_answer(question, submitted.answer) if question is not None else submitted.answer
            if answer != answered.answer or submitted.key not in ("", key):
                raise ReflowError(Code.IDEMPOTENCY_KEY_REUSED, field="request_id")
            return answered
    return None
