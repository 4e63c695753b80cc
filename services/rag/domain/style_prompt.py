"""Query of the style library, and the prompt enhanced with its matches."""

import re
from collections.abc import Sequence

from engines.language.traditional_chinese import simplify
from services.common.text.improvements import CLOSE, HEADING, OPEN, delimit
from services.rag.domain.name_corrections import NameCorrections
from services.rag.domain.names import has_han
from services.rag.domain.rank_fusion import Match

_REMOVED = re.compile(rf"[{OPEN}{CLOSE}\x00-\x1f\x7f]+")


def compose_query(style: str, subject: str, text: str, suggestions: Sequence[str] = ()) -> str:
    """Return the query: style, subject, text, then the critic's suggestions, a line each, without duplicates."""
    parts = (part.strip() for part in (style, subject, text, *suggestions))
    return "\n".join(dict.fromkeys(part for part in parts if part))


def correct_query(query: str, corrections: NameCorrections) -> str:
    """Return *query* in simplified characters, with the style names that it misspells on lines of their own."""
    simplified = simplify(query)
    return "\n".join((simplified, *corrections.find_misspelled(simplified)))


def enhance(original: str, retrieved: Sequence[Match], suggestions: Sequence[str] = ()) -> str:
    """Return the final prompt: the original first and unchanged, then styles and suggestions as delimited data."""
    chinese = has_han(original)
    styles = [f"{_pick_name(match, chinese)}: {match.style.pick_prompt(original)}" for match in retrieved]
    lines = [
        original.strip(),
        _delimit("风格参考：" if chinese else "Style reference: ", styles),
        _delimit(HEADING.zh if chinese else HEADING.en, suggestions),
    ]
    return "\n".join(line for line in lines if line)


def _delimit(heading: str, texts: Sequence[str]) -> str:
    cleaned = [text for text in map(_clean, texts) if text]
    return heading + delimit(cleaned) if cleaned else ""


def _pick_name(match: Match, chinese: bool) -> str:
    zh, en = match.style.name_zh, match.style.name_en
    return (zh or en) if chinese else (en or zh)


def _clean(text: str) -> str:
    """Return *text* on one line and without the delimiters, so that it cannot close them."""
    return " ".join(_REMOVED.sub(" ", text).split())
