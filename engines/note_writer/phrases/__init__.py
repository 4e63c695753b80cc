"""Phrase bank: built-in templates, used if the library has none. They are true for a topic at any place and time.

They contain no facts about places, prices or products, and no personal experience.
"""

from engines.note_themes import find_theme
from engines.note_writer.phrases import en, frames, zh
from engines.note_writer.phrases.topics import TopicPhrases
from engines.note_writer.values import Template
from services.common.text.language import Language

_TOPICS = {Language.CHINESE: zh.TOPICS, Language.ENGLISH: en.TOPICS}
_ASIDES = {Language.CHINESE: zh.ASIDES, Language.ENGLISH: en.ASIDES}


def select_template(language: Language, subject: str) -> Template:
    """Return the template for the theme of *subject*, without sections if the phrase bank has none for it."""
    phrases = _find_phrases(language, subject)
    return frames.QUESTION[language] if phrases is None else phrases.template


def list_subjects(language: Language, subject: str) -> tuple[str, ...]:
    """Return the subjects of the template for the theme of *subject*."""
    phrases = _find_phrases(language, subject)
    return () if phrases is None else tuple(phrases.subjects.split())


def _find_phrases(language: Language, subject: str) -> TopicPhrases | None:
    theme = find_theme(subject)
    return next((one for one in _TOPICS[language] if theme in one.themes), None)


def find_known_aside(
    language: Language, word: str, *, max_others: int | None = None, subject: str | None = None
) -> str:
    """Return the sentence of the phrase bank about *word*, "" for none.

    Args:
        language: the language of the sentence.
        word: what the sentence is about.
        max_others: the most letters of *word* next to the name that the phrase bank knows, None for any number.
        subject: what the note is about, None for anything: a sentence holds for subjects of its themes alone.

    """
    theme = None if subject is None else find_theme(subject)
    for names, sentence, themes in _ASIDES[language]:
        if subject is not None and theme not in themes:
            continue
        found = [name for name in names if name in word.lower()]
        if found and (max_others is None or len(word) - max(map(len, found)) <= max_others):
            return sentence
    return ""
