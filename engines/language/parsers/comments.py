"""Separates requests from comments: reasons, purposes, opinions, and addressees."""

import re
from collections.abc import Callable, Iterator

from engines.language.characters import is_chinese
from engines.language.lexicons.comments import (
    ASIDE_EN,
    ASIDE_ZH,
    BREAKS,
    COMMENT,
    DISLIKED,
    ERRAND,
    LIKED,
    NO_ASIDE_ZH,
    OF_IMAGE,
    PURPOSE,
    REPEATED,
    REPORTER,
    SOFT_BREAKS,
    STATEMENT,
    UNCHANGED,
)
from engines.language.lexicons.follow_ups import AGAIN
from engines.language.parsers.scenes import parse_scene
from engines.language.parsers.small_talk import is_greeting
from engines.language.phrase import Phrase

_MAX_CLAUSES, _MAX_LENGTH = 8, 300
"""A longer text contains more than a request and its comments."""
_BREAKS, _COMMENT, _ERRAND, _PURPOSE = (re.compile(pattern) for pattern in (BREAKS, COMMENT, ERRAND, PURPOSE))
_REPEATED, _POINTS = re.compile(REPEATED), frozenset(("it", "that", "this", "way", "so", "one", "the", "a"))
_DISLIKED, _LIKED = re.compile(DISLIKED), re.compile(LIKED)
_SOFT_BREAKS, _REPORTER = re.compile(SOFT_BREAKS), re.compile(REPORTER)
_ASIDE_EN, _ASIDE_ZH, _NO_ASIDE_ZH = (re.compile(pattern) for pattern in (ASIDE_EN, ASIDE_ZH, NO_ASIDE_ZH))
_IT_IS = re.compile(r"(?:it|its|it's|this|that|that's)\b")
_UNCHANGED, _OF_IMAGE, _STATEMENT = (re.compile(pattern) for pattern in (UNCHANGED, OF_IMAGE, STATEMENT))


def find_requests(phrase: Phrase, is_request: Callable[[Phrase], bool]) -> Phrase | None:
    """Return the clauses of *phrase* that request something, if every other one is a comment.

    Args:
        phrase: a text that cannot be parsed as a whole.
        is_request: returns whether a part of it can be parsed by itself.

    Returns:
        None if nothing is requested, or if a clause that cannot be parsed may be a request, too.

    """
    spans = tuple(_list_clauses(phrase)) if len(phrase.text) <= _MAX_LENGTH else ()
    if not 0 < len(spans) <= _MAX_CLAUSES:
        return None
    for place, (start, _) in enumerate(spans[1:], start=1):
        rest = phrase.slice(start)
        if all(_is_comment(phrase.slice(*before)) for before in spans[:place]) and is_request(rest):
            return rest
    requests = []
    for span in spans:
        clause = phrase.slice(*span)
        shorter = next((part for part in (clause, *_shorten(clause)) if part != phrase and is_request(part)), None)
        if shorter is not None:
            requests.append(shorter.text)
        elif not _is_comment(clause):
            return None
    text = "，".join(requests)
    return Phrase(text) if requests and text != phrase.text else None


def is_remark(phrase: Phrase) -> bool:
    """Return whether *phrase* thanks, greets or praises, and the rest of it requests nothing."""
    clauses = phrase.split_clauses()
    return any(is_greeting(clause) for clause in clauses) and all(_is_comment(clause) for clause in clauses)


def find_adjustments(phrase: Phrase, is_adjustment: Callable[[Phrase], bool]) -> Phrase | None:
    """Return the clauses of *phrase* that adjust the image, if the others only state why or what for.

    Wider than `find_requests`: the pixels of an image can be adjusted back, so what surrounds an adjustment needs no
    known words, as long as nothing in it can be a request.
    """
    clauses = phrase.split_clauses() if len(phrase.text) <= _MAX_LENGTH else ()
    if not 0 < len(clauses) <= _MAX_CLAUSES:
        return None
    found = []
    for clause in clauses:
        if shorter := next((part for part in (clause, *_shorten(clause)) if is_adjustment(part)), None):
            found.append(shorter.text)
        elif AGAIN.match_at(clause.folded, 0) or not (_is_aside(clause) or _is_comment(clause)):
            return None
    return Phrase("，".join(found)) if found else None


def _is_aside(clause: Phrase) -> bool:
    """Return whether *clause* states why or what for, and requests nothing of the image."""
    scene = parse_scene(clause)
    if scene.is_requested or (scene.style and not _IT_IS.match(clause.folded)):
        return False
    if is_chinese(clause.folded):
        return _NO_ASIDE_ZH.search(clause.folded) is None and _ASIDE_ZH.search(clause.folded) is not None
    return _ASIDE_EN.search(clause.folded) is not None


def is_statement(phrase: Phrase) -> bool:
    """Return whether *phrase* states something about the content of an image ("the sky is blue")."""
    return _STATEMENT.match(phrase.folded) is not None


def strip_unchanged(phrase: Phrase) -> Phrase:
    """Return *phrase* without the words about unchanged parts ("其他不变", "keep the rest"), if others remain."""
    rest = phrase.remove(match.span() for match in _UNCHANGED.finditer(phrase.folded))
    return rest if rest.text else phrase


def strip_repeated(phrase: Phrase) -> Phrase:
    """Return *phrase* without a clause at its end that only repeats the request ("she wants it pink")."""
    found = _REPEATED.search(phrase.folded)
    if found is None or not found.start():
        return phrase
    before = phrase.slice(0, found.start())
    words = found["what_zh"] or " ".join(word for word in found["what"].split() if word not in _POINTS)
    return before if words.rstrip("的了啊") in before.folded else phrase


def strip_reporter(phrase: Phrase) -> Phrase:
    """Return *phrase* without the words that name the author of a reported request."""
    found = _REPORTER.match(phrase.folded)
    return phrase.slice(found.end()) if found else phrase


def punctuate(phrase: Phrase) -> Phrase:
    """Return *phrase* with a comma at each pause of a text without punctuation."""
    comma = "，" if is_chinese(phrase.text) else ", "
    parts, start = [], 0
    for found in _SOFT_BREAKS.finditer(phrase.folded):
        parts.append(phrase.text[start : found.start()])
        start = found.end()
    return Phrase(comma.join([*parts, phrase.text[start:]])) if parts else phrase


def _list_clauses(phrase: Phrase) -> Iterator[tuple[int, int]]:
    """Yield the span of each part between punctuation and conjunctions."""
    start = 0
    for found in _BREAKS.finditer(phrase.folded):
        if phrase.slice(start, found.start()).text:
            yield start, found.start()
        start = found.end()
    if phrase.slice(start).text:
        yield start, len(phrase.text)


def _shorten(clause: Phrase) -> Iterator[Phrase]:
    """Yield *clause* without its purpose, and its part from the named image on ("i need a drawing of a fox")."""
    if (found := _PURPOSE.search(clause.folded)) and found.start():
        yield clause.slice(0, found.start())
    if (found := _OF_IMAGE.search(clause.folded)) and _is_comment(clause.slice(0, found.start())):
        yield clause.slice(found.start())


def _is_comment(clause: Phrase) -> bool:
    """Return whether *clause* states something, and requests neither an image nor an errand."""
    if is_greeting(clause):
        return True
    if _DISLIKED.search(clause.folded) or (_LIKED.search(clause.folded) and parse_scene(clause).style):
        return True
    if _ERRAND.match(clause.folded) or _COMMENT.search(clause.folded) is None:
        return False
    scene = parse_scene(clause)
    return not (scene.is_requested or scene.style or (scene.is_desire and scene.has_article))
