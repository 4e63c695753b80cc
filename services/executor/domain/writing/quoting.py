"""A sentence of a note or page that was found, with its title: short, attributed, and about the topic."""

import re
from collections.abc import Iterator

from services.common.language import Language, Text
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.measuring import Length, Unit, has_emoji, sentences
from services.executor.domain.writing.tags import telling_words
from services.executor.domain.writing.values import Assignment, Block, Source

MOST = 2
_HEADING = Text("💬 看看大家怎么说", "💬 What others say")
_LINE = Text("《{title}》里提到：“{sentence}。”", "From “{title}”: “{sentence}.”")
# What is quoted is a whole thought, and short enough to be a quotation.
_SHORTEST = {Language.CHINESE: Length(10, Unit.CHARACTERS), Language.ENGLISH: Length(5, Unit.WORDS)}
_LONGEST = {Language.CHINESE: Length(42, Unit.CHARACTERS), Language.ENGLISH: Length(24, Unit.WORDS)}
_LONGEST_TITLE = 40
# Prices, addresses and ways to reach somebody are not passed on unchecked.
_UNCHECKED = re.compile(
    r"[￥¥$€#@…]|\d\s*元|\d\s*块|价格|地址|电话|微信|加我|私信|优惠|折扣|https?:|www\.|\d{4,}|price|address|coupon|discount",
    re.IGNORECASE,
)
# A sentence that leans on the one before says nothing by itself.
_LEANING = re.compile(
    r"[她他它]|[这那](?![里儿])|于是|结果|后来|所以|但|而且|也|其实|说完|然后|因此|还有|最后|我"
    r"|\b(?:he|she|they|it|this|that|these|those|then|so|but|and then|which|i|my|we|our)\b",
    re.IGNORECASE,
)
_FEW, _MOST_OF, _SHORT = 2, 0.66, 2
_HAN = re.compile(r"[\u3400-\u9fff]")


def quotes_of(assignment: Assignment) -> Block | None:
    """Return a paragraph of up to 2 quotations, None where nothing found can be quoted."""
    lines = dict[str, None]()
    for source in shuffled(assignment.sources, assignment.seed, "sources"):
        sentence = next(_quotable(source, assignment), "")
        if sentence and len(lines) < MOST:
            said = sentence.rstrip("。.！!")
            lines[_LINE.pick(assignment.language).format(title=source.title.strip(), sentence=said)] = None
    return Block(_HEADING.pick(assignment.language), tuple(lines), "\n") if lines else None


def _quotable(source: Source, assignment: Assignment) -> Iterator[str]:
    language = assignment.language
    if not source.title.strip() or len(source.title) > _LONGEST_TITLE or not _about(source.title, assignment):
        return
    for sentence in sentences(source.excerpt):
        whole = sentence[-1] in "。！!." and not _LEANING.search(sentence) and _about_part(sentence, assignment)
        fits = _SHORTEST[language].of(sentence) <= _LONGEST[language].of(sentence) <= _LONGEST[language].count
        long_enough = _SHORTEST[language].of(sentence) >= _SHORTEST[language].count
        ours = bool(_HAN.search(sentence)) is (language is Language.CHINESE)
        if whole and fits and long_enough and ours and not has_emoji(sentence) and not _UNCHECKED.search(sentence):
            yield sentence


def _about_part(sentence: str, assignment: Assignment) -> bool:
    said = sentence.lower()
    return any(word in said for word in telling_words(assignment.topic))


def _about(text: str, assignment: Assignment) -> bool:
    """Return whether *text* speaks of the topic: has all its telling words, of more than two most of them."""
    wanted, said = telling_words(assignment.topic), text.lower()
    named = sum(word in said or (not word.isascii() and word[:_SHORT] in said) for word in wanted)
    return bool(wanted) and named >= (len(wanted) if len(wanted) <= _FEW else _MOST_OF * len(wanted))
