"""Role services of the agent team that succeed unless a test defines other results, and runs on them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from services.common.agents.catalog import load_catalog
from services.common.agents.plan_check import order_stages
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    AgentIteration,
    AgentTeamInput,
    Stage,
    TeamAgent,
    TeamFile,
    TeamPlan,
)
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.results import StepResult
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.team import AgentTeam
from services.orchestrator.domain.team.steps import parse_unit_step
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started

LIMITS = Limits()
IMAGES = (TeamFile("a.png", asset_id="0" * 64), TeamFile("b.png", asset_id="1" * 64))
REQUEST = AgentTeamInput("找出图里的文字并标注", attachments=IMAGES)
CODER = TeamAgent("coder", "Coder", "", 3, "Write code.", ("read_file",), 3)
PASSED = Verdict(passed=True, score=1.0)
CATALOG = load_catalog()

Reported = StepResult | Failure
Report = Callable[[Step, int], Reported]


def make_plan(*stages: Stage, agents: tuple[TeamAgent, ...] = (CODER,)) -> TeamPlan:
    """Return a plan of *stages* in the order of their inputs."""
    return TeamPlan("plan", stages, order_stages(stages), agents=agents)


def make_template_plan(name: str) -> TeamPlan:
    """Return the plan of a template of the seed data."""
    return CATALOG.templates[name].to_plan(CATALOG.agents, Language.CHINESE)


def make_iteration(data: object = None, text: str = "done", **fields: object) -> AgentIteration:
    """Return the last iteration of an agent."""
    iteration = AgentIteration(text, b"" if data is None else json.dumps(data).encode())
    return replace(iteration, **fields)  # type: ignore[arg-type]


def run_team(
    plan: TeamPlan | Report,
    stages: Mapping[str, Reported | Report] | None = None,
    evaluate: Reported | Report = PASSED,
    requested: AgentTeamInput = REQUEST,
    limits: Limits = LIMITS,
    calls: list[Step] | None = None,
) -> SimulatedRun:
    """Return a run whose stages report *stages*, or "done"; *calls* collects its steps."""

    def answer(step: Step, attempt: int) -> Reported:
        if calls is not None:
            calls.append(step)
        match step.call:
            case team_requests.PlanTask():
                return plan(step, attempt) if callable(plan) else plan
            case team_requests.EvaluateTask():
                return evaluate(step, attempt) if callable(evaluate) else evaluate
            case _:
                unit = parse_unit_step(step.name)
                assert unit is not None
                expected = (stages or {}).get(unit.stage, make_iteration())
                return expected(step, attempt) if callable(expected) else expected

    return simulate([started(requested)], answer, limits, workflow=AgentTeam(limits))
