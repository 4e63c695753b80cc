"""Common typing errors of English words are corrected; other words stay."""

from engines.language.misspellings import correct_misspellings


def test_a_common_error_is_corrected_in_its_case() -> None:
    assert correct_misspellings("Resturants for begginers") == "Restaurants for beginners"


def test_other_words_stay() -> None:
    text = "the beginning of a recipe for apartments, 贴士"
    assert correct_misspellings(text) == text
