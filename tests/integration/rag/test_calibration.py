"""The selected minimum similarity has the precision and recall that docs/retrieval.md states."""

import pytest

from benchmarks.calibration.styles import chosen, find_all, find_names, labelled_queries, score
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.style_store import StyleStore


def test_there_are_enough_labeled_queries_of_each_kind() -> None:
    queries = labelled_queries()
    assert len(queries) >= 120
    for language in ("zh", "en"):
        for kind, least in (("named", 30), ("described", 15), ("none", 15), ("near_miss", 8)):
            assert sum((query.language, query.kind) == (language, kind) for query in queries) >= least


async def test_precision_and_recall_are_within_limits_in_both_languages(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    found = await find_all(library, embeddings)
    for language in ("zh", "en"):
        part = score(chosen(found, of=lambda query: query.language == language), embeddings.min_similarity)  # noqa: B023
        assert part.precision >= 0.94
        assert part.recall >= 0.88
        assert part.false_alarms <= 0.06


async def test_full_text_improves_matches_of_names_and_every_exact_name_comes_first(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    names = await find_names(library, embeddings)
    for language in ("zh", "en"):
        rows = [name for name in names if name.language == language]
        assert sum(row.fused for row in rows) / len(rows) >= sum(row.by_vector for row in rows) / len(rows) + 0.15
        assert all(row.whole for row in rows)


@pytest.mark.parametrize("kind", ["none", "near_miss"])
async def test_queries_without_names_match_no_name(
    kind: str, library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    found = chosen(await find_all(library, embeddings), of=lambda query: query.kind == kind)
    assert [query.text for query, matches in found if any(match.similarity == 1 for match in matches)] == []
