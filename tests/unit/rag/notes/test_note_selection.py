"""Notes that a query names come first; similar ones come after."""

from services.rag.adapters.seed_data import load_seed_notes
from services.rag.domain.full_text import extract_query_words
from services.rag.domain.note_selection import find_named, has_words, select_notes
from services.rag.domain.rank_fusion import Candidate
from services.rag.domain.tags import TaggedNotes, compute_top_tags


def candidate(key: str, names: tuple[str, ...], similarity: float | None, place: int | None) -> Candidate:
    return Candidate(key, names, similarity, place, None)


def select(query: str, *candidates: Candidate, by_words: tuple[str, ...] = ()) -> list[tuple[str, float]]:
    return select_notes(query, candidates, by_words, min_similarity=0.3, limit=10)


def test_a_note_with_every_tag_of_the_query_comes_first() -> None:
    near = candidate("near", ("春游",), 0.9, 1)
    exact = candidate("exact", ("湖边", "春游", "露营"), 0.4, 2)
    assert select("#春游 #露营", near, exact) == [("exact", 1.0), ("near", 0.9)]


def test_a_title_matches_regardless_of_punctuation() -> None:
    assert select("湖边的春天!", candidate("lake", ("湖边的春天",), None, None)) == [("lake", 1.0)]


def test_a_distant_note_matches_only_by_words() -> None:
    far = candidate("far", ("湖边",), 0.1, 1)
    assert select("抹茶", far) == []
    assert select("抹茶", far, by_words=("far",)) == [("far", 0.1)]


def test_a_note_without_a_comparable_vector_does_not_match() -> None:
    assert select("抹茶", candidate("other", ("湖边",), None, None), by_words=("other",)) == []


def test_a_query_of_punctuation_names_no_note() -> None:
    assert find_named("# ！") == frozenset()
    assert select("！！", candidate("lake", ("湖边",), None, None)) == []


def test_half_of_the_significant_words_are_enough() -> None:
    note = next(note for note in load_seed_notes() if "蟳埔村簪花" in note.body)
    assert has_words(extract_query_words("泉州簪花怎么拍"), note)
    assert not has_words(extract_query_words("如何更换汽车变速箱油"), note)
    assert not has_words((), note)


def test_tags_are_counted_with_their_engagement_and_related_tags() -> None:
    groups = [TaggedNotes(("春游", "露营"), 2, 60), TaggedNotes(("春游", "赏樱"), 1, 30), TaggedNotes(("收纳",), 1, 9)]
    (first, second, *_), notes = compute_top_tags(groups, 10)
    assert (first.tag, first.notes, first.share, first.engagement) == ("春游", 3, 0.75, 30)
    assert (first.related_tags, second.tag, notes) == (("露营", "赏樱"), "露营", 4)
