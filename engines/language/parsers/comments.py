"""Separates what a text requests from what it adds about it: reasons, purposes, opinions, and whom it addresses."""

import re
from collections.abc import Callable

from engines.language.lexicons.comments import COMMENT, ERRAND, KEPT, PURPOSE
from engines.language.parsers.scenes import parse_scene
from engines.language.phrase import Phrase

_MAX_CLAUSES = 8
_COMMENT, _ERRAND, _PURPOSE = re.compile(COMMENT), re.compile(ERRAND), re.compile(PURPOSE)
_KEPT = re.compile(KEPT)


def find_requests(phrase: Phrase, is_request: Callable[[Phrase], bool]) -> Phrase | None:
    """Return the clauses of *phrase* that request something, if every other one is a comment.

    Args:
        phrase: a text that is not understood as a whole.
        is_request: returns whether a clause is understood by itself.

    Returns:
        None where nothing is requested, or where a clause that is not understood may be a request, too.

    """
    whole = phrase.split_clauses()
    if len(whole) > _MAX_CLAUSES:
        return None
    requests = []
    for clause in whole:
        shorter = next((part for part in (clause, _strip_purpose(clause)) if is_request(part)), None)
        if shorter is not None:
            requests.append(shorter.text)
        elif not _is_comment(clause):
            return None
    text = "，".join(requests)
    return Phrase(text) if requests and text != phrase.text else None


def strip_kept(phrase: Phrase) -> Phrase:
    """Return *phrase* without the words about what stays as it is ("其他不变", "keep the rest"), if others remain."""
    rest = phrase.remove(match.span() for match in _KEPT.finditer(phrase.folded))
    return rest if rest.text else phrase


def _strip_purpose(clause: Phrase) -> Phrase:
    found = _PURPOSE.search(clause.folded)
    return clause.slice(0, found.start()) if found and found.start() else clause


def _is_comment(clause: Phrase) -> bool:
    """Return whether *clause* states something, and asks neither for an image nor for an errand."""
    if _ERRAND.match(clause.folded) or _COMMENT.search(clause.folded) is None:
        return False
    scene = parse_scene(clause)
    return not (scene.is_requested or scene.style or (scene.is_desire and scene.has_article))
