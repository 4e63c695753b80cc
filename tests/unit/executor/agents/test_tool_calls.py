"""Tool calls of a model: which are accepted, which need an approval, and what a digest covers."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.activity import ToolCall, ToolResult
from services.common.contract.agent_team.team import (
    MAX_LINE,
    AgentIteration,
    AgentTask,
    AgentToolCall,
    FileKind,
    Stage,
    StageContext,
    StageMetadata,
    StageStatus,
    TeamAgent,
    TeamFile,
    ToolApproval,
    WorkflowContext,
)
from services.common.llm.values import ModelToolCall
from services.executor.adapters.agent_tools.file_tools import FILE_TOOLS
from services.executor.application.agents.model_step import list_invalid_calls
from services.executor.domain.agents.tool_calls import (
    MAX_RESULT_BYTES,
    digest_call,
    find_argument_errors,
    is_approved,
    needs_approval,
    to_call,
    to_result_bytes,
)
from services.executor.domain.agents.tools import ToolSpec

SPECS = {name: kind.spec for name, kind in FILE_TOOLS.items()}
AGENT = TeamAgent("coder", "Coder", "", 3, "Write code.", tuple(SPECS), 5)
MINE = TeamFile("src/a.py", FileKind.TEXT, content=b"1")
TASK = AgentTask(Stage("a", "coder"), AGENT, WorkflowContext("task", (MINE,)))


def call_of(name: str, **arguments: Any) -> AgentToolCall:
    return to_call(ModelToolCall("x", name, json.dumps(arguments)), "call00101", SPECS)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "[]",
        "{",
        '"text"',
        "null",
        '{"path": NaN}',
        '{"path": 1}',
        '{"path": "a", "more": 1}',
        '{"path": "\\ud800"}',
    ],
)
def test_invalid_arguments_become_a_failed_result_and_never_a_call(arguments: str) -> None:
    call = to_call(ModelToolCall("x", "read_file", arguments), "call00101", SPECS)
    assert call.failed
    assert not call.is_pending
    assert json.loads(call.result)["error"]


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_name_and_any_arguments_become_a_call_or_a_failed_result(name: str, arguments: str) -> None:
    call = to_call(ModelToolCall("x", name, arguments), "call00101", SPECS)
    assert call.failed is not call.is_pending
    json.loads(call.arguments)


def test_a_change_of_a_users_file_needs_an_approval_however_its_path_is_written() -> None:
    for path in ("src/a.py", "./src/a.py", "src//a.py", "src/./a.py"):
        call = call_of("write_file", path=path, content="2")
        assert needs_approval(call, SPECS["write_file"], TASK, ())
    assert not needs_approval(call_of("write_file", path="new.py", content="2"), SPECS["write_file"], TASK, ())
    assert not needs_approval(call_of("read_file", path="src/a.py"), SPECS["read_file"], TASK, ())


def test_a_file_whose_change_was_approved_or_that_an_earlier_stage_generated_needs_no_approval() -> None:
    call = call_of("edit_file", path="src/a.py", old="1", new="2")
    done = replace(call, approval=ToolApproval.APPROVED, result=b"{}")
    assert not needs_approval(call, SPECS["edit_file"], TASK, (AgentIteration("", tool_calls=(done,), done=False),))
    declined = replace(done, approval=ToolApproval.REJECTED, failed=True)
    assert needs_approval(call, SPECS["edit_file"], TASK, (AgentIteration("", tool_calls=(declined,), done=False),))
    before = StageContext("b", StageStatus.DONE, StageMetadata("coder"), generated_files=(MINE,))
    later = replace(TASK, workflow=replace(TASK.workflow, stages=(before,)))
    assert not needs_approval(call, SPECS["edit_file"], later, ())


def test_an_approval_covers_exactly_one_call() -> None:
    call = replace(call_of("write_file", path="src/a.py", content="2"), approval=ToolApproval.APPROVED)
    assert is_approved(call)
    assert not is_approved(replace(call, arguments=b'{"path":"src/a.py","content":"rm"}'))
    assert not is_approved(replace(call, tool="edit_file"))
    assert not is_approved(replace(call, approval=ToolApproval.REQUIRED))


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=5))
def test_a_digest_does_not_depend_on_the_order_of_arguments(arguments: dict[str, Any]) -> None:
    try:
        one, other = (json.dumps(dict(items)).encode() for items in (arguments.items(), [*arguments.items()][::-1]))
        assert digest_call("t", one) == digest_call("t", other)
    except UnicodeEncodeError:  # an unpaired surrogate, which arguments cannot have
        pass


def test_a_schema_of_a_server_cannot_name_documents_or_take_exponential_time() -> None:
    schema = {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "pattern": "(a+)+$"},
            "there": {"$ref": "http://127.0.0.1:1/schema"},
        },
        "required": ["pattern"],
        "additionalProperties": False,
    }
    assert not find_argument_errors({"pattern": "a" * 5_000 + "!", "there": 1}, schema)
    assert "pattern" in find_argument_errors({"there": 1}, schema)
    assert find_argument_errors({"pattern": 1}, schema)


@pytest.mark.parametrize("line", [0, MAX_LINE + 1, 10**400], ids=["zero", "next", "huge"])
def test_read_file_rejects_line_numbers_that_no_file_has(line: int) -> None:
    schema = FILE_TOOLS["read_file"].spec.parameters
    assert "first_line" in find_argument_errors({"path": "a.py", "first_line": line}, schema)
    assert not find_argument_errors({"path": "a.py", "first_line": MAX_LINE}, schema)


def test_a_result_has_a_limit_and_states_what_it_omits() -> None:
    data = json.loads(to_result_bytes({"text": "猫" * MAX_RESULT_BYTES}))
    assert data["truncated"] is True
    assert data["bytes"] > MAX_RESULT_BYTES
    assert len(to_result_bytes({"text": '\\"' * MAX_RESULT_BYTES})) <= MAX_RESULT_BYTES
    assert json.loads(to_result_bytes({"text": float("nan")}))["error"]


def test_a_tool_that_needs_an_approval_needs_it_for_every_call() -> None:
    spec = ToolSpec("shop__order", "", {"type": "object"}, needs_approval=True)
    call = to_call(ModelToolCall("x", spec.name, "{}"), "call00101", {spec.name: spec})
    assert needs_approval(call, spec, TASK, ())


def test_the_events_of_invalid_calls_alone_are_listed_with_their_errors() -> None:
    requested = (call_of("nothing", a=1), call_of("read_file", path="a"), call_of("read_file", file="a"))
    calls = tuple(replace(call, id=f"call{number}") for number, call in enumerate(requested))
    called, failed, *others = list_invalid_calls("a-0-1-1-1", AgentIteration("", tool_calls=calls))
    assert called == ToolCall("a-0-1-1-1/call0", "nothing", {"a": 1})
    assert isinstance(failed, ToolResult) and failed.tool_call_id == called.tool_call_id
    assert failed.output["failed"] is True and "no such tool" in str(failed.output["error"])
    assert [event.tool_call_id for event in others] == ["a-0-1-1-1/call2"] * 2
