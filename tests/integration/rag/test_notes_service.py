"""The note library over gRPC, with the built-in model and with a remote one."""

from collections.abc import Awaitable
from typing import LiteralString

import grpc
import pytest
from reflow.v1 import notes_pb2

from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.seed_data import load_seed_notes
from services.rag.adapters.tables import NOTES
from services.rag.adapters.vector_indexes import build_index_name
from tests.fixtures.notes.labels import count_labeled_notes
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.rag_client import ConfiguredRag, RagClient, RunRag
from tests.fixtures.systems.eventually import eventually

ENDPOINT = "openai.embeddings"
REMOTE = "fake/fake-embedding@64"
SHIPPED = count_labeled_notes()
MINE = notes_pb2.Note(
    key="spring_lake",
    title="湖边的春天",
    body="早上有雾。\n傍晚吹口琴。",
    tags=["#口琴"],
    topic="旅行",
    published="2026-04-11",
    likes=7,
)


async def get_rejection(call: Awaitable[object]) -> tuple[Code, str | None]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    error = from_rpc_error(caught.value)
    return error.code, error.field


async def models(pool: Pool) -> dict[str, int]:
    async with pool.connection() as connection:
        cursor = await connection.execute("SELECT embedding_model, count(*) FROM notes GROUP BY 1")
        return dict(await cursor.fetchall())


async def reindexed(pool: Pool, table: LiteralString) -> bool:
    """Whether all rows of *table* have vectors of the remote model."""
    async with pool.connection() as connection:
        cursor = await connection.execute(f"SELECT DISTINCT embedding_model FROM {table}")
        return await cursor.fetchall() == [(REMOTE,)]


async def all_of(pool: Pool, model: str, count: int = SHIPPED) -> None:
    async def reached() -> bool:
        return await models(pool) == {model: count}

    await eventually(reached, timeout=30)


async def search(service: RagClient, query: str) -> notes_pb2.SearchNotesResponse:
    return await service.notes.SearchNotes(notes_pb2.SearchNotesRequest(query=query))


async def test_the_first_call_on_a_new_database_waits_for_all_seed_notes(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        listed, token = [], ""
        while True:
            page = await service.notes.ListNotes(notes_pb2.ListNotesRequest(page_size=100, page_token=token))
            listed += [note.key for note in page.notes]
            if not (token := page.next_page_token):
                break
        assert listed == sorted(note.key for note in load_seed_notes())


async def test_a_note_is_stored_found_changed_and_removed(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        for revision in (1, 2):
            stored = (await service.notes.PutNote(notes_pb2.PutNoteRequest(note=MINE))).note
            assert (stored.revision, [*stored.tags], stored.likes) == (revision, ["口琴"], 7)
        assert next(one.note.key for one in (await search(service, "口琴")).notes) == "spring_lake"
        await service.notes.RemoveNote(notes_pb2.RemoveNoteRequest(key="spring_lake"))
        gone = service.notes.RemoveNote(notes_pb2.RemoveNoteRequest(key="spring_lake"))
        assert await get_rejection(gone) == (Code.NOTE_UNKNOWN, "key")


async def test_an_import_is_all_or_nothing_and_names_the_line(configured: ConfiguredRag, running: RunRag) -> None:
    wrong = notes_pb2.Note()
    wrong.CopyFrom(MINE)
    wrong.key, wrong.published = "other", "2026-02-30"
    async with running(configured()) as service:
        call = service.notes.ImportNotes(notes_pb2.ImportNotesRequest(notes=[MINE, wrong]))
        assert await get_rejection(call) == (Code.INVALID_INPUT_FORMAT, "notes[2].published")
        chosen = notes_pb2.NoteFilter(tag="口琴")
        assert not (await service.notes.ListNotes(notes_pb2.ListNotesRequest(filter=chosen))).notes


async def test_an_invalid_day_is_rejected_with_its_field(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        call = service.notes.GetTrendReport(notes_pb2.GetTrendReportRequest(until="2026-13-01"))
        assert await get_rejection(call) == (Code.INVALID_INPUT_FORMAT, "until")


async def test_tags_titles_and_trends_are_returned(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        tags = await service.notes.AnalyzeTopTags(notes_pb2.AnalyzeTopTagsRequest(query="春游", limit=1))
        assert ([one.tag for one in tags.tags], tags.HasField("usage")) == (["春游"], False)
        titles = await service.notes.GetTopTitles(notes_pb2.GetTopTitlesRequest(limit=3))
        assert (len(titles.titles), titles.notes) == (3, SHIPPED)
        assert notes_pb2.TITLE_PATTERN_NUMBER in [row.pattern for row in titles.patterns]
        report = await service.notes.GetTrendReport(
            notes_pb2.GetTrendReportRequest(period=notes_pb2.TREND_PERIOD_QUARTER, periods=4, tags=["#AI助手"])
        )
        assert [span.first_day for span in report.spans] == ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"]
        assert [[*one.counts] for one in report.leading] == [[2, 5, 8, 6]]
        assert report.leading[0].direction == notes_pb2.TREND_DIRECTION_RISING


async def test_the_notes_get_their_index_and_after_a_change_of_model_vectors_of_the_new_one(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, REMOTE)
        await eventually(lambda: reindexed(pool, "node_types"), timeout=30)  # after the notes
        providers.reset()
        found = await search(service, "AI助手 效率")
        assert found.notes and found.usage.requests == 1
        assert len(providers.request_log(ENDPOINT)) == 1
    async with pool.connection() as connection:
        name = build_index_name(REMOTE, NOTES)
        assert await (await connection.execute("SELECT to_regclass(%s)::text", (name,))).fetchone() == (name,)
    async with running(configured()):
        await all_of(pool, BuiltinEmbeddings.name)


async def test_a_failure_of_the_model_fails_the_search_with_its_code_and_loses_no_note(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    providers.script(ENDPOINT, {"status": 503, "always": True})
    async with running(configured(providers)) as service:
        await service.notes.PutNote(notes_pb2.PutNoteRequest(note=MINE))
        call = service.notes.SearchNotes(notes_pb2.SearchNotesRequest(query="湖边"))
        assert (await get_rejection(call))[0] is Code.LLM_API_ERROR
        listed = await service.notes.ListNotes(notes_pb2.ListNotesRequest(filter=notes_pb2.NoteFilter(tag="口琴")))
        assert [note.key for note in listed.notes] == ["spring_lake"]
        providers.reset()
        await all_of(pool, REMOTE, SHIPPED + 1)
