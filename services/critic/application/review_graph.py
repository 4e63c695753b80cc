"""Use case: review a change of a graph by checks in code and, if available, by a language model."""

from collections.abc import AsyncGenerator

from services.common.contract.activity import Activity, Phase, Progress, Thought
from services.common.contract.graphs.graph_requests import ReviewGraph
from services.common.contract.image_chat import Verdict
from services.common.contract.step import StepCall
from services.common.errors import ReflowError
from services.common.limits import Limits
from services.common.llm.activities import to_activity
from services.common.telemetry import ErrorStatistics
from services.common.worker_pool.pool import WorkerPool
from services.critic.adapters.graph_checks import assess_change
from services.critic.adapters.model_calls import start_call
from services.critic.application.review_note import MARGIN, NO_JUDGMENT, JudgeModel
from services.critic.domain.graph import verdict as decisions
from services.critic.domain.graph.judgment import GraphJudgment
from services.critic.domain.graph.verdict import GraphAssessment
from services.critic.prompts.graph import build_request


class GraphReviewer:
    """Reviews changes of graphs by checks, computed in *workers*, and by *judge* if there is such a model."""

    def __init__(
        self, workers: WorkerPool, limits: Limits, errors: ErrorStatistics, judge: JudgeModel | None = None
    ) -> None:
        self._workers = workers
        self._limits = limits
        self._errors = errors
        self._judge = judge

    async def review(self, request: ReviewGraph, call: StepCall) -> AsyncGenerator[Activity | Verdict, None]:
        """Yield activities, then the verdict. Raises GRAPH_INVALID."""
        if self._workers.busy:
            yield Progress(Phase.WAITING, 0.0)
        async with self._workers.place():
            yield Progress(Phase.WORKING, 0.0)
            assessment = await self._workers.compute(assess_change, request, call.language)
        if self._judge is None or assessment.problems:
            verdict = decisions.decide_by_checks(assessment, call.language)
        elif call.context.builtin_only:
            verdict = decisions.decide_by_checks(assessment, call.language, decisions.SKIPPED)
        else:
            async for outcome in self._ask_judge(self._judge, request, assessment, call):
                if isinstance(outcome, Verdict):
                    verdict = outcome
                else:
                    yield outcome
        yield Thought(verdict.feedback)
        yield verdict

    async def _ask_judge(
        self, judge: JudgeModel, request: ReviewGraph, assessment: GraphAssessment, call: StepCall
    ) -> AsyncGenerator[Activity | Verdict, None]:
        deadline = call.deadline(self._limits.critic_seconds, judge.clock) - MARGIN
        chat_request = build_request(
            request, assessment.graph, call.language, deadline=deadline, key=call.context.idempotency_key
        )
        async with start_call(judge.model.answer(chat_request, GraphJudgment)) as judge_call:
            async for event in judge_call.events():
                yield to_activity(event, call.language)
            try:
                judgment = await judge_call.result()
                yield decisions.decide_with_judgment(assessment, judgment, call.language)
            except ReflowError as error:
                self._errors.record_survived(error, call.context, "critic")
                yield Thought(NO_JUDGMENT.pick(call.language).format(why=error.message(call.language)))
                yield decisions.decide_by_checks(assessment, call.language, decisions.NO_JUDGMENT)
