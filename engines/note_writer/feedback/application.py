"""Applies changes to a draft, one after the other: what a change does not name stays."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engines.note_writer.composition import (
    build_placeholders,
    collect_material,
    compose,
    rank_templates,
    to_blocks,
)
from engines.note_writer.expansion import expand, insert_before_closing
from engines.note_writer.facts import build_fact_block, find_fact_about, select_facts
from engines.note_writer.feedback import titles
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.parser import parse_count
from engines.note_writer.lengths import Length, Unit, default_unit, split_sentences
from engines.note_writer.parsers.requirements import Register, Requirements, parse_register
from engines.note_writer.phrases import find_known_aside
from engines.note_writer.postprocess import add_emoji, postprocess, remove_all_emoji, remove_words
from engines.note_writer.tags import MAX_TAGS, select_tags
from engines.note_writer.titles import select_title
from engines.note_writer.truncation import measure_blocks, truncate_blocks
from engines.note_writer.values import Block, Draft, NoteRequest
from services.common.text.language import Language

SHORTER_FACTOR, LONGER_FACTOR = 0.62, 1.4
_TOLERANCE = 0.2
_BULLET = "• "


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft after changes, and which of them were made."""

    draft: Draft
    made: tuple[tuple[Change, bool], ...]


@dataclass(frozen=True, slots=True)
class _Context:
    request: NoteRequest
    requirements: Requirements

    @property
    def language(self) -> Language:
        return self.request.language


_Apply = Callable[[Draft, Change, _Context], Draft | None]


def apply_changes(
    previous: Draft, changes: tuple[Change, ...], request: NoteRequest, requirements: Requirements
) -> Revision:
    """Return *previous* with *changes*; a change that cannot be made leaves the draft as it is."""
    context, draft, made = _Context(request, requirements), previous, list[tuple[Change, bool]]()
    for change in sorted(changes, key=lambda one: one.kind in _LENGTHS):
        apply = _BY_PART.get((change.kind, change.part)) or _BY_KIND.get(change.kind)
        revised = apply(draft, change, context) if apply else None
        made.append((change, revised is not None))
        draft = revised if revised is not None else draft
    order = {id(change): number for number, change in enumerate(changes)}
    return Revision(draft, tuple(sorted(made, key=lambda pair: order[id(pair[0])])))


_LENGTHS = (Kind.SHORTEN, Kind.LENGTHEN, Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH)


def _keep(draft: Draft, change: Change, context: _Context) -> Draft:
    return draft


def _renew_title(draft: Draft, change: Change, context: _Context) -> Draft | None:
    template = rank_templates(context.request)[0]
    placeholders = build_placeholders(context.request, sum(bool(block.heading) for block in draft.blocks))
    title = select_title(context.request, template, placeholders, replace(context.requirements, title=change.text))
    return replace(draft, title=title) if title and title != draft.title else None


def _change_title(change_title: Callable[[str, Change, NoteRequest, Draft], str]) -> _Apply:
    def apply(draft: Draft, change: Change, context: _Context) -> Draft | None:
        title = change_title(draft.title, change, context.request, draft)
        return replace(draft, title=title) if title else None

    return apply


def _renew_tags(draft: Draft, change: Change, context: _Context) -> Draft | None:
    tags = select_tags(context.request, context.requirements)
    return replace(draft, tags=tags) if tags and tags != draft.tags else None


def _count_tags(draft: Draft, change: Change, context: _Context) -> Draft | None:
    count = int(change.value or 0)
    more = select_tags(context.request, replace(context.requirements, max_tags=None))
    tags = tuple(dict.fromkeys((*draft.tags, *more)))[:count]
    return replace(draft, tags=tags) if count and len(tags) == count else None


def _add_tag(draft: Draft, change: Change, context: _Context) -> Draft | None:
    tag = re.sub(r"[\s#＃]+", "", change.value)
    return replace(draft, tags=tuple(dict.fromkeys((*draft.tags[: MAX_TAGS - 1], tag)))) if tag else None


def _remove_tag(draft: Draft, change: Change, context: _Context) -> Draft | None:
    words = change.value.lower().replace(" ", "")
    exact = tuple(tag for tag in draft.tags if tag.lower() != words)
    tags = exact if exact != draft.tags else tuple(tag for tag in draft.tags if words not in tag.lower())
    return replace(draft, tags=tags) if words else None


def _renew_opening(draft: Draft, change: Change, context: _Context) -> Draft | None:
    opening = collect_material(context.request, context.requirements).opening
    if not opening or opening == _opening(draft):
        return None
    return _set_opening(draft, (opening,))


def _renew_closing(draft: Draft, change: Change, context: _Context) -> Draft | None:
    closing = collect_material(context.request, context.requirements).closing
    last = draft.blocks[-1].text if draft.blocks and not draft.blocks[-1].heading else ""
    if not closing or closing == last:
        return None
    rest = draft.blocks[:-1] if last and len(draft.blocks) > 1 else draft.blocks
    return replace(draft, blocks=(*rest, *to_blocks(closing)))


def _opening(draft: Draft) -> str:
    return draft.blocks[0].text if draft.blocks and not draft.blocks[0].heading else ""


def _set_opening(draft: Draft, items: tuple[str, ...]) -> Draft:
    rest = draft.blocks[1:] if _opening(draft) else draft.blocks
    return replace(draft, blocks=(Block("", items), *rest))


def _mention_in_opening(draft: Draft, change: Change, context: _Context) -> Draft | None:
    if change.value.lower() in _opening(draft).lower():
        return draft
    text = "{word}的朋友可以先看这一篇。" if context.language is Language.CHINESE else " This also looks at {word}."
    return _set_opening(draft, (_opening(draft) + text.format(word=change.value),))


def _no_question_in(part: Part) -> _Apply:
    def apply(draft: Draft, change: Change, context: _Context) -> Draft | None:
        index = 0 if part is Part.OPENING else len(draft.blocks) - 1
        if not draft.blocks:
            return None
        items = tuple(_drop_questions(item) for item in draft.blocks[index].items)
        block = replace(draft.blocks[index], items=tuple(item for item in items if item))
        if not block.items:
            return None
        return replace(draft, blocks=(*draft.blocks[:index], block, *draft.blocks[index + 1 :]))

    return apply


def _drop_questions(item: str) -> str:
    separator = " " if item.isascii() else ""
    return separator.join(one for one in split_sentences(item) if not re.search(r"[?？]", one))


def _ask_at_end(draft: Draft, change: Change, context: _Context) -> Draft | None:
    if draft.blocks and not draft.blocks[-1].heading and re.search(r"[?？]", draft.blocks[-1].text):
        return draft
    question = "你最想先试哪一条？" if context.language is Language.CHINESE else "Which of these will you try first?"
    if draft.blocks and not draft.blocks[-1].heading:
        separator = "" if context.language is Language.CHINESE else " "
        text = f"{draft.blocks[-1].text}{separator}{question}"
        return replace(draft, blocks=(*draft.blocks[:-1], Block("", (text,))))
    return replace(draft, blocks=(*draft.blocks, Block("", (question,))))


def _limit_body(draft: Draft, change: Change, context: _Context) -> Draft | None:
    length = Length(int(change.value), _unit(change, context))
    return replace(draft, blocks=truncate_blocks(draft.blocks, length))


def _extend_body(draft: Draft, change: Change, context: _Context) -> Draft | None:
    target = Length(int(change.value), _unit(change, context))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    return replace(draft, blocks=blocks) if measure_blocks(blocks, target.unit).count >= target.count else None


def _fit_body(draft: Draft, change: Change, context: _Context) -> Draft | None:
    target = Length(int(change.value), _unit(change, context))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    longest = replace(target, count=round(target.count * (1 + _TOLERANCE / 2)))
    blocks = truncate_blocks(blocks, longest)
    count = measure_blocks(blocks, target.unit).count
    return replace(draft, blocks=blocks) if count >= target.count * (1 - _TOLERANCE) else None


def _unit(change: Change, context: _Context) -> Unit:
    return (
        Unit.WORDS
        if "word" in change.text.lower()
        else (
            Unit.CHARACTERS if "字" in change.text or "char" in change.text.lower() else default_unit(context.language)
        )
    )


def _shorten_body(draft: Draft, change: Change, context: _Context) -> Draft | None:
    length = measure_blocks(draft.blocks, default_unit(context.language))
    blocks = truncate_blocks(draft.blocks, replace(length, count=max(1, round(length.count * SHORTER_FACTOR))))
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


def _lengthen_body(draft: Draft, change: Change, context: _Context) -> Draft | None:
    length = measure_blocks(draft.blocks, default_unit(context.language))
    target = replace(length, count=round(length.count * LONGER_FACTOR))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


def _add_facts(draft: Draft, change: Change, context: _Context) -> Draft | None:
    facts = tuple(fact for fact in select_facts(context.request) if fact.sentence not in draft.body)
    block = build_fact_block(facts, context.language)
    if block is None:
        return draft if "《" in draft.body or "(from “" in draft.body else None
    return replace(draft, blocks=insert_before_closing(draft.blocks, (block,)))


def _mention(draft: Draft, change: Change, context: _Context) -> Draft | None:
    """Add a section about a word: from a fact, a sentence of the phrase bank, or the reviewer's own detail."""
    word = change.value
    if not word:
        return None
    if word.lower() in draft.body.lower():
        return draft
    fact, aside = find_fact_about(word, context.request), find_known_aside(context.language, word)
    chinese = context.language is Language.CHINESE
    if fact is not None:
        sentence = fact.format(context.language)
    elif re.search(r"\d|[一二两三四五六七八九十百千][块百千元天小分]", word):
        sentence = f"{word}。" if chinese else f"{word[:1].upper()}{word[1:]}."
    elif aside:
        sentence = aside
    else:
        return None
    heading = f"📝 关于{word}" if chinese else f"📝 On {word}"
    listed = any(item.startswith(_BULLET) for block in draft.blocks for item in block.items)
    block = Block(heading, (f"{_BULLET}{sentence}" if listed else sentence,), "\n" if listed else "")
    return replace(draft, blocks=insert_before_closing(draft.blocks, (block,)))


def _exclude(draft: Draft, change: Change, context: _Context) -> Draft | None:
    if not change.value:
        return None
    if change.value in _DEGREES:
        return _map_items(draft, lambda text: text.replace(change.value, ""))
    revised = remove_words(draft, (change.value,), context.language)
    return replace(
        revised,
        title=draft.title if change.value.lower() not in draft.title.lower() else revised.title,
        tags=draft.tags,
    )


_DEGREES = frozenset("最很太更超极")
"""Words of degree: the sentence stands without them."""


def _replace_word(draft: Draft, change: Change, context: _Context) -> Draft | None:
    if not change.value or not change.other:
        return None
    pattern = re.compile(re.escape(change.value), re.IGNORECASE)
    revised = _map_items(draft, lambda text: pattern.sub(lambda _: change.other, text))
    return replace(revised, title=pattern.sub(lambda _: change.other, draft.title))


def _map_items(draft: Draft, convert: Callable[[str], str]) -> Draft:
    blocks = (
        replace(block, heading=convert(block.heading), items=tuple(map(convert, block.items))) for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def _sections(draft: Draft) -> list[int]:
    return [index for index, block in enumerate(draft.blocks) if block.heading]


def _remove_part(draft: Draft, change: Change, context: _Context) -> Draft | None:
    sections, number = _sections(draft), parse_count(change.value)
    index = len(sections) - 1 if number == -1 else number - 1
    if not 0 <= index < len(sections) or len(sections) == 1:
        return None
    return replace(draft, blocks=(*draft.blocks[: sections[index]], *draft.blocks[sections[index] + 1 :]))


def _count_parts(draft: Draft, change: Change, context: _Context) -> Draft | None:
    sections, count = _sections(draft), int(change.value or 0)
    if count < 1 or len(sections) < count:
        return None
    dropped = set(sections[count:])
    return replace(draft, blocks=tuple(block for index, block in enumerate(draft.blocks) if index not in dropped))


def _move(draft: Draft, change: Change, context: _Context) -> Draft | None:
    index = _find_section(draft, change.value)
    if index is None:
        return None
    rest = [block for number, block in enumerate(draft.blocks) if number != index]
    headed = [number for number, block in enumerate(rest) if block.heading] or [len(rest) - 1]
    at = headed[0] if change.kind is Kind.FIRST_PART else headed[-1] + 1
    return replace(draft, blocks=(*rest[:at], draft.blocks[index], *rest[at:]))


def _order(draft: Draft, change: Change, context: _Context) -> Draft | None:
    first, then = _find_section(draft, change.value), _find_section(draft, change.other)
    if first is None or then is None or first == then:
        return None
    blocks = list(draft.blocks)
    if first > then:
        blocks.insert(then, blocks.pop(first))
    return replace(draft, blocks=tuple(blocks))


_MEANINGS: tuple[frozenset[str], ...] = (
    frozenset(
        (
            "注意",
            "坑",
            "别",
            "避",
            "忽略",
            "错",
            "提醒",
            "不要急",
            "mistake",
            "avoid",
            "careful",
            "miss",
            "wrong",
            "watch",
            "overlook",
            "trouble",
        )
    ),
    frozenset(("准备", "开始前", "动手之前", "before", "ready", "prepare")),
)


def _find_section(draft: Draft, word: str) -> int | None:
    """Return the section whose heading has *word* or a word of the same meaning, else whose text has it."""
    stem = word.lower().removesuffix("s").removesuffix("事项")
    names = next((group for group in _MEANINGS if any(one in stem or stem in one for one in group)), frozenset((stem,)))
    sections = _sections(draft)
    for texts in (lambda block: block.heading.lower(), lambda block: block.text.lower()):
        for group in (frozenset((stem,)), names):
            found = next((i for i in sections if any(name in texts(draft.blocks[i]) for name in group)), None)
            if found is not None:
                return found
    return None


def _add_heading(draft: Draft, change: Change, context: _Context) -> Draft | None:
    """Put a heading above the sentences that mention it; without any, there is nothing to head."""
    word = change.value
    fact = find_fact_about(word, context.request)
    if fact is None:
        return None
    return replace(
        draft,
        blocks=insert_before_closing(
            draft.blocks, (Block(f"📌 {word}", (f"{_BULLET}{fact.format(context.language)}",), "\n"),)
        ),
    )


def _to_list(draft: Draft, change: Change, context: _Context) -> Draft:
    blocks = (
        replace(block, items=tuple(f"{_BULLET}{item.removeprefix(_BULLET)}" for item in block.items), separator="\n")
        if block.heading
        else block
        for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def _to_running_text(draft: Draft, change: Change, context: _Context) -> Draft:
    separator = "" if context.language is Language.CHINESE else " "
    blocks = (
        replace(block, items=tuple(item.removeprefix(_BULLET) for item in block.items), separator=separator)
        for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def _address(draft: Draft, change: Change, context: _Context) -> Draft | None:
    """Return the draft where it has the person already; other persons need a model."""
    second = change.value.lower() in ("二", "second", "你", "您", "you")
    pattern = r"你|您|\byou" if second else r"我|\bI\b"
    return draft if len(re.findall(pattern, draft.body, re.IGNORECASE if second else 0)) > 1 else None


def _for_audience(draft: Draft, change: Change, context: _Context) -> Draft | None:
    if not change.value or change.value.lower() in draft.body.lower():
        return draft if change.value else None
    chinese = context.language is Language.CHINESE
    line = f"这篇写给{change.value}。" if chinese else f"This one is for {change.value}. "
    return _set_opening(draft, (f"{line}{_opening(draft)}".strip(),))


def _change_tone(draft: Draft, change: Change, context: _Context) -> Draft | None:
    register = Register.FORMAL if "少用" in change.text else parse_register(change.text)
    if register is None:
        return None
    revised = postprocess(draft, Requirements(register=register), context.language)
    return replace(revised, tags=draft.tags) if revised != draft else None


def _remove_emoji(draft: Draft, change: Change, context: _Context) -> Draft:
    return replace(remove_all_emoji(draft), tags=draft.tags)


def _add_emoji(draft: Draft, change: Change, context: _Context) -> Draft | None:
    revised = add_emoji(draft)
    return revised if revised != draft else None


def _remove_exclamations(draft: Draft, change: Change, context: _Context) -> Draft:
    revised = _map_items(draft, lambda text: re.sub("！+", "。", re.sub(r"!+", ".", text)))
    return replace(revised, title=re.sub(r"[！!]+", "", draft.title) or draft.title)


def _rewrite(draft: Draft, change: Change, context: _Context) -> Draft | None:
    revised = compose(context.request, context.requirements)
    revised = postprocess(revised, context.requirements, context.language)
    return revised if revised.body != draft.body else None


_BY_PART: Mapping[tuple[Kind, Part], _Apply] = {
    (Kind.RENEW, Part.TITLE): _renew_title,
    (Kind.TONE, Part.TITLE): _renew_title,
    (Kind.SHORTEN, Part.TITLE): _change_title(titles.shorten),
    (Kind.SET, Part.TITLE): _change_title(titles.set_title),
    (Kind.CONTAIN, Part.TITLE): _change_title(titles.contain),
    (Kind.LACK, Part.TITLE): _change_title(titles.lack),
    (Kind.QUESTION, Part.TITLE): _change_title(titles.ask),
    (Kind.NO_QUESTION, Part.TITLE): _change_title(titles.do_not_ask),
    (Kind.NUMBER, Part.TITLE): _change_title(titles.number),
    (Kind.NO_NUMBER, Part.TITLE): _change_title(titles.remove_numbers),
    (Kind.MAX_LENGTH, Part.TITLE): _change_title(titles.limit),
    (Kind.RENEW, Part.TAGS): _renew_tags,
    (Kind.COUNT, Part.TAGS): _count_tags,
    (Kind.CONTAIN, Part.TAGS): _add_tag,
    (Kind.LACK, Part.TAGS): _remove_tag,
    (Kind.RENEW, Part.OPENING): _renew_opening,
    (Kind.CONTAIN, Part.OPENING): _mention_in_opening,
    (Kind.NO_QUESTION, Part.OPENING): _no_question_in(Part.OPENING),
    (Kind.RENEW, Part.CLOSING): _renew_closing,
    (Kind.QUESTION, Part.CLOSING): _ask_at_end,
    (Kind.NO_QUESTION, Part.CLOSING): _no_question_in(Part.CLOSING),
}
_BY_KIND: Mapping[Kind, _Apply] = {
    Kind.KEEP: _keep,
    Kind.SHORTEN: _shorten_body,
    Kind.LENGTHEN: _lengthen_body,
    Kind.MAX_LENGTH: _limit_body,
    Kind.MIN_LENGTH: _extend_body,
    Kind.ABOUT_LENGTH: _fit_body,
    Kind.CONTAIN: _mention,
    Kind.LACK: _exclude,
    Kind.REPLACE: _replace_word,
    Kind.HEADING: _add_heading,
    Kind.COUNT: _count_parts,
    Kind.REMOVE_PART: _remove_part,
    Kind.FIRST_PART: _move,
    Kind.LAST_PART: _move,
    Kind.ORDER: _order,
    Kind.LIST: _to_list,
    Kind.RUNNING_TEXT: _to_running_text,
    Kind.PERSON: _address,
    Kind.AUDIENCE: _for_audience,
    Kind.TONE: _change_tone,
    Kind.EMOJI: _add_emoji,
    Kind.NO_EMOJI: _remove_emoji,
    Kind.NO_EXCLAMATION: _remove_exclamations,
    Kind.FACTS: _add_facts,
    Kind.REWRITE: _rewrite,
}
