"""Subagents in the orchestrator: separate steps, whose result is that of the call that spawned them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from services.common.contract.activity import Usage
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    MAX_SUBAGENTS,
    SPAWN_SUBAGENT,
    AgentIteration,
    AgentTask,
    AgentToolCall,
    FileKind,
    Stage,
    StageStatus,
    TeamAgent,
    TeamFile,
    ToolApproval,
)
from services.common.contract.failure import Failure
from services.common.contract.questions import Answer, Decision
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.team import AgentTeam, TeamState
from services.orchestrator.domain.workflow import AskUser, RunSteps, Step
from tests.unit.orchestrator.simulation import SimulatedRun
from tests.unit.orchestrator.team.team_roles import CODER, LIMITS, REQUEST, make_iteration, make_plan, run_team

LEAD = TeamAgent("lead", "Lead", "", 0, "Lead.", ("read_file",), 6, can_spawn_subagents=True)
HELPER = TeamAgent("helper", "Helper", "", 1, "Help.", ("read_file",), 4, can_spawn_subagents=True)
READER = TeamAgent("reader", "Reader", "", 1, "Read.", ("read_file",), 4)
WRITER = replace(CODER, id="writer", tools=("read_file", "write_file"))
AGENTS = (LEAD, HELPER, READER, WRITER)
STAGE = Stage("a", "lead")
DONE = make_iteration(text="done")

Respond = Callable[[AgentTask, tuple[AgentIteration, ...]], AgentIteration | Failure]


def spawn(*agents: str, number: int = 1) -> AgentIteration:
    """Return the answer of a model that spawns *agents*, whose subtasks are their ids."""
    calls = tuple(
        AgentToolCall(f"call{number:03}{position:02}", SPAWN_SUBAGENT, dump({"agent": agent, "task": f"do {agent}"}))
        for position, agent in enumerate(agents, start=1)
    )
    return AgentIteration("", tool_calls=calls, done=False, duration_ms=1)


def dump(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value).encode()


def play(
    behaviors: Mapping[str, Respond], calls: list[Step] | None = None, agents: tuple[TeamAgent, ...] = AGENTS
) -> SimulatedRun:
    """Return a run of one stage of LEAD; the agents answer as *behaviors* state, those without one are done at once."""

    def answer(step: Step, _: int) -> AgentIteration | Failure:
        assert isinstance(step.call, team_requests.RunAgent)
        behavior = behaviors.get(step.call.task.agent.id)
        return behavior(step.call.task, step.call.iterations) if behavior is not None else DONE

    return run_team(make_plan(STAGE, agents=agents), {"a": answer}, calls=calls)


def spawn_once(*agents: str) -> Respond:
    return lambda _, iterations: spawn(*agents) if not iterations else DONE


def names(calls: list[Step]) -> list[str]:
    return [step.name for step in calls if step.name.startswith("a-")]


def find_results(calls: list[Step]) -> list[Any]:
    """Return the results of the calls that the last step of the stage's own agent received."""
    own = [step.call for step in calls if step.name.startswith("a-0-1-")]
    assert isinstance(own[-1], team_requests.RunAgent)
    return [json.loads(call.result) for one in own[-1].iterations for call in one.tool_calls]


def test_each_answer_of_a_subagent_is_a_step_and_its_last_is_the_result_of_the_call() -> None:
    calls: list[Step] = []
    run = play({"lead": spawn_once("reader"), "reader": lambda *_: make_iteration(text="found it")}, calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert names(calls) == ["a-0-1-1-1", "a-0-2-1-1", "a-0-1-1-2"]
    assert find_results(calls) == [{"agent": "reader", "text": "found it"}]
    child = calls[2].call
    assert isinstance(child, team_requests.RunAgent)
    assert (child.task.stage.description, child.task.spawned_by) == ("do reader", "a-0-1-1/call00101")
    (context,) = run.run.state.contexts
    assert (context.text_output, context.metadata.tools_used) == ("done", (SPAWN_SUBAGENT,))


def test_subagents_that_only_read_run_concurrently_and_others_one_after_the_other_on_one_folder() -> None:
    def write(task: AgentTask, iterations: tuple[AgentIteration, ...]) -> AgentIteration:
        return make_iteration(text="wrote", workspace=("cd" if task.workspace else "ab") * 32)

    calls: list[Step] = []
    play({"lead": spawn_once("reader", "reader", "writer", "writer", "reader"), "writer": write}, calls)
    folders = {step.name: step.call.task.workspace for step in calls if isinstance(step.call, team_requests.RunAgent)}
    assert folders == {
        "a-0-1-1-1": "",
        "a-0-2-1-1": "",
        "a-0-3-1-1": "",
        "a-0-4-1-1": "",
        "a-0-5-1-1": "ab" * 32,
        "a-0-6-1-1": "cd" * 32,
        "a-0-1-1-2": "",
    }
    last = calls[-2].call
    assert isinstance(last, team_requests.RunAgent)
    assert last.iterations[-1].workspace == "cd" * 32
    team = AgentTeam(LIMITS)
    state = finish(team, start(team), "a-0-1-1-1", spawn("reader", "reader", "writer"))
    assert list_next(team, state) == ["a-0-2-1-1", "a-0-3-1-1"]


def test_an_agent_that_may_not_spawn_gets_no_subagents_and_a_clear_error() -> None:
    calls: list[Step] = []
    play({"lead": spawn_once("writer"), "writer": lambda _, seen: DONE if seen else spawn("reader")}, calls)
    offered = {
        step.call.task.agent.id: [agent.id for agent in step.call.task.subagents]
        for step in calls
        if isinstance(step.call, team_requests.RunAgent)
    }
    assert offered == {"lead": ["helper", "reader", "writer"], "writer": []}
    again = [step.call for step in calls if step.name == "a-0-2-1-2"]
    assert isinstance(again[0], team_requests.RunAgent)
    assert "reader" in json.loads(again[0].iterations[0].tool_calls[0].result)["error"]


def test_subagents_nest_to_the_limit_and_no_deeper() -> None:
    calls: list[Step] = []
    following = {"lead": "helper", "helper": "other", "other": "helper"}

    def nest(task: AgentTask, seen: tuple[AgentIteration, ...]) -> AgentIteration:
        return DONE if seen else spawn(following[task.agent.id])

    play(dict.fromkeys(following, nest), calls, (*AGENTS, replace(HELPER, id="other")))
    assert names(calls) == ["a-0-1-1-1", "a-0-2-1-1", "a-0-3-1-1", "a-0-3-1-2", "a-0-2-1-2", "a-0-1-1-2"]
    deepest = next(step.call for step in calls if step.name == "a-0-3-1-2")
    assert isinstance(deepest, team_requests.RunAgent)
    assert not deepest.task.subagents
    assert "最多嵌套 2 层" in json.loads(deepest.iterations[0].tool_calls[0].result)["error"]


def test_a_stage_has_a_maximum_of_subagents_and_further_calls_fail() -> None:
    calls: list[Step] = []
    run = play({"lead": spawn_once(*["reader"] * (MAX_SUBAGENTS + 3))}, calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    results = find_results(calls)
    assert [("text" in result) for result in results] == [True] * MAX_SUBAGENTS + [False] * 3
    assert str(MAX_SUBAGENTS) in results[-1]["error"]


@pytest.mark.parametrize("agent", ["lead", "nobody", ""])
def test_an_agent_that_cannot_be_spawned_is_an_error_that_lists_the_others(agent: str) -> None:
    calls: list[Step] = []
    play({"lead": spawn_once(agent, "reader")}, calls)
    unknown, found = find_results(calls)
    assert "helper, reader, writer" in unknown["error"]
    assert found["text"] == "done"


@pytest.mark.parametrize("arguments", [b"", b"{", b"[]", b"null", b'{"agent":1}'])
def test_arguments_that_name_no_agent_are_an_error_and_the_run_continues(arguments: bytes) -> None:
    calls: list[Step] = []
    call = AgentToolCall("call00101", SPAWN_SUBAGENT, arguments)
    broken = AgentIteration("", tool_calls=(call,), done=False)
    run = play({"lead": lambda _, seen: DONE if seen else broken}, calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert "helper" in find_results(calls)[0]["error"]


def test_a_failed_subagent_reports_its_reason_changes_nothing_and_the_stage_continues() -> None:
    def write(task: AgentTask, seen: tuple[AgentIteration, ...]) -> AgentIteration | Failure:
        call = AgentToolCall("call00101", "write_file", b"{}", b"{}")
        changed = AgentIteration("", tool_calls=(call,), done=False, workspace="ab" * 32)
        return Failure(Code.LLM_REFUSED, "the model refused") if seen else changed

    calls: list[Step] = []
    run = play({"lead": spawn_once("writer"), "writer": write}, calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert find_results(calls) == [{"agent": "writer", "error": "the model refused"}]
    own = calls[-2].call
    assert isinstance(own, team_requests.RunAgent)
    assert (own.iterations[-1].workspace, own.iterations[-1].tool_calls[0].failed) == ("", True)


def test_the_images_of_a_subagent_are_files_of_the_stage() -> None:
    image = TeamFile("a-annotated.png", FileKind.IMAGE, "0" * 64)
    run = play({"lead": spawn_once("reader"), "reader": lambda *_: make_iteration(generated_files=(image,))})
    assert run.run.state.contexts[0].generated_files == (image,)


def test_the_other_calls_of_an_answer_return_before_its_subagents_start() -> None:
    team = AgentTeam(LIMITS)
    read = AgentToolCall("call00199", "read_file", b"{}")
    answer = spawn("reader")
    answer = replace(answer, tool_calls=(*answer.tool_calls, read))
    state = finish(team, start(team), "a-0-1-1-1", answer)
    assert list_next(team, state) == ["a-0-1-1-2"]
    returned = replace(answer, tool_calls=(answer.tool_calls[0], replace(read, result=b"{}")))
    state = finish(team, state, "a-0-1-1-2", returned)
    assert list_next(team, state) == ["a-0-2-1-1"]
    assert list_next(team, finish(team, state, "a-0-2-1-1", DONE)) == ["a-0-1-1-3"]


def test_a_call_of_a_subagent_that_needs_an_approval_asks_in_its_name() -> None:
    team = AgentTeam(LIMITS)
    state = finish(team, start(team), "a-0-1-1-1", spawn("writer"))
    call = AgentToolCall("call00101", "write_file", b'{"path":"a"}', approval=ToolApproval.REQUIRED, digest="0" * 64)
    state = finish(team, state, "a-0-2-1-1", AgentIteration("", tool_calls=(call,), done=False))
    decision = team.route(state)
    assert isinstance(decision, AskUser)
    assert (decision.question.key, decision.question.shown["agent"]) == ("approve-a-0-2-1-2", "writer")
    state = team.evolve(state, ev.QuestionAnswered("approve-a-0-2-1-2", Answer(Decision.APPROVE)))
    assert list_next(team, state) == ["a-0-2-1-2"]


def test_subagents_use_the_budget_of_their_stage() -> None:
    team = AgentTeam(Limits(budget_tokens=100))
    state = finish(team, start(team), "a-0-1-1-1", spawn("reader"))
    state = team.evolve(state, ev.ActivityEmitted("a-0-2-1-1", "reader", 1, Usage("p", "m", 100, 0)))
    state = finish(team, state, "a-0-2-1-1", replace(DONE, done=False))
    assert state.runs["a"].tokens == 100
    assert "100" in json.loads(state.runs["a"].units[0].iterations[-1].tool_calls[0].result)["error"]


def test_a_run_cut_at_any_event_replays_to_the_state_it_had() -> None:
    nesting: Respond = lambda task, seen: DONE if seen else spawn("helper", "writer")  # noqa: E731
    run = play({"lead": nesting, "helper": lambda _, seen: DONE if seen else spawn("reader", "writer")})
    assert run.run.state.contexts[0].status is StageStatus.DONE
    for cut in range(1, len(run.log)):
        fold = Fold(AgentTeam(LIMITS), 7, 100)
        replayed = fold.replay(run.log[:cut])
        for recorded in run.log[cut:]:
            replayed = fold.evolve(replayed, recorded)
        assert replayed == run.run


def start(team: AgentTeam) -> TeamState:
    """Return the state after the plan of one stage."""
    plan = make_plan(STAGE, agents=AGENTS)
    return team.evolve(team.start(REQUEST, "en", 0), ev.StepFinished("plan-1", "planner", 1, plan))


def finish(team: AgentTeam, state: TeamState, step: str, result: AgentIteration) -> TeamState:
    state = team.evolve(state, ev.StepStarted(step, "lead", 1))
    return team.evolve(state, ev.StepFinished(step, "lead", 1, result))


def list_next(team: AgentTeam, state: TeamState) -> list[str]:
    decision = team.route(state)
    assert isinstance(decision, RunSteps), decision
    return [step.name for step in decision.steps]
