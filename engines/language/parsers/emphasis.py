"""Parses "more cyberpunk", "更水墨一点", "less anime": a style, stronger or weaker."""

import re
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.scenes import parse_scene
from engines.language.parsers.styles import find_styles
from engines.language.phrase import Phrase
from engines.language.scanner import split_words

_MORE = split_words(
    "make it more |make it a bit more |make it a little more |make it much more |a bit more |a little more ",
    "much more |even more |more |更加|再更|再|更|让它更|要更",
)
_LESS = split_words("make it less |a bit less |a little less |much less |less |不要这么|不要那么|别这么|别那么|少一点")
_STRONGER = "多重浓强"
_SHARE = re.compile(rf"(.{{2,10}}?)(?:味|感|味道|感觉)?(?:再)?([少淡弱轻{_STRONGER}])(?:一点|一些|点|些)")
_ASPECT = re.compile("(?:味儿|味道|味|感觉|感|效果|effect|look|feel|vibe|style) ?")
"""The aspect of a style that is strong or weak; it is not part of the name."""
_SLIGHTLY = split_words("一点|一些|点|些|一点点|点儿")


@dataclass(frozen=True, slots=True)
class Emphasis:
    """A style, and the requested change of its strength, -1 to 1."""

    style: str
    amount: float


def parse_emphasis(phrase: Phrase, current: str) -> Emphasis | None:
    """Return the style that *phrase* strengthens or weakens, or None if it contains anything else.

    *current* is the style of the image: its name may mean the style strength ("too much watercolor").
    """
    if (amount := _parse_strength(phrase, current)) is not None:
        return Emphasis(current, amount)
    clauses = phrase.split_clauses()
    if len(clauses) > 1 and current:  # "水彩味有点淡，再浓一点": one strength, named twice
        first, *others = (parse_emphasis(clause, current) for clause in clauses)
        others = [other or _repeat_emphasis(clause, current) for other, clause in zip(others, clauses[1:], strict=True)]
        found = [one for one in (first, *others) if one]
        if len(found) == len(clauses) and all(one.style.lower() in current.lower() for one in found):
            return found[-1]
    for openings, sign in ((_MORE, 1), (_LESS, -1)):
        opening = max((word for word in openings if phrase.folded.startswith(word)), key=len, default="")
        if not opening:
            continue
        rest = phrase.slice(len(opening))
        tail = max((word for word in _SLIGHTLY if rest.folded.endswith(word)), key=len, default="")
        scene = parse_scene(rest.slice(0, len(rest.text) - len(tail)))
        if scene.style and not scene.subject:
            slight = bool(tail) or "bit" in opening or "little" in opening
            return Emphasis(scene.style, sign * (0.15 if slight else 0.6 if "much" in opening else 0.3))
    if match := _SHARE.fullmatch(phrase.folded):
        scene = parse_scene(phrase.slice(0, match.end(1)))
        if scene.style and not scene.subject:
            return Emphasis(scene.style, 0.15 if match[2] in _STRONGER else -0.15)
    return None


def _repeat_emphasis(clause: Phrase, current: str) -> Emphasis | None:
    """Return the style strength that *clause* changes without naming it."""
    dial = "风格" if is_chinese(clause.text) else "style "
    changes = parse_adjustments(Phrase(f"{dial}{clause.text}"), None) or {}
    return Emphasis(current, changes["style_strength"]) if set(changes) == {"style_strength"} else None


def _parse_strength(phrase: Phrase, current: str) -> float | None:
    """Return the change of the style strength that *phrase* requests by the name of the *current* style."""
    mention = next((one for one in find_styles(phrase) if one.name.lower() in current.lower()), None)
    if mention is None:
        return None
    dial = "风格的" if is_chinese(phrase.text) else " style "
    rest = phrase.slice(mention.end)
    rest = rest.slice(aspect.end()) if (aspect := _ASPECT.match(rest.folded)) else Phrase(phrase.text[mention.end :])
    named = Phrase(f"{phrase.text[: mention.start]}{dial}{rest.text}")
    changes = parse_adjustments(named, None) or {}
    return changes["style_strength"] if set(changes) == {"style_strength"} else None
