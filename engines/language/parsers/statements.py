"""Separates statements about the day of a user from requests."""

import re
from collections.abc import Iterator

from engines.language.characters import is_chinese
from engines.language.lexicons.parts import MEASURES, NUMBERS_EN, NUMBERS_ZH
from engines.language.lexicons.statements import EVERYDAY_EN, EVERYDAY_ZH, IMAGE_EN, IMAGE_ZH
from engines.language.parsers.styles import find_styles
from engines.language.parsers.tokens import is_unknown, tokenize
from engines.language.phrase import EDGES, Phrase, has_words
from services.common.text.segmentation import tag_words

_EVERYDAY_ZH, _EVERYDAY_EN = re.compile(EVERYDAY_ZH), re.compile(EVERYDAY_EN)
_IMAGE_ZH, _IMAGE_EN = re.compile(IMAGE_ZH), re.compile(IMAGE_EN)
_WORDS_EN = re.compile(r"[a-z]{3,}")
_MAX_EVENT_LENGTH = 30
_EVENT_ZH = re.compile("^[amnsz]*n(?:.*?v.*?n|n$)")
"""Kinds of words: a noun, a verb and another noun; 打篮球 counts as one noun."""
_EVENT_EN = re.compile(r"(?:[a-z]+ )?[a-z]+s (?:[a-z]+ly )?[a-z]{3,}ing\b")
_PLACES = "上下里中边面"
_NO_HEADS = frozenset("子们儿头处家片场")
"""Ends of nouns that name nothing by themselves."""
_NO_SUBJECTS = ("背景", "in the background", "in front", "in the foreground", "with ", "of it", "next to it")
_ONLY_COUNT = re.compile(rf"(?:一|{NUMBERS_ZH})(?:{MEASURES})|(?:{NUMBERS_EN})")
"""A number of things without their noun."""
_SMALL_WORDS = frozenset(("the", "and", "with", "for", "from", "near"))


def is_everyday(phrase: Phrase, shown: str) -> bool:
    """Return whether *phrase* is about the day of a user, and neither about an image nor about its content.

    *shown* is the prompt of the displayed image, empty without one.
    """
    folded = phrase.folded
    everyday, about_image = (_EVERYDAY_ZH, _IMAGE_ZH) if is_chinese(folded) else (_EVERYDAY_EN, _IMAGE_EN)
    if everyday.search(folded) is None or about_image.search(folded) or find_styles(phrase):
        return False
    return not mentions_shown(phrase, shown)


def names_subject(text: str) -> bool:
    """Return whether *text* names something to draw: not just a part of the image, or words of changes."""
    folded = Phrase(text).folded.lstrip(EDGES)
    if _ONLY_COUNT.fullmatch(folded):
        return False
    return not folded.startswith(_NO_SUBJECTS) and any(
        is_unknown(token) and has_words(str(token)) for token in tokenize(folded)
    )


def names_event(text: str) -> bool:
    """Return whether *text* states who does what with what (奥特曼打怪兽), as a scene does."""
    first = next(iter(Phrase(text).split_clauses()), Phrase(""))
    if not is_chinese(first.text):
        return _EVENT_EN.match(first.folded) is not None
    kinds = "".join(kind[:1] for _, kind in tag_words(first.folded[:_MAX_EVENT_LENGTH]))
    return _EVENT_ZH.search(kinds) is not None


def mentions_shown(phrase: Phrase, shown: str) -> bool:
    """Return whether *phrase* names something that the image shows, by the words of its prompt *shown*."""
    if is_chinese(shown):
        return any(noun in phrase.folded for noun in _split_nouns(shown))
    words = set(_WORDS_EN.findall(phrase.folded))
    words |= {word.removesuffix("s") for word in words}
    return bool(words & (set(_WORDS_EN.findall(shown.lower())) - _SMALL_WORDS))


def _split_nouns(shown: str) -> Iterator[str]:
    """Yield the nouns of a Chinese prompt, and the head of each ("橘猫" and "猫")."""
    for word, kind in tag_words(shown):
        noun = word.rstrip(_PLACES)
        if kind.startswith(("n", "s")) and noun:
            yield noun
            if noun[-1] not in _NO_HEADS:
                yield noun[-1]
