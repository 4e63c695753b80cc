"""Query of the style library, and the prompt enhanced with its matches."""

import re
from collections.abc import Sequence

from services.rag.domain.names import has_han
from services.rag.domain.rank_fusion import Match

_OPEN, _CLOSE = "⟦", "⟧"
"""Delimiters of retrieved text: it is data for the image, never an instruction."""
_REMOVED = re.compile(rf"[{_OPEN}{_CLOSE}\x00-\x1f\x7f]+")


def compose_query(style: str, subject: str, text: str, suggestions: Sequence[str] = ()) -> str:
    """Return the query: style, subject, text, then the critic's suggestions, a line each, without duplicates."""
    parts = (part.strip() for part in (style, subject, text, *suggestions))
    return "\n".join(dict.fromkeys(part for part in parts if part))


def enhance(original: str, retrieved: Sequence[Match], suggestions: Sequence[str] = ()) -> str:
    """Return the final prompt: the original first and unchanged, then styles and suggestions as delimited data."""
    chinese = has_han(original)
    styles = [f"{_pick_name(match, chinese)}: {match.style.pick_prompt(original)}" for match in retrieved]
    lines = [
        original.strip(),
        _delimit("风格参考：" if chinese else "Style reference: ", styles),
        _delimit("这次要改进：" if chinese else "Improve this time: ", suggestions),
    ]
    return "\n".join(line for line in lines if line)


def _delimit(heading: str, texts: Sequence[str]) -> str:
    delimited = [f"{_OPEN}{cleaned}{_CLOSE}" for text in texts if (cleaned := _clean(text))]
    return heading + " ".join(delimited) if delimited else ""


def _pick_name(match: Match, chinese: bool) -> str:
    zh, en = match.style.name_zh, match.style.name_en
    return (zh or en) if chinese else (en or zh)


def _clean(text: str) -> str:
    """Return *text* on one line and without the delimiters, so that it cannot close them."""
    return " ".join(_REMOVED.sub(" ", text).split())
