"""Quotations of the sources: whole sentences on the theme of the note, each with its source."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from engines.language.proper_names import find_proper_names
from engines.note_subject import find_matters, find_things
from engines.note_subject.things import CARE, PLACES
from engines.note_writer.lengths import Length, Unit, has_emoji, split_sentences
from engines.note_writer.noun_phrases import find_head_noun
from engines.note_writer.source_selection.readers import PERSONS, is_for_others
from engines.note_writer.source_selection.selection import name_source, select_sources
from engines.note_writer.tags import extract_content_words
from engines.note_writer.values import Block, NoteRequest, Source
from services.common.contract.note import Closeness
from services.common.text.citation import cite
from services.common.text.language import Language, Text

MAX_QUOTATIONS, MAX_QUOTATIONS_PER_SOURCE, ENOUGH_QUOTATIONS = 6, 4, 3
_HEADINGS = (Text("📚 具体怎么做", "📚 The details"), Text("📌 还要知道", "📌 Also good to know"))
_LONGEST_SECTION = 3
_MIN_LENGTH = {Language.CHINESE: Length(10, Unit.CHARACTERS), Language.ENGLISH: Length(5, Unit.WORDS)}
_MAX_LENGTH = {Language.CHINESE: Length(90, Unit.CHARACTERS), Language.ENGLISH: Length(45, Unit.WORDS)}
_NEAR_SHARE = 0.75
"""Minimum share of the topic's words, relative to the nearest source."""
# Prices, contacts and offers are not quoted, since nothing verifies them.
_ADVERTISING = re.compile(
    r"[#@￥¥$€]|\d\s*[元块](?!腹)|\b1\d{10}\b|电话|微信|加我|私信|优惠券|折扣码|https?:|www\.|coupon|discount code",
    re.IGNORECASE,
)
# A sentence that refers to the one before it is incomplete by itself.
_LEANING = re.compile(
    r"^(?:[她他它]|因为|比(?![较如])|[这那](?![里儿])|[他她]自己|于是|结果|后来|所以|但|而且|也|其实|说完|然后|因此|还有|最后|回来|同伴)"
    r"|^(?:he|she|they|it|this|that|these|those|then|so|but|and|which|both)\b|\b(?:he|she)\b",
    re.IGNORECASE,
)
# A sentence about its writer is cited in quotation marks.
_SPOKEN = re.compile(r"我|咱|\b(?:i|my|me|we|our|us)\b", re.IGNORECASE)
# Events on one occasion are not facts that a reader can use.
_STORY = re.compile(
    r"那一刻|那天|当时|曾经?|终于|忽然|突然(?!开始)|哭|笑|有一位|有人|听说|只有三种|(?<![够行好对])[了过]。?$"
    r"|\b(?:was|were|had|did|went|said|came|felt|became|ended|cried|laughed|thought|turned|took|told)\b",
    re.IGNORECASE,
)
_QUESTION_WORDS = re.compile(r"什么|怎么|如何|哪[些里个]|为什么|多少")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence of a source."""

    sentence: str
    title: str
    is_spoken: bool = False

    def format(self, language: Language, before: str = "") -> str:
        """Return the sentence with its source; *before* is the title that the previous line names."""
        text = f"“{self.sentence[:-1]}”{self.sentence[-1:]}" if self.is_spoken else self.sentence
        return cite(text, self.title, language, before)


def select_quotations(request: NoteRequest, most: int = MAX_QUOTATIONS) -> tuple[Quotation, ...]:
    """Return up to *most* quotations about the topic, at most four of each source.

    Those with its main word in the title come first (a dormitory is no breakfast), then those whose title has no matter
    that the request lacks (sunburn, for sunscreen), then the close ones, then those with most words of the topic. Those
    of another matter, that are not close, have far fewer words, or lack a word of the topic in the title, are used only
    if the ones before are too few: the best source is on the question, the next one often on another one of the same
    thing. So are sentences of a close source about its writer.
    """
    words, related = extract_content_words(request.topic), select_sources(request)
    shares = [
        inf if one.closeness is Closeness.CLOSE else len(words & extract_content_words(f"{one.title} {one.excerpt}"))
        for one in related
    ]
    head = _find_head(request.topic, request.language)
    names_head = [head in extract_content_words(one.title) for one in related]
    strays = [_is_stray(one, request.whole) or is_for_others(request.whole, one.title) for one in related]
    quotations, places = dict[str, Quotation](), find_proper_names(request.whole)
    ranked = sorted(
        zip(names_head, strays, shares, related, strict=True), key=lambda one: (not one[0], one[1], -one[2])
    )
    for has_head, is_stray, share, source in ranked:
        is_whole = words <= extract_content_words(source.title) or bool(places & find_proper_names(source.title))
        is_further = is_stray or share < _NEAR_SHARE * max(shares) or (any(names_head) and not has_head) or not is_whole
        if len(quotations) >= ENOUGH_QUOTATIONS and is_further:
            break
        for sentence in [*_find_sentences(source, request.language)][:MAX_QUOTATIONS_PER_SOURCE]:
            quotations.setdefault(sentence, Quotation(sentence, name_source(source)))
    if len(quotations) < ENOUGH_QUOTATIONS:
        for source in (one for one in related if one.closeness is Closeness.CLOSE):
            for sentence in _find_sentences(source, request.language, spoken=True):
                quotations.setdefault(sentence, Quotation(sentence, name_source(source), is_spoken=True))
    return _group(quotations.values())[:most]


def _is_stray(source: Source, requested: str) -> bool:
    """Return whether the title of *source* names only matters, or only things, that *requested* lacks."""
    named = find_matters(source.title)
    things = {sense for senses in find_things(requested) for sense in senses}
    own = {sense for senses in find_things(source.title) for sense in senses if sense.kind != PLACES}
    is_of_another_care = any(sense.kind == CARE and sense not in things for sense in own)
    is_of_another_matter = bool(named) and not named & find_matters(requested)
    return is_of_another_care or is_of_another_matter or bool(own and things and not own & things)


def _group(quotations: Iterable[Quotation]) -> tuple[Quotation, ...]:
    """Return *quotations* with those of one source after each other, in the order of the sources."""
    listed = [*quotations]
    titles = list(dict.fromkeys(one.title for one in listed))
    return tuple(sorted(listed, key=lambda one: titles.index(one.title)))


def _find_head(topic: str, language: Language) -> str:
    """Return the word that the others of *topic* only qualify: breakfast, of breakfast in a dormitory; "" for none.

    In Chinese it comes last, in English before the first preposition.
    """
    phrase = find_head_noun(topic) if language is Language.ENGLISH else topic
    words = extract_content_words(_QUESTION_WORDS.sub(" ", phrase)) - PERSONS
    return max(words, key=phrase.lower().rfind, default="")


def build_quotation_blocks(quotations: Sequence[Quotation], language: Language) -> tuple[Block, ...]:
    """Return the sections of *quotations*: one, or two of about the same length; none without any."""
    half = (len(quotations) + 1) // 2 if len(quotations) > _LONGEST_SECTION else len(quotations)
    parts = [part for part in (quotations[:half], quotations[half:]) if part]
    return tuple(
        Block(heading.pick(language), _format_lines(part, language), "\n")
        for heading, part in zip(_HEADINGS, parts, strict=False)
    )


def _format_lines(quotations: Sequence[Quotation], language: Language) -> tuple[str, ...]:
    before = ("", *(quotation.title for quotation in quotations))
    return tuple(f"• {one.format(language, title)}" for one, title in zip(quotations, before, strict=False))


def find_quotation_about(word: str, request: NoteRequest) -> Quotation | None:
    """Return a quotation that mentions *word*, None if the sources have none."""
    expected = word.lower()
    for source in select_sources(request):
        for sentence in _find_sentences(source, request.language):
            if expected in sentence.lower():
                return Quotation(sentence, name_source(source))
    return None


def _find_sentences(source: Source, language: Language, *, spoken: bool = False) -> Iterator[str]:
    """Yield the sentences that can be cited; with *spoken*, those about their writer, else only the others."""
    for sentence in split_sentences(source.excerpt):
        length = _MIN_LENGTH[language].measure(sentence)
        if (
            sentence[-1] in "。！!."
            and _MIN_LENGTH[language].count <= length <= _MAX_LENGTH[language].count
            and bool(_HAN.search(sentence)) is (language is Language.CHINESE)
            and not _LEANING.search(sentence)
            and bool(_SPOKEN.search(sentence)) is spoken
            and not _STORY.search(sentence)
            and not _ADVERTISING.search(sentence)
            and not has_emoji(sentence)
        ):
            yield sentence
