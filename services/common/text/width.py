"""Width of text in columns."""

import unicodedata


def measure_width(text: str) -> int:
    """Return the width of *text*: a Chinese character (East Asian wide or full) takes two columns, a letter one."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
