"""Markers around retrieved text in prompts."""

# A model reads the marked text, which describes a style, and might paint the markers.
_MARKERS = str.maketrans("", "", "⟦⟧")


def strip_markers(prompt: str) -> str:
    """Return *prompt* without the markers; the text within them stays."""
    return prompt.translate(_MARKERS)
