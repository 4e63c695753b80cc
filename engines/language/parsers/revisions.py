"""Parses requests that restore an earlier image, that leave open what to change, and that replace a part in words."""

import re

from engines.language.characters import is_chinese
from engines.language.lexicons.revisions import LEADS, RESTORES, TAILS, VAGUE
from engines.language.parsers.repaints import Repaint
from engines.language.phrase import EDGES, Phrase, strip_prefixes, strip_suffixes
from engines.language.scanner import Lexicon, Match, Value
from services.common.contract.image_chat import Control, Restore
from services.common.contract.session import LastResult

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|his|her|its)\s+", re.IGNORECASE)
_EXCLUDES = ("不要有", "不要", "别有", "without ", "no more ", "no ")
_BACKGROUNDS = ("背景", "background")


def parse_restore(phrase: Phrase) -> Restore:
    """Return which earlier image *phrase* asks for; unspecified if it contains anything else."""
    match = _match_whole(RESTORES, phrase)
    return match.value if match else Restore.UNSPECIFIED


def parse_vague_change(phrase: Phrase) -> Control | None:
    """Return what to display to a user who asks to change the image and leaves open how; None for other texts."""
    match = _match_whole(VAGUE, phrase)
    return match.value if match else None


def parse_exclusion(phrase: Phrase) -> Repaint | None:
    """Return the removal that "不要窗台" or "no hat" asks for, None for other texts."""
    for word in _EXCLUDES:
        if phrase.folded.startswith(word) and len(phrase.folded) > len(word):
            return Repaint(phrase.slice(len(word)).text, "", is_removal=True)
    return None


def rewrite_prompt(base: LastResult, repaint: Repaint) -> tuple[str, str] | None:
    """Return subject and prompt of *base* with a part that they name replaced or removed; None if they do not name it.

    The background needs no name: every image has one.
    """
    area = _ARTICLE.sub("", repaint.area.strip()).strip(EDGES)
    if not area:
        return None
    if area.lower() in _BACKGROUNDS and repaint.replacement:
        place = repaint.replacement.strip(EDGES)
        extra = f"，背景是{place}" if is_chinese(place) else f", background: {place}"
        return f"{base.subject}{extra}", f"{base.prompt or base.subject}{extra}"
    texts = (base.subject, base.prompt)
    if not any(area.lower() in text.lower() for text in texts):
        return None
    if repaint.is_removal:
        subject, prompt = (_remove(text, area) for text in texts)
    elif repaint.replacement:
        becomes = _ARTICLE.sub("", repaint.replacement.strip(EDGES))
        subject, prompt = (re.sub(re.escape(area), becomes, text, flags=re.IGNORECASE) for text in texts)
    else:
        return None
    return (subject, prompt) if subject or prompt else None


def _match_whole(lexicon: Lexicon[Value], phrase: Phrase) -> Match[Value] | None:
    """Return the word of *lexicon* that *phrase* is, in one of its clauses at least, without words of courtesy."""
    for clause in (phrase, *phrase.split_clauses()[-1:]):
        for text in (clause.folded, Phrase(strip_suffixes(clause.text, TAILS)).folded, _strip(clause)):
            match = lexicon.match_at(text, 0)
            if match is not None and match.end == len(text):
                return match
    return None


def _strip(clause: Phrase) -> str:
    return Phrase(strip_suffixes(strip_prefixes(clause, LEADS).text or clause.text, TAILS)).folded


def _remove(text: str, area: str) -> str:
    word = re.escape(area)
    pattern = (
        rf"(?:坐在|站在|趴在|躺在|在|有|和|戴着|穿着)?{word}(?:上面|上|里|旁边|边|下)?的?"
        if is_chinese(area)
        else rf"\s*,?\s*(?:\b(?:and|with|on|in|at|near|by|wearing|holding)\s+)?(?:\b(?:a|an|the|one)\s+)?\b{word}\b"
    )
    return re.sub(pattern, "", text, flags=re.IGNORECASE).strip(EDGES)
