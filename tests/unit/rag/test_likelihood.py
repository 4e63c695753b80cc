"""The likelihood that a note is about a request."""

from engines.note_subject import NoteText
from services.rag.domain.likelihood import LIKELY, estimate_likelihood
from tests.unit.rag.comparisons import make_comparison

SQUEAK = NoteText("Squeaky wooden floorboards", ("floor", "squeak"), "Powder between the boards quietens a squeak.")
REQUEST = "a post about quietening squeaky floors, no ripping up carpet"


def estimate(note: NoteText, whole: float, ahead: float, **other: float) -> float:
    """Return the likelihood of *note*, whose questions are as close as its title unless *other* states how close."""
    topic, comparison = "quietening squeaky floors", make_comparison(whole, ahead=ahead, **other)
    return estimate_likelihood(topic, REQUEST, note, comparison)


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
        estimate_likelihood(topic, topic, note, make_comparison(0.5, ahead=0.05))
        for topic in ("早上总是起不来", "早上吃什么")
    )
    assert tired > other


def test_a_note_whose_learned_product_is_higher_is_more_likely() -> None:
    lower, same, higher = (estimate(SQUEAK, 0.55, 0.1, learned=learned) for learned in (-1.0, 0.0, 1.0))
    assert lower < same < higher


def test_a_note_whose_question_is_the_request_is_more_likely() -> None:
    assert estimate(SQUEAK, 0.55, 0.1, question=0.9) > estimate(SQUEAK, 0.55, 0.1)


def test_a_note_that_does_not_answer_the_request_is_less_likely() -> None:
    assert estimate(SQUEAK, 0.55, 0.1, unanswered=0.9) < estimate(SQUEAK, 0.55, 0.1)


def test_a_note_that_the_network_matches_is_more_likely() -> None:
    assert estimate(SQUEAK, 0.55, 0.1, matched=2.0) > estimate(SQUEAK, 0.55, 0.1, matched=-2.0)
