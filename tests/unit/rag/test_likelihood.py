"""The likelihood that a note is about a request."""

from engines.note_subject import NoteText
from services.rag.domain.likelihood import LIKELY, Similarity, estimate_likelihood

SQUEAK = NoteText("Squeaky wooden floorboards", ("floor", "squeak"), "Powder between the boards quietens a squeak.")
REQUEST = "a post about quietening squeaky floors, no ripping up carpet"


def estimate(note: NoteText, whole: float, ahead: float, learned: float = 0.0) -> float:
    return estimate_likelihood("quietening squeaky floors", REQUEST, note, Similarity(whole, ahead, learned))


def test_a_note_that_is_ahead_of_all_others_and_shares_its_words_is_likely() -> None:
    assert estimate(SQUEAK, 0.55, 0.2) >= LIKELY


def test_the_same_note_behind_a_closer_one_is_less_likely() -> None:
    assert estimate(SQUEAK, 0.55, -0.1) < estimate(SQUEAK, 0.55, 0.1)


def test_a_near_note_that_shares_no_word_is_unlikely() -> None:
    other = NoteText("Cleaning windows without streaks", ("windows", "glass"), "Wash them on a cloudy day.")
    assert estimate(other, 0.45, 0.02) < LIKELY


def test_the_words_of_a_matter_count_as_one() -> None:
    note = NoteText("早起的四个办法", ("早起", "习惯"), "把闹钟放远一点。")
    tired, other = (
        estimate_likelihood(topic, topic, note, Similarity(0.5, 0.05)) for topic in ("早上总是起不来", "早上吃什么")
    )
    assert tired > other


def test_a_note_whose_learned_product_is_higher_is_more_likely() -> None:
    assert estimate(SQUEAK, 0.55, 0.1, 1.0) > estimate(SQUEAK, 0.55, 0.1) > estimate(SQUEAK, 0.55, 0.1, -1.0)
