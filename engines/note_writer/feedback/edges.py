"""Changes of the opening and the closing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.note_writer.composition import build_placeholders, collect_material, rank_templates, to_blocks
from engines.note_writer.feedback import titles
from engines.note_writer.feedback.changes import Change, Part
from engines.note_writer.feedback.context import Apply, Context
from engines.note_writer.feedback.retention import opening, set_opening
from engines.note_writer.feedback.scope import split_paragraphs
from engines.note_writer.lengths import split_sentences
from engines.note_writer.values import Block, Draft
from services.common.text.language import Language


def renew_opening(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with another opening."""
    new = select_edge(draft, Part.OPENING, context)
    return set_opening(draft, (new,)) if new else None


def renew_closing(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with another closing."""
    closing = select_edge(draft, Part.CLOSING, context)
    if not closing:
        return None
    last = draft.blocks[-1].text if draft.blocks and not draft.blocks[-1].heading else ""
    rest = draft.blocks[:-1] if last and len(draft.blocks) > 1 else draft.blocks
    return replace(draft, blocks=(*rest, *to_blocks(closing)))


def select_edge(draft: Draft, part: Part, context: Context, unwanted: Sequence[str] = ()) -> str:
    """Return another opening or closing for *draft*, in other words and without *unwanted* ones, "" for none."""
    material, template = (
        collect_material(context.request, context.requirements),
        rank_templates(context.request)[0],
    )
    count = sum(bool(block.heading) for block in draft.blocks)
    fill_all = build_placeholders(context.request, count, for_whom=not template.sections).fill_all
    is_opening, paragraphs = part is Part.OPENING, split_paragraphs(draft)
    old = paragraphs.opening if is_opening else paragraphs.closing
    preferred = material.opening if is_opening else material.closing
    texts = (preferred, *fill_all(template.openings if is_opening else template.closings))
    words = _join_words("".join(block.text for block in old))
    return next(
        (
            text
            for text in texts
            if _join_words(text) not in ("", words) and not any(word.lower() in text.lower() for word in unwanted)
        ),
        "",
    )


def _join_words(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def mention_in_opening(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a sentence on a word in its opening."""
    if change.value.lower() in opening(draft).lower():
        return draft
    is_mentioned = _ADDS.search(change.text) or _MENTIONS.search(change.text)
    if not is_mentioned or len(change.value) > _MAX_LENGTH[context.language]:
        # "Start with the beer trap" asks for a text on it.
        return None
    text = "{word}的朋友可以先看这一篇。" if context.language is Language.CHINESE else " This also looks at {word}."
    return set_opening(draft, (opening(draft) + text.format(word=change.value),))


def set_edge(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the reviewer's text as its opening or closing, or next to it if the reviewer adds text."""
    paragraphs = split_paragraphs(draft)
    is_opening = change.part is Part.OPENING
    old = paragraphs.opening if is_opening else paragraphs.closing
    chinese = context.language is Language.CHINESE
    text = end_sentence(change.value, context)
    if _ADDS.search(change.text) and old:
        own, separator = old[0].text, "" if chinese else " "
        text = f"{text}{separator}{own}" if is_opening else f"{own}{separator}{text}"
    new = (Block("", (text,)),)
    opening_blocks, closing_blocks = (new, paragraphs.closing) if is_opening else (paragraphs.opening, new)
    return replace(draft, blocks=(*opening_blocks, *paragraphs.sections, *closing_blocks))


_MAX_LENGTH = {Language.CHINESE: 6, Language.ENGLISH: 18}
_MENTIONS = re.compile(r"提|出现|要有|带上|点明|体现|突出|\b(?:say|have|use|work)\b", re.IGNORECASE)
_ADDS = re.compile(
    r"加|补|提醒|[注写标点]明|[写放][在到]|\b(?:add|include|mention|put|note|remind|tell|state|point out)\b",
    re.IGNORECASE,
)
"""The reviewer's text is added to the existing text."""


def ask_at_start(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with a question at its start."""
    if re.search(r"[?？]", opening(draft)):
        return draft
    question = titles.ask("", change, context.request, draft)
    separator = "" if context.language is Language.CHINESE else " "
    return set_opening(draft, (f"{question}{separator}{opening(draft)}".strip(),))


def no_question_in(part: Part) -> Apply:
    """Return the function that removes the questions of the opening or the closing."""

    def apply(draft: Draft, change: Change, context: Context) -> Draft | None:
        index = 0 if part is Part.OPENING else len(draft.blocks) - 1
        if not draft.blocks:
            return None
        if draft.blocks[index].heading or not re.search(r"[?？]", draft.blocks[index].text):
            return draft
        items = tuple(_drop_questions(item) for item in draft.blocks[index].items)
        block = replace(draft.blocks[index], items=tuple(item for item in items if item))
        if not block.items:
            is_removal = part is Part.OPENING or _REMOVAL.search(change.text)
            other = "" if is_removal else select_edge(draft, part, context, "?？")
            rest = (*draft.blocks[:index], *(to_blocks(other) if other else ()), *draft.blocks[index + 1 :])
            return replace(draft, blocks=rest) if rest else None
        return replace(draft, blocks=(*draft.blocks[:index], block, *draft.blocks[index + 1 :]))

    return apply


def _drop_questions(item: str) -> str:
    separator = " " if item.isascii() else ""
    rest = [one for one in split_sentences(item) if not re.search(r"[?？]", one)]
    # An invitation to answer has no sense without the question.
    return separator.join(one for one in rest if not _INVITATION.search(one))


_REMOVAL = re.compile(
    r"删|去掉|拿掉|砍|\b(?:drop|ditch|remove|cut|delete|kill|lose|go|scrap|skip|get rid|stop)\b", re.IGNORECASE
)
"""Asks for the removal of a question, and for nothing in its place."""
_INVITATION = re.compile(r"评论区|留言|\b(?:tell me|comment|add it|share yours?)\b", re.IGNORECASE)


def ask_at_end(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a question in its last line: another one than it has, if the reviewer wants that."""
    has_edge = bool(draft.blocks) and not draft.blocks[-1].heading
    wants_another = wants_another_question(change)
    if has_edge and not wants_another and has_question_at_end(draft):
        return draft
    question = "你最想先试哪一条？" if context.language is Language.CHINESE else "Which of these will you try first?"
    if not has_edge:
        return replace(draft, blocks=(*draft.blocks, Block("", (question,))))
    separator = "" if context.language is Language.CHINESE else " "
    text = question if wants_another else f"{draft.blocks[-1].text}{separator}{question}"
    return replace(draft, blocks=(*draft.blocks[:-1], Block("", (text,))))


_ANOTHER = re.compile(r"换|另|\b(?:another|different|other|instead|replace|swap|change)\b", re.IGNORECASE)


def wants_another_question(change: Change) -> bool:
    """Return whether the reviewer wants a question in place of the last line, even of a question."""
    return _ANOTHER.search(change.text) is not None


def has_question_at_end(draft: Draft) -> bool:
    """Return whether the last line of the text has a question."""
    lines = draft.body.rstrip().splitlines()
    return bool(lines) and re.search(r"[?？]", lines[-1]) is not None


_INTERROGATIVE = re.compile(r"(?:什么|怎么|哪|谁|几[个次天]|多少)(?!都|也).{0,6}$|[吗呢]$")
"""A Chinese question without its mark."""


def end_sentence(text: str, context: Context) -> str:
    """Return the reviewer's *text* as a sentence."""
    is_question = _INTERROGATIVE.search(text) is not None
    full_stop = ("？" if is_question else "。") if context.language is Language.CHINESE else "."
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '。！？.!?…～' else full_stop}"
