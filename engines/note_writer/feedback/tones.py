"""Changes of the tone: the note's own sentences are reworded, cited ones stay as they are."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from dataclasses import replace

from engines.note_writer.composition import build_placeholders
from engines.note_writer.feedback.changes import Change, Part
from engines.note_writer.feedback.context import Apply, Context
from engines.note_writer.feedback.scope import Paragraphs, restore, split_paragraphs
from engines.note_writer.lengths import EMOJI, has_emoji, split_sentences
from engines.note_writer.parsers.requirements import Register, Requirements, parse_register
from engines.note_writer.phrases.tones import FORMAL, FRIENDLY
from engines.note_writer.postprocess import postprocess
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language

_LOUD = re.compile(r"像广告|太广告|少用|salesy|\blike an ad\b|\bpally\b", re.IGNORECASE)
_STIFF = re.compile(
    r"太?正经(?!一?[点些])|太客气|公文|说明书|教科书|领导讲话|训人|教训|老师|吐槽|凶|太冲|太硬|说教|聊天|唠嗑|软一?[点些]|柔"
    r"|\bnobody (?:talks|speaks) like|\bsoften|\bcalm|\bangry|\bharsh|\bbossy|\bpreachy|\bpatroni[sz]ing|\blectur|\bchatt|\btexting a friend|\bfriend talking"
    r"|\blike an? (?:brochure|manual|press release|robot|textbook|lecture|leaflet|shop|teacher)\b",
    re.IGNORECASE,
)
"""Complaints that name no tone, and mean that it is too loud, or too stiff."""
_UNKNOWN_TONE = re.compile(
    r"幽默|搞笑|文艺|诗意|安静|平静|冷静|太专业|\bcalm|\bquiet|\bpreach|\bfunn|\bhumou?r|\bwitty|\bpoetic|\bliterary",
    re.IGNORECASE,
)
"""Tones that need a model."""
_SOFT = re.compile(r"温|亲切|\b(?:warm|gentl|soft|calm|friendl)", re.IGNORECASE)
"""Friendly tones that need neither emoji nor another title."""
_MIN_SHARE = 0.5
_LOUDNESS = re.compile(r"[!！]|～")


def parse_tone(text: str) -> Register | None:
    """Return the tone that *text* asks for, None for one that needs a model."""
    if _UNKNOWN_TONE.search(text):
        return None
    if _LOUD.search(text):
        return Register.FORMAL
    return Register.LIVELY if _STIFF.search(text) else parse_register(text)


def change_tone(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft in another tone: its opening and closing, and the particles of its own Chinese sentences."""
    tone = parse_tone(change.text)
    if tone is None or (tone is Register.LIVELY and context.request.is_solemn):
        return None
    is_loud = tone is Register.FORMAL or (not _STIFF.search(change.text) and not _SOFT.search(change.text))
    revised = postprocess(draft, Requirements(register=tone), context.language) if is_loud else draft
    if tone is Register.LIVELY:
        revised = _soften(_retain_emoji(draft, _set_edges(revised, tone, context)), context.language)
    elif not _is_quieter(draft, revised):
        revised = _set_edges(revised, tone, context)
    return replace(revised, tags=draft.tags) if revised != draft else None


def change_edge(part: Part) -> Apply:
    """Return the function that gives the opening or the closing another tone."""

    def apply(draft: Draft, change: Change, context: Context) -> Draft | None:
        tone = parse_tone(change.text)
        return restore(_set_edges(draft, tone, context), draft, frozenset(Part) - {part}) if tone else None

    return apply


def has_tone(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether *draft* has the tone: half of its own sentences are reworded, or emoji and exclamations gone.

    An emoji or a punctuation mark alone does not make a text friendlier.
    """
    before, after = list_own_words(previous), list_own_words(draft)
    reworded = sum(words not in before for words in after)
    if parse_tone(change.text) is Register.FORMAL:
        return _is_quieter(previous, draft) or reworded >= _MIN_SHARE * len(after) > 0
    return reworded >= _MIN_SHARE * len(after) > 0


def list_own_words(draft: Draft) -> list[str]:
    """Return the words of the sentences that no source has, without punctuation and emoji."""
    items = (item for block in draft.blocks for item in block.items if not ANY_SOURCE.search(item))
    return [words for item in items if (words := re.sub(r"[\W_]+", "", item))]


def _is_quieter(previous: Draft, draft: Draft) -> bool:
    before, after = (f"{one.title}\n{one.body}" for one in (previous, draft))
    is_quiet = not has_emoji(after) and not re.search(r"[!！]", after)
    return is_quiet and (has_emoji(before) or _LOUDNESS.search(before) is not None)


def _set_edges(draft: Draft, tone: Register, context: Context) -> Draft:
    edges = (FORMAL if tone is Register.FORMAL else FRIENDLY)[context.language]
    fill, paragraphs = build_placeholders(context.request, 0).fill, split_paragraphs(draft)
    has_content = bool(paragraphs.sections)
    opening, closing = map(
        fill,
        (edges.opening, edges.closing) if has_content else (edges.asking_opening, edges.asking_closing),
    )
    opening = _retain_statements(paragraphs, opening, context)
    blocks = (
        *((Block("", (opening,)),) if paragraphs.opening else ()),
        *paragraphs.sections,
        *((Block("", (closing,)),) if paragraphs.closing else ()),
    )
    return replace(draft, blocks=blocks or draft.blocks)


def _retain_emoji(before: Draft, after: Draft) -> Draft:
    """Return *after* with the emoji at the end of the closing *before*."""
    old, new = (split_paragraphs(one).closing for one in (before, after))
    found = EMOJI.search(old[-1].text[-_EMOJI_LENGTH:]) if old else None
    if found is None or not new or has_emoji(new[-1].text):
        return after
    space = " " if new[-1].text[-1:].isascii() else ""
    last = replace(new[-1], items=(*new[-1].items[:-1], f"{new[-1].items[-1]}{space}{found[0]}"))
    return replace(after, blocks=(*after.blocks[:-1], last))


_EMOJI_LENGTH = 3


def _retain_statements(before: Paragraphs, opening: str, context: Context) -> str:
    """Return *opening* after the sentences of the user in the opening *before*."""
    stated = "\n".join(context.request.statements)
    sentences = split_sentences(before.opening[0].text) if before.opening else ()
    own = [one for one in sentences if (bare := one.strip(" 。.!！")) and bare in stated and bare not in opening]
    return ("" if context.language is Language.CHINESE else " ").join((*own, opening))


def _soften(draft: Draft, language: Language) -> Draft:
    """Return *draft* with particles at the end of its own Chinese sentences."""
    if language is not Language.CHINESE:
        return draft
    blocks = (
        replace(block, items=tuple(map(_add_particle, block.items))) if block.heading else block
        for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def _add_particle(item: str) -> str:
    is_plain = item.endswith("。") and not ANY_SOURCE.search(item)
    return f"{item[:-1].rstrip('呀哦啦')}哦～" if is_plain else item
