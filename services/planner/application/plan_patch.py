"""PlanPatch: the operations that change a graph as a text requests, by a chat model or the built-in rules."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from engines.language.phrase import has_words, parse_phrase
from services.common.contract.activity import Activity, Phase, Progress, Thought
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph import PatchPlan
from services.common.contract.step import StepCall
from services.common.llm.values import Completion
from services.common.worker_pool.pool import WorkerPool
from services.planner import texts
from services.planner.adapters.graph_plans import format_context, plan_by_rules
from services.planner.application.structured_model import StructuredModel
from services.planner.domain.messages import normalize_messages
from services.planner.domain.patch_answers import PlannedPatch, to_plan
from services.planner.prompts.patch import build_patch_prompt

TEMPERATURE = 0.1
"""Low: the same request should change the same."""


class PlanPatch:
    """Plans with *model*, or with the rules if none is configured; rules and graphs are computed in *workers*."""

    def __init__(self, model: StructuredModel | None, workers: WorkerPool) -> None:
        self._model = model
        self._workers = workers

    async def __call__(
        self, request: graph_requests.PlanPatch, call: StepCall
    ) -> AsyncGenerator[Activity | PatchPlan, None]:
        """Yield activities, then the plan. Raises GRAPH_INVALID, PATCH_REJECTED, and the errors of a model."""
        request = replace(request, messages=normalize_messages(request.messages))
        yield Thought(texts.announce_parsing(request.text, call.language))
        degraded = self._model is not None and (request.builtin_only or call.context.builtin_only)
        if self._model is None or degraded or not has_words(parse_phrase(request.text).text):
            if degraded:
                yield Thought(texts.PARSING_WITHOUT_MODEL.pick(call.language))
            if self._workers.busy:
                yield Progress(Phase.WAITING, 0.0)
            async with self._workers.place():
                plan = await self._workers.compute(plan_by_rules, request, call.language)
            plan = replace(plan, degraded=degraded)
        else:
            async with aclosing(self._ask_model(self._model, request, call)) as outcomes:
                async for outcome in outcomes:
                    if isinstance(outcome, PatchPlan):
                        plan = outcome
                    else:
                        yield outcome
        if summary := texts.summarize_patch(plan, call.language):
            yield Thought(summary)
        yield plan

    async def _ask_model(
        self, model: StructuredModel, request: graph_requests.PlanPatch, call: StepCall
    ) -> AsyncGenerator[Activity | PatchPlan, None]:
        async with self._workers.place():
            context = await self._workers.compute(format_context, request)
        prompt = build_patch_prompt(request, context, call.language)
        # A repeated request after errors has different data, so its answer does not come from the cache.
        events = model.complete(prompt, PlannedPatch, call, fresh=request.fresh, temperature=TEMPERATURE)
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Completion):
                    yield replace(to_plan(event.value, request.answers), engine=model.name)
                else:
                    yield event
