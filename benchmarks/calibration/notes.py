"""Quality of the search of notes: share of correct first results, recall and false positives over labeled queries.

    uv run python -m benchmarks.calibration.notes

Every query of tests/unit/rag/queries/labelled_note_queries.jsonl goes through the service's own search, on a
new PostgreSQL with the sample library; docs/quality/notes.md explains the metrics and has the table.
"""

import asyncio
import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio.to_thread

from services.common.database.embedded import embedded_postgres
from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.note_store import NoteStore
from services.rag.adapters.seed_data import ensure_notes
from services.rag.application.note_statistics import MIN_SIMILARITY, NoteStatistics
from services.rag.domain.note_selection import select_notes

ROOT = Path(__file__).parents[2]
QUERIES = ROOT / "tests" / "unit" / "rag" / "queries" / "labelled_note_queries.jsonl"
LIMIT = 10
# Notes that were added after the queries were labeled: no query lists them as correct or wrong, so they are skipped.
UNLABELLED = "practice_"


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and its matching notes; none if the library has no note about it."""

    text: str
    language: str
    expected: frozenset[str]


@dataclass(frozen=True, slots=True)
class Score:
    """Results of the search.

    Attributes:
        first: share of the queries with a matching first note.
        among_five: share with a matching note among the first five.
        recall_at_ten: share of the matching notes among the first ten, the mean over queries.
        false_alarms: of the queries without matching notes, the share with a result.

    """

    first: float
    among_five: float
    recall_at_ten: float
    false_alarms: float


Found = Sequence[tuple[LabelledQuery, Sequence[str]]]


def labelled_queries() -> tuple[LabelledQuery, ...]:
    """Return the labeled queries."""
    rows = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    return tuple(LabelledQuery(row["text"], row["language"], frozenset(row["expected"])) for row in rows)


async def find_all(store: NoteStore, embeddings: BuiltinEmbeddings, *, words: bool = True) -> Found:
    """Return the keys of the results of each query; without *words*, by vectors only."""
    notes = NoteStatistics(store, embeddings, "")
    if words:
        return [
            (query, [one.stored.key for one in (await notes.search(query.text, 2 * LIMIT, math.inf)).value])
            for query in labelled_queries()
        ]
    return [(query, await _by_vector(store, embeddings, query.text)) for query in labelled_queries()]


async def _by_vector(store: NoteStore, embeddings: BuiltinEmbeddings, query: str) -> list[str]:
    (vector,) = (await embeddings.embed([query])).vectors
    candidates = await store.fetch_candidates(query, vector, embeddings.name, scope="")
    wordless = [replace(candidate, names=(), rank_by_words=None) for candidate in candidates]
    least = MIN_SIMILARITY[embeddings.name]
    return [key for key, _ in select_notes(query, wordless, (), min_similarity=least, limit=2 * LIMIT)]


def score(found: Found) -> Score:
    """Return the metrics."""
    found = [(query, [key for key in keys if not key.startswith(UNLABELLED)][:LIMIT]) for query, keys in found]
    matching = [(query.expected, keys) for query, keys in found if query.expected]
    others = [keys for query, keys in found if not query.expected]
    return Score(
        _mean([bool(keys) and keys[0] in expected for expected, keys in matching]),
        _mean([bool(expected.intersection(keys[:5])) for expected, keys in matching]),
        _mean([len(expected.intersection(keys)) / len(expected) for expected, keys in matching]),
        _mean([bool(keys) for keys in others]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


async def _measure(folder: Path) -> None:
    embeddings = BuiltinEmbeddings(anyio.to_thread.run_sync)
    async with embedded_postgres(folder) as url:
        await anyio.to_thread.run_sync(migrate, url, ROOT / "services" / "rag" / "migrations")
        async with await open_pool(url, min_size=1, max_size=1, name="calibrate notes") as pool:
            store = NoteStore(pool)
            await ensure_notes(store, embeddings)
            found = await find_all(store, embeddings)
            parts = {
                "whole search": found,
                "Chinese": [row for row in found if row[0].language == "zh" or not row[0].expected],
                "English": [row for row in found if row[0].language == "en" or not row[0].expected],
                "vectors alone": await find_all(store, embeddings, words=False),
            }
    for name, part in parts.items():
        figures = score(part)
        row = (figures.first, figures.among_five, figures.recall_at_ten, figures.false_alarms)
        print(f"{name:14} {len(part):3}", *(f"{value:.3f}" for value in row))


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="reflow-calibrate-") as folder:
        Path(folder).chmod(0o711)  # as root the server runs as another user, which must be able to traverse it
        asyncio.run(_measure(Path(folder) / "postgres"))


if __name__ == "__main__":
    main()
