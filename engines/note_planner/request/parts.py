"""Extracts requirements from a clause of a request: images, lengths, tones, audience, required and excluded content."""

import re
from dataclasses import dataclass, field

from engines.language.characters import is_chinese
from engines.language.parsers.measurements import parse_chinese_number
from engines.language.phrase import EDGES, Phrase
from engines.language.scanner import Lexicon, split_words
from engines.language.traditional_chinese import simplify
from engines.note_planner.limits import DEFAULT_IMAGES, MAX_IMAGES
from engines.note_planner.request.audiences import find_audiences
from engines.note_planner.request.lexicon import PROHIBITIONS, REQUIREMENTS, REVISION_VERBS, TONES

_TONES = Lexicon(dict.fromkeys(TONES, True))
_REQUIREMENTS = Lexicon(dict.fromkeys((*PROHIBITIONS, *REQUIREMENTS, *REVISION_VERBS), True))
_REVISION_VERBS = Lexicon(dict.fromkeys(REVISION_VERBS, True))
_NO_REQUIREMENTS = split_words(
    "别墅|别克|别人|别样|太极|太阳|太平|太原|太湖|太空|标题党|重点大学|重点中学|重点高中|没有|没|包括号|改造|加点|结尾诗",
    "更年期|更衣|换季|换乘|换工作|换租|换房|最好的|最好吃|最好看|最好用|最好玩|调整时差",
    "换气|换毛|换牙|换药|换尿|no idea|no clue|not sure",
)
"""Words that start like a requirement but are part of the topic."""

_NUMBER = r"(?:\d{1,3}|[一二两三四五六七八九十几]{1,3})"
_ENGLISH_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 9, "several": DEFAULT_IMAGES, "some": DEFAULT_IMAGES, "few": DEFAULT_IMAGES,
}  # fmt: skip
_ENGLISH_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(_ENGLISH_NUMBERS)})"
_IMAGES = re.compile(
    rf"(?:再?[配要带附加]?(?:上|成|有|图)?)({_NUMBER})[张幅](?:配图|图片|照片|"
    rf"插图|插画|图|(?=$|\s))|({_NUMBER})图(?![书案形标钉腾])|(九宫格)"
    rf"|(?:with |and |plus |using |add |include )*(?:a few |exactly )?\b({_ENGLISH_NUMBER}) (?:pictures?|"
    rf"images?|photos?|pics?|illustrations?)\b"
)
# A limit applies to the part that it names: "标题不超过15字" is not a limit of the body.
_LENGTH = re.compile(
    r"(?:(?:标题|题目|正文|内文|全文|文案|内容|字数)(?:长度|字数)?(?:上)?(?:要|最好|请|尽量|都|得)?)?"
    r"(?:字数)?(?:控制在|不要超过|别超过|不超过|不少于|最多|至少|大概|大约|约|不低于|少于|超过|限制在|限|"
    r"在)?\d{1,5}(?:[-~到至]\d{2,5})?个?字(?:以内|左右|以上|以下|之内|上下|内)?"
    r"|(?:(?:标签|话题)(?:数量|数)?(?:要|最好|请|控制在|不要超过|不超过|最多|至少)*\d{1,2}个(?:以内|左右|以上)?)"
    r"|(?:(?:,? ?\b(?:and |with )?(?:a |the |its )?(?:title|headline|body|text|tags?)"
    r"(?: is| of| should be| must be)? ?)?)"
    r"(?:(?:in|within|under|about|around|at most|at least|max|no more than|not more than|"
    r"up to|less than|over|below) )*\d{2,5}(?:[- ](?:to )?\d{2,5})?[ -](?:words?|characters?|chars)(?: or less|"
    r" or fewer| max)?"
)
_TONE_HEAD = (
    r"(?:(?:语气|口吻|文风|调性|基调|行文|风格|语调)(?:上)?"
    r"(?:要|是|为|得|用|更|偏|尽量|可以|：|:|写得|稍微|再|应该|最好)*)"
)
_TONE_FREE = re.compile(
    rf"{_TONE_HEAD}([^，。；,;\s]{{1,10}}?)(?:一点儿?|一些|些|点儿?|的?风格|风|的)?$"
    r"|(?:用|以|采用)([^，。；,;\s]{2,8}?)的?(?:语气|口吻|文风|语言|风格|语调|方式)(?:来写|写)?"
)
_TONE_TAIL = re.compile(
    r"的?(?:一点儿?|一些|些|点儿?|的?语气|的?口吻|的?文风|的?风格|风格|系|风|向|即可|就好|就行)$|[的地得]$"
)
_TONE_LEAD = re.compile(
    r"(?:语气|口吻|文风|语言|调性|基调|行文|风格|语调|文字|写得|写的|改得|改成|"
    r"改为|要|尽量|稍微|整体|再|更|变得|偏|比较|一点|最好|希望|应该|得|可以)+$"
)
_ENGLISH_TONE = re.compile(
    r"(?:,? ?\b(?:in|with|using|use) (?:an? )?((?:[a-z-]+(?: and |, | ))?[a-z-]+) (?:tone|"
    r"voice|style of writing|style|manner|way|feel)\b)"
    r"|\b(?:make|keep|write) (?:it|the tone|this|the text) (?:(?:more|a bit|"
    r"a little|very|sound) )*([a-z-]+(?: and [a-z-]+)?)\b"
    r"|\b(?:tone|voice)(?: should be| is|:)? ([a-z-]+(?: and [a-z-]+)?)\b|\bsounds? (?:more )?([a-z-]+)\b"
)
_DESCRIBED_TEXT = re.compile(
    r"\b(?:an?|some) ((?:[a-z-]+(?:, | and | ))?[a-z-]+) (?:little |short |long |instagram |blog )?"
    r"(?:posts?|captions?|notes?|pieces?|blog|article|text)\b"
)
_DESCRIBED_CHINESE = re.compile(r"写一?[个篇份条段]([^，。；]{1,8}?)的(?:小红书|笔记|帖子|文案|文章|朋友圈|推文|短文)")
_REQUIREMENT_WITHIN = re.compile(
    r" (?:without|but no|avoiding|but without|including) |但不要|并且不要|且不要|(?<!要)不要|必须"
)
_FILLER = re.compile(r"(?:每天|平时|一定|千万|记得|里面|文中|全文|但是?|也|请|最好|最后|其中|尽量)+")
"""Words before a requirement that are part of it."""
_GOAL = re.compile(
    r"(?:目标是|目的是|为了|目标：|用来|用于|想让(?:大家|读者|他们|更多人))(.{2,60})$|"
    r"\b(?:the goal is to|goal is to|so that|in order to)\b (.{3,120})$"
)
_ENGLISH_TONES = "|".join(tone for tone in sorted(TONES, key=len, reverse=True) if tone.isascii())
_TONES_ALONE = re.compile(
    rf"\b(?:{_ENGLISH_TONES}|and|more|a bit|a little|very|please|be|in|with|an?|tone|voice|style)\b"
)


@dataclass
class RequestParts:
    """Requirements of a request, collected clause by clause, and the other clauses."""

    audience: str = ""
    goal: str = ""
    tones: list[str] = field(default_factory=list)
    constraints: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    image_count: int = 0
    is_revision: bool = False


def extract_parts(clause: Phrase, parts: RequestParts) -> Phrase:
    """Move the requirements of *clause* to *parts*, and return the rest: the topic, or nothing."""
    for extract in (
        _extract_image_count,
        _extract_length,
        _extract_goal,
        _extract_tone,
        _extract_requirement,
        _extract_audience,
    ):
        if not clause.text:
            break
        clause = extract(clause, parts)
    return clause


def strip_form(phrase: str) -> str:
    """Return *phrase* without the number of images, the length, the tone and the readers at one of its ends."""
    clause = Phrase(phrase)
    for extract in (_extract_image_count, _extract_length, _extract_tone, _extract_audience):
        rest = extract(clause, RequestParts()).text
        if rest != clause.text and rest.strip("的 ") in clause.text:
            clause = Phrase(rest.strip("的 "))
    return clause.text


def find_tones(text: str) -> tuple[str, ...]:
    """Return the tones that *text* names."""
    phrase = Phrase(text)
    return tuple(simplify(phrase.text[match.start : match.end]) for match in _TONES.find_all(phrase.folded))


def parse_image_count(folded: str) -> int:
    """Return the number of images that *folded* requests, 1 to 9; 0 if it names none."""
    match = _IMAGES.search(folded)
    if match is None:
        return 0
    if match[3]:
        return MAX_IMAGES
    return _parse_number(match[1] or match[2] or match[4])


def _parse_number(number: str) -> int:
    if number.isdigit():
        value = int(number)
    elif number in _ENGLISH_NUMBERS:
        value = _ENGLISH_NUMBERS[number]
    else:
        value = DEFAULT_IMAGES if "几" in number else parse_chinese_number(number)
    return min(MAX_IMAGES, max(1, value))


def _extract_image_count(clause: Phrase, parts: RequestParts) -> Phrase:
    match = _IMAGES.search(clause.folded)
    if match is None:
        return clause
    parts.image_count = parse_image_count(clause.folded)
    return clause.remove([match.span()])


def _extract_length(clause: Phrase, parts: RequestParts) -> Phrase:
    match = _LENGTH.search(clause.folded)
    if match is None:
        return clause
    parts.constraints.append(clause.text[match.start() : match.end()].strip(EDGES))
    return clause.remove([match.span()])


def _extract_goal(clause: Phrase, parts: RequestParts) -> Phrase:
    match = _GOAL.search(clause.folded)
    if match is None:
        return clause
    group = 1 if match[1] else 2
    parts.goal = clause.text[match.start(group) : match.end(group)].strip(EDGES)
    return clause.remove([match.span()])


def _extract_tone(clause: Phrase, parts: RequestParts) -> Phrase:
    """Extract the tone: a known one, with or without a word for tone, or any words after a word for tone."""
    folded = clause.folded
    if _is_negated(folded):
        return clause
    if not is_chinese(folded):
        return _extract_english_tone(clause, parts)
    if described := _DESCRIBED_CHINESE.search(folded):
        parts.tones += find_tones(described[1])
    if span := _extract_known_tones(clause, parts):
        return clause.remove([span])
    match = _TONE_FREE.search(folded)
    if match is None or parse_image_count(folded):
        return clause
    group = 1 if match[1] else 2
    parts.tones.append(simplify(clause.text[match.start(group) : match.end(group)]).strip(EDGES))
    return clause.remove([match.span()])


def _extract_known_tones(clause: Phrase, parts: RequestParts) -> tuple[int, int] | None:
    folded = clause.folded
    matches = list(_TONES.find_all(folded))
    if not matches:
        return None
    start, end = matches[0].start, matches[-1].end
    lead, tail = _TONE_LEAD.search(folded[:start]), _TONE_TAIL.match(folded[end:])
    before = lead.start() if lead else start
    last = len(folded) if tail else end
    between = folded[start:end]
    whole = before == 0 and last == len(folded)
    used = re.search(r"[用以]$", folded[:start]) and re.match(r"的?(?:语气|口吻|文风|语言|风格)", folded[end:])
    spaced = folded[start - 1 : start] == " " and folded[end : end + 1] in ("", " ")
    if used:
        cut = re.match(r"的?(?:语气|口吻|文风|语言|风格)(?:来写|写)?", folded[end:])
        before, last = start - 1, end + (cut.end() if cut else 0)
    elif not (whole or spaced or (lead and lead[0] not in ("要", "最好", "希望", "比较") and len(between) <= 12)):
        return None
    parts.tones += [simplify(clause.text[one.start : one.end]) for one in matches]
    return before, last


def _extract_english_tone(clause: Phrase, parts: RequestParts) -> Phrase:
    folded = clause.folded
    for match in _ENGLISH_TONE.finditer(folded):
        named = next(group for group in match.groups() if group)
        tones = find_tones(named)
        if tones:
            parts.tones += tones
            return clause.remove([match.span()])
    if described := _DESCRIBED_TEXT.search(folded):
        parts.tones += find_tones(described[1])
    left = _TONES_ALONE.sub("", folded)
    if not left.strip(EDGES) and (tones := find_tones(folded)):
        parts.tones += tones
        return Phrase("")
    return clause


def _extract_requirement(clause: Phrase, parts: RequestParts) -> Phrase:
    """Extract a clause that states a requirement, or the part of the clause that does."""
    folded = clause.folded
    if is_requirement(folded):
        parts.is_revision = parts.is_revision or _REVISION_VERBS.match_at(folded, 0) is not None
        parts.constraints.append(clause.text.strip(EDGES))
        return Phrase("")
    for match in _REQUIREMENT_WITHIN.finditer(folded):
        if match.start() and len(folded) - match.end() >= 1:
            if _FILLER.fullmatch(folded[: match.start()]):
                break
            parts.constraints.append(clause.text[match.start() :].strip(EDGES))
            return clause.slice(0, match.start())
    else:
        return clause
    parts.constraints.append(clause.text.strip(EDGES))
    return Phrase("")


def is_requirement(folded: str) -> bool:
    """Return whether a clause states a requirement rather than a topic."""
    return not folded.startswith(_NO_REQUIREMENTS) and _REQUIREMENTS.match_at(folded, 0) is not None


def _is_negated(folded: str) -> bool:
    return folded.startswith(
        ("不要", "别", "不能", "避免", "不用", "don't", "do not", "not ", "no ", "avoid", "太", "不够")
    )


def _extract_audience(clause: Phrase, parts: RequestParts) -> Phrase:
    for span, name in find_audiences(clause):
        parts.audience = parts.audience or simplify(name).strip(EDGES)
        return clause.remove([span])
    return clause
