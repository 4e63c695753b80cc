"""PlanTask: the stages of a task for the agent team, from a template, by a chat model, or by rules."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from services.common.agents.catalog import Catalog
from services.common.contract.activity import Activity, Thought
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    MAX_READINGS,
    AgentIteration,
    FileKind,
    TaskCandidates,
    TeamPlan,
)
from services.common.contract.step import StepCall
from services.common.llm.values import Completion
from services.planner import texts
from services.planner.application.structured_model import StructuredModel
from services.planner.domain.task_answers import PlannedTask, PlannedTaskOrReadings, to_reading, to_team_plan
from services.planner.domain.task_rules import find_template, list_candidates, plan_by_rules, plan_ranked, plan_template
from services.planner.prompts.task import build_task_prompt

TEMPERATURE = 0.2
PLANNER = "planner"


class PlanTask:
    """Plans with the agents and templates of *catalog*, by *model* if one is configured."""

    def __init__(self, model: StructuredModel | None, catalog: Catalog) -> None:
        self._model = model
        self._catalog = catalog

    async def __call__(
        self, request: team_requests.PlanTask, call: StepCall
    ) -> AsyncGenerator[Activity | TeamPlan | AgentIteration | TaskCandidates, None]:
        """Yield activities, then the plan, or the planner's prerequisites for it: file readings or ranked candidates.

        Raises TEMPLATE_UNKNOWN, INVALID_INPUT_EMPTY for a missing image, INTENT_UNKNOWN, and the errors of a model.
        """
        if not request.readings and request.ranked is None:
            yield Thought(texts.announce_parsing(request.text, call.language))
        degraded = self._model is not None and (request.builtin_only or call.context.builtin_only)
        if request.template:
            template = find_template(request.template, self._catalog)
            plan = plan_template(template, request.attachments, self._catalog, call.language)
        elif self._model is None or degraded:
            found = self._plan_by_rules(request, call)
            if found is None:
                yield Thought(texts.RANKING.pick(call.language))
                yield list_candidates(self._catalog)
                return
            plan = replace(found, degraded=degraded)
        else:
            async with aclosing(self._ask_model(self._model, request, call)) as outcomes:
                async for outcome in outcomes:
                    if isinstance(outcome, AgentIteration):
                        yield outcome
                        return
                    if isinstance(outcome, TeamPlan):
                        plan = outcome
                    else:
                        yield outcome
        yield Thought(texts.summarize_task_plan(plan, call.language))
        yield plan

    def _plan_by_rules(self, request: team_requests.PlanTask, call: StepCall) -> TeamPlan | None:
        """Return the plan by the words of a request, else by its meaning; None if its meaning was not compared yet."""
        text, files, language = request.text, request.attachments, call.language
        if request.ranked is not None:
            return plan_ranked(request.ranked, text, files, self._catalog, language)
        return plan_by_rules(text, files, self._catalog, language)

    async def _ask_model(
        self, model: StructuredModel, request: team_requests.PlanTask, call: StepCall
    ) -> AsyncGenerator[Activity | TeamPlan | AgentIteration, None]:
        may_read = self._may_read(request)
        prompt = build_task_prompt(request, self._catalog, call.language, may_read=may_read)
        schema = PlannedTaskOrReadings if may_read else PlannedTask
        events = model.complete(prompt, schema, call, fresh=request.fresh, temperature=TEMPERATURE)
        async with aclosing(events):
            async for event in events:
                if not isinstance(event, Completion):
                    yield event
                elif isinstance(event.value, PlannedTaskOrReadings) and event.value.reads:
                    yield to_reading(event.value, len(request.readings) + 1, model.name)
                else:
                    yield self._to_plan(event.value, request, call, model.name)

    def _may_read(self, request: team_requests.PlanTask) -> bool:
        """Whether there are texts to read, and an iteration is left for the plan afterwards."""
        iterations = min(self._catalog.agents[PLANNER].max_iterations - 1, MAX_READINGS)
        has_texts = any(file.kind is not FileKind.IMAGE for file in request.attachments)
        return has_texts and len(request.readings) < iterations

    def _to_plan(self, answer: PlannedTask, request: team_requests.PlanTask, call: StepCall, engine: str) -> TeamPlan:
        template = self._catalog.templates.get(answer.template)
        if template is None or answer.subtasks:
            return to_team_plan(answer, self._catalog, call.language, engine)
        return replace(plan_template(template, request.attachments, self._catalog, call.language), engine=engine)
