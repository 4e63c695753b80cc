"""Prompts as image models should read them."""

# Around what retrieval added. A model reads the words, which describe a style, and might paint the signs.
_MARKS = str.maketrans("", "", "⟦⟧")


def without_marks(prompt: str) -> str:
    """Return *prompt* with the words that retrieval added and without the signs around them."""
    return prompt.translate(_MARKS)
