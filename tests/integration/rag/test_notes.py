"""The note library in PostgreSQL stores, finds and counts notes."""

import asyncio
import math
from dataclasses import replace
from datetime import date

import numpy as np
import psycopg
import pytest
from psycopg.types.json import Jsonb

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.note_store import NoteFilter, NoteStore
from services.rag.adapters.seed_data import ensure_notes, load_seed_notes
from services.rag.adapters.tables import NOTES
from services.rag.adapters.vector_indexes import build_index_name, ensure_index
from services.rag.application.note_statistics import NoteStatistics
from services.rag.domain.note import Note
from services.rag.domain.trends import Period
from tests.fixtures.notes.labels import count_labeled_notes

SHIPPED = count_labeled_notes()
MINE = Note(
    key="spring_lake",
    title="湖边的春天",
    body="早上有雾，中午有风，傍晚在木栈道上吹口琴。",
    tags=("春游", "口琴"),
    topic="旅行",
    published=date(2026, 4, 11),
    likes=10,
    collects=5,
    comments=2,
)


@pytest.fixture
async def notes(pool: Pool, embeddings: BuiltinEmbeddings) -> NoteStore:
    """The store with the sample library."""
    store = NoteStore(pool)
    await ensure_notes(store, embeddings)
    return store


async def put(store: NoteStore, embeddings: BuiltinEmbeddings, scope: str, note: Note) -> int:
    (vector,) = (await embeddings.embed([note.embedded_text])).vectors
    return (await store.put(scope, note, vector, embeddings.name)).revision


async def find(
    store: NoteStore, embeddings: BuiltinEmbeddings, query: str, *, scope: str = "", limit: int = 10
) -> dict[str, float]:
    """Return key and similarity of the matches of *query*, best first."""
    found = (await NoteStatistics(store, embeddings, scope).search(query, limit, math.inf)).value
    return {one.stored.key: one.similarity for one in found}


async def test_the_notes_are_seeded_once(pool: Pool, embeddings: BuiltinEmbeddings) -> None:
    store = NoteStore(pool)
    added = await asyncio.gather(ensure_notes(store, embeddings), ensure_notes(store, embeddings))
    assert max(added) == SHIPPED
    assert await ensure_notes(store, embeddings) == 0
    assert {stored.revision for stored in await store.list_all("")} == {1}


async def test_notes_named_by_title_or_tags_come_first_with_similarity_one(
    notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    await put(notes, embeddings, "studio", MINE)
    assert await find(notes, embeddings, "湖边的春天", scope="studio", limit=1) == {"spring_lake": 1.0}
    assert await find(notes, embeddings, "#口琴 #春游", scope="studio", limit=1) == {"spring_lake": 1.0}
    tagged = await find(notes, embeddings, "春游", limit=5)
    assert set(tagged.values()) == {1.0}


async def test_a_rare_word_in_a_body_matches_its_note(notes: NoteStore, embeddings: BuiltinEmbeddings) -> None:
    (first, *_) = await find(notes, embeddings, "泉州簪花")
    assert (await notes.get("", first)).note.body.count("簪花") == 1


async def test_an_unrelated_query_matches_no_note(notes: NoteStore, embeddings: BuiltinEmbeddings) -> None:
    assert await find(notes, embeddings, "sulphuric acid titration") == {}


async def test_a_note_is_not_visible_to_another_scope_and_a_removed_one_stays_removed(
    notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    assert [await put(notes, embeddings, "studio", MINE) for _ in range(2)] == [1, 2]
    with pytest.raises(ReflowError, match="NOTE_UNKNOWN"):
        await notes.get("other", "spring_lake")
    await notes.remove("studio", "travel_01")
    assert len(await notes.list_all("studio")) == SHIPPED
    assert await ensure_notes(notes, embeddings) == 0
    with pytest.raises(ReflowError) as caught:
        await notes.remove("studio", "travel_01")
    assert caught.value.code is Code.NOTE_UNKNOWN


async def test_pages_are_consecutive_and_filtered(notes: NoteStore) -> None:
    selection = NoteFilter(topic="旅行", since=date(2026, 3, 1), until=date(2026, 5, 31))
    whole = await notes.list_page("", selection, limit=100)
    first = await notes.list_page("", selection, limit=2)
    second = await notes.list_page("", selection, after=first[-1].key, limit=100)
    assert first + second == whole
    assert {(one.note.topic, one.note.published.month) for one in whole} == {("旅行", 3), ("旅行", 4), ("旅行", 5)}


@pytest.mark.parametrize(
    "record",
    [
        {"published": "2026-04-11"},
        {"title": "x", "topic": "y", "tags": [], "published": "2026-04-11", "likes": 0, "collects": 0, "comments": 0},
        {"title": "x", "topic": "y", "tags": ["z"], "published": "2026-04-11", "likes": 0, "collects": 0},
    ],
)
async def test_the_database_rejects_a_note_without_the_fields_of_statistics(
    record: dict[str, object], pool: Pool
) -> None:
    statement = """
        INSERT INTO notes (scope, key, revision, origin, record, names, embedding, embedding_model)
        VALUES ('', 'x', 1, 'person', %s, '{x}', '[1]', 'm')
    """
    async with pool.connection() as connection:
        with pytest.raises(psycopg.errors.CheckViolation, match="note_has_a_record_and_a_vector"):
            await connection.execute(statement, (Jsonb(record),))


async def test_tags_are_counted_over_all_notes_or_those_about_a_query(
    notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    library = NoteStatistics(notes, embeddings, "")
    everything = (await library.count_tags("", NoteFilter(), 100, math.inf)).value
    by_hand = sum("春游" in note.tags for note in load_seed_notes())
    assert everything.notes == SHIPPED
    assert next(one.notes for one in everything.tags if one.tag == "春游") == by_hand
    about = (await library.count_tags("春游", NoteFilter(), 5, math.inf)).value
    assert (about.tags[0].tag, about.tags[0].notes) == ("春游", by_hand)
    assert about.notes <= 50


async def test_the_best_titles_have_the_highest_engagement(notes: NoteStore, embeddings: BuiltinEmbeddings) -> None:
    result = (await NoteStatistics(notes, embeddings, "").rank_titles("", NoteFilter(topic="学习"), 3, math.inf)).value
    study = sorted((note for note in load_seed_notes() if note.topic == "学习"), key=lambda note: -note.engagement)
    assert [one.title for one in result.titles] == [note.title for note in study[:3]]
    assert result.notes == len(study)
    assert result.patterns


@pytest.mark.parametrize(
    ("until", "rising", "falling"),
    [
        (date(2025, 12, 31), "年终总结", "双十一"),
        (date(2026, 3, 31), "春游", "春节"),
        (date(2026, 6, 30), "夏天", None),
        (date(2026, 10, 31), "AI助手", "夏天"),
    ],
)
async def test_the_report_has_seasonal_trends(
    until: date, rising: str, falling: str | None, notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    report = await NoteStatistics(notes, embeddings, "").report_trends(Period.MONTH, 6, until, None, (), 20)
    assert rising in {one.tag for one in report.rising}
    assert falling is None or falling in {one.tag for one in report.falling}


async def test_a_report_ends_with_the_newest_note_and_an_empty_library_has_none(
    notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    library = NoteStatistics(notes, embeddings, "")
    report = await library.report_trends(Period.MONTH, 12, None, None, (), 5)
    assert report.spans[-1].last_day == max(note.published for note in load_seed_notes())
    assert sum(report.notes) == SHIPPED
    assert (await library.report_trends(Period.MONTH, 12, None, "没有", (), 5)).spans == ()


async def test_the_search_by_index_equals_the_exact_search(
    notes: NoteStore, pool: Pool, embeddings: BuiltinEmbeddings
) -> None:
    async with pool.connection() as connection:
        assert await ensure_index(connection, embeddings.name, embeddings.dimensions, NOTES)
        assert not await ensure_index(connection, embeddings.name, embeddings.dimensions, NOTES)
        name = build_index_name(embeddings.name, NOTES)
        assert await (await connection.execute("SELECT to_regclass(%s)::text", (name,))).fetchone() == (name,)
    by_index = NoteStore(pool, exact_up_to=0)
    for query in ("滑雪第一次去", "宝宝睡觉", "how to keep a dog cool"):
        assert await find(by_index, embeddings, query) == pytest.approx(await find(notes, embeddings, query))


async def test_a_query_of_another_model_matches_no_vector(notes: NoteStore) -> None:
    vector = np.asarray([1.0, 0.0], dtype=np.float32)
    found = await notes.search("滑雪雪票", vector, "other", scope="", limit=5, min_similarity=-1)
    assert found == ()


async def test_quotes_operators_and_long_texts_in_a_query_are_only_text(
    notes: NoteStore, embeddings: BuiltinEmbeddings
) -> None:
    for query in ["' | ! & :* <-> (春游", "'; DROP TABLE notes; --", "\\", "春游" * 500, "🎨", "#", "%s {table}"]:
        await find(notes, embeddings, query)
    assert len(await notes.list_all("")) == SHIPPED


async def test_a_changed_note_changes_the_statistics(notes: NoteStore, embeddings: BuiltinEmbeddings) -> None:
    await put(notes, embeddings, "studio", MINE)
    await put(notes, embeddings, "studio", replace(MINE, tags=("口琴",), likes=0, collects=0, comments=0))
    (group,) = await notes.count_tags("studio", NoteFilter(tag="口琴"))
    assert (group.tags, group.notes, group.engagement) == (("口琴",), 1, 0)
