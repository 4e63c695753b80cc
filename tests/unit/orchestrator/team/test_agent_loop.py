"""The loop of an agent in the orchestrator: steps of the model and of its tools, approvals, budgets."""

import json
from dataclasses import replace

import pytest

from services.common.contract.activity import Usage
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    AgentIteration,
    AgentToolCall,
    Stage,
    StageStatus,
    Strategy,
    ToolApproval,
)
from services.common.contract.questions import Answer, Decision
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.team import AgentTeam, TeamState
from services.orchestrator.domain.workflow import AskUser, RunSteps, Step
from tests.unit.orchestrator.team.team_roles import CODER, LIMITS, REQUEST, make_iteration, make_plan, run_team

CALL = AgentToolCall("call00101", "write_file", b'{"path":"a.txt"}', digest="0" * 64)
REQUESTED = AgentIteration("", tool_calls=(CALL,), done=False)
RESULTS = AgentIteration("", tool_calls=(replace(CALL, result=b'{"size":1}'),), done=False, workspace="ab" * 32)


def loop(step: Step, _: int) -> AgentIteration:
    """Call a tool, return its result, then finish."""
    assert isinstance(step.call, team_requests.RunAgent)
    iterations = step.call.iterations
    if not iterations:
        return REQUESTED
    return RESULTS if iterations[-1].has_pending_calls else make_iteration(text="done")


def start(limits: Limits, *stages: Stage) -> tuple[AgentTeam, TeamState]:
    """Return the workflow, and its state after a plan of *stages*."""
    team = AgentTeam(limits)
    state = team.start(REQUEST, "en", 0)
    return team, team.evolve(state, ev.StepFinished("plan-1", "planner", 1, make_plan(*stages)))


def finish(team: AgentTeam, state: TeamState, step: str, result: AgentIteration) -> TeamState:
    state = team.evolve(state, ev.StepStarted(step, "coder", 1))
    return team.evolve(state, ev.StepFinished(step, "coder", 1, result))


def names(team: AgentTeam, state: TeamState) -> list[str]:
    decision = team.route(state)
    assert isinstance(decision, RunSteps), decision
    return [step.name for step in decision.steps]


def test_each_answer_of_the_model_and_each_result_of_its_tools_is_a_step() -> None:
    calls: list[Step] = []
    run = run_team(make_plan(Stage("a", "coder")), {"a": loop}, calls=calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert [step.name for step in calls] == ["plan-1", "a-0-1-1-1", "a-0-1-1-2", "a-0-1-1-3", "evaluate-1"]
    last = calls[3].call
    assert isinstance(last, team_requests.RunAgent)
    assert last.iterations == (replace(REQUESTED, tool_calls=RESULTS.tool_calls, workspace="ab" * 32),)
    (context,) = run.run.state.contexts
    assert context.metadata.tools_used == ("write_file",)


def test_a_loop_ends_at_the_iterations_of_its_agent() -> None:
    def endless(step: Step, attempt: int) -> AgentIteration:
        assert isinstance(step.call, team_requests.RunAgent)
        pending = step.call.iterations and step.call.iterations[-1].has_pending_calls
        return RESULTS if pending else REQUESTED

    calls: list[Step] = []
    run = run_team(make_plan(Stage("a", "coder")), {"a": endless}, calls=calls)
    assert run.run.status is ev.RunStatus.FAILED
    assert "3" in run.run.failure.message  # type: ignore[union-attr]
    models = [step for step in calls if isinstance(step.call, team_requests.RunAgent)]
    assert len(models) == 2 * CODER.max_iterations - 1


def test_a_tool_that_returns_nothing_does_not_repeat_its_step() -> None:
    team, state = start(LIMITS, Stage("a", "coder"))
    state = finish(team, state, "a-0-1-1-1", REQUESTED)
    state = finish(team, state, "a-0-1-1-2", REQUESTED)
    assert names(team, state) == ["a-0-1-1-3"]
    assert state.runs["a"].units[0].iterations[-1].tool_calls[0].failed


def test_an_approval_is_requested_once_nothing_else_can_be_done_and_is_about_exactly_that_call() -> None:
    team, state = start(LIMITS, Stage("a", "coder"), Stage("b", "coder"))
    waiting = replace(REQUESTED, tool_calls=(replace(CALL, approval=ToolApproval.REQUIRED),))
    state = finish(team, state, "a-0-1-1-1", waiting)
    assert names(team, state) == ["b-0-1-1-1"]
    state = finish(team, state, "b-0-1-1-1", make_iteration())
    decision = team.route(state)
    assert isinstance(decision, AskUser)
    assert decision.question.key == "approve-a-0-1-1-2"
    shown = {"tool": "write_file", "arguments": {"path": "a.txt"}, "digest": "0" * 64}
    assert decision.question.shown == {"stage": "a", "agent": "coder", "calls": [shown]}
    approved = team.evolve(state, ev.QuestionAnswered("approve-a-0-1-1-2", Answer(Decision.APPROVE)))
    following = team.route(approved)
    assert isinstance(following, RunSteps)
    call = following.steps[0].call
    assert isinstance(call, team_requests.RunAgent)
    assert call.iterations[-1].tool_calls[0].approval is ToolApproval.APPROVED
    rejected = team.evolve(state, ev.QuestionAnswered("approve-a-0-1-1-2", Answer(Decision.REJECT, "no")))
    (call_after,) = rejected.runs["a"].units[0].iterations[-1].tool_calls
    assert "no" in json.loads(call_after.result)["error"]
    assert names(team, rejected) == ["a-0-1-1-2"]


def test_an_answer_to_another_question_approves_nothing() -> None:
    team, state = start(LIMITS, Stage("a", "coder"))
    waiting = replace(REQUESTED, tool_calls=(replace(CALL, approval=ToolApproval.REQUIRED),))
    state = finish(team, state, "a-0-1-1-1", waiting)
    for key in ("approve-a-0-1-1-1", "approve-b-0-1-1-2", "approve-a-0-1-1-3"):
        assert team.evolve(state, ev.QuestionAnswered(key, Answer(Decision.APPROVE))) == state


@pytest.mark.parametrize("stages", [1, 2, 4])
def test_a_stage_ends_at_its_part_of_the_budget_and_the_others_have_theirs(stages: int) -> None:
    limits = Limits(budget_tokens=1_000)
    group = [Stage(f"s{number}", "coder", on_error=Strategy.SKIP) for number in range(stages)]
    team, state = start(limits, *group)
    assert [run.budget_tokens for run in state.runs.values()] == [1_000 // stages] * stages
    state = team.evolve(state, ev.ActivityEmitted("s0-0-1-1-1", "coder", 1, Usage("p", "m", 1_000 // stages, 0)))
    state = finish(team, state, "s0-0-1-1-1", REQUESTED)
    failure = state.runs["s0"].units[0].failure
    assert failure is not None and failure.code is Code.BUDGET_EXCEEDED
    assert state.contexts[0].status is StageStatus.SKIPPED
    if stages > 1:
        state = finish(team, state, "s1-0-1-1-1", REQUESTED)
        assert "s1-0-1-1-2" in names_after_warnings(team, state)


def names_after_warnings(team: AgentTeam, state: TeamState) -> list[str]:
    for warning in state.warnings:
        state = team.evolve(state, ev.WarningRecorded(warning))
    return names(team, state)
