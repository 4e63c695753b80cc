"""A sentence of a note or page that was found, with its title: short, attributed, and about the topic."""

import re
from collections.abc import Iterator

from services.common.language import Language, Text
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.measuring import Length, Unit, has_emoji, sentences
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
    if not source.title.strip() or len(source.title) > _LONGEST_TITLE or not _about(source, assignment):
        return
    for sentence in sentences(source.excerpt):
        whole = sentence[-1] in "。！!."
        fits = _SHORTEST[language].of(sentence) <= _LONGEST[language].of(sentence) <= _LONGEST[language].count
        long_enough = _SHORTEST[language].of(sentence) >= _SHORTEST[language].count
        ours = bool(_HAN.search(sentence)) is (language is Language.CHINESE)
        if whole and fits and long_enough and ours and not has_emoji(sentence) and not _UNCHECKED.search(sentence):
            yield sentence


def _about(source: Source, assignment: Assignment) -> bool:
    """Return whether *source* shares a word with the topic or the keywords."""
    said = f"{source.title} {source.excerpt}".lower()
    return any(word in said for name in (assignment.topic, *assignment.keywords) for word in _words(name.lower()))


def _words(name: str) -> Iterator[str]:
    """Yield what makes up *name*: words of four letters and more, and each pair of Chinese characters."""
    yield from (word for word in re.findall(r"[a-z]{4,}", name))
    for run in re.findall(r"[\u3400-\u9fff]+", name):
        yield from (run[start : start + 2] for start in range(max(1, len(run) - 1)))
