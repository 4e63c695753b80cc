"""Languages of texts for users: Chinese (default) and English."""

import re
from dataclasses import dataclass
from enum import StrEnum

_CHINESE, _WORD = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[A-Za-z]{2,}")


class Language(StrEnum):
    """Language of texts for users."""

    CHINESE = "zh"
    ENGLISH = "en"

    @classmethod
    def from_accept_language(cls, header: str | None) -> "Language":
        """Return the preferred language of an `Accept-Language` value; Chinese when it names neither.

        Quality values are honoured (RFC 9110, 12.5.4); a malformed entry is passed over.
        """
        best, best_quality = cls.CHINESE, 0.0
        for entry in (header or "").split(","):
            tag, _, parameter = entry.strip().partition(";")
            language = tag.strip().lower().split("-")[0]
            quality = _quality(parameter)
            if language in tuple(cls) and quality > best_quality:
                best, best_quality = cls(language), quality
        return best


def detect_language(text: str) -> Language | None:
    """Return the language of *text*: Chinese where it has a Chinese character; None without letters."""
    if any("\u4e00" <= character <= "\u9fff" for character in text):
        return Language.CHINESE
    return Language.ENGLISH if any(character.isalpha() for character in text) else None


def find_written_language(text: str) -> Language | None:
    """Return the language of most of *text*, a Chinese character counting like an English word; None without either."""
    characters, words = len(_CHINESE.findall(text)), len(_WORD.findall(text))
    return (Language.CHINESE if characters > words else Language.ENGLISH) if characters or words else None


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Text for users in both languages."""

    zh: str
    en: str

    def pick(self, language: Language) -> str:
        """Return the text in *language*."""
        return self.zh if language is Language.CHINESE else self.en
