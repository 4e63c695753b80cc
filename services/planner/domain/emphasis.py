"""Reads "more cyberpunk", "更水墨一点", "less anime": a style wanted more or less strongly."""

from dataclasses import dataclass

from services.planner.domain.generation import describe
from services.planner.domain.phrase import Phrase
from services.planner.domain.scanner import words

_MORE = words(
    "make it more |make it a bit more |make it a little more |make it much more |a bit more |a little more ",
    "much more |even more |more |更加|再更|再|更|让它更|要更",
)
_LESS = words("make it less |a bit less |a little less |much less |less |不要这么|不要那么|别这么|别那么|少一点")
_SLIGHTLY = words("一点|一些|点|些|一点点|点儿")


@dataclass(frozen=True, slots=True)
class Emphasis:
    """A style and how much more (or, negative, less) of it is wanted, -1..1."""

    style: str
    amount: float


def emphasis(phrase: Phrase) -> Emphasis | None:
    """Return the style that *phrase* wants more or less of, or None if it says anything else."""
    for openings, sign in ((_MORE, 1), (_LESS, -1)):
        opening = max((word for word in openings if phrase.folded.startswith(word)), key=len, default="")
        if not opening:
            continue
        rest = phrase.part(len(opening))
        tail = max((word for word in _SLIGHTLY if rest.folded.endswith(word)), key=len, default="")
        scene = describe(rest.part(0, len(rest.written) - len(tail)))
        if scene.style and not scene.subject:
            slight = bool(tail) or "bit" in opening or "little" in opening
            return Emphasis(scene.style, sign * (0.15 if slight else 0.6 if "much" in opening else 0.3))
    return None
