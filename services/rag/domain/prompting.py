"""What is asked of the library, and what is made of its answer."""

import re
from collections.abc import Sequence

from services.rag.domain.names import has_han
from services.rag.domain.ranking import Match

_OPEN, _CLOSE = "⟦", "⟧"
"""Around everything that was retrieved: it is material for the picture, never an instruction."""
_UNWANTED = re.compile(rf"[{_OPEN}{_CLOSE}\x00-\x1f\x7f]+")


def compose_query(style: str, subject: str, text: str, suggestions: Sequence[str] = ()) -> str:
    """Return the query: style, subject, text, then the critic's suggestions, a line each, without repeats."""
    parts = (part.strip() for part in (style, subject, text, *suggestions))
    return "\n".join(dict.fromkeys(part for part in parts if part))


def enhance(original: str, retrieved: Sequence[Match], suggestions: Sequence[str] = ()) -> str:
    """Return the prompt to paint from: the original first and unchanged, then styles and suggestions as marked data."""
    chinese = has_han(original)
    styles = [f"{_title(match, chinese)}: {match.style.prompt_like(original)}" for match in retrieved]
    lines = [
        original.strip(),
        _marked("风格参考：" if chinese else "Style reference: ", styles),
        _marked("这次要改进：" if chinese else "Improve this time: ", suggestions),
    ]
    return "\n".join(line for line in lines if line)


def _marked(heading: str, texts: Sequence[str]) -> str:
    marked = [f"{_OPEN}{clean}{_CLOSE}" for text in texts if (clean := _data(text))]
    return heading + " ".join(marked) if marked else ""


def _title(match: Match, chinese: bool) -> str:
    zh, en = match.style.name_zh, match.style.name_en
    return (zh or en) if chinese else (en or zh)


def _data(text: str) -> str:
    """Return *text* on one line and without the marks, so that it cannot leave them."""
    return " ".join(_UNWANTED.sub(" ", text).split())
