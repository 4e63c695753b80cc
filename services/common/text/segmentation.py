"""Words of Chinese texts, which have no spaces."""


def segment(text: str, *, guess_unknown: bool = True) -> list[str]:
    """Return the words of *text* in order: together they are the text.

    *guess_unknown* joins characters that the dictionary does not know as a word, where that is likely.
    """
    import rjieba  # its dictionary takes a tenth of a second to load, which a process that only starts does not need

    return list(rjieba.cut(text, guess_unknown))


def segment_for_search(text: str) -> list[str]:
    """Return the words of *text* in order, and before each long one the shorter words that it contains."""
    import rjieba

    return list(rjieba.cut_for_search(text))


def tag_words(text: str) -> list[tuple[str, str]]:
    """Return the words of *text* in order, each with its part of speech: 'n' for a noun."""
    import rjieba

    return list(rjieba.tag(text))
