"""Notes on the engine: approvals, concurrent images, returns, and users who disconnect."""

import asyncio
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict
from reflow.v1 import creatives_pb2, note_workflow_pb2, orchestrator_pb2, tools_pb2

from services.common.contract.tools import ToolName
from services.common.errors import Code, ReflowError
from services.orchestrator.engine.run_log import RunLog
from tests.fixtures.runs.orchestrator import (
    Orchestrator,
    expect_error,
    fast_limits,
    final_status,
    kinds,
    run_orchestrator,
    step_attempts,
    unwrap_error,
)
from tests.fixtures.runs.roles.scripted_note_roles import CONTENT, FINE, LAYOUT, judged
from tests.fixtures.runs.roles.scripted_roles import Gate, Hang, Roles
from tests.fixtures.systems.eventually import eventually
from tests.integration.orchestrator.notes.client import MODIFY, REJECT, answer, begin, creative, note_of

BROKEN = ReflowError(Code.EXECUTION_FAILED)


async def test_a_note_goes_through_the_whole_chain_and_is_delivered(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        events = await at.events(await begin(at))
    assert final_status(events) == ("SUCCEEDED", "")
    assert [image.plan_id for image in note_of(events).images] == ["image-1", "image-2", "image-3"]


async def test_the_images_of_a_note_are_created_concurrently(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, roles := Roles({"image_agent": [Gate(gate)]})) as at:
        await begin(at)
        await eventually(lambda: roles.busy["image_agent"] == 3)
        gate.set()
    assert roles.most_busy["image_agent"] == 3


async def test_one_of_three_images_that_fails_permanently_leaves_the_others_and_is_reported(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles({"image_agent-1-image-2": [BROKEN]}), fast_limits()) as at:
        events = await at.events(await begin(at))
    assert final_status(events) == ("SUCCEEDED", "")
    note = note_of(events)
    assert ([image.plan_id for image in note.images], [plan.plan_id for plan in note.missing]) == (
        ["image-1", "image-3"],
        ["image-2"],
    )
    assert "有 1 张没有生成成功" in note.remarks[0]
    assert step_attempts(events, "step_failed") == [("image_agent-1-image-2", attempt) for attempt in (1, 2, 3, 4)]


async def test_a_low_dimension_repeats_its_owner_and_the_steps_after_it_and_no_others(run_log: RunLog) -> None:
    scripts: Any = {"review_agent-1": [judged(content=0.9, layout=0.3)], "review_agent-2": [FINE]}
    async with run_orchestrator(run_log, roles := Roles(scripts)) as at:
        events = await at.events(await begin(at))
    assert final_status(events) == ("SUCCEEDED", "")
    again = [step for step, _ in roles.calls if step.split("-")[1] == "2"]
    assert again[:2] == ["layout_planner_agent-2", "image_planner_agent-2"]
    assert sorted(again[2:]) == [
        "image_agent-2-image-1",
        "image_agent-2-image-2",
        "image_agent-2-image-3",
        "review_agent-2",
    ]
    assert roles.requests["layout_planner_agent-2", 1].feedback == "很好"


async def test_each_agent_is_called_with_what_the_earlier_ones_created(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, roles := Roles()) as at:
        await at.events(await begin(at, reference_asset_ids=["a"], layout_preference="图文交替"))
    written = roles.requests["writer_agent-1", 1]
    assert (written.brief.topic, written.evidence.tags, written.references.references[0].asset_id) == (
        "春游", ["春游"], "a",
    )  # fmt: skip
    assert roles.requests["layout_planner_agent-1", 1].layout_preference == "图文交替"
    reviewed = roles.requests["review_agent-1", 1]
    assert [image.plan_id for image in reviewed.images] == ["image-1", "image-2", "image-3"]


RAG_UNAVAILABLE = ReflowError(Code.VECTOR_DB_ERROR)
"""The rag answers UNAVAILABLE, to every attempt of the step."""


async def test_evidence_lost_with_an_unavailable_rag_is_requested_again_before_the_text(run_log: RunLog) -> None:
    scripts: Any = {"research_evidence_agent-1": [RAG_UNAVAILABLE]}
    async with run_orchestrator(run_log, roles := Roles(scripts), fast_limits()) as at:
        events = await at.events(await begin(at))
    assert roles.attempts("research_evidence_agent-1") > 1 and roles.attempts("research_evidence_agent-2") == 1
    assert list(roles.requests["writer_agent-1", 1].evidence.tags) == ["春游"]
    assert not any("资料" in remark for remark in note_of(events).remarks)


async def test_evidence_that_an_unavailable_rag_never_returns_is_reported_in_the_note(run_log: RunLog) -> None:
    scripts: Any = {"research_evidence_agent": [RAG_UNAVAILABLE]}
    async with run_orchestrator(run_log, roles := Roles(scripts), fast_limits()) as at:
        run_id = await begin(at)
        events = await at.events(run_id)
        stored = await creative(at, run_id)
    assert final_status(events) == ("SUCCEEDED", "")
    assert not roles.requests["writer_agent-1", 1].evidence.tags
    assert any("查资料两次都失败了" in remark for remark in stored.note.remarks)


async def test_the_review_receives_the_earlier_notes_of_the_session(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, roles := Roles()) as at:
        await at.open_session("notes")
        await at.events(await begin(at, session="notes"))
        first = roles.requests["review_agent-1", 1]
        await at.events(await begin(at, session="notes"))
    assert list(first.earlier_texts) == []
    assert list(roles.requests["review_agent-1", 1].earlier_texts) == [f"{CONTENT.title}\n\n{CONTENT.body}"]


async def test_a_run_that_waits_for_approval_survives_a_restart_and_is_answered_in_another_process(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        before = await at.events(run_id)
        assert kinds(before)[-1] == "question_asked"
    async with run_orchestrator(run_log, Roles()) as at:
        await answer(at, run_id)
        after = await at.events(run_id, before[-1].sequence)
        assert final_status(after) == ("SUCCEEDED", "")
        assert "writer_agent-1" not in [step for step, _ in at.roles.calls]


async def test_a_rejected_text_is_rewritten_with_the_feedback_and_reviewed_again(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, roles := Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        first = (await at.events(run_id))[-1].question_asked.question
        await answer(at, run_id, REJECT, feedback="短一点")
        second = (await at.events(run_id))[-1].question_asked.question
        await answer(at, run_id)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")
    assert (first.key, second.key) == ("content-1", "content-2")
    again = roles.requests["writer_agent-2", 1]
    assert (again.feedback, again.previous_content.title) == ("短一点", "春游去哪儿")


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({}, "answer.content"),
        ({"title": "", "body": "b"}, "answer.content.title"),
        ({"title": "  ", "body": "b"}, "answer.content.title"),
        ({"title": "t"}, "answer.content.body"),
        ({"title": "t", "body": "b" * 10_001}, "answer.content.body"),
        ({"title": "t", "body": "b", "tags": ["x"] * 31}, "answer.content.tags"),
        ({"title": "t", "body": "b", "extra": 1}, "answer.content.extra"),
        ({"title": 3, "body": "b"}, "answer.content.title"),
    ],
)
async def test_an_invalid_text_of_a_user_is_rejected_and_the_question_stays(
    run_log: RunLog, content: dict[str, Any], field: str
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        rejected = await expect_error(answer(at, run_id, MODIFY, content=content))
        assert (rejected.code, rejected.field) == (Code.INVALID_INPUT_FORMAT, field)
        await answer(at, run_id)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"imagePlans": []}, "answer.content.imagePlans"),
        ({"imagePlans": [{"planId": "a", "prompt": "p"}] * 2}, "answer.content.imagePlans"),
        ({"imagePlans": [{"planId": "a", "prompt": "p", "width": 10}]}, "answer.content.imagePlans.0.width"),
        (
            {
                "imagePlans": [{"planId": "a", "prompt": "p"}],
                "paragraphImageBindings": [{"paragraph": 0, "planId": "b"}],
            },
            "answer.content.paragraphImageBindings",
        ),
        (
            {
                "imagePlans": [{"planId": "a", "prompt": "p"}],
                "paragraphImageBindings": [{"paragraph": 3, "planId": "a"}],
            },
            "answer.content.paragraphImageBindings",
        ),
        (
            {"imagePlans": [{"planId": "a", "prompt": "p"}], "textOverlayPlan": [{"planId": "b", "text": "t"}]},
            "answer.content.textOverlayPlan",
        ),
    ],
)
async def test_invalid_plans_of_a_user_are_rejected_and_the_question_stays(
    run_log: RunLog, content: dict[str, Any], field: str
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_image_plans_approval=False)
        await at.events(run_id)
        rejected = await expect_error(answer(at, run_id, MODIFY, content=content))
        assert (rejected.code, rejected.field) == (Code.INVALID_INPUT_FORMAT, field)
        await answer(at, run_id)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_displayed_content_can_be_sent_back_unchanged(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False, skip_image_plans_approval=False)
        for _ in range(2):
            shown = (await at.events(run_id))[-1].question_asked.question
            await answer(at, run_id, MODIFY, content=shown.shown, digest=shown.digest)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_of_two_concurrent_answers_of_two_processes_one_wins_and_the_other_is_rejected(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles()) as first, run_orchestrator(run_log, Roles()) as second:
        run_id = await begin(first, skip_content_approval=False)
        await first.events(run_id)
        outcomes = await asyncio.gather(
            answer(first, run_id), answer(second, run_id, REJECT, feedback="x"), return_exceptions=True
        )
        rejected = [one for one in outcomes if isinstance(one, ReflowError)]
        assert [one.code for one in rejected] == [Code.ANSWER_CONFLICT]


async def test_a_question_that_nobody_answers_in_time_is_approved(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False, answer_within=Duration(nanos=10_000_000))
        await at.events(run_id)
        await eventually(at.engine.answers.expire)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_run_without_a_watcher_is_cancelled_after_its_grace_period_and_its_results_are_stored(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles({"layout_planner_agent": [Hang()]})) as at:
        run_id = await begin(at, abandon_after=4)
        await at.first(run_id, 8)
        await eventually(lambda: aborted(at, run_id))
        stored = await creative(at, run_id)
    assert stored.note.content.title == "春游去哪儿"


async def aborted(at: Orchestrator, run_id: str) -> bool:
    """Return whether the creative of a run was aborted."""
    return (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_ABORTED


async def test_a_run_is_not_cancelled_while_a_watcher_is_connected_or_reconnects_in_time(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({"layout_planner_agent": [Gate(gate), LAYOUT]})) as at:
        run_id = await begin(at, abandon_after=5)
        seen = await at.first(run_id, 8)
        rest = asyncio.ensure_future(at.events(run_id, seen[-1].sequence))
        await another_is_abandoned(at, grace=6)
        gate.set()
        assert final_status(await rest) == ("SUCCEEDED", "")


async def another_is_abandoned(at: Orchestrator, grace: int) -> None:
    """Wait until a run that started later, and has no watcher, has been abandoned."""
    another = await begin(at, abandon_after=grace)
    await eventually(lambda: aborted(at, another))


async def test_a_run_that_may_continue_without_a_watcher_continues(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at)
        await eventually(lambda: complete(at, run_id))


async def complete(at: Orchestrator, run_id: str) -> bool:
    """Return whether the creative of a run is complete."""
    return (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_COMPLETE


async def test_a_run_that_waits_for_a_user_is_not_abandoned(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles({"image_agent": [Hang()]})) as at:
        run_id = await begin(at, skip_content_approval=False, abandon_after=4)
        await at.events(run_id)
        await another_is_abandoned(at, grace=5)
        assert (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_PAUSED


async def test_a_run_that_asks_while_it_is_being_abandoned_still_waits(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        await at.scheduler.abandon(run_id)
        assert (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_PAUSED


def described(*asset_ids: str, note: str = "") -> list[note_workflow_pb2.ReferenceInput]:
    """Return reference images with a description."""
    purpose = note_workflow_pb2.REFERENCE_PURPOSE_STYLE
    return [note_workflow_pb2.ReferenceInput(asset_id=one, purpose=purpose, note=note) for one in asset_ids]


async def test_a_described_reference_image_is_analyzed_with_its_description(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, reference_asset_ids=["a"], reference_inputs=described("b", note="像这样"))
        await at.events(run_id)
        analysis = at.roles.requests["reference_intelligence_agent-1", 1]
        assert (list(analysis.asset_ids), list(analysis.reference_inputs)) == (
            ["a", "b"],
            described("b", note="像这样"),
        )
        assert list((await at.get(run_id)).note.input.reference_asset_ids) == ["a", "b"]


async def test_the_tools_are_listed_in_the_language_of_the_request(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        listed = [
            (await at.tools.ListTools(tools_pb2.ListToolsRequest(), metadata=(("accept-language", language),))).tools
            for language in ("zh", "en")
        ]
    assert [tool.name for tool in listed[0]] == sorted(ToolName)
    assert all(zh.description != en.description for zh, en in zip(*listed, strict=True))
    for tool in listed[0]:
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(MessageToDict(schema))


@pytest.mark.parametrize(
    ("requested", "code", "field"),
    [
        ({"text": " "}, Code.INVALID_INPUT_EMPTY, "text"),
        ({"text": "a" * 1_001}, Code.INVALID_INPUT_FORMAT, "text"),
        ({"text": "a\0b"}, Code.INVALID_INPUT_FORMAT, "note.text"),
        ({"reference_asset_ids": ["a", "a"]}, Code.INVALID_INPUT_FORMAT, "reference_asset_ids"),
        ({"reference_asset_ids": ["a", ""]}, Code.INVALID_INPUT_FORMAT, "note.reference_asset_ids[1]"),
        ({"reference_asset_ids": ["a" * 129]}, Code.INVALID_INPUT_FORMAT, "note.reference_asset_ids[0]"),
        ({"reference_asset_ids": list("abcdefghij")}, Code.INVALID_INPUT_FORMAT, "note.reference_asset_ids"),
        ({"image_count": 10}, Code.INVALID_INPUT_FORMAT, "note.image_count"),
        ({"max_iterations": 11}, Code.INVALID_INPUT_FORMAT, "max_iterations"),
        ({"content_type": "novel"}, Code.INVALID_INPUT_FORMAT, "content_type"),
        ({"reference_inputs": described("a", "a")}, Code.INVALID_INPUT_FORMAT, "reference_inputs"),
        ({"reference_inputs": described("a", note="a\0b")}, Code.INVALID_INPUT_FORMAT, "note.reference_inputs[0].note"),
        (
            {"reference_asset_ids": list("abcdefgh"), "reference_inputs": described("x", "y")},
            Code.INVALID_INPUT_FORMAT,
            "reference_inputs",
        ),
        ({"answer_within": Duration(seconds=-1)}, Code.INVALID_INPUT_FORMAT, "note.answer_within"),
        ({"answer_within": Duration(seconds=400 * 86_400)}, Code.INVALID_INPUT_FORMAT, "note.answer_within"),
    ],
)
async def test_an_invalid_note_request_is_rejected_before_anything_starts(
    run_log: RunLog, requested: dict[str, Any], code: Code, field: str
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        rejected = await expect_error(begin(at, **requested))
        assert (rejected.code, rejected.field) == (code, field)
        assert not await run_log.list_runs("", "", None, 10)


async def test_a_thread_that_waits_for_an_answer_takes_no_new_run_until_it_has_one(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        await at.open_session("thread")
        run_id = await begin(at, session="thread", skip_content_approval=False)
        await at.events(run_id)
        rejected = await expect_error(begin(at, session="thread"))
        assert (rejected.code, rejected.field) == (Code.THREAD_WAITING, "session_id")
        await answer(at, run_id)
        await at.events(run_id)
        assert final_status(await at.events(await begin(at, session="thread"))) == ("SUCCEEDED", "")


async def test_the_request_that_started_a_run_can_be_repeated_while_the_run_waits(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        await at.open_session("thread")
        note = note_workflow_pb2.NoteInput(text="春游")
        request = orchestrator_pb2.StartRunRequest(note=note, session_id="thread", request_id="r-1")
        first = await unwrap_error(at.stub.StartRun(request))
        await at.events(first.run_id)
        assert (await unwrap_error(at.stub.StartRun(request))).run_id == first.run_id
