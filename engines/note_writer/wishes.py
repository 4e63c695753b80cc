"""Wishes of a request for the form of its text: each is followed by the draft, or reported to the user."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engines.note_planner.brief import TONES
from engines.note_writer.composition import resolve_length
from engines.note_writer.details import is_detail
from engines.note_writer.lengths import has_emoji
from engines.note_writer.parsers.requirements import Requirements, parse_register, parse_requirements
from engines.note_writer.parsers.requirements_lexicon import LONGER, SHORTER, TAGS, TITLE
from engines.note_writer.values import Draft, NoteRequest
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language, Text

MAX_WISHES, MAX_WISH_LENGTH = 12, 80
_IGNORED = Text(
    "没有起作用的要求：{wishes}。不用模型时，草稿只引用资料里的原句。",
    "Wishes without effect on this draft: {wishes}. Without a model it only cites sentences as they are.",
)
_AT_THE_EDGES = Text(
    "只有开头和结尾照做的要求：{wishes}。引用的句子保持原样。",
    "Wishes that only the opening and the closing follow: {wishes}. Cited sentences stay as they are.",
)
# The images and the layout have steps of their own; a question or the platform is no wish for the form.
_NOT_OF_THE_TEXT = re.compile(
    r"配图|张图|图片|封面|\b(?:image|picture|photo|cover)s?\b|what now|any ideas|^怎么[办弄做样]?$|怎么办$|小红书"
    r"|^(?:please )?(?:write|写)(?: it| this|一下)?$",
    re.IGNORECASE,
)
_LIST = re.compile(r"清单|列表|条目|分点|\blists?\b|\bbullet", re.IGNORECASE)
_MANNER = re.compile(r"写[成得的]|\b(?:sounds?|like an?)\b", re.IGNORECASE)
"""A manner of writing is no word that the text has or lacks."""
_QUOTED = re.compile(r"[“「『\"]([^”」』\"]{1,60})[”」』\"]")


def remark_on_wishes(request: NoteRequest, draft: Draft) -> tuple[str, ...]:
    """Return remarks on the wishes of *request* that have no effect on *draft*, or only at its edges."""
    ignored, partly = list[str](), list[str]()
    cites = ANY_SOURCE.search(draft.body) is not None
    for wish in _list_wishes(request):
        if _NOT_OF_THE_TEXT.search(wish):
            continue
        is_of_tone = parse_register(wish) is not None
        if is_of_tone and cites:
            partly.append(wish)
        elif not is_of_tone and not _is_followed(wish, request, draft):
            ignored.append(wish)
    return (*_format(_IGNORED, ignored, request.language), *_format(_AT_THE_EDGES, partly, request.language))


def _list_wishes(request: NoteRequest) -> tuple[str, ...]:
    """Return the constraints on the form of the text, and the tone where the request names one."""
    default_tones = {tone.pick(language) for tone in TONES.values() for language in Language}
    wishes = [one for one in map(str.strip, request.constraints) if one and not is_detail(one)]
    if request.tone and request.tone not in default_tones and not any(request.tone in wish for wish in wishes):
        wishes.append(request.tone)
    return tuple(dict.fromkeys(wish for wish in wishes if len(wish) <= MAX_WISH_LENGTH))[:MAX_WISHES]


def _is_followed(wish: str, request: NoteRequest, draft: Draft) -> bool:
    """Return whether *draft* measurably follows *wish*; a minimum length has a remark of its own."""
    alone = parse_requirements(replace(request, tone="", constraints=(wish,), answers=(), feedback="", previous=None))
    if TITLE.search(wish):
        return _is_title_as_requested(wish, alone, draft.title)
    measured = tuple(_measure(wish, alone, request, draft))
    return bool(measured) and all(measured)


def _is_title_as_requested(wish: str, alone: Requirements, title: str) -> bool:
    """Return whether *title* has the length and the quoted words of *wish*; another wish cannot be measured."""
    quoted, longest = _QUOTED.findall(wish), alone.max_title_length
    is_short = longest is None or len(title) <= longest
    return (longest is not None or bool(quoted)) and is_short and all(one.lower() in title.lower() for one in quoted)


def _measure(wish: str, alone: Requirements, request: NoteRequest, draft: Draft) -> Iterable[bool]:
    """Yield for each requirement that is understood in *wish* whether *draft* fulfils it."""
    text = "\n".join((draft.title, draft.body, *draft.tags)).lower()
    if alone.max_length is not None:
        yield alone.max_length.measure(draft.body) <= alone.max_length.count
    if alone.min_length is not None:
        yield True
    if alone.max_tags is not None:
        yield len(draft.tags) <= alone.max_tags
    elif TAGS.search(wish):
        yield bool(draft.tags)
    if alone.emoji is not None:
        yield has_emoji(f"{draft.title}{draft.body}") is alone.emoji
    is_of_manner = _MANNER.search(wish) is not None
    for word in () if is_of_manner else alone.excluded_words:
        yield word.lower() not in text
    for word in () if is_of_manner else alone.required_words:
        yield word.lower() in text
    if _LIST.search(wish):
        yield "\n• " in f"\n{draft.body}"
    usual = resolve_length(request, Requirements())
    if SHORTER.search(wish):
        yield usual.measure(draft.body) <= usual.count
    if LONGER.search(wish):
        yield usual.measure(draft.body) > usual.count


def _format(text: Text, wishes: list[str], language: Language) -> tuple[str, ...]:
    separator = "；" if language is Language.CHINESE else "; "
    return (text.pick(language).format(wishes=separator.join(wishes)),) if wishes else ()
