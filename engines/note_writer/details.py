"""Details of a request: budget, month, days, people, health. Each has a match in the note, or is reported as unused."""

import re
from collections.abc import Mapping, Sequence

from engines.language.words import contains_any
from engines.note_writer.parsers.requirements import parse_register
from engines.note_writer.parsers.requirements_lexicon import (
    LONGER,
    MAX_LENGTH,
    MIN_LENGTH,
    REWRITE,
    SHORTER,
    TAGS,
    TITLE,
)
from engines.note_writer.quotations import Quotation, find_quotation_about
from engines.note_writer.tags import extract_content_words
from engines.note_writer.values import Block, NoteRequest
from services.common.text.language import Language, Text

MAX_DETAILS = 12
_HEADING = Text("📌 按你的条件", "📌 For your case")
_LINE = Text("{detail}：{match}", "{detail}: {match}")
_UNUSED = Text(
    "没有用上的条件：{details}。选句子时没有用到它们。",
    "Unused details: {details}. They played no part in the choice of the sentences.",
)
_LEFT_OUT = Text(
    "按要求避开：{details}。没有引用用到它们的句子。", "Left out as requested: {details}. No cited sentence uses them."
)
_MAX_WIDTH = 200
_MAX_TONE_LENGTH = 16
"""A longer text that has a word for a tone is about the subject: a warm room."""
_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千万]+")
# Not in 特别, 无锡, 别墅, 未来.
_NEGATION = re.compile(
    r"(?<!差)不(?![错同锈])|没|无(?![锡线人花])|(?<![特个分级性区类告识])别(?![墅人])|免(?!费)|未(?!来)|过敏|\ballerg|\b(?:no|not|never|without|cannot|instead)\b|n['’]t\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[，,；;。.!！?？:：\n]")
_TIME = re.compile(r"下个?(?:月|周|星期)|(?:明|后)天|\bnext \w+|\btomorrow", re.IGNORECASE)
_LIMIT = re.compile(
    r"[\d一二两三四五六七八九十百千万]*元?(?:以内|左右|以下|之内|大概|大约|只有|预算)|under|about|budget|only|and|with|very"
)
# Chinese nouns of one character, which are too short for a content word.
_SHORT_WORD = re.compile(r"[狗猫娃车腰]")
# Constraints on the form of the text are requirements, not details of the subject.
_FORM = re.compile(
    r"^(?:不要|别|避免|don['’]t|do not|avoid|never)[再要]?\s*(?:写|提|说|用|出现|加|放|mention|use|write|say|include)"
    r"|^(?:不写|must|include|mention|use|包括|包含|提到|要有|写得?|加上|突出)|\d\s*个?字|字数|words?\b|characters"
    r"|what now|any ideas|^怎么[办弄做样]?$|怎么办$|表情|emoji|语气|口吻|\btone\b|段落|第.段|paragraph|配图|张图|图片"
    r"|\b(?:image|picture)s?\b|小红书|开头|结尾|正文|^(?:太|more|less|too)\b",
    re.IGNORECASE,
)


def find_details(request: NoteRequest) -> tuple[str, ...]:
    """Return the details among the constraints that the topic does not name."""
    return tuple(
        dict.fromkeys(
            text
            for text in (one.strip(" ，。,.;；") for one in request.constraints)
            if text and len(text) <= _MAX_WIDTH and text.lower() not in request.topic.lower() and is_detail(text)
        )
    )[:MAX_DETAILS]


def match_details(
    details: tuple[str, ...], request: NoteRequest, excluded: Sequence[str] = ()
) -> dict[str, Quotation | None]:
    """Return for each of *details* a sentence of the sources about it, each sentence once; None if there is none."""
    matches, used = dict[str, Quotation | None](), set[str]()
    for detail in details:
        named = [word for word in extract_content_words(detail) if not _LIMIT.fullmatch(word)]
        words = [*sorted(named, key=len, reverse=True), *_SHORT_WORD.findall(detail)]
        quoted = (find_quotation_about(word, request) for word in words if not _NUMBER.fullmatch(word))
        found = [
            one
            for one in quoted
            if one is not None and _is_about(one.sentence, words) and _agrees(detail, one.sentence, words)
        ]
        match = next(
            (one for one in found if one.sentence not in used and not contains_any(one.sentence, excluded)),
            None,
        )
        matches[detail] = match
        used |= {match.sentence} if match else set()
    return matches


def _is_about(sentence: str, words: Sequence[str]) -> bool:
    """Return whether *sentence* has at least half of *words*, English ones as whole words: one match may be chance."""
    stems = extract_content_words(sentence)
    shared = sum(word in (stems if word.isascii() else sentence) for word in words)
    return 2 * shared >= len(words)


def _agrees(detail: str, sentence: str, words: Sequence[str]) -> bool:
    """Return whether a clause of *sentence* with one of *words* is negated, if *detail* is.

    没烤箱 is not about using an oven.
    """
    named = (one for one in _CLAUSE.split(sentence) if contains_any(one, words))
    return not _NEGATION.search(detail) or any(map(_NEGATION.search, named))


def _is_named(detail: str, text: str) -> bool:
    words = [word for word in extract_content_words(detail) if not _LIMIT.fullmatch(word)]
    has_numbers = all(number in text for number in _NUMBER.findall(detail))
    has_times = all(time.lower() in text.lower() for time in _TIME.findall(detail))
    return len(words) > 1 and has_numbers and has_times and _is_about(text, words) and _agrees(detail, text, words)


def build_detail_block(matches: Mapping[str, Quotation | None], language: Language) -> Block | None:
    """Return the section of the details with a match, None without any."""
    lines = tuple(
        "• " + _LINE.pick(language).format(detail=_capitalize(detail), match=match.format(language))
        for detail, match in matches.items()
        if match is not None
    )
    return Block(_HEADING.pick(language), lines, "\n") if lines else None


def list_unused(matches: Mapping[str, Quotation | None], text: str) -> tuple[str, ...]:
    """Return the details that neither have a match nor are in *text*."""
    return tuple(
        detail
        for detail, match in matches.items()
        if match is None and detail.lower() not in text.lower() and not _is_named(detail, text)
    )


def remark_on_unused(unused: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return remarks for the user about *unused* details."""
    if not unused:
        return ()
    listed = "；".join(unused) if language is Language.CHINESE else "; ".join(unused)
    return (_UNUSED.pick(language).format(details=listed),)


def remark_on_excluded(details: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return a remark for the user on *details* that exclude something from the cited sentences, if there are any."""
    listed = ("；" if language is Language.CHINESE else "; ").join(details)
    return (_LEFT_OUT.pick(language).format(details=listed),) if details else ()


def is_detail(text: str) -> bool:
    """Return whether a constraint is about the subject of a note, not about the form of its text."""
    if any(pattern.search(text) for pattern in (_FORM, MAX_LENGTH, MIN_LENGTH, TITLE, TAGS, SHORTER, LONGER, REWRITE)):
        return False
    return len(text) > _MAX_TONE_LENGTH or parse_register(text) is None


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
