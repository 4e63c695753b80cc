"""Rewrites formal, slangy and mixed phrasing as the plain request that the rules parse."""

import re

from engines.language.characters import is_chinese
from engines.language.lexicons.adjustments import WORDS
from engines.language.lexicons.registers import (
    FRAMES_EN,
    FRAMES_ZH,
    INTERJECTIONS,
    PARTICIPLES,
    REWRITES_EN,
    REWRITES_ZH,
    SPELLINGS,
    VERBS_IN_CHINESE,
)
from engines.language.phrase import Phrase

_MAX_LENGTH = 300
"""A longer text is a description, not a request in a register."""
_FRAMES_EN, _FRAMES_ZH = re.compile(FRAMES_EN), re.compile(FRAMES_ZH)
_INTERJECTIONS = re.compile(INTERJECTIONS)
_REWRITES_EN, _REWRITES_ZH = (
    tuple((re.compile(pattern), plain) for pattern, plain in rewrites) for rewrites in (REWRITES_EN, REWRITES_ZH)
)
_SPELLINGS = tuple(
    (re.compile(rf"(?<![\w'-])(?:{word})(?![\w'-])", re.IGNORECASE), plain) for word, plain in SPELLINGS.items()
)
_DRAWN_OUT = re.compile(r"(?<![\w-])(?=\w*?([a-z])(?!\1)[a-z])[a-z]*([a-z])\2{2,}[a-z]*(?![\w-])")
_VOWEL = re.compile("[aeiou]")
_RUN = re.compile(r"([a-z])\1{2,}")
_PASSIVE = re.compile(
    r"(?:could|can|should|may|might|would|must)? ?(?P<what>(?:the|this|that|its|an?|some|more|two|"
    r"three) [^,.;]{2,60}?) "
    r"(?:(?:could|can|should|may|might|would|must|has to|needs to) )?(?:please |kindly |also |perhaps )?be "
    rf"(?P<adverb>(?:slightly|somewhat|a little|a bit|further|much|considerably) )?(?P<verb>{'|'.join(PARTICIPLES)})"
    r"(?P<rest>\b.*)"
)
"""A change in the passive voice: "could the brightness be increased by ten percent"."""
_REPEATED_ZH = re.compile(r"^([\u3400-\u9fff]{2,6})\1(?=[，,。!！~ ]|$)")
_VERB_IN_CHINESE = re.compile(
    rf"(?<=[再新我帮能请]) ?({'|'.join(VERBS_IN_CHINESE)}) ?(?=[一两三几个张\u3400-\u9fff])", re.IGNORECASE
)
_MORE_IN_CHINESE = re.compile(r"(?<![\w-])([a-z]{4,})(?= ?(?:一点|一些|一丢丢|点儿?(?!的)|些(?!的)))", re.IGNORECASE)
"""An English adjective with a Chinese amount after it: a comparative ("warm 一点")."""


def to_plain(phrase: Phrase) -> Phrase:
    """Return *phrase* without the frame of its register ("I should be grateful if you would"), in usual spelling."""
    if len(phrase.text) > _MAX_LENGTH:
        return phrase
    plain = _to_plain_chinese(phrase) if is_chinese(phrase.folded) else _to_plain_english(phrase)
    return plain if plain.text else phrase


def _to_plain_english(phrase: Phrase) -> Phrase:
    phrase = _respell(phrase.slice(0))
    if (found := _INTERJECTIONS.match(phrase.folded)) is not None:
        phrase = phrase.slice(found.end())
    if (found := _FRAMES_EN.match(phrase.folded)) is not None:
        phrase = phrase.slice(found.end())
    if (passive := _PASSIVE.fullmatch(phrase.folded)) is not None:
        what, rest = (phrase.text[slice(*passive.span(group))] for group in ("what", "rest"))
        amount = f" {passive['adverb'].strip()}" if passive["adverb"] else ""
        phrase = Phrase(f"{PARTICIPLES[passive['verb']]} {what}{rest}{amount}")
    for pattern, plain in _REWRITES_EN:
        if pattern.search(phrase.folded):
            phrase = Phrase(pattern.sub(plain, phrase.text))
    return phrase


def _to_plain_chinese(phrase: Phrase) -> Phrase:
    text = _REPEATED_ZH.sub(r"\1", phrase.text)
    text = _FRAMES_ZH.sub("请", text)
    for pattern, plain in _REWRITES_ZH:
        text = pattern.sub(plain, text)
    text = _VERB_IN_CHINESE.sub(lambda found: VERBS_IN_CHINESE[found[1].lower()], text)
    return Phrase(_MORE_IN_CHINESE.sub(_to_comparative, text))


def _to_comparative(found: re.Match[str]) -> str:
    """Return the adjective as the result of a change, if it is one of an adjustment."""
    is_known = (match := WORDS.match_at(found[1].lower(), 0)) is not None and match.end == len(found[1])
    return f"调{found[1]}" if is_known else found[1]


def _respell(phrase: Phrase) -> Phrase:
    text = phrase.text
    if _DRAWN_OUT.search(phrase.folded):
        text = _DRAWN_OUT.sub(lambda word: _shorten(word[0]), phrase.folded)
    for pattern, plain in _SPELLINGS:
        text = pattern.sub(plain, text)
    return Phrase(text)


def _shorten(word: str) -> str:
    """Return a drawn-out *word* with each run as one letter, or as two where that is a word of an adjustment."""
    if not _VOWEL.search(word):
        return word  # "brrr"
    double = _RUN.sub(r"\1\1", word)
    return double if WORDS.match_at(double, 0) is not None else _RUN.sub(r"\1", word)
