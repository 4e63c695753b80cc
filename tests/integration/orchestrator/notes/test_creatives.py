"""Creatives and the state of a note: listed, read, and without technical details."""

from reflow.v1 import creatives_pb2

from services.common.errors import Code, ReflowError
from services.common.settings import Environment
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine.run_log import RunLog
from tests.fixtures.runs.orchestrator import (
    expect_error,
    fast_limits,
    run_orchestrator,
    unwrap_error,
)
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.integration.orchestrator.notes.client import answer, begin, creative


async def test_creatives_are_listed_newest_first_a_page_at_a_time_and_of_one_thread(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        await at.open_session("thread")
        ids = [await begin(at, session="thread") for _ in range(3)]
        await at.run()  # an image chat creates no creative
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


async def test_the_state_of_a_note_reports_the_number_of_returns_that_its_request_allows(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles(), fast_limits(returns=2)) as at:
        run_id = await begin(at, skip_content_approval=False, max_iterations=4)
        await at.events(run_id)
        assert (await at.get(run_id)).note.max_iterations == 4


async def test_the_state_of_a_note_reports_the_default_number_of_returns(run_log: RunLog) -> None:
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
