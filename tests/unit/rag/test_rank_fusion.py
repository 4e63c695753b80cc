"""Exact names come first, then results of both vectors and words, above the minimum similarity."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from services.rag.adapters.seed_data import load_seed_styles
from services.rag.domain.rank_fusion import Candidate, fuse, select_matches

INK, OIL, POP = (next(s for s in load_seed_styles() if s.key == key) for key in ("ink_wash", "oil_painting", "pop_art"))
CANDIDATES = (
    Candidate(INK.key, INK.names, 0.9, 1, None),
    Candidate(OIL.key, OIL.names, 0.6, 2, 1),
    Candidate(POP.key, POP.names, 0.2, 3, 2),
)


def test_a_key_in_both_rankings_beats_the_first_of_one() -> None:
    assert fuse([["a", "b"], ["b", "c"]]) == ["b", "a", "c"]


@given(st.lists(st.lists(st.integers(0, 20), unique=True), max_size=4))
def test_a_fused_ranking_has_every_key_once(rankings: list[list[int]]) -> None:
    fused = fuse(rankings)
    assert sorted(fused) == sorted({key for ranking in rankings for key in ranking})


@given(st.lists(st.integers(), unique=True))
def test_fusing_a_single_ranking_does_not_change_it(ranking: list[int]) -> None:
    assert fuse([ranking]) == ranking


def test_a_named_style_precedes_nearer_ones_with_similarity_one() -> None:
    chosen = select_matches("pop art cat", CANDIDATES, min_similarity=0.5, limit=3)
    assert chosen == [("pop_art", 1.0), ("oil_painting", 0.6), ("ink_wash", 0.9)]


def test_a_style_without_a_comparable_vector_matches_by_name_only() -> None:
    unknown = [replace(candidate, similarity=None, rank_by_vector=None) for candidate in CANDIDATES]
    assert select_matches("pop art cat", unknown, min_similarity=-1, limit=3) == [("pop_art", 1.0)]
    assert select_matches("猫", unknown, min_similarity=-1, limit=3) == []


def test_the_minimum_similarity_is_inclusive() -> None:
    assert select_matches("猫", CANDIDATES, min_similarity=0.9, limit=3) == [("ink_wash", 0.9)]
    assert select_matches("猫", CANDIDATES, min_similarity=0.91, limit=3) == []


def test_the_limit_applies() -> None:
    assert len(select_matches("猫", CANDIDATES, min_similarity=-1, limit=2)) == 2


def test_a_style_matched_by_words_only_is_ranked_too() -> None:
    only = replace(CANDIDATES[0], rank_by_vector=None, rank_by_words=1)
    assert select_matches("猫", [only], min_similarity=0.5, limit=3) == [("ink_wash", 0.9)]
