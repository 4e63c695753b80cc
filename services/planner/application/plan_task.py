"""PlanTask: the stages of a task for the agent team, from a template, by a chat model, or by rules."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from services.common.agents.catalog import Catalog
from services.common.contract.activity import Activity, Thought
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import TeamPlan
from services.common.contract.step import StepCall
from services.common.llm.values import Completion
from services.planner import texts
from services.planner.application.structured_model import StructuredModel
from services.planner.domain.task_answers import PlannedTask, to_team_plan
from services.planner.domain.task_rules import find_template, plan_by_rules, plan_template
from services.planner.prompts.task import build_task_prompt

TEMPERATURE = 0.2


class PlanTask:
    """Plans with the agents and templates of *catalog*, by *model* where one is configured."""

    def __init__(self, model: StructuredModel | None, catalog: Catalog) -> None:
        self._model = model
        self._catalog = catalog

    async def __call__(
        self, request: team_requests.PlanTask, call: StepCall
    ) -> AsyncGenerator[Activity | TeamPlan, None]:
        """Yield activities, then the plan.

        Raises TEMPLATE_UNKNOWN, INVALID_INPUT_EMPTY for a missing image, INTENT_UNKNOWN, and the errors of a model.
        """
        yield Thought(texts.announce_parsing(request.text, call.language))
        degraded = self._model is not None and (request.builtin_only or call.context.builtin_only)
        if request.template:
            template = find_template(request.template, self._catalog)
            plan = plan_template(template, request.attachments, self._catalog, call.language)
        elif self._model is None or degraded:
            plan = plan_by_rules(request.text, request.attachments, self._catalog, call.language)
            plan = replace(plan, degraded=degraded)
        else:
            async with aclosing(self._ask_model(self._model, request, call)) as outcomes:
                async for outcome in outcomes:
                    if isinstance(outcome, TeamPlan):
                        plan = outcome
                    else:
                        yield outcome
        yield Thought(texts.summarize_task_plan(plan, call.language))
        yield plan

    async def _ask_model(
        self, model: StructuredModel, request: team_requests.PlanTask, call: StepCall
    ) -> AsyncGenerator[Activity | TeamPlan, None]:
        prompt = build_task_prompt(request, self._catalog, call.language)
        events = model.complete(prompt, PlannedTask, call, fresh=request.fresh, temperature=TEMPERATURE)
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Completion):
                    yield self._to_plan(event.value, request, call, model.name)
                else:
                    yield event

    def _to_plan(self, answer: PlannedTask, request: team_requests.PlanTask, call: StepCall, engine: str) -> TeamPlan:
        template = self._catalog.templates.get(answer.template)
        if template is None or answer.subtasks:
            return to_team_plan(answer, self._catalog, call.language, engine)
        return replace(plan_template(template, request.attachments, self._catalog, call.language), engine=engine)
