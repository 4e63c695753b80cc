"""Notes on the engine: approvals, concurrent images, returns, users who disconnect, and stored creatives."""

import asyncio
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from reflow.v1 import creatives_pb2, events_pb2, note_workflow_pb2, orchestrator_pb2, questions_pb2

from services.common.errors import Code, ReflowError
from services.common.settings import Environment
from services.orchestrator.adapters.memory_log import MemoryLog
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
from tests.fixtures.runs.scripted_note_roles import FINE, LAYOUT, judged
from tests.fixtures.runs.scripted_roles import Gate, Hang, Roles
from tests.fixtures.systems.eventually import eventually

APPROVE, REJECT, MODIFY = (
    questions_pb2.DECISION_APPROVE,
    questions_pb2.DECISION_REJECT,
    questions_pb2.DECISION_MODIFY,
)
QUIET = {"skip_content_approval": True, "skip_image_plans_approval": True, "skip_clarification": True}
BROKEN = ReflowError(Code.EXECUTION_FAILED)


async def begin(at: Orchestrator, *, abandon_after: float | None = None, session: str = "", **requested: Any) -> str:
    """Start a note without questions unless *fields* enable them, and return its run."""
    note = note_workflow_pb2.NoteInput(**{"text": "写一篇春游攻略", **QUIET, **requested})
    request = orchestrator_pb2.StartRunRequest(note=note, session_id=session)
    if abandon_after is not None:
        request.abandon_after.CopyFrom(Duration(nanos=round(abandon_after * 1e9)))
    return str((await unwrap_error(at.stub.StartRun(request, timeout=30))).run_id)


async def answer(at: Orchestrator, run_id: str, decision: Any = APPROVE, **given: Any) -> Any:
    """Answer a run. Raises ReflowError."""
    digest = given.pop("digest", "")
    request = orchestrator_pb2.AnswerRunRequest(
        run_id=run_id, digest=digest, answer=questions_pb2.Answer(decision=decision, **given)
    )
    return await unwrap_error(at.stub.AnswerRun(request, timeout=30))


async def creative(at: Orchestrator, run_id: str) -> creatives_pb2.Creative:
    """Return the creative of a run. Raises ReflowError."""
    request = creatives_pb2.GetCreativeRequest(creative_id=run_id)
    response: creatives_pb2.GetCreativeResponse = await unwrap_error(at.creatives.GetCreative(request, timeout=10))
    return response.creative


def note_of(events: list[events_pb2.RunEvent]) -> creatives_pb2.ComposedNote:
    """Return the note that a run delivered."""
    (event,) = [event for event in events if event.WhichOneof("payload") == "work_delivered"]
    return event.work_delivered.note


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
    assert "有 1 张没有画成" in note.remarks[0]
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
        run_id = await begin(at, abandon_after=0.3)
        await at.first(run_id, 8)
        await eventually(lambda: aborted(at, run_id), timeout=10)
        stored = await creative(at, run_id)
    assert stored.note.content.title == "春游去哪儿"


async def aborted(at: Orchestrator, run_id: str) -> bool:
    """Return whether the creative of a run was aborted."""
    return (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_ABORTED


async def test_a_run_is_not_cancelled_while_a_watcher_is_connected_or_reconnects_in_time(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({"layout_planner_agent": [Gate(gate), LAYOUT]})) as at:
        run_id = await begin(at, abandon_after=0.5)
        seen = await at.first(run_id, 8)
        rest = asyncio.ensure_future(at.events(run_id, seen[-1].sequence))
        await another_is_abandoned(at, grace=0.6)
        gate.set()
        assert final_status(await rest) == ("SUCCEEDED", "")


async def another_is_abandoned(at: Orchestrator, grace: float) -> None:
    """Wait until a run that nobody watches, and that began later, has been given up."""
    another = await begin(at, abandon_after=grace)
    await eventually(lambda: aborted(at, another), timeout=10)


async def test_a_run_that_may_continue_without_a_watcher_does(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at)
        await eventually(lambda: complete(at, run_id))


async def complete(at: Orchestrator, run_id: str) -> bool:
    """Return whether the creative of a run is complete."""
    return (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_COMPLETE


async def test_a_run_that_waits_for_a_user_is_not_abandoned(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles({"image_agent": [Hang()]})) as at:
        run_id = await begin(at, skip_content_approval=False, abandon_after=0.2)
        await at.events(run_id)
        await another_is_abandoned(at, grace=0.3)
        assert (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_PAUSED


async def test_a_run_that_asks_while_it_is_being_abandoned_still_waits(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        await at.scheduler.abandon(run_id)
        assert (await creative(at, run_id)).status == creatives_pb2.CREATIVE_STATUS_PAUSED


async def test_creatives_are_listed_newest_first_a_page_at_a_time_and_of_one_thread(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        await at.open_session("thread")
        ids = [await begin(at, session="thread") for _ in range(3)]
        await at.run()  # an image chat makes no creative
        for run_id in ids:
            await at.events(run_id)
        request = creatives_pb2.ListCreativesRequest(thread_id="thread", page_size=2)
        page = await unwrap_error(at.creatives.ListCreatives(request))
        request.page_token = page.next_page_token
        rest = await unwrap_error(at.creatives.ListCreatives(request))
    listed = [*page.creatives, *rest.creatives]
    assert [one.creative_id for one in listed] == ids[::-1]
    assert {(one.title, one.thread_id) for one in listed} == {("春游去哪儿", "thread")}


class CountingLog(MemoryLog):
    """Counts how often a log is read."""

    reads = 0

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        self.reads += 1
        return await super().read(run_id, after, limit)


async def test_notes_that_have_not_changed_are_listed_again_without_reading_their_logs() -> None:
    log, request = CountingLog(), creatives_pb2.ListCreativesRequest()
    async with run_orchestrator(log, Roles()) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        first = await unwrap_error(at.creatives.ListCreatives(request))
        reads = log.reads
        assert (await unwrap_error(at.creatives.ListCreatives(request)), log.reads) == (first, reads)
        await answer(at, run_id)
        await at.events(run_id)
        (listed,) = (await unwrap_error(at.creatives.ListCreatives(request))).creatives
    assert (listed.status, listed.HasField("pending")) == (creatives_pb2.CREATIVE_STATUS_COMPLETE, False)


async def test_the_state_of_a_note_has_the_number_of_possible_returns(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles(), fast_limits(returns=2)) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        assert (await at.get(run_id)).note.max_iterations == 2


async def test_in_production_the_state_of_a_note_has_no_details_for_engineers(run_log: RunLog) -> None:
    lost = ReflowError(Code.VECTOR_DB_ERROR, details="a secret")
    roles = Roles({"research_evidence_agent": [lost]})
    async with run_orchestrator(run_log, roles, fast_limits(), environment=Environment.PRODUCTION) as at:
        run_id = await begin(at, skip_content_approval=False)
        await at.events(run_id)
        error = (await at.get(run_id)).note.last_error
    assert (error.code, error.details) == ("VECTOR_DB_ERROR", "")


async def test_an_unknown_creative_is_rejected(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        image = await at.start()
        await at.events(image)
        for name in (image, "nothing", "00000000-0000-0000-0000-000000000000"):
            assert (await expect_error(creative(at, name))).code is Code.CREATIVE_UNKNOWN


async def test_the_state_of_a_note_reports_its_scores_and_products(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await begin(at, skip_image_plans_approval=False)
        await at.events(run_id)
        run = await at.get(run_id)
    note = run.note
    assert (note.brief_complete, note.content_complete, note.layout_complete, note.images_complete) == (
        True, True, True, False,
    )  # fmt: skip
    assert (note.creative_brief.topic, len(note.image_plans.plans), run.pending.question.kind) == (
        "春游", 3, "image_plans",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("requested", "code", "field"),
    [
        ({"text": " "}, Code.INVALID_INPUT_EMPTY, "text"),
        ({"text": "a" * 1_001}, Code.INVALID_INPUT_FORMAT, "text"),
        ({"text": "a\0b"}, Code.INVALID_INPUT_FORMAT, "text"),
        ({"reference_asset_ids": ["a", "a"]}, Code.INVALID_INPUT_FORMAT, "reference_asset_ids"),
        ({"reference_asset_ids": ["a", ""]}, Code.INVALID_INPUT_FORMAT, "reference_asset_ids"),
        ({"reference_asset_ids": ["a" * 129]}, Code.INVALID_INPUT_FORMAT, "reference_asset_ids"),
        ({"reference_asset_ids": list("abcdefghij")}, Code.INVALID_INPUT_FORMAT, "note.reference_asset_ids"),
        ({"image_count": 10}, Code.INVALID_INPUT_FORMAT, "note.image_count"),
        ({"answer_within": Duration(seconds=-1)}, Code.INVALID_INPUT_FORMAT, "answer_within"),
        ({"answer_within": Duration(seconds=400 * 86_400)}, Code.INVALID_INPUT_FORMAT, "answer_within"),
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
