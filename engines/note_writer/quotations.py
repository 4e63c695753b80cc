"""Quotations from the sources: short, attributed, and about the topic."""

import re
from collections.abc import Iterator

from engines.note_writer.lengths import Length, Unit, has_emoji, split_sentences
from engines.note_writer.rng import shuffle
from engines.note_writer.tags import extract_content_words
from engines.note_writer.values import Block, NoteRequest, Source
from services.common.text.language import Language, Text

MAX_QUOTATIONS = 2
_HEADING = Text("💬 看看大家怎么说", "💬 What others say")
_LINE = Text("《{title}》里提到：“{sentence}。”", "From “{title}”: “{sentence}.”")
# Long enough for a complete thought, short enough for a quotation.
_MIN_LENGTH = {Language.CHINESE: Length(10, Unit.CHARACTERS), Language.ENGLISH: Length(5, Unit.WORDS)}
_MAX_LENGTH = {Language.CHINESE: Length(42, Unit.CHARACTERS), Language.ENGLISH: Length(24, Unit.WORDS)}
_MAX_TITLE_LENGTH = 40
# Prices, addresses and contacts are not quoted, since nothing verifies them.
_UNCHECKED = re.compile(
    r"[￥¥$€#@…]|\d\s*元|\d\s*块|价格|地址|电话|微信|加我|私信|优惠|折扣|https?:|www\.|\d{4,}|price|address|coupon|discount",
    re.IGNORECASE,
)
# A sentence that refers to the previous one is incomplete by itself.
_BACK_REFERENCE = re.compile(
    r"[她他它]|[这那](?![里儿])|于是|结果|后来|所以|但|而且|也|其实|说完|然后|因此|还有|最后|我"
    r"|\b(?:he|she|they|it|this|that|these|those|then|so|but|and then|which|i|my|we|our)\b",
    re.IGNORECASE,
)
_FEW_WORDS, _ENOUGH_WORDS, _STEM_LENGTH = 2, 0.66, 2
_HAN = re.compile(r"[\u3400-\u9fff]")


def select_quotations(request: NoteRequest) -> Block | None:
    """Return a section of up to 2 quotations, None if no source can be quoted."""
    lines = dict[str, None]()
    for source in shuffle(request.sources, request.seed, "sources"):
        sentence = next(_quotable_sentences(source, request), "")
        if sentence and len(lines) < MAX_QUOTATIONS:
            text = sentence.rstrip("。.！!")
            lines[_LINE.pick(request.language).format(title=source.title.strip(), sentence=text)] = None
    return Block(_HEADING.pick(request.language), tuple(lines), "\n") if lines else None


def _quotable_sentences(source: Source, request: NoteRequest) -> Iterator[str]:
    title = source.title
    if title.strip() and len(title) <= _MAX_TITLE_LENGTH and _is_about_topic(title, request):
        yield from (sentence for sentence in split_sentences(source.excerpt) if _is_quotable(sentence, request))


def _is_quotable(sentence: str, request: NoteRequest) -> bool:
    language = request.language
    is_complete = sentence[-1] in "。！!." and not _BACK_REFERENCE.search(sentence)
    length = _MIN_LENGTH[language].measure(sentence)
    in_language = bool(_HAN.search(sentence)) is (language is Language.CHINESE)
    return (
        is_complete
        and _mentions_topic(sentence, request)
        and _MIN_LENGTH[language].count <= length <= _MAX_LENGTH[language].count
        and in_language
        and not has_emoji(sentence)
        and not _UNCHECKED.search(sentence)
    )


def _mentions_topic(sentence: str, request: NoteRequest) -> bool:
    text = sentence.lower()
    return any(word in text for word in extract_content_words(request.topic))


def _is_about_topic(text: str, request: NoteRequest) -> bool:
    """Return whether *text* has the content words of the topic: all of one or two, else most of them."""
    words, text = extract_content_words(request.topic), text.lower()
    named = sum(word in text or (not word.isascii() and word[:_STEM_LENGTH] in text) for word in words)
    return bool(words) and named >= (len(words) if len(words) <= _FEW_WORDS else _ENOUGH_WORDS * len(words))
