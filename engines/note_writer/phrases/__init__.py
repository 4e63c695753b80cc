"""Phrase bank: built-in templates, for when the library has none. They hold for a topic at any place and time.

They contain no facts about places, prices or products, and no personal experience.
"""

from engines.note_writer.phrases import en, zh
from engines.note_writer.values import Template
from services.common.text.language import Language

_TOPICS = {Language.CHINESE: zh.TOPICS, Language.ENGLISH: en.TOPICS}
_GENERAL = {Language.CHINESE: zh.GENERAL, Language.ENGLISH: en.GENERAL}
_ASIDES = {Language.CHINESE: zh.ASIDES, Language.ENGLISH: en.ASIDES}
_GENERAL_ASIDE = {Language.CHINESE: zh.GENERAL_ASIDE, Language.ENGLISH: en.GENERAL_ASIDE}


def select_template(language: Language, subject: str) -> Template:
    """Return the template for *subject*: topic and keywords as one text."""
    lowered = subject.lower()
    best = max(_TOPICS[language], key=lambda topic: topic.score(lowered))
    return best.template if best.score(lowered) else _GENERAL[language]


def find_aside(language: Language, word: str) -> str:
    """Return a sentence about *word*, which a note is required to mention."""
    known = next((sentence for names, sentence in _ASIDES[language] if any(name in word.lower() for name in names)), "")
    return known or _GENERAL_ASIDE[language].format(word=word)
