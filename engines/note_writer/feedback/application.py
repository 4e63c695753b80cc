"""Applies changes to a draft, one after the other: parts that a change does not name are not changed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engines.note_writer.composition import (
    build_placeholders,
    compose,
    rank_templates,
)
from engines.note_writer.expansion import expand, insert_before_closing
from engines.note_writer.feedback import edges, tags, titles
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.claims import remove_claims
from engines.note_writer.feedback.context import BULLET, Apply, Context
from engines.note_writer.feedback.names import exceeds_word, list_names
from engines.note_writer.feedback.outcome import is_shown
from engines.note_writer.feedback.retention import find_retained_parts, is_broken, opening, set_opening
from engines.note_writer.feedback.scope import confine, find_changed_parts, is_too_narrow, restore
from engines.note_writer.feedback.sections import (
    add_heading,
    count_parts,
    drop_edge,
    find_ordinal,
    move,
    order,
    remove_part,
    shorten_part,
    swap,
    to_list,
    to_running_text,
)
from engines.note_writer.lengths import Length, Unit, default_unit, remove_emoji
from engines.note_writer.parsers.requirements import Register, Requirements, parse_register
from engines.note_writer.phrases import find_known_aside
from engines.note_writer.postprocess import add_emoji, postprocess, remove_all_emoji, remove_words
from engines.note_writer.quotations import build_quotation_blocks, find_quotation_about, select_quotations
from engines.note_writer.titles import select_title
from engines.note_writer.truncation import measure_blocks, truncate_blocks
from engines.note_writer.values import Block, Draft, NoteRequest
from services.common.text.citation import ANY_SOURCE, NAMED_SOURCE
from services.common.text.language import Language

SHORTER_FACTOR, LONGER_FACTOR = 0.62, 1.4
_TOLERANCE = 0.2


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft after changes, and the applied ones."""

    draft: Draft
    applied: tuple[tuple[Change, bool], ...]


def apply_changes(
    previous: Draft, changes: tuple[Change, ...], request: NoteRequest, requirements: Requirements
) -> Revision:
    """Return *previous* with *changes*; a change that cannot be applied leaves the draft unchanged."""
    context, draft, applied = Context(request, requirements), previous, list[tuple[Change, bool]]()
    changed = dict[int, set[Part]]()
    for change in sorted(changes, key=_rank):
        revised = _apply(draft, change, context)
        applied.append((change, revised is not None))
        if revised is not None:
            changed[id(change)] = find_changed_parts(draft, revised)
            draft = revised
    retained = find_retained_parts(applied)
    draft = restore(remove_claims(draft, context.request), previous, retained)
    positions = {id(change): number for number, change in enumerate(changes)}
    return Revision(
        draft,
        tuple(
            (
                change,
                done
                and not is_broken(change, find_changed_parts(previous, draft))
                and not _is_undone(changed[id(change)], retained)
                and is_shown(change, previous, draft),
            )
            for change, done in sorted(applied, key=lambda pair: positions[id(pair[0])])
        ),
    )


def _apply(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return *draft* with *change* in the parts that it is about, None if it cannot be applied there."""
    apply = _BY_PART.get((change.kind, change.part)) or _BY_KIND.get(change.kind)
    revised = apply(draft, change, context) if apply and not is_too_narrow(change) else None
    if revised is None or revised == draft:
        return revised
    confined = confine(draft, revised, change, find_ordinal(change.text))
    return None if confined in (None, draft) or not is_shown(change, draft, confined) else confined


def _is_undone(changed: set[Part], retained: set[Part]) -> bool:
    return bool(changed) and changed <= retained


def _rank(change: Change) -> int:
    """Return the place of *change*: what is shorter loses nothing that is added to it, and a limit holds for all."""
    return 0 if change.kind in (Kind.SHORTEN, Kind.LENGTHEN) else 2 if change.kind in _LIMITS else 1


_LIMITS = (Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH)


def _keep(draft: Draft, change: Change, context: Context) -> Draft:
    return draft


def _renew_title(draft: Draft, change: Change, context: Context) -> Draft | None:
    template = rank_templates(context.request)[0]
    count = sum(bool(block.heading) for block in draft.blocks)
    placeholders = build_placeholders(context.request, count, for_whom=not template.sections)
    title = select_title(context.request, template, placeholders, replace(context.requirements, title=change.text))
    same = title == draft.title or (remove_emoji(title) == remove_emoji(draft.title) and not _EMOJI.search(change.text))
    return None if not title or same else replace(draft, title=title)


_EMOJI = re.compile(r"表情|emoji|正式|formal|serious", re.IGNORECASE)
"""Changes of a title that may only add or remove emoji."""


def _change_title(change_title: Callable[[str, Change, NoteRequest, Draft], str]) -> Apply:
    def apply(draft: Draft, change: Change, context: Context) -> Draft | None:
        title = change_title(draft.title, change, context.request, draft)
        return replace(draft, title=title) if title else None

    return apply


def _add_text(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with a sentence of the reviewer as a separate paragraph."""
    return replace(
        draft, blocks=insert_before_closing(draft.blocks, (Block("", (edges.end_sentence(change.value, context),)),))
    )


def _correct(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the right word in place of the wrong one; if it has neither, with the right one added."""
    replaced = _replace_word(draft, change, context)
    return replaced if replaced is not None else _mention(draft, replace(change, value=change.other), context)


def _limit_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    length = Length(int(change.value), _unit(change, context))
    return replace(draft, blocks=truncate_blocks(draft.blocks, length))


def _extend_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    target = Length(int(change.value), _unit(change, context))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    return replace(draft, blocks=blocks) if measure_blocks(blocks, target.unit).count >= target.count else None


def _fit_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    target = Length(int(change.value), _unit(change, context))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    longest = replace(target, count=round(target.count * (1 + _TOLERANCE / 2)))
    blocks = truncate_blocks(blocks, longest)
    count = measure_blocks(blocks, target.unit).count
    return replace(draft, blocks=blocks) if count >= target.count * (1 - _TOLERANCE) else None


def _unit(change: Change, context: Context) -> Unit:
    return (
        Unit.WORDS
        if "word" in change.text.lower()
        else (
            Unit.CHARACTERS if "字" in change.text or "char" in change.text.lower() else default_unit(context.language)
        )
    )


def _shorten_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    if find_ordinal(change.text):
        return shorten_part(draft, change)
    length = measure_blocks(draft.blocks, default_unit(context.language))
    factor = 0.5 if re.search(r"一半|减半|\bhalf\b", change.text) else SHORTER_FACTOR
    blocks = truncate_blocks(draft.blocks, replace(length, count=max(1, round(length.count * factor))))
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


def _lengthen_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    length = measure_blocks(draft.blocks, default_unit(context.language))
    target = replace(length, count=round(length.count * LONGER_FACTOR))
    blocks = expand(context.request, draft.blocks, context.requirements, target)
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


def _add_quotations(draft: Draft, change: Change, context: Context) -> Draft | None:
    quotations = tuple(
        quotation for quotation in select_quotations(context.request) if quotation.sentence not in draft.body
    )
    blocks = build_quotation_blocks(quotations, context.language)
    if not blocks:
        return draft if NAMED_SOURCE.search(draft.body) else None
    return replace(draft, blocks=insert_before_closing(draft.blocks, blocks))


def _drop_sources(draft: Draft, change: Change, context: Context) -> Draft | None:
    revised = _map_items(draft, lambda text: ANY_SOURCE.sub("", text))
    return revised if revised != draft else None


def _mention(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Add a section about a word: from a quotation, a sentence of the phrase bank, or the reviewer's own detail."""
    word = change.value
    if not word:
        return None
    if word.lower() in draft.body.lower():
        return draft
    quotation, aside = find_quotation_about(word, context.request), find_known_aside(context.language, word)
    if _PRECISE.match(word):
        aside = ""
    chinese = context.language is Language.CHINESE
    if quotation is not None:
        sentence = quotation.format(context.language)
    elif re.search(r"\d|[一二两三四五六七八九十百千][块百千元天小分]", word):
        sentence = f"{word}。" if chinese else f"{word[:1].upper()}{word[1:]}."
    elif aside:
        sentence = aside
    elif _STATES.search(word):
        return _add_text(draft, change, context)
    else:
        return None
    heading = f"📝 关于{word}" if chinese else f"📝 On {word}"
    listed = any(item.startswith(BULLET) for block in draft.blocks for item in block.items)
    block = Block(heading, (f"{BULLET}{sentence}" if listed else sentence,), "\n" if listed else "")
    return replace(draft, blocks=insert_before_closing(draft.blocks, (block,)))


_PRECISE = re.compile(r"(?:具体|详细|准确|真实)的?|(?:specific|exact|concrete|real)\b", re.IGNORECASE)
"""Asks for facts, which a general sentence is not."""
_STATES = re.compile(
    r"(?<!最)[要是在有](?!趣|关键)|可以|不[能可会用]|别|[开关]门|开业|停车|停业|搬[到家]|[\u4e00-\u9fff]{2,}(?:路|街|号|店|馆)|\b(?:is|are|has|have|must|should|can|opens?|closes?|needs?)\b|(?-i:\b[A-Z]\w+)",
    re.IGNORECASE,
)
"""What a word has that stands as a line of its own: a verb, or a name. 加上预算 needs a source that states what."""


def _exclude(draft: Draft, change: Change, context: Context) -> Draft | None:
    if not change.value or (exceeds_word(change.value) and change.value.lower() not in draft.body.lower()):
        return None
    if change.value in _DEGREES:
        return _map_items(draft, lambda text: text.replace(change.value, ""))
    revised = remove_words(draft, list_names(change.value, draft.body), context.language, in_sources=True)
    return replace(
        revised,
        title=draft.title if change.value.lower() not in draft.title.lower() else revised.title,
        tags=draft.tags,
    )


_DEGREES = frozenset("最很太更超极")
"""Words of degree, without which the sentence is still complete."""


def _replace_word(draft: Draft, change: Change, context: Context) -> Draft | None:
    if not change.value or not change.other:
        return None
    pattern = re.compile(re.escape(change.value), re.IGNORECASE)
    revised = _map_items(draft, lambda text: pattern.sub(lambda _: change.other, text))
    revised = replace(revised, title=pattern.sub(lambda _: change.other, draft.title))
    return revised if revised != draft else None


def _map_items(draft: Draft, convert: Callable[[str], str]) -> Draft:
    blocks = (
        replace(block, heading=convert(block.heading), items=tuple(map(convert, block.items))) for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def _address(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft if it already has the voice; another voice needs a model."""
    second = change.value.lower() in ("二", "second", "你", "您", "you")
    pattern = r"你|您|\byou" if second else r"我|\bI\b"
    return draft if len(re.findall(pattern, draft.body, re.IGNORECASE if second else 0)) > 1 else None


def _for_audience(draft: Draft, change: Change, context: Context) -> Draft | None:
    if not change.value or change.value.lower() in draft.body.lower():
        return draft if change.value else None
    chinese = context.language is Language.CHINESE
    line = f"这篇写给{change.value}。" if chinese else f"This one is for {change.value}. "
    return set_opening(draft, (f"{line}{opening(draft)}".strip(),))


def _change_tone(draft: Draft, change: Change, context: Context) -> Draft | None:
    register = Register.FORMAL if "少用" in change.text or _SALESY.search(change.text) else parse_register(change.text)
    if _STIFF.search(change.text):
        register = Register.LIVELY
    if register is None:
        return None
    revised = postprocess(draft, Requirements(register=register), context.language)
    if revised == draft and register is Register.LIVELY:
        revised = add_emoji(draft)
    return replace(revised, tags=draft.tags) if revised != draft else None


_SALESY = re.compile(r"像广告|太广告|salesy|\blike an ad\b", re.IGNORECASE)
_STIFF = re.compile(
    r"太正经|太客气|公文|说明书|教科书|领导讲话|\bnobody (?:talks|speaks) like"
    r"|\blike an? (?:brochure|manual|press release|robot|textbook|lecture|leaflet)\b",
    re.IGNORECASE,
)
"""Complaints that name no tone, and mean that it is too loud, or too stiff."""


def _remove_emoji(draft: Draft, change: Change, context: Context) -> Draft:
    return replace(remove_all_emoji(draft), tags=draft.tags)


def _add_emoji(draft: Draft, change: Change, context: Context) -> Draft | None:
    revised = add_emoji(draft)
    return revised if revised != draft else None


def _remove_exclamations(draft: Draft, change: Change, context: Context) -> Draft:
    revised = _map_items(draft, lambda text: re.sub("！+", "。", re.sub(r"!+", ".", text)))
    return replace(revised, title=re.sub(r"[！!]+", "", draft.title) or draft.title)


def _rewrite(draft: Draft, change: Change, context: Context) -> Draft | None:
    revised = compose(context.request, context.requirements)
    revised = postprocess(revised, context.requirements, context.language)
    return revised if revised.body != draft.body else None


_BY_PART: Mapping[tuple[Kind, Part], Apply] = {
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
    (Kind.RENEW, Part.TAGS): tags.renew,
    (Kind.DROP, Part.TAGS): tags.remove_all,
    (Kind.COUNT, Part.TAGS): tags.count,
    (Kind.CONTAIN, Part.TAGS): tags.add,
    (Kind.LACK, Part.TAGS): tags.remove,
    (Kind.SET, Part.TAGS): tags.set_all,
    (Kind.LENGTHEN, Part.TAGS): tags.add_some,
    (Kind.SHORTEN, Part.TAGS): tags.drop_some,
    (Kind.RENEW, Part.OPENING): edges.renew_opening,
    (Kind.SET, Part.OPENING): edges.set_edge,
    (Kind.SET, Part.CLOSING): edges.set_edge,
    (Kind.ADD_TEXT, Part.OPENING): edges.set_edge,
    (Kind.ADD_TEXT, Part.CLOSING): edges.set_edge,
    (Kind.QUESTION, Part.OPENING): edges.ask_at_start,
    (Kind.CONTAIN, Part.OPENING): edges.mention_in_opening,
    (Kind.NO_QUESTION, Part.OPENING): edges.no_question_in(Part.OPENING),
    (Kind.RENEW, Part.CLOSING): edges.renew_closing,
    (Kind.QUESTION, Part.CLOSING): edges.ask_at_end,
    (Kind.NO_QUESTION, Part.CLOSING): edges.no_question_in(Part.CLOSING),
}
_BY_KIND: Mapping[Kind, Apply] = {
    Kind.KEEP: _keep,
    Kind.SHORTEN: _shorten_body,
    Kind.LENGTHEN: _lengthen_body,
    Kind.MAX_LENGTH: _limit_body,
    Kind.MIN_LENGTH: _extend_body,
    Kind.ABOUT_LENGTH: _fit_body,
    Kind.CONTAIN: _mention,
    Kind.LACK: _exclude,
    Kind.REPLACE: _replace_word,
    Kind.CORRECT: _correct,
    Kind.ADD_TEXT: _add_text,
    Kind.HEADING: add_heading,
    Kind.COUNT: count_parts,
    Kind.REMOVE_PART: remove_part,
    Kind.FIRST_PART: move,
    Kind.LAST_PART: move,
    Kind.ORDER: order,
    Kind.SWAP: swap,
    Kind.DROP: drop_edge,
    Kind.LIST: to_list,
    Kind.RUNNING_TEXT: to_running_text,
    Kind.ADDRESS: _address,
    Kind.AUDIENCE: _for_audience,
    Kind.TONE: _change_tone,
    Kind.EMOJI: _add_emoji,
    Kind.NO_EMOJI: _remove_emoji,
    Kind.NO_EXCLAMATION: _remove_exclamations,
    Kind.EVIDENCE: _add_quotations,
    Kind.NO_SOURCES: _drop_sources,
    Kind.REWRITE: _rewrite,
}
