"""What a query calls comes first; what it is near comes after."""

from services.rag.adapters.library import shipped_notes
from services.rag.domain.finding import called, choose_notes, is_worded
from services.rag.domain.ranking import Candidate
from services.rag.domain.tags import TaggedNotes, top_tags
from services.rag.domain.words import wanted_words


def candidate(key: str, names: tuple[str, ...], similarity: float | None, place: int | None) -> Candidate:
    return Candidate(key, names, similarity, place, None)


def chosen(query: str, *candidates: Candidate, worded: tuple[str, ...] = ()) -> list[tuple[str, float]]:
    return choose_notes(query, candidates, worded, least_similarity=0.3, limit=10)


def test_a_note_that_bears_every_tag_of_the_query_comes_first() -> None:
    near = candidate("near", ("春游",), 0.9, 1)
    exact = candidate("exact", ("湖边", "春游", "露营"), 0.4, 2)
    assert chosen("#春游 #露营", near, exact) == [("exact", 1.0), ("near", 0.9)]


def test_a_title_is_called_whatever_its_punctuation() -> None:
    assert chosen("湖边的春天!", candidate("lake", ("湖边的春天",), None, None)) == [("lake", 1.0)]


def test_a_note_that_is_not_near_counts_only_where_it_is_worded_so() -> None:
    far = candidate("far", ("湖边",), 0.1, 1)
    assert chosen("抹茶", far) == []
    assert chosen("抹茶", far, worded=("far",)) == [("far", 0.1)]


def test_a_note_that_cannot_be_compared_does_not_count() -> None:
    assert chosen("抹茶", candidate("other", ("湖边",), None, None), worded=("other",)) == []


def test_a_query_of_marks_alone_calls_nothing() -> None:
    assert called("# ！") == frozenset()
    assert chosen("！！", candidate("lake", ("湖边",), None, None)) == []


def test_half_of_the_telling_words_are_enough() -> None:
    note = next(note for note in shipped_notes() if "蟳埔村簪花" in note.body)
    assert is_worded(wanted_words("泉州簪花怎么拍"), note)
    assert not is_worded(wanted_words("如何更换汽车变速箱油"), note)
    assert not is_worded((), note)


def test_tags_are_counted_with_their_engagement_and_what_stands_beside_them() -> None:
    groups = [TaggedNotes(("春游", "露营"), 2, 60), TaggedNotes(("春游", "赏樱"), 1, 30), TaggedNotes(("收纳",), 1, 9)]
    (first, second, *_), notes = top_tags(groups, 10)
    assert (first.tag, first.notes, first.share, first.engagement) == ("春游", 3, 0.75, 30)
    assert (first.beside, second.tag, notes) == (("露营", "赏樱"), "露营", 4)
