"""Quotations of the sources: whole sentences on the theme of the note, each with its source."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.note_themes import find_theme
from engines.note_writer.lengths import Length, Unit, has_emoji, split_sentences
from engines.note_writer.tags import extract_content_words
from engines.note_writer.values import Block, NoteRequest, Source
from services.common.text.language import Language, Text

MAX_QUOTATIONS, MAX_QUOTATIONS_PER_SOURCE, ENOUGH_QUOTATIONS = 6, 4, 3
_HEADING = Text("📚 资料里的具体做法", "📚 What the sources say")
_LINE = Text("{sentence}（来源：《{title}》）", "{sentence} (from “{title}”)")
_MIN_LENGTH = {Language.CHINESE: Length(10, Unit.CHARACTERS), Language.ENGLISH: Length(5, Unit.WORDS)}
_MAX_LENGTH = {Language.CHINESE: Length(90, Unit.CHARACTERS), Language.ENGLISH: Length(45, Unit.WORDS)}
_MAX_TITLE_LENGTH = 80
# Prices, contacts and offers are not quoted, since nothing verifies them.
_ADVERTISING = re.compile(
    r"[#@￥¥$€]|\d\s*[元块](?!腹)|\b1\d{10}\b|电话|微信|加我|私信|优惠券|折扣码|https?:|www\.|coupon|discount code",
    re.IGNORECASE,
)
# A sentence that leans on the one before it, or on its writer, is incomplete by itself.
_LEANING = re.compile(
    r"^(?:[她他它]|[这那](?![里儿])|于是|结果|后来|所以|但|而且|也|其实|说完|然后|因此|还有|最后|回来|同伴)|我|咱"
    r"|^(?:he|she|they|it|this|that|these|those|then|so|but|and|which|both)\b|\b(?:i|my|me|we|our|us|he|she)\b",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence of a source."""

    sentence: str
    title: str

    def format(self, language: Language) -> str:
        """Return the sentence with its source."""
        return _LINE.pick(language).format(sentence=self.sentence, title=self.title)


def select_quotations(request: NoteRequest) -> tuple[Quotation, ...]:
    """Return up to 6 quotations on the theme of the note, at most four of each source, the best sources first."""
    theme = find_theme(request.topic)
    quotations = dict[str, Quotation]()
    for source in request.sources:
        title = source.title.strip().strip("《》")
        source_theme = find_theme(f"{title} {source.excerpt}")
        if not title or len(title) > _MAX_TITLE_LENGTH or (theme and source_theme and theme is not source_theme):
            continue
        if theme is None and not _shares_words(request.topic, f"{title} {source.excerpt}"):
            continue
        for sentence in [*_find_sentences(source, request.language)][:MAX_QUOTATIONS_PER_SOURCE]:
            quotations.setdefault(sentence, Quotation(sentence, title))
    return tuple(quotations.values())[:MAX_QUOTATIONS]


def build_quotation_block(quotations: tuple[Quotation, ...], language: Language) -> Block | None:
    """Return the section of *quotations*, None without any."""
    lines = tuple(f"• {quotation.format(language)}" for quotation in quotations)
    return Block(_HEADING.pick(language), lines, "\n") if lines else None


def find_quotation_about(word: str, request: NoteRequest) -> Quotation | None:
    """Return a quotation that mentions *word*, None where the sources have none."""
    expected = word.lower()
    for source in request.sources:
        for sentence in _find_sentences(source, request.language):
            if expected in sentence.lower():
                return Quotation(sentence, source.title.strip().strip("《》"))
    return None


def _find_sentences(source: Source, language: Language) -> Iterator[str]:
    for sentence in split_sentences(source.excerpt):
        length = _MIN_LENGTH[language].measure(sentence)
        if (
            sentence[-1] in "。！!."
            and _MIN_LENGTH[language].count <= length <= _MAX_LENGTH[language].count
            and bool(_HAN.search(sentence)) is (language is Language.CHINESE)
            and not _LEANING.search(sentence)
            and not _ADVERTISING.search(sentence)
            and not has_emoji(sentence)
        ):
            yield sentence


def _shares_words(topic: str, text: str) -> bool:
    lowered = text.lower()
    return any(word in lowered for word in extract_content_words(topic))
