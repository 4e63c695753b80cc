"""Classifies a subject by the words of the themes in it."""

import re
from functools import lru_cache

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon
from engines.note_themes.lexicon import NEIGHBOURS, STRONG, WEAK, Theme

_WORD = re.compile(r"[a-zà-ÿ0-9]+(?:[-'’][a-zà-ÿ0-9]+)*")
_BEFORE_SETTING = re.compile(
    r"\b(?:for|in|with|of|on|at|from|under|by|without|after|before|during|near|around|between|across|when|who|that|to|than)\b"
)
_KEEP_S = ("ss", "us", "is", "'s")
_LATER, _HEAD = 0.05, 3
"""Weight of a later word in Chinese, where the head of a phrase is last; of a word in the head of an English phrase."""

_MIN_COVERED, _MIN_COVERED_OF_SHORT, _MAX_SHORT = 0.5, 0.3, 24
"""Minimum share of the letters of a subject, calibrated on the worked topics of the note cases; of a short English one;
most letters of such a one."""
_IGNORED = re.compile(r"\b(?:an?|the|for|in|with|of|on|at|to|and|my|our|your|how)\b|[^\w]|[的了和与]")


def _stem(word: str) -> str:
    """Return the singular of an English *word*; other words as they are."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(_KEEP_S):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "toes")) else word[:-1]


def _stem_all(text: str) -> str:
    return _WORD.sub(lambda found: _stem(found[0].removesuffix("'s").removesuffix("’s")), text)


def _build_lexicon(words: dict[Theme, tuple[str, ...]]) -> Lexicon[Theme]:
    return Lexicon({_stem_all(word): theme for theme, names in words.items() for word in names})


_STRONG, _WEAK = _build_lexicon(STRONG), _build_lexicon(WEAK)
_NEIGHBOURS = Lexicon({_stem_all(word): True for word in NEIGHBOURS})


def find_theme(subject: str) -> Theme | None:
    """Return the theme of *subject*, None if no theme has words of it. Linear in the length.

    All words of the subject count: the length of each is its weight. A home workout is fitness, since "home" is a
    setting; 春天的穿搭 is fashion, since the head of a Chinese phrase is last; that of an English one is before its
    first preposition.
    """
    folded = _stem_all(Phrase(subject).folded)
    return _choose(folded, _STRONG) or _choose(folded, _WEAK)


@lru_cache(maxsize=256)
def find_all_themes(subject: str) -> frozenset[Theme]:
    """Return the themes whose strong words *subject* has."""
    return frozenset(match.value for match in _STRONG.find_all(_stem_all(Phrase(subject).folded)))


def is_theme_certain(subject: str) -> bool:
    """Return whether the strong words of a single theme are enough of *subject* for a template of that theme.

    A subject with the words of two themes (coffee stains on a shirt), with weak words only (learning to juggle), or
    mostly about something else (教爸爸用微信和AI) has no certain theme, nor has one whose words are only in its setting
    (Italian for a honeymoon). A thing at the edge of its theme (an aquarium)
    is not covered by the templates of that theme.
    """
    folded = _stem_all(Phrase(subject).folded)
    if any(_NEIGHBOURS.find_all(folded)):
        return False
    matches = [*_STRONG.find_all(folded)]
    setting = _BEFORE_SETTING.search(folded)
    if setting and setting.start() and all(match.start > setting.start() for match in matches):
        return False
    covered = sum(match.end - match.start for match in matches)
    length = len(_IGNORED.sub("", folded))
    is_short = not is_chinese(folded) and length <= _MAX_SHORT
    least = _MIN_COVERED_OF_SHORT if is_short else _MIN_COVERED
    return len({match.value for match in matches}) == 1 and covered >= least * length


def _choose(folded: str, lexicon: Lexicon[Theme]) -> Theme | None:
    scores: dict[Theme, float] = {}
    setting = _BEFORE_SETTING.search(folded)
    head_end = setting.start() if setting and setting.start() else len(folded)
    for number, match in enumerate(lexicon.find_all(folded)):
        word = folded[match.start : match.end]
        if word.isascii():
            weight = len(word) / 3 * (_HEAD if match.end <= head_end else 1)
        else:
            weight = len(word) * (1 + _LATER * number)
        scores[match.value] = scores.get(match.value, 0) + weight
    return max(scores, key=lambda theme: scores[theme], default=None)
