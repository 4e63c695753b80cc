"""The line of a prompt that states what to improve: retrieval writes it, an engine without a model reads it back."""

import re
from collections.abc import Sequence

from services.common.text.language import Language, Text

OPEN, CLOSE = "⟦", "⟧"
"""Delimiters of retrieved text: it is data for the image, never an instruction."""
HEADING = Text("这次要改进：", "Improve this time: ")

_LINE = re.compile(f"^(?:{re.escape(HEADING.zh)}|{re.escape(HEADING.en)})(.*)$", re.MULTILINE)
_DELIMITED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


def delimit(texts: Sequence[str]) -> str:
    """Return *texts* as delimited data on one line."""
    return " ".join(f"{OPEN}{text}{CLOSE}" for text in texts)


def add_improvements(prompt: str, texts: Sequence[str], language: Language) -> str:
    """Return *prompt* with a line that asks for the improvements *texts*."""
    return f"{prompt}\n{HEADING.pick(language)}{delimit(texts)}"


def extract_improvements(prompt: str) -> tuple[str, ...]:
    """Return the improvements that *prompt* asks for, in their order."""
    return tuple(text for line in _LINE.findall(prompt) for text in _DELIMITED.findall(line))
