"""The search of notes reaches the figures that docs/quality/notes.md states."""

from benchmarks.calibration.notes import find_all, labelled_queries, score
from services.common.database.pool import Pool
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.note_store import NoteStore
from services.rag.adapters.seed_data import ensure_notes


def test_there_are_enough_labeled_queries() -> None:
    queries = labelled_queries()
    assert sum(bool(query.expected) for query in queries) >= 80
    assert sum(not query.expected for query in queries) >= 12


async def test_recall_precision_and_false_positives_are_within_limits(
    pool: Pool, embeddings: BuiltinEmbeddings
) -> None:
    store = NoteStore(pool)
    await ensure_notes(store, embeddings)
    found = score(await find_all(store, embeddings))
    assert found.first >= 0.75
    assert found.among_five >= 0.95
    assert found.recall_at_ten >= 0.92
    assert found.false_alarms <= 2 / 12


async def test_full_text_improves_on_a_search_by_vectors_only(pool: Pool, embeddings: BuiltinEmbeddings) -> None:
    store = NoteStore(pool)
    await ensure_notes(store, embeddings)
    by_vector = score(await find_all(store, embeddings, words=False))
    assert score(await find_all(store, embeddings)).recall_at_ten >= by_vector.recall_at_ten + 0.1
