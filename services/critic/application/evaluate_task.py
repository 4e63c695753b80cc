"""Use case: evaluate the result of a task of the agent team by checks in code and, if available, by a model."""

from collections.abc import AsyncGenerator

from services.common.contract.activity import Activity, Thought
from services.common.contract.agent_team.team_requests import EvaluateTask
from services.common.contract.image_chat import Verdict
from services.common.contract.step import StepCall
from services.common.errors import ReflowError
from services.common.limits import Limits
from services.common.llm.activities import to_activity
from services.common.telemetry import ErrorStatistics
from services.critic.adapters.model_calls import start_call
from services.critic.application.review_note import MARGIN, JudgeModel
from services.critic.domain.task import evaluate_by_checks
from services.critic.domain.task_judgment import NO_JUDGMENT, SKIPPED, TaskJudgment, add_note, decide_with_judgment
from services.critic.prompts.task import build_request


class TaskEvaluator:
    """Evaluates tasks by checks in code, and by *judge* if there is such a model."""

    def __init__(self, limits: Limits, errors: ErrorStatistics, judge: JudgeModel | None = None) -> None:
        self._limits = limits
        self._errors = errors
        self._judge = judge

    async def evaluate(self, request: EvaluateTask, call: StepCall) -> AsyncGenerator[Activity | Verdict, None]:
        """Yield activities, then the verdict."""
        verdict = evaluate_by_checks(request.plan, request.workflow, call.language)
        if self._judge is not None and verdict.passed and call.context.builtin_only:
            verdict = add_note(verdict, SKIPPED, call.language)
        elif self._judge is not None and verdict.passed:
            async for outcome in self._ask_judge(self._judge, request, verdict, call):
                if isinstance(outcome, Verdict):
                    verdict = outcome
                else:
                    yield outcome
        yield Thought(verdict.feedback)
        yield verdict

    async def _ask_judge(
        self, judge: JudgeModel, request: EvaluateTask, checked: Verdict, call: StepCall
    ) -> AsyncGenerator[Activity | Verdict, None]:
        deadline = call.deadline(self._limits.critic_seconds, judge.clock) - MARGIN
        question = build_request(request, call.language, deadline=deadline, key=call.context.idempotency_key)
        async with start_call(judge.model.answer(question, TaskJudgment)) as judge_call:
            async for event in judge_call.events():
                yield to_activity(event, call.language)
            try:
                yield decide_with_judgment(request.workflow, await judge_call.result())
            except ReflowError as error:
                self._errors.record_survived(error, call.context, "critic")
                yield add_note(checked, NO_JUDGMENT, call.language)
