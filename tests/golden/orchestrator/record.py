"""Record golden histories of this version: `uv run python -m tests.golden.orchestrator.record PREFIX`.

Run it when events have changed, with a new prefix; earlier recordings never change.
"""

import asyncio
import sys
from typing import Any

from reflow.v1 import (
    critic_pb2,
    executor_pb2,
    graphs_pb2,
    note_workflow_pb2,
    orchestrator_pb2,
    planner_pb2,
    questions_pb2,
    steps_pb2,
    team_pb2,
)

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine.workflows import read_events
from tests.fixtures.runs.graphs import Graphs
from tests.fixtures.runs.histories import GOLDEN, History
from tests.fixtures.runs.orchestrator import Orchestrator, fast_limits, run_orchestrator, unwrap_error
from tests.fixtures.runs.roles.scripted_graph_roles import add_node, plan
from tests.fixtures.runs.roles.scripted_note_roles import FINE, judged
from tests.fixtures.runs.roles.scripted_roles import (
    INTENT,
    PROMPT,
    WAITING,
    WORKING,
    Hang,
    Roles,
    Script,
    image,
    verdict,
)
from tests.fixtures.runs.step_activities import thought, usage
from tests.fixtures.systems.eventually import eventually


def message(text: str) -> steps_pb2.Activity:
    """Return a chunk of what a model writes to the user."""
    return steps_pb2.Activity(message=steps_pb2.Message(text=text))


UNKNOWN = planner_pb2.Intent(action=planner_pb2.ACTION_UNKNOWN, confidence=0.2)
ADJUST = planner_pb2.Intent(
    action=planner_pb2.ACTION_ADJUST_PARAMETERS, confidence=0.9, parameters={"brightness": 0.2}, engine="builtin"
)
ADJUSTED = executor_pb2.ImageResult(
    asset=image("brighter").asset, task_type=executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT, model="builtin",
    parameters={"brightness": 0.2},
)  # fmt: skip
LOOK = {"medium": "ink_wash", "palette": ["#ffffff", "#000000"]}
STYLED = PROMPT.__deepcopy__()
STYLED.retrieved.add(key="ink-wash", style="水墨", prompt="ink wash", similarity=1.0, look=LOOK)
TOKENS = usage(Usage("deepseek", "chat", input_tokens=60, output_tokens=40, cost=0.0002, currency="CNY"))
PAINTED = usage(Usage("dashscope", "qwen-image", images=1, cost=0.25, currency="CNY"))
SPENDING: dict[str | tuple[str, int], Script] = {
    "planner": [TOKENS, message("好的，"), message("画一只水墨猫。"), INTENT],
    "rag": [STYLED],
    "executor": [WAITING, WORKING, PAINTED, image("cat")],
}
UNCLEAR = note_workflow_pb2.Brief(topic="日常", requirement_clarity=0.2, image_count=3)
UNCLEAR.clarification.key, UNCLEAR.clarification.question = "topic", "想写什么？"
UNCLEAR.clarification.options.add(id="spring", label="春游")
APPROVE = questions_pb2.Answer(decision=questions_pb2.DECISION_APPROVE)
REJECTED = questions_pb2.Answer(decision=questions_pb2.DECISION_REJECT, feedback="短一点")
CHOSEN = questions_pb2.Answer(decision=questions_pb2.DECISION_CHOOSE, chosen=["spring"])
MODIFIED = questions_pb2.Answer(decision=questions_pb2.DECISION_MODIFY)
MODIFIED.content.update({"title": "我的春游", "body": "我写的。", "tags": ["春游"]})
WHICH = graphs_pb2.PatchPlan()
WHICH.question.key, WHICH.question.text = "which", "哪一个？"
WHICH.question.choices.add(id="loader", label="加载模型")
CHOSEN_LOADER = questions_pb2.Answer(decision=questions_pb2.DECISION_CHOOSE, chosen=["loader"])
SCRIPTS = {
    "plain": Roles({"executor": [WAITING, WORKING, thought("构图"), image("cat")], "rag": [STYLED]}),
    "returned": Roles({"critic-1": [verdict(0.3, "更亮")], "critic-2": [verdict(0.65, "更锐")], "rag": [STYLED]}),
    "degraded": Roles(
        {
            "planner-1": [ReflowError(Code.LLM_API_ERROR)],
            "rag": [ReflowError(Code.VECTOR_DB_ERROR)],
            "critic": [ReflowError(Code.EXECUTION_FAILED)],
        }
    ),
    "failed": Roles({"executor": [ReflowError(Code.EXECUTION_FAILED, details="scripted")]}),
    "not_understood": Roles({"planner": [UNKNOWN]}),
    "mask_missing": Roles({"planner": [ReflowError(Code.MASK_DATA_MISSING)]}),
    "cancelled": Roles({"executor": [Hang()]}),
    "follow_up": Roles({("planner-1", 1): [INTENT]}),
    "resumed": Roles({("executor-1", 1): [Hang()]}),
    "spent": Roles(SPENDING | {("planner-1", 1): [TOKENS, ReflowError(Code.LLM_API_ERROR)]}),
    "warned": Roles(SPENDING),
    "budget_degraded": Roles(SPENDING),
    "budget_stopped": Roles(SPENDING | {"critic": [verdict(0.5, "更亮")]}),
    "budget_exceeded": Roles(SPENDING),
}
LIMITS: dict[str, Limits] = {
    "warned": fast_limits(budget_tokens=120),
    "budget_degraded": fast_limits(budget_tokens=100),
    "budget_stopped": fast_limits(budget_images=1, budget_action="stop"),
    "budget_exceeded": fast_limits(budget_tokens=100, budget_action="stop"),
}


async def recorded(name: str, roles: Roles) -> History:
    """Return the history of one run on *roles*."""
    log = MemoryLog()
    async with run_orchestrator(log, roles, LIMITS.get(name)) as at:
        run_id = await _played(name, at)
    if name == "resumed":
        async with run_orchestrator(log, roles) as at:
            await at.events(run_id)
    return History(run_id, [payload async for payload in read_events(run_id, log)])


async def _played(name: str, at: Orchestrator) -> str:
    session = await at.open_session("golden")
    if name == "follow_up":
        await at.run("画一只水墨猫", session=session)
        at.roles.scripts = {"planner": [ADJUST], "executor": [ADJUSTED]}
    run_id = await at.start("画一只水墨猫", session=session, seed=7, width=512, height=512)
    if name in ("cancelled", "resumed"):
        await eventually(lambda: at.roles.attempts("executor-1"))
    if name == "cancelled":
        await at.cancel(run_id)
    if name != "resumed":
        await at.events(run_id)
    return run_id


NOTES: dict[str, Roles] = {
    "note_approved": Roles(),
    "note_rejected": Roles(),
    "note_modified": Roles(),
    "note_waiting": Roles(),
    "note_returned": Roles({"review_agent-1": [judged(content=0.9, layout=0.3)], "review_agent-2": [FINE]}),
    "note_picture_lost": Roles({"image_agent-1-image-2": [ReflowError(Code.EXECUTION_FAILED)]}),
    "note_unclear": Roles({"brief_compiler_agent-1": [UNCLEAR]}),
}
ANSWERS: dict[str, list[questions_pb2.Answer]] = {
    "note_approved": [APPROVE, APPROVE],
    "note_rejected": [
        questions_pb2.Answer(decision=questions_pb2.DECISION_REJECT, feedback="短一点"),
        APPROVE,
        APPROVE,
    ],
    "note_modified": [MODIFIED, APPROVE],
    "note_returned": [APPROVE] * 3,
    "note_picture_lost": [APPROVE, APPROVE],
    "note_unclear": [CHOSEN, APPROVE, APPROVE],
}


async def note(name: str, roles: Roles) -> History:
    """Return the history of one note on *roles*, its questions answered."""
    log = MemoryLog()
    async with run_orchestrator(log, roles, fast_limits()) as at:
        requested = note_workflow_pb2.NoteInput(text="写一篇春游攻略", reference_asset_ids=["a"], seed=7)
        run_id = (await unwrap_error(at.stub.StartRun(orchestrator_pb2.StartRunRequest(note=requested)))).run_id
        await at.events(run_id)
        for answer in ANSWERS.get(name, []):
            await unwrap_error(at.stub.AnswerRun(orchestrator_pb2.AnswerRunRequest(run_id=run_id, answer=answer)))
            await at.events(run_id)
    return History(run_id, [payload async for payload in read_events(run_id, log)])


GRAPHS: dict[str, Roles] = {
    "graph_changed": Roles({"plan": [thought("读到了"), plan(add_node())]}),
    "graph_returned": Roles({"plan-1": [plan(add_node("core:Nothing"))]}),
    "graph_rejected": Roles({"plan": [plan(add_node("core:Nothing"))]}),
    "graph_not_understood": Roles({"plan": [graphs_pb2.PatchPlan(not_understood=["唱首歌"])]}),
    "graph_question": Roles({"plan-1": [WHICH]}),
}


async def graph(name: str, roles: Roles) -> History:
    """Return the history of one run of the graph assistant on *roles*, its questions answered."""
    log = MemoryLog()
    async with run_orchestrator(log, roles, fast_limits()) as at:
        stored = await Graphs.of(at).create()
        requested = graphs_pb2.GraphAssistantInput(text="加一个加载模型", graph_id=stored.graph_id, seed=7)
        run_id = (await unwrap_error(at.stub.StartRun(orchestrator_pb2.StartRunRequest(graph=requested)))).run_id
        await at.events(run_id)
        if name == "graph_question":
            answer = orchestrator_pb2.AnswerRunRequest(run_id=run_id, answer=CHOSEN_LOADER)
            await unwrap_error(at.stub.AnswerRun(answer))
            await at.events(run_id)
    return History(run_id, [payload async for payload in read_events(run_id, log)])


def agent(text: str, *calls: team_pb2.AgentToolCall, **more: Any) -> team_pb2.AgentIteration:
    """Return the result of a step of an agent."""
    return team_pb2.AgentIteration(text=text, tool_calls=calls, done=not calls, engine="fake/agent", **more)


CODER = team_pb2.TeamAgent(id="coder", name="Coder", layer=3, tools=["edit_file"], max_iterations=5)
WRITERS = team_pb2.TeamPlan(analysis="写两份文档", agents=[CODER], engine="fake/planner")
for stage in ("write", "look"):
    WRITERS.stages.add(id=stage, agent="coder", description=stage, attempts=1)
WRITERS.execution_order.add(stages=["write", "look"])
EDIT = team_pb2.AgentToolCall(
    id="call00101", tool="edit_file", arguments=b'{"path":"a.md","old":"1","new":"2"}', digest="ab" * 32,
    approval=team_pb2.TOOL_APPROVAL_REQUIRED,
)  # fmt: skip
EDITED = team_pb2.AgentToolCall()
EDITED.CopyFrom(EDIT)
EDITED.result, EDITED.duration_ms, EDITED.approval = b'{"size":1}', 7, team_pb2.TOOL_APPROVAL_APPROVED
CHANGED = team_pb2.TeamFile(path="a.md", kind=team_pb2.TEAM_FILE_KIND_TEXT, content=b"2")
LOOP: dict[str | tuple[str, int], Script] = {
    "plan": [WRITERS],
    "write-0-1-1-1": [TOKENS, message("我来改。"), agent("我来改。", EDIT)],
    "write-0-1-1-2": [agent("", EDITED, workspace="cd" * 32)],
    "write-0-1-1-3": [TOKENS, agent("改好了。", generated_files=[CHANGED], workspace="cd" * 32)],
    "write-1-1-1-1": [agent("改得更好了。", generated_files=[CHANGED])],
    "look": [agent('```json\n{"seen": 2}\n```')],
}
LEAD = team_pb2.TeamAgent(id="architect", name="Architect", layer=1, max_iterations=5, can_spawn_subagents=True)
DELEGATED = team_pb2.TeamPlan(analysis="分头写", agents=[LEAD, CODER], engine="fake/planner")
DELEGATED.stages.add(id="lead", agent="architect", description="lead", attempts=1)
DELEGATED.execution_order.add(stages=["lead"])
SPAWNS = [
    team_pb2.AgentToolCall(
        id=f"call0010{number}", tool="spawn_subagent", arguments=f'{{"agent":"{name}","task":"写"}}'.encode()
    )
    for number, name in enumerate(("coder", "nobody", "coder"), start=1)
]
BIG = team_pb2.TeamFile(
    path="big.md", kind=team_pb2.TEAM_FILE_KIND_TEXT, asset_id="ef" * 32, size=900_000, summary="9 lines: 1…"
)
SUBAGENTS: dict[str | tuple[str, int], Script] = {
    "plan": [DELEGATED],
    "lead-0-1-1-1": [TOKENS, agent("分给别人。", *SPAWNS)],
    "lead-0-2-1-1": [agent("我来改。", EDIT)],
    "lead-0-2-1-2": [agent("", EDITED, workspace="cd" * 32)],
    "lead-0-2-1-3": [TOKENS, agent("改好了。", generated_files=[CHANGED], workspace="cd" * 32)],
    "lead-0-3-1-1": [ReflowError(Code.CONTENT_REFUSED)],
    "lead-0-1-1-2": [agent("都好了。", generated_files=[CHANGED, BIG], workspace="cd" * 32)],
}
LOOK_AT_IT = team_pb2.TeamPlan(analysis="看一看", agents=[CODER], engine="fake/planner")
LOOK_AT_IT.stages.add(id="look", agent="coder", description="look", attempts=1)
LOOK_AT_IT.execution_order.add(stages=["look"])
READ = team_pb2.AgentToolCall(id="call00101", tool="read_file", arguments=b'{"path":"a.md","first_line":1}')
READ_FILE = team_pb2.AgentToolCall()
READ_FILE.CopyFrom(READ)
READ_FILE.result, READ_FILE.duration_ms = b'{"text":"1"}', 3
CANDIDATES = team_pb2.TaskCandidates(candidates=[team_pb2.TaskCandidate(id="template:code-map", texts=["代码总览"])])
READING: dict[str | tuple[str, int], Script] = {
    "plan-1": [TOKENS, agent("里面写了什么？", READ)],
    "read-1": [agent("", READ_FILE)],
    "plan-1-2": [LOOK_AT_IT],
    "look": [agent("看过了。")],
}
RANKING: dict[str | tuple[str, int], Script] = {
    "plan-1": [CANDIDATES],
    "rank": [team_pb2.RankedCandidates(ids=["template:code-map"])],
    "plan-1-2": [LOOK_AT_IT],
    "look": [agent("看过了。")],
}
UNDONE = critic_pb2.Verdict(score=0.4, feedback="还要改", return_to="write", judged=True)
TEAMS: dict[str, Roles] = {
    "team_loop": Roles(LOOP),
    "team_rejected": Roles(LOOP | {"write-0-1-1-2": [agent("那就不改。")]}),
    "team_returned": Roles(LOOP | {"evaluate-1": [UNDONE]}),
    "team_subagents": Roles(SUBAGENTS),
    "team_reading": Roles(READING),
    "team_ranking": Roles(RANKING),
}


async def team(name: str, roles: Roles) -> History:
    """Return the history of one task on *roles*, its tool call approved or rejected."""
    log = MemoryLog()
    answer = REJECTED if name == "team_rejected" else APPROVE
    async with run_orchestrator(log, roles, fast_limits(budget_tokens=10_000)) as at:
        requested = team_pb2.AgentTeamInput(text="改 a.md", seed=7)
        requested.attachments.add(path="a.md", kind=team_pb2.TEAM_FILE_KIND_TEXT, content=b"1")
        run_id = (await unwrap_error(at.stub.StartRun(orchestrator_pb2.StartRunRequest(team=requested)))).run_id
        events = await at.events(run_id)
        if events[-1].HasField("question_asked"):
            await unwrap_error(at.stub.AnswerRun(orchestrator_pb2.AnswerRunRequest(run_id=run_id, answer=answer)))
            await at.events(run_id)
    return History(run_id, [payload async for payload in read_events(run_id, log)])


def main(prefix: str) -> None:
    """Write one history for each script."""
    for name, roles in SCRIPTS.items():
        asyncio.run(recorded(name, roles)).write(GOLDEN / f"{prefix}-{name}.log")
    for name, roles in NOTES.items():
        asyncio.run(note(name, roles)).write(GOLDEN / f"{prefix}-{name}.log")
    for name, roles in GRAPHS.items():
        asyncio.run(graph(name, roles)).write(GOLDEN / f"{prefix}-{name}.log")
    for name, roles in TEAMS.items():
        asyncio.run(team(name, roles)).write(GOLDEN / f"{prefix}-{name}.log")


if __name__ == "__main__":
    main(sys.argv[1])
