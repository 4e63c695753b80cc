"""Exact names come first, then what vectors and words agree on, above the least similarity."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from services.rag.adapters.library import shipped_styles
from services.rag.domain.ranking import Candidate, choose, fuse

INK, OIL, POP = (next(s for s in shipped_styles() if s.key == key) for key in ("ink_wash", "oil_painting", "pop_art"))
CANDIDATES = (
    Candidate(INK.key, INK.names, 0.9, 1, None),
    Candidate(OIL.key, OIL.names, 0.6, 2, 1),
    Candidate(POP.key, POP.names, 0.2, 3, 2),
)


def test_a_key_in_both_rankings_beats_the_first_of_one() -> None:
    assert fuse([["a", "b"], ["b", "c"]]) == ["b", "a", "c"]


@given(st.lists(st.lists(st.integers(0, 20), unique=True), max_size=4))
def test_fusing_keeps_every_key_once(rankings: list[list[int]]) -> None:
    fused = fuse(rankings)
    assert sorted(fused) == sorted({key for ranking in rankings for key in ranking})


@given(st.lists(st.integers(), unique=True))
def test_one_ranking_fused_is_itself(ranking: list[int]) -> None:
    assert fuse([ranking]) == ranking


def test_a_named_style_wins_over_nearer_ones_and_counts_as_one() -> None:
    chosen = choose("pop art cat", CANDIDATES, least_similarity=0.5, limit=3)
    assert chosen == [("pop_art", 1.0), ("oil_painting", 0.6), ("ink_wash", 0.9)]


def test_a_style_that_cannot_be_compared_counts_by_its_name_alone() -> None:
    unknown = [replace(candidate, similarity=None, place_by_vector=None) for candidate in CANDIDATES]
    assert choose("pop art cat", unknown, least_similarity=-1, limit=3) == [("pop_art", 1.0)]
    assert choose("猫", unknown, least_similarity=-1, limit=3) == []


def test_the_least_similarity_itself_counts_and_below_it_nothing() -> None:
    assert choose("猫", CANDIDATES, least_similarity=0.9, limit=3) == [("ink_wash", 0.9)]
    assert choose("猫", CANDIDATES, least_similarity=0.91, limit=3) == []


def test_no_more_than_the_limit_are_chosen() -> None:
    assert len(choose("猫", CANDIDATES, least_similarity=-1, limit=2)) == 2


def test_a_style_found_by_words_alone_is_ranked_too() -> None:
    only = replace(CANDIDATES[0], place_by_vector=None, place_by_words=1)
    assert choose("猫", [only], least_similarity=0.5, limit=3) == [("ink_wash", 0.9)]
