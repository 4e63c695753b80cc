"""Checks of the text of a note: title, body, topic, language, demands."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from services.common.contract.note import NoteContent
from services.common.text.language import Language, Text
from services.common.text.width import measure_width
from services.critic.domain.note import texts
from services.critic.domain.note.checks import demands
from services.critic.domain.note.checks.cleanliness import check_cleanliness
from services.critic.domain.note.checks.demands import Length, Part
from services.critic.domain.note.checks.lengths import has_emoji, measure_body, measure_title
from services.critic.domain.note.checks.subject import check_subject
from services.critic.domain.note.checks.tags import check_tags
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, is_chinese, mentions
from services.critic.domain.note.checks.variety import check_variety
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MINOR, MODERATE, RUINED, SEVERE, Finding, quote
from services.critic.domain.note.note import ReviewedNote

# The displayed length of a title: 20 Chinese characters (the limit of Xiaohongshu), about 60 Latin letters.
MAX_TITLE: Final = {True: 20, False: 60}
MIN_TITLE: Final = {True: 4, False: 10}
# Factors of the limit above which a title that is too long costs more.
_LITTLE, _MUCH = 1.15, 1.3
# Characters in Chinese (Xiaohongshu allows 1,000), words in English: below the first a body is returned, below the
# second it loses score; above the third it loses score, above the fourth it is returned.
_BODY_LIMITS: Final = {True: (60, 120, 1_000, 2_000), False: (25, 60, 600, 1_200)}
_ENOUGH_PARAGRAPHS: Final = 3
_SHORT_NOTE: Final = {True: 150, False: 80}
_LONG_PARAGRAPH: Final = {True: 350, False: 180}
_LONG_OPENING: Final = 320
_HOOK: Final = re.compile(
    r"[?？!！\d两三四五六七八九十~～]|你|咱|大家|姐妹|宝子|家人们|谁懂|别再|终于|居然|原来|千万|其实|我|"
    r"\b(?:you|your|i|we|my|never|finally|ever)\b",
    re.IGNORECASE,
)
_ENOUGH_KEYWORDS: Final = 0.5
_FEW_KEYWORDS: Final = 0.2
_NAMES_CHINESE: Final = re.compile(r"中文|汉语|Chinese", re.IGNORECASE)
_NAMES_ENGLISH: Final = re.compile(r"英文|英语|English", re.IGNORECASE)
_MAX_REPORTED: Final = 3


def check_content(note: ReviewedNote, language: Language) -> Iterator[Finding]:
    """Yield the problems of the text of *note*; *language* is that of the run."""
    content = note.content
    if not content.body.strip():
        yield Finding(NoteDimension.CONTENT, RUINED, texts.NO_BODY)
        return
    rules = tuple(dict.fromkeys((note.text, *note.brief.constraints)))
    yield from _check_title(note, rules)
    yield from _check_length(content, rules)
    yield from _check_structure(content)
    yield from check_subject(note)
    yield from check_variety(note)
    yield from _check_keywords(note)
    yield from _check_language(note, language)
    yield from _check_demands(content, rules)
    yield from check_tags(note)
    yield from check_cleanliness(note)


def _check_title(note: ReviewedNote, rules: tuple[str, ...]) -> Iterator[Finding]:
    title, topic = note.content.title.strip(), note.brief.topic
    if not title:
        yield Finding(NoteDimension.CONTENT, SEVERE, texts.NO_TITLE)
        return
    chinese = is_chinese(title)
    length = measure_title(title, chinese=chinese)
    stated = [one for one in demands.find_lengths(rules) if one.part is Part.TITLE]
    most = min((int(one.maximum) for one in stated if one.maximum < float("inf")), default=MAX_TITLE[chinese])
    if length > most:
        worst = _find_worst(note.content)
        cost = worst if length > _MUCH * most else MODERATE if stated or length > _LITTLE * most else MINOR
        yield Finding(NoteDimension.CONTENT, cost, texts.TITLE_LONG, {"length": length, "most": most})
    if length < MIN_TITLE[chinese]:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.TITLE_SHORT)
    about = " ".join((topic, *note.brief.keywords))
    if are_comparable(title, about) and not find_mentioned(extract_terms(about), title):
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.TITLE_OFF_TOPIC, {"topic": quote(topic)})


def _find_worst(content: NoteContent) -> float:
    """Return the cost of a length that is far from the wanted one: a draft without a model has no other text."""
    return MODERATE if content.draft else SEVERE


def _check_length(content: NoteContent, rules: tuple[str, ...]) -> Iterator[Finding]:
    chinese = is_chinese(content.body)
    unit = texts.CHARACTERS if chinese else texts.WORDS
    length = measure_body(content.body, chinese=chinese)
    stated = [one for one in demands.find_lengths(rules) if one.part is Part.BODY]
    if stated:
        yield from _check_stated_length(content, stated[0], chinese=chinese)
        return
    too_short, short, long, too_long = _BODY_LIMITS[chinese]
    if length < short:
        cost = _find_worst(content) if length < too_short else MODERATE
        yield Finding(NoteDimension.CONTENT, cost, texts.BODY_SHORT, {"length": length, "unit": unit, "least": short})
    elif length > long:
        cost = SEVERE if length > too_long else MODERATE
        yield Finding(NoteDimension.CONTENT, cost, texts.BODY_LONG, {"length": length, "unit": unit, "most": long})


def _check_stated_length(content: NoteContent, stated: Length, *, chinese: bool) -> Iterator[Finding]:
    """Yield a deviation from a stated length; one of more than half is returned."""
    in_letters = stated.characters and not chinese
    length = len(content.body) if in_letters else measure_body(content.body, chinese=chinese)
    unit = texts.CHARACTERS if chinese or in_letters else texts.WORDS
    about = {"length": length, "unit": unit, "least": stated.stated, "most": stated.stated}
    if length < stated.minimum:
        cost = _find_worst(content) if 2 * length < stated.minimum else MODERATE
        yield Finding(NoteDimension.CONTENT, cost, texts.BODY_SHORT, about)
    elif length > stated.maximum:
        cost = SEVERE if length > 1.5 * stated.maximum else MODERATE
        yield Finding(NoteDimension.CONTENT, cost, texts.BODY_LONG, about)


def _check_structure(content: NoteContent) -> Iterator[Finding]:
    paragraphs, chinese = content.paragraphs, is_chinese(content.body)
    whole = measure_body(content.body, chinese=chinese)
    if len(paragraphs) < _ENOUGH_PARAGRAPHS and whole > _SHORT_NOTE[chinese]:
        cost = MODERATE if len(paragraphs) == 1 else MINOR
        yield Finding(NoteDimension.CONTENT, cost, texts.ONE_BLOCK, {"paragraphs": len(paragraphs)})
    long = (
        place
        for place, paragraph in enumerate(paragraphs, 1)
        if measure_body(paragraph, chinese=chinese) > _LONG_PARAGRAPH[chinese]
    )
    for place in islice(long, _MAX_REPORTED):
        yield Finding(NoteDimension.CONTENT, MINOR, texts.LONG_PARAGRAPH, {"number": place})
    opening = paragraphs[0] if paragraphs else ""
    if measure_width(opening) > _LONG_OPENING or not (_HOOK.search(opening) or has_emoji(opening)):
        yield Finding(NoteDimension.CONTENT, MINOR, texts.NO_HOOK)


def _check_keywords(note: ReviewedNote) -> Iterator[Finding]:
    body, brief = note.content.body, note.brief
    keywords = [word for word in brief.keywords if are_comparable(body, word)]
    missing = [word for word in keywords if not mentions(note.whole_text, word)]
    share = 1 - len(missing) / len(keywords) if keywords else 1.0
    if share < _ENOUGH_KEYWORDS:
        words = Text("、".join(map(quote, missing[:5])), ", ".join(map(quote, missing[:5])))
        cost = MODERATE if share < _FEW_KEYWORDS else MINOR
        yield Finding(NoteDimension.CONTENT, cost, texts.KEYWORDS_MISSING, {"words": words})


def _check_language(note: ReviewedNote, language: Language) -> Iterator[Finding]:
    """Yield a problem if the body is in none of the languages of the run, of the prompt, and named in the prompt."""
    chinese, request_text = is_chinese(note.content.body), "\n".join((note.text, *note.brief.constraints))
    named = _NAMES_CHINESE.search(request_text) if chinese else _NAMES_ENGLISH.search(request_text)
    if named or chinese in (language is Language.CHINESE, is_chinese(note.text or note.brief.topic)):
        return
    expected = texts.ENGLISH if chinese else texts.CHINESE
    yield Finding(NoteDimension.CONTENT, SEVERE, texts.OTHER_LANGUAGE, {"language": expected})


def _check_demands(content: NoteContent, rules: tuple[str, ...]) -> Iterator[Finding]:
    whole_text = f"{content.title}\n{content.body}\n{' '.join(content.tags)}"
    for word in demands.find_banned_words(rules):
        if demands.states_word(whole_text, word):
            yield Finding(NoteDimension.CONTENT, SEVERE, texts.BANNED_WORD, {"word": quote(word)})
    if demands.bans_emoji(rules) and has_emoji(whole_text):
        yield Finding(NoteDimension.CONTENT, SEVERE, texts.BANNED_EMOJI)
    for word in demands.find_required_words(rules):
        if are_comparable(whole_text, word) and not mentions(whole_text, word):
            yield Finding(NoteDimension.CONTENT, MODERATE, texts.REQUIRED_MISSING, {"word": quote(word)})
