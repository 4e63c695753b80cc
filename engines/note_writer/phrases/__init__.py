"""Phrase bank: built-in templates, used if the library has none. They are true for a topic at any place and time.

They contain no facts about places, prices or products, and no personal experience.
"""

from engines.note_themes import find_theme
from engines.note_writer.phrases import en, frames, zh
from engines.note_writer.values import Template
from services.common.text.language import Language

_TOPICS = {Language.CHINESE: zh.TOPICS, Language.ENGLISH: en.TOPICS}
_ASIDES = {Language.CHINESE: zh.ASIDES, Language.ENGLISH: en.ASIDES}


def select_template(language: Language, subject: str) -> Template:
    """Return the template for the theme of *subject*, without sections if the phrase bank has none for it."""
    theme = find_theme(subject)
    return next((one.template for one in _TOPICS[language] if theme in one.themes), frames.QUESTION[language])


def find_known_aside(language: Language, word: str) -> str:
    """Return the sentence of the phrase bank about *word*, "" for none."""
    return next((sentence for names, sentence in _ASIDES[language] if any(name in word.lower() for name in names)), "")
