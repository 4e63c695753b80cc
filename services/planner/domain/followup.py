"""Reads wishes that go on from the last picture, and joins them with it."""

from dataclasses import dataclass
from itertools import dropwhile

from services.planner.domain.followup_lexicon import (
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
from services.planner.domain.generation import describe
from services.planner.domain.intent import LastResult
from services.planner.domain.phrase import Phrase, join, plain, without_heads, without_tails
from services.planner.domain.repaint_lexicon import AREA_PHRASES, AREAS, LINKS_ZH, STYLE_TARGETS, WHOLE
from services.planner.domain.script import is_chinese

_MOST_PREPOSITION_WORDS = 5
_LONGEST_PLACE = 9
"""Characters within which "给猫" or "在左上角" must reach its verb."""
_WHOLE_WORDS = tuple(sorted(WHOLE, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Change:
    """What differs from the last picture; nothing at all for "again".

    Attributes:
        subject: what is shown instead.
        style: the style it is painted in instead.
        addition: what is shown besides.
        drops_style: another style is wanted and none is named.
        soft: the same words could begin a wish of their own, so a last picture must exist.

    """

    subject: str = ""
    style: str = ""
    addition: str = ""
    drops_style: bool = False
    soft: bool = False


def follow_up(phrase: Phrase) -> Change | None:
    """Return what *phrase* changes about the last picture, or None if it does not speak of one."""
    said = _after_dislike(phrase)
    if said is not None:
        return _follow_up(said) or Change()
    return _follow_up(phrase)


def _follow_up(phrase: Phrase) -> Change | None:
    folded = phrase.folded
    for other in OTHER_STYLE:
        if folded.startswith(other):
            scene = describe(phrase.part(len(other)))
            return Change(style=scene.style or scene.subject, drops_style=not (scene.style or scene.subject))
    if again := AGAIN.at(folded, 0):
        return _after_again(phrase, again.end)
    return _becoming(phrase) or _adding(phrase) or _trying(phrase)


def _after_dislike(phrase: Phrase) -> Phrase | None:
    """Return what follows "I don't like it", or None if *phrase* does not begin so."""
    clauses = phrase.clauses()
    liked = list(dropwhile(lambda clause: clause.folded in DISLIKES, clauses))
    return Phrase("，".join(clause.written for clause in liked)) if len(liked) < len(clauses) else None


def compose(subject: str, style: str) -> str:
    """Return the text of a picture of *subject* in *style*, in the style's language."""
    if not subject or not style:
        return subject or style
    return f"{style}风格的{subject}" if is_chinese(style) else f"{subject}, {style} style"


def revised(last: LastResult, change: Change) -> tuple[str, str, str]:
    """Return subject, style and prompt of the last picture after *change*."""
    if change == Change() or change == Change(soft=True):
        return last.subject, last.style, last.prompt or compose(last.subject, last.style)
    style = change.style or ("" if change.drops_style else last.style)
    kept = last.subject or ("" if change.subject else last.prompt)
    subject = join(change.subject or kept, change.addition)
    if change.addition and not (change.subject or change.style or change.drops_style) and last.prompt:
        return subject, style, join(last.prompt, change.addition)
    return subject, style, compose(subject, style)


def _after_again(phrase: Phrase, end: int) -> Change | None:
    """Read what follows "again": nothing, a style, a thing to add, or another subject."""
    rest = _without_but(phrase.part(end))
    if rest.folded in AREAS:
        return None
    counted = phrase.folded[end - 1 : end] in tuple("只个位条朵匹座辆棵张幅") and phrase.folded.startswith(
        ("再", "重", "换")
    )
    folded = rest.folded
    if not folded or folded in SAME:
        return Change()
    if phrase.folded[:end] == "another":
        scene = describe(rest)
        return Change(subject=scene.subject, style=scene.style, soft=True)
    for clause in rest.clauses()[1:]:
        if (later := _becoming(clause)) is not None:
            return later
    if (deeper := _becoming(rest) or _adding(rest)) is not None:
        return deeper
    if " but " in folded:  # "the same cat but at night"
        rest = phrase.part(phrase.folded.find(" but ") + 5)
    return _read(rest, replaces=counted and not folded.startswith("的"))


def _becoming(phrase: Phrase) -> Change | None:
    """Read "换成X", "把它换成X", "turn it into X", where it is the whole picture that changes."""
    folded, start = phrase.folded, 0
    if not BECOME.at(folded, 0):
        link = max((link for link in LINKS_ZH if folded.startswith(link)), key=len, default="")
        target = next((word for word in _WHOLE_WORDS if folded.startswith(word, len(link))), "")
        if not target or (not link and target not in STYLE_TARGETS):
            return None
        start = len(link) + len(target)
    found = BECOME.at(folded, start)
    if found is None:
        return None
    if folded[start : found.end] in ("换", "paint it") and start == 0 and not describe(phrase.part(found.end)).style:
        return Change(addition=plain(_trimmed(phrase.part(found.end)))) if folded.startswith("paint it") else None
    rest = _trimmed(phrase.part(found.end))
    if (
        folded[: found.start].rstrip() in STYLE_TARGETS
        or "style" in folded[: found.end]
        or _of_style(folded[: found.start])
    ):
        scene = describe(rest)
        return Change(style=scene.style or scene.subject) if scene.style or scene.subject else None
    return _read(rest, replaces=True) if rest.written else None


def _of_style(folded: str) -> bool:
    return folded.endswith(("风格", "画风"))


def _adding(phrase: Phrase) -> Change | None:
    """Read "给它加一顶帽子", "add a hat", "让它笑"."""
    folded = phrase.folded
    link = max((link for link in ADD_LINKS if folded.startswith(link)), key=len, default="")
    if not link and folded.startswith(("给", "在")) and AREA_PHRASES.at(folded, 0) is None:
        placed = next((word for word in ADD.all(folded[:_LONGEST_PLACE]) if folded[word.start] in "加添戴穿"), None)
        if placed is not None and (folded[0] == "给" or folded[placed.start] in "加添"):
            return Change(addition=plain(_trimmed(phrase)), soft=folded[0] == "在")
    if (found := ADD.at(folded, len(link))) is not None:
        thing = _trimmed(phrase.part(found.end))
        if not thing.written:
            return None
        addition = plain(_trimmed(phrase.part(len(link)))) if is_chinese(folded) else f"with {plain(thing)}"
        return Change(addition=addition, soft=folded.startswith(("with ", "放", "include")))
    if link.startswith("让") and len(folded) > len(link):
        return Change(addition=plain(_trimmed(phrase.part(len(link)))))
    return None


def _trying(phrase: Phrase) -> Change | None:
    """Read a bare style, "how about X", and what begins with a preposition: only sensible after a picture."""
    folded = phrase.folded
    if found := TRY.at(folded, 0):
        change = _read(_trimmed(phrase.part(found.end)), replaces=False)
        return Change(change.subject, change.style, change.addition, soft=True) if change and change.style else None
    if folded in SCENES:
        return Change(addition=plain(phrase), soft=True)
    scene = describe(phrase)
    if scene.style and not scene.subject and not scene.asked:
        return Change(style=scene.style, soft=True)
    short = len(folded.split()) <= _MOST_PREPOSITION_WORDS and "," not in folded
    turned = _without_but(phrase)
    if (folded.startswith(PREPOSITIONS) or turned != phrase) and short and not scene.asked:
        change = _becoming(turned) or _adding(turned) or _read(turned, replaces=False)
        return change and Change(change.subject, change.style, change.addition, soft=True)
    return None


def _read(phrase: Phrase, *, replaces: bool) -> Change | None:
    """Return *phrase* as a change: its style, and its subject either in place of the last or besides it."""
    rest = _trimmed(phrase)
    scene = describe(rest)
    if not scene.subject:
        return Change(style=scene.style) if scene.style else None
    article = rest.folded.startswith(ARTICLES) and not is_chinese(scene.subject)
    instead = scene.measured if not is_chinese(scene.subject) else (replaces or scene.measured)
    if (article or instead) and scene.subject.rstrip("的") not in SCENES:
        return Change(subject=scene.subject, style=scene.style)
    return Change(style=scene.style, addition=scene.subject.rstrip("的"))


def _without_but(phrase: Phrase) -> Phrase:
    text = without_heads(phrase, BUTS)
    return text if text.folded not in SAME else Phrase("")


def _trimmed(phrase: Phrase) -> Phrase:
    return Phrase(without_tails(phrase.written, INSTEADS))
