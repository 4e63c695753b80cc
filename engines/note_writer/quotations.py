"""Quotations of the sources: whole sentences on the theme of the note, each with its source."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from engines.language.proper_names import find_known_places, find_proper_names
from engines.note_planner.request.relevance import has_main_word
from engines.note_subject import Fit, NoteText, find_matters, find_things, rate_fit
from engines.note_subject.things import CARE, PLACES
from engines.note_themes import Theme, find_all_themes, find_theme
from engines.note_writer.lengths import Length, Unit, has_emoji, split_sentences
from engines.note_writer.noun_phrases import find_head_noun
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
_MAX_TITLE_LENGTH = 80
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
# A purchase is about its object, not about its use: a used bicycle is not a trip.
_PURCHASE = re.compile(
    r"\b(?:buy|buying|second-hand)\b|\bchoosing an?\b|选购|二手|怎么[买挑选]|^挑(?!战)|买哪|给.{1,6}买", re.IGNORECASE
)
# Words of a topic that such a source may answer; in a title they often are about places or recipes.
_CHOICE = re.compile(r"\bwhich\b|\bchoos|推荐|哪[款种个]|^挑", re.IGNORECASE)
# Advice for healthy people can harm others: of a condition only sources that name it are cited.
_CONDITION = re.compile(
    r"膝盖|腰椎|颈椎|高血压|糖尿病|心脏|哮喘|孕|产后|生完孩子|骨质疏松|过敏"
    r"|\b(?:knee|back pain|blood pressure|diabet|heart disease|asthma|pregnan|postpartum|allerg|injur)",
    re.IGNORECASE,
)
# Of an injured part also where it is a detail of the request.
_INJURY = re.compile(r"膝盖|半月板|手腕|脚踝|骨折|\b(?:knee|wrist|ankle)", re.IGNORECASE)
# Events on one occasion are not facts that a reader can use.
_STORY = re.compile(
    r"那一刻|那天|当时|曾经?|终于|忽然|突然(?!开始)|哭|笑|有一位|有人|听说|只有三种|(?<![够行好对])[了过]。?$"
    r"|\b(?:was|were|had|did|went|said|came|felt|became|ended|cried|laughed|thought|turned|took|told)\b",
    re.IGNORECASE,
)
_PERSONS = frozenset(
    re.findall(
        r"\w+",
        "孩子 小孩 宝宝 儿子 女儿 爸爸 妈妈 爸妈 父母 家长 老人 长辈 朋友 家人 学生 大人 老公 老婆 男友 女友 "
        "kid child toddler baby son daughter mum mom dad parent friend family student adult husband wife",
    )
)
"""The audience of a text, not its subject."""
_SETTINGS = frozenset(re.findall(r"\w+", "阳台 宿舍 办公室 家里 房间 窗台 balcony office flat room"))
"""Where something is done: sources that share only this are on another subject."""
_FOR_BABIES = re.compile(r"宝宝|婴儿|新生儿|辅食|月龄|\b(?:bab(?:y|ies)|infants?|newborns?)\b", re.IGNORECASE)
_EXCLUDED = re.compile(
    r"(?:不[爬去吃看坐逛住喝]|避开|不要|别去)(?P<zh>[\u4e00-\u9fff]{2,6})$"
    r"|^(?:no|without|avoiding|skip) (?P<en>[a-z]{4,})$",
    re.IGNORECASE,
)
"""A detail that excludes something."""
_OTHER_READERS = (
    re.compile(
        r"孩子|小孩|小朋友|宝宝|婴儿|幼儿|娃|儿童|[\d一二两三四五六七八九十]+个?[岁月](?:的|大)"
        r"|\b(?:kids?|child|children|toddlers?|bab(?:y|ies)|infants?|(?:year|month)s?[- ]olds?|twins|daughters?|sons?)"
        r"\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"老人|爸妈|父母|长辈|爷爷|奶奶|外公|外婆|姥姥|六十岁"
        r"|\b(?:parents|grand\w+|elderly|senior(?! (?:dog|cat|pet))s?)\b",
        re.IGNORECASE,
    ),
)
"""Groups of readers: what a source for one of them states about them is untrue for the others."""
_OTHERS = re.compile(r"他们|\b(?:them|their|carrier|stroller|pushchair|pram)\b|推车|婴儿车", re.IGNORECASE)
"""Words that refer to these readers, or to their equipment."""
_GIFT = re.compile(r"礼物|送礼|\bgifts?\b|\bpresents?\b", re.IGNORECASE)
_FOR_ONE = re.compile(r"一人食|一个人|独居|独自|\bfor one\b|\balone\b|\bsolo\b", re.IGNORECASE)
_FOR_SEVERAL = re.compile(
    r"[两三四五六七八九十]个人|[两三四五六七八九十几]口|朋友来|聚餐|请客|宴"
    r"|\bfor (?:two|three|four|five|six|eight|ten|a crowd|guests)\b",
    re.IGNORECASE,
)
_PARTS_OF_A_TRIP = frozenset({Theme.FOOD, Theme.DRINK, Theme.PHOTO, Theme.FASHION})
_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千]")
_QUESTION_WORDS = re.compile(r"什么|怎么|如何|哪[些里个]|为什么|多少")
_QUOTED_TITLE = re.compile(r"《([^《》]*)》")
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
    of another matter, that are not close, or have far fewer words, are used only if the ones before are too few; so are
    sentences of a close source about its writer.
    """
    words, related = extract_content_words(request.topic), _select_sources(request)
    shares = [
        inf if one.closeness is Closeness.CLOSE else len(words & extract_content_words(f"{one.title} {one.excerpt}"))
        for one in related
    ]
    head = _find_head(request.topic, request.language)
    names_head = [head in extract_content_words(one.title) for one in related]
    requested = find_matters("\n".join((request.topic, *request.constraints)))
    whole = "\n".join((request.topic, *request.constraints))
    strays = [_is_stray(one, request, requested) or _is_for_others(one, whole) for one in related]
    quotations = dict[str, Quotation]()
    ranked = sorted(
        zip(names_head, strays, shares, related, strict=True), key=lambda one: (not one[0], one[1], -one[2])
    )
    for has_head, is_stray, share, source in ranked:
        is_further = is_stray or share < _NEAR_SHARE * max(shares) or (any(names_head) and not has_head)
        if len(quotations) >= ENOUGH_QUOTATIONS and is_further:
            break
        for sentence in [*_find_sentences(source, request.language)][:MAX_QUOTATIONS_PER_SOURCE]:
            quotations.setdefault(sentence, Quotation(sentence, _name(source)))
    if len(quotations) < ENOUGH_QUOTATIONS:
        for source in (one for one in related if one.closeness is Closeness.CLOSE):
            for sentence in _find_sentences(source, request.language, spoken=True):
                quotations.setdefault(sentence, Quotation(sentence, _name(source), is_spoken=True))
    excluded = [found["zh"] or found["en"] for one in request.constraints if (found := _EXCLUDED.search(one))]
    return _group(one for one in quotations.values() if not contains_any(one.sentence, excluded))[:most]


def _is_stray(source: Source, request: NoteRequest, requested: frozenset[str]) -> bool:
    """Return whether the title of *source* names only matters, or only things, that the request lacks."""
    named = find_matters(source.title)
    things = {sense for senses in find_things("\n".join((request.topic, *request.constraints))) for sense in senses}
    own = {sense for senses in find_things(source.title) for sense in senses if sense.kind != PLACES}
    is_of_another_care = any(sense.kind == CARE and sense not in things for sense in own)
    return is_of_another_care or bool(named and not named & requested) or bool(own and things and not own & things)


def _group(quotations: Iterable[Quotation]) -> tuple[Quotation, ...]:
    """Return *quotations* with those of one source after each other, in the order of the sources."""
    listed = [*quotations]
    titles = list(dict.fromkeys(one.title for one in listed))
    return tuple(sorted(listed, key=lambda one: titles.index(one.title)))


def _select_sources(request: NoteRequest) -> list[Source]:
    """Return the sources about the topic; if the request has a name that some of them contain, only these.

    A story has only close ones: what the user reports is seldom in a library. After the first, sources whose title has
    a theme that the request lacks are omitted: food, for the night sky.
    """
    theme, whole = find_theme(request.topic), "\n".join((request.topic, *request.constraints))
    names, themes = find_proper_names(whole), find_all_themes(whole)
    related = [
        one
        for one in request.sources
        if _is_citable(one)
        and (one.closeness is Closeness.CLOSE or not request.is_story)
        and not _is_about_another_place(whole, one.title)
        and _has_condition(whole, one)
        and _is_about(request.topic, theme, one)
        and not _names_other_things(whole, one)
        and (not _FOR_BABIES.search(one.title) or _FOR_BABIES.search(whole) or _OTHER_READERS[0].search(whole))
        and not (_FOR_ONE.search(one.title) and _FOR_SEVERAL.search(whole))
    ]
    related = [fitting for one in related if (fitting := _retain_fitting(one, request, whole)).excerpt]
    named = [one for one in related if names & find_proper_names(one.title)]
    if named or find_known_places(request.topic):
        return named
    return [one for number, one in enumerate(related) if not number or find_all_themes(one.title) <= themes]


def _names_other_things(whole: str, source: Source) -> bool:
    """Return whether the title of a source that is not close names things that the request *whole* lacks.

    A gift is for a recipient: a close source on gifts for others is no source either.
    """
    requested = {sense for senses in find_things(whole) for sense in senses}
    named = (senses for senses in find_things(source.title) if any(thing.kind != PLACES for thing in senses))
    lacking = any(not senses & requested for senses in named)
    if _GIFT.search(source.title) and _GIFT.search(whole):
        return _is_for_others(source, whole)
    return source.closeness is Closeness.RELATED and (lacking or _is_for_others(source, whole))


def _is_for_others(source: Source, whole: str) -> bool:
    """Return whether the title of *source* names readers (children, parents) that the request *whole* lacks."""
    return any(one.search(source.title) and not one.search(whole) for one in _OTHER_READERS)


def _retain_fitting(source: Source, request: NoteRequest, whole: str) -> Source:
    """Return *source* with the sentences that hold for the readers, and for the theme of a topic at a place.

    What a source on a trip with parents states about old people is not for students; of a source on a city as a whole,
    a note on its food gets the sentences on food.
    """
    others = [one for one in _OTHER_READERS if one.search(source.title) and not one.search(whole)]
    others += [_OTHERS] if others else []
    themes = find_all_themes(request.topic) & _PARTS_OF_A_TRIP if find_known_places(request.topic) else frozenset()
    if themes & find_all_themes(source.title):
        themes = frozenset()
    if not others and not themes:
        return _retain_named(source, request)
    retained = (
        sentence
        for sentence in split_sentences(source.excerpt)
        if not any(one.search(sentence) for one in others) and (not themes or themes & find_all_themes(sentence))
    )
    return replace(source, excerpt="".join(retained) if request.language is Language.CHINESE else " ".join(retained))


def _retain_named(source: Source, request: NoteRequest) -> Source:
    """Return *source* with the sentences that have all words of the topic that its title lacks, if it has any.

    Of a note on badminton for beginners, positions in doubles get the sentence on doubles.
    """
    words = extract_content_words(request.topic) - _PERSONS
    lacking = {word for word in words - extract_content_words(source.title) if not _NUMBER.search(word)}
    is_same = bool(find_matters(request.topic) & find_matters(source.title))
    if (
        is_same
        or re.search(r"\d", request.topic)
        or request.language is Language.ENGLISH
        or not 2 <= len(lacking) < len(words)
    ):
        return source
    retained = [one for one in split_sentences(source.excerpt) if lacking <= extract_content_words(one)]
    return replace(source, excerpt="".join(retained)) if retained else source


def _find_head(topic: str, language: Language) -> str:
    """Return the word that the others of *topic* only qualify: breakfast, of breakfast in a dormitory; "" for none.

    In Chinese it comes last, in English before the first preposition.
    """
    phrase = find_head_noun(topic) if language is Language.ENGLISH else topic
    words = extract_content_words(_QUESTION_WORDS.sub(" ", phrase)) - _PERSONS
    return max(words, key=phrase.lower().rfind, default="")


def _is_citable(source: Source) -> bool:
    return 0 < len(_name(source)) <= _MAX_TITLE_LENGTH


def _name(source: Source) -> str:
    title = source.title.strip()
    return inner[1] if (inner := _QUOTED_TITLE.fullmatch(title)) else title


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
    for source in _select_sources(request):
        for sentence in _find_sentences(source, request.language):
            if expected in sentence.lower():
                return Quotation(sentence, _name(source))
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


def contains_any(text: str, words: Sequence[str]) -> bool:
    """Return whether *text* contains one of *words*."""
    lowered = text.lower()
    return any(word.lower() in lowered for word in words)


def _is_about(topic: str, theme: Theme | None, source: Source) -> bool:
    """Return whether *source* is about *topic*.

    The research determines this for close and distant sources. Another source must have the name of the topic,
    half of its words, or its theme, and always one of its words in the title.
    """
    text = f"{source.title} {source.excerpt}"
    conditions = {found.lower() for found in _CONDITION.findall(topic)}
    if conditions and not conditions & {found.lower() for found in _CONDITION.findall(text)}:
        return False
    words = extract_content_words(topic)
    if source.closeness in (Closeness.CLOSE, Closeness.DISTANT):
        # Comparisons of short topics are unreliable; a title with the whole topic is about it.
        named = words - _PERSONS
        if source.closeness is Closeness.CLOSE:
            return True
        note = NoteText(source.title, body=source.excerpt)
        fits = rate_fit(topic, "", note) in (Fit.SAME, Fit.UNKNOWN) and has_main_word(topic, note)
        return fits and bool(named and words <= extract_content_words(source.title))
    if _PURCHASE.search(source.title) and not _PURCHASE.search(topic) and not _CHOICE.search(topic):
        return False
    if find_proper_names(topic) & find_proper_names(source.title):
        return True
    shared = words & extract_content_words(text)
    # The title determines the subject of a source; its body only mentions other things. An audience is no subject.
    if not words & extract_content_words(source.title) - _SETTINGS or not shared - _PERSONS:
        return False
    is_compared = source.closeness is Closeness.RELATED
    return 2 * len(shared) >= len(words) or (not is_compared and theme is not None and theme is find_theme(text))


def _has_condition(whole: str, source: Source) -> bool:
    """Return whether *source* names an injured part that the request *whole* names, if there is any."""
    conditions = _list_conditions(whole)
    return not conditions or bool(conditions & _list_conditions(f"{source.title} {source.excerpt}"))


def _list_conditions(text: str) -> set[str]:
    return {found.lower() for found in _INJURY.findall(text)}


def _is_about_another_place(topic: str, title: str) -> bool:
    own, others = find_proper_names(topic), find_proper_names(title)
    is_trip = bool(find_all_themes(topic) & {Theme.TRAVEL, Theme.OUTDOORS})
    is_named = any(name.lower() in topic.lower() for name in others)
    if others and not is_named and not is_trip and Theme.TRAVEL in find_all_themes(title):
        return True
    return bool(own and others) and not own & others
