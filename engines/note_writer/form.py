"""Requirements on the form of a text: each is met by the draft, or reported to the user."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engines.note_planner.brief import TONES
from engines.note_planner.request.statements import find_mentioned
from engines.note_writer.composition import resolve_length
from engines.note_writer.details import is_detail
from engines.note_writer.lengths import has_emoji
from engines.note_writer.parsers.requirements import Requirements, parse_register, parse_requirements
from engines.note_writer.parsers.requirements_lexicon import LONGER, SHORTER, TAGS, TITLE
from engines.note_writer.values import Draft, NoteRequest
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language, Text

MAX_LISTED, MAX_LENGTH = 12, 80
_IGNORED = Text(
    "没有起作用的要求：{listed}。不用模型时，引用的句子和你自己的话都保持原样。",
    "Requirements without effect on this draft: {listed}. Without a model, cited sentences and yours stay as they are.",
)
_AT_THE_EDGES = Text(
    "只有开头和结尾照做的要求：{listed}。引用的句子保持原样。",
    "Requirements that only the opening and the closing meet: {listed}. Cited sentences stay as they are.",
)
# The images and the layout have steps of their own; a question or the platform is no requirement on the form.
_NOT_OF_THE_TEXT = re.compile(
    r"配图|张图|图片|封面|\b(?:image|picture|photo|cover)s?\b|what now|any ideas|^怎么[办弄做样]?$|怎么办$|小红书"
    r"|^(?:please )?(?:write|写)(?: it| this|一下)?$|^写一?[篇个条份段].{0,6}$",
    re.IGNORECASE,
)
_LIST = re.compile(r"清单|列表|条目|分点|\blists?\b|\bbullet", re.IGNORECASE)
_MANNER = re.compile(r"写[成得的]|\b(?:sounds?|like an?)\b", re.IGNORECASE)
"""A manner of writing is no word that the text has or lacks."""
_BEYOND_REGISTER = re.compile(
    r"幽默|搞笑|好笑|逗|风趣|讽刺|温暖|温情|感人|治愈|文艺|诗意|走心"
    r"|\b(?:funny|humou?r\w*|witty|sarcastic|ironic|warm|heartfelt|touching|moving|poetic|emotional|nostalgic)\b",
    re.IGNORECASE,
)
"""Tones that need other sentences, not only other punctuation and words for these."""
_QUOTED = re.compile(r"[“「『\"]([^”」』\"]{1,60})[”」』\"]")


def remark_on_form(request: NoteRequest, draft: Draft) -> tuple[str, ...]:
    """Return remarks on the requirements of *request* without effect on *draft*, or with one only at its edges."""
    ignored, partly = list[str](), list[str]()
    cites = ANY_SOURCE.search(draft.body) is not None
    for one in _list_requirements(request):
        if _NOT_OF_THE_TEXT.search(one):
            continue
        is_of_tone = parse_register(one) is not None and not _BEYOND_REGISTER.search(one)
        if is_of_tone and cites:
            partly.append(one)
        elif (is_of_tone and request.is_story) or not (is_of_tone or _is_followed(one, request, draft)):
            ignored.append(one)
    return (*_format(_IGNORED, ignored, request.language), *_format(_AT_THE_EDGES, partly, request.language))


def _list_requirements(request: NoteRequest) -> tuple[str, ...]:
    """Return the constraints on the form of the text, and the tone where the request names one."""
    default_tones = {tone.pick(language) for tone in TONES.values() for language in Language}
    listed = [one for one in map(str.strip, request.constraints) if one and not is_detail(one)]
    if request.tone and request.tone not in default_tones and not any(request.tone in one for one in listed):
        listed.append(request.tone)
    return tuple(dict.fromkeys(one for one in listed if len(one) <= MAX_LENGTH))[:MAX_LISTED]


def _is_followed(constraint: str, request: NoteRequest, draft: Draft) -> bool:
    """Return whether *draft* measurably follows *constraint*; a minimum length has a remark of its own."""
    alone = parse_requirements(
        replace(request, tone="", constraints=(constraint,), answers=(), feedback="", previous=None)
    )
    if (mentioned := find_mentioned(constraint)) and mentioned.lower() in draft.body.lower():
        return True
    if TITLE.search(constraint):
        return _is_title_as_requested(constraint, alone, draft.title)
    measured = tuple(_measure(constraint, alone, request, draft))
    return bool(measured) and all(measured)


def _is_title_as_requested(constraint: str, alone: Requirements, title: str) -> bool:
    """Return whether *title* has the length and the quoted words of *constraint*; another one cannot be measured."""
    quoted, longest = _QUOTED.findall(constraint), alone.max_title_length
    is_short = longest is None or len(title) <= longest
    return (longest is not None or bool(quoted)) and is_short and all(one.lower() in title.lower() for one in quoted)


def _measure(constraint: str, alone: Requirements, request: NoteRequest, draft: Draft) -> Iterable[bool]:
    """Yield for each requirement that is understood in *constraint* whether *draft* fulfils it."""
    text = "\n".join((draft.title, draft.body, *draft.tags)).lower()
    if alone.max_length is not None:
        yield alone.max_length.measure(draft.body) <= alone.max_length.count
    if alone.min_length is not None:
        yield True
    if alone.max_tags is not None:
        yield len(draft.tags) <= alone.max_tags
    elif TAGS.search(constraint):
        yield bool(draft.tags)
    if alone.emoji is not None:
        yield has_emoji(f"{draft.title}{draft.body}") is alone.emoji
    is_of_manner = _MANNER.search(constraint) is not None
    for word in () if is_of_manner else alone.excluded_words:
        yield word.lower() not in text
    for word in () if is_of_manner else alone.required_words:
        yield word.lower() in text
    if _LIST.search(constraint):
        yield "\n• " in f"\n{draft.body}"
    usual = resolve_length(request, Requirements())
    if SHORTER.search(constraint):
        yield usual.measure(draft.body) <= usual.count
    if LONGER.search(constraint):
        yield usual.measure(draft.body) > usual.count


def _format(text: Text, listed: list[str], language: Language) -> tuple[str, ...]:
    separator = "；" if language is Language.CHINESE else "; "
    return (text.pick(language).format(listed=separator.join(listed)),) if listed else ()
