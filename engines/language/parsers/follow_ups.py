"""Parses requests that change the last image, and applies the change to it."""

from dataclasses import dataclass
from itertools import dropwhile

from engines.language.characters import is_chinese
from engines.language.lexicons.follow_ups import (
    ADD,
    ADD_LINKS,
    AGAIN,
    ARTICLES,
    BECOME,
    BUTS,
    DISLIKES,
    INSTEADS,
    OTHER_STYLE,
    PREPOSITIONS,
    SAME,
    SCENES,
    TRY,
)
from engines.language.lexicons.repaints import AREA_PHRASES, AREAS, LINKS_ZH, STYLE_TARGETS, WHOLE
from engines.language.parsers.scenes import parse_scene
from engines.language.phrase import Phrase, join_texts, strip_prefixes, strip_suffixes, to_plain_text
from services.common.contract.session import LastResult

_MAX_PREPOSITION_WORDS = 5
_MAX_PLACE_LENGTH = 9
"""Characters within which "给猫" or "在左上角" must reach its verb."""
_WHOLE_WORDS = tuple(sorted(WHOLE, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Change:
    """Difference from the last image; empty for "again".

    Attributes:
        subject: replaces the subject.
        style: replaces the style.
        addition: is added to the subject.
        drops_style: another style is requested and none is named.
        needs_last_result: the same words could start a request of their own, so a last image must exist.

    """

    subject: str = ""
    style: str = ""
    addition: str = ""
    drops_style: bool = False
    needs_last_result: bool = False


def parse_follow_up(phrase: Phrase) -> Change | None:
    """Return what *phrase* changes about the last image, or None if it is no follow-up."""
    rest = _strip_dislike(phrase)
    if rest is not None:
        return _parse_follow_up(rest) or Change()
    return _parse_follow_up(phrase)


def _parse_follow_up(phrase: Phrase) -> Change | None:
    folded = phrase.folded
    for other in OTHER_STYLE:
        if folded.startswith(other):
            scene = parse_scene(phrase.slice(len(other)))
            return Change(style=scene.style or scene.subject, drops_style=not (scene.style or scene.subject))
    if again := AGAIN.match_at(folded, 0):
        return _parse_after_again(phrase, again.end)
    return _parse_replacement(phrase) or _parse_addition(phrase) or _parse_suggestion(phrase)


def _strip_dislike(phrase: Phrase) -> Phrase | None:
    """Return what follows "I don't like it", or None if *phrase* does not begin so."""
    clauses = phrase.split_clauses()
    rest = list(dropwhile(lambda clause: clause.folded in DISLIKES, clauses))
    return Phrase("，".join(clause.text for clause in rest)) if len(rest) < len(clauses) else None


def compose_prompt(subject: str, style: str) -> str:
    """Return the prompt for *subject* in *style*, in the language of the style."""
    if not subject or not style:
        return subject or style
    return f"{style}风格的{subject}" if is_chinese(style) else f"{subject}, {style} style"


def apply_change(last_result: LastResult, change: Change) -> tuple[str, str, str]:
    """Return subject, style and prompt of the last image after *change*."""
    if change == Change() or change == Change(needs_last_result=True):
        return (
            last_result.subject,
            last_result.style,
            last_result.prompt or compose_prompt(last_result.subject, last_result.style),
        )
    style = change.style or ("" if change.drops_style else last_result.style)
    subject_before = last_result.subject or ("" if change.subject else last_result.prompt)
    subject = join_texts(change.subject or subject_before, change.addition)
    if change.addition and not (change.subject or change.style or change.drops_style) and last_result.prompt:
        return subject, style, join_texts(last_result.prompt, change.addition)
    return subject, style, compose_prompt(subject, style)


def _parse_after_again(phrase: Phrase, end: int) -> Change | None:
    """Parse what follows "again": nothing, a style, an addition, or another subject."""
    rest = _strip_but(phrase.slice(end))
    if rest.folded in AREAS:
        return None
    counted = phrase.folded[end - 1 : end] in tuple("只个位条朵匹座辆棵张幅") and phrase.folded.startswith(
        ("再", "重", "换")
    )
    folded = rest.folded
    if not folded or folded in SAME:
        return Change()
    if phrase.folded[:end] == "another":
        scene = parse_scene(rest)
        return Change(subject=scene.subject, style=scene.style, needs_last_result=True)
    for clause in rest.split_clauses()[1:]:
        if (later := _parse_replacement(clause)) is not None:
            return later
    if (deeper := _parse_replacement(rest) or _parse_addition(rest)) is not None:
        return deeper
    if " but " in folded:  # "the same cat but at night"
        rest = phrase.slice(phrase.folded.find(" but ") + 5)
    return _parse_change(rest, replaces=counted and not folded.startswith("的"))


def _parse_replacement(phrase: Phrase) -> Change | None:
    """Parse "换成X", "把它换成X", "turn it into X", where the whole image changes."""
    folded, start = phrase.folded, 0
    if not BECOME.match_at(folded, 0):
        link = max((link for link in LINKS_ZH if folded.startswith(link)), key=len, default="")
        target = next((word for word in _WHOLE_WORDS if folded.startswith(word, len(link))), "")
        if not target or (not link and target not in STYLE_TARGETS):
            return None
        start = len(link) + len(target)
    match = BECOME.match_at(folded, start)
    if match is None:
        return None
    if (
        folded[start : match.end] in ("换", "paint it")
        and start == 0
        and not parse_scene(phrase.slice(match.end)).style
    ):
        return (
            Change(addition=to_plain_text(_strip_instead(phrase.slice(match.end))))
            if folded.startswith("paint it")
            else None
        )
    rest = _strip_instead(phrase.slice(match.end))
    if (
        folded[: match.start].rstrip() in STYLE_TARGETS
        or "style" in folded[: match.end]
        or _ends_with_style(folded[: match.start])
    ):
        scene = parse_scene(rest)
        return Change(style=scene.style or scene.subject) if scene.style or scene.subject else None
    return _parse_change(rest, replaces=True) if rest.text else None


def _ends_with_style(folded: str) -> bool:
    return folded.endswith(("风格", "画风"))


def _parse_addition(phrase: Phrase) -> Change | None:
    """Parse "给它加一顶帽子", "add a hat", "让它笑"."""
    folded = phrase.folded
    link = max((link for link in ADD_LINKS if folded.startswith(link)), key=len, default="")
    if not link and folded.startswith(("给", "在")) and AREA_PHRASES.match_at(folded, 0) is None:
        placed = next(
            (word for word in ADD.find_all(folded[:_MAX_PLACE_LENGTH]) if folded[word.start] in "加添戴穿"), None
        )
        if placed is not None and (folded[0] == "给" or folded[placed.start] in "加添"):
            return Change(addition=to_plain_text(_strip_instead(phrase)), needs_last_result=folded[0] == "在")
    if (match := ADD.match_at(folded, len(link))) is not None:
        thing = _strip_instead(phrase.slice(match.end))
        if not thing.text:
            return None
        addition = (
            to_plain_text(_strip_instead(phrase.slice(len(link))))
            if is_chinese(folded)
            else f"with {to_plain_text(thing)}"
        )
        return Change(addition=addition, needs_last_result=folded.startswith(("with ", "放", "include")))
    if link.startswith("让") and len(folded) > len(link):
        return Change(addition=to_plain_text(_strip_instead(phrase.slice(len(link)))))
    return None


def _parse_suggestion(phrase: Phrase) -> Change | None:
    """Parse a bare style, "how about X", and what starts with a preposition: a request only after an image."""
    folded = phrase.folded
    if match := TRY.match_at(folded, 0):
        change = _parse_change(_strip_instead(phrase.slice(match.end)), replaces=False)
        return (
            Change(change.subject, change.style, change.addition, needs_last_result=True)
            if change and change.style
            else None
        )
    if folded in SCENES:
        return Change(addition=to_plain_text(phrase), needs_last_result=True)
    scene = parse_scene(phrase)
    if scene.style and not scene.subject and not scene.is_requested:
        return Change(style=scene.style, needs_last_result=True)
    short = len(folded.split()) <= _MAX_PREPOSITION_WORDS and "," not in folded
    core = _strip_but(phrase)
    if (folded.startswith(PREPOSITIONS) or core != phrase) and short and not scene.is_requested:
        change = _parse_replacement(core) or _parse_addition(core) or _parse_change(core, replaces=False)
        return change and Change(change.subject, change.style, change.addition, needs_last_result=True)
    return None


def _parse_change(phrase: Phrase, *, replaces: bool) -> Change | None:
    """Return *phrase* as a change: its style, and its subject either as a replacement or as an addition."""
    rest = _strip_instead(phrase)
    scene = parse_scene(rest)
    if not scene.subject:
        return Change(style=scene.style) if scene.style else None
    has_article = rest.folded.startswith(ARTICLES) and not is_chinese(scene.subject)
    replaces_subject = scene.has_article if not is_chinese(scene.subject) else (replaces or scene.has_article)
    if (has_article or replaces_subject) and scene.subject.rstrip("的") not in SCENES:
        return Change(subject=scene.subject, style=scene.style)
    return Change(style=scene.style, addition=scene.subject.rstrip("的"))


def _strip_but(phrase: Phrase) -> Phrase:
    text = strip_prefixes(phrase, BUTS)
    return text if text.folded not in SAME else Phrase("")


def _strip_instead(phrase: Phrase) -> Phrase:
    return Phrase(strip_suffixes(phrase.text, INSTEADS))
