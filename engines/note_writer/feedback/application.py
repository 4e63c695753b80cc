"""Applies changes to a draft, one after the other: parts that a change does not name are not changed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engines.note_writer.composition import (
    build_placeholders,
    compose,
    rank_templates,
)
from engines.note_writer.expansion import expand
from engines.note_writer.feedback import content, edges, emoji, forms, surface, tags, titles, tones
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.claims import remove_claims
from engines.note_writer.feedback.context import Apply, Context
from engines.note_writer.feedback.enumerations import state_details
from engines.note_writer.feedback.literal import is_given, is_literal
from engines.note_writer.feedback.operations import OPERATIONS
from engines.note_writer.feedback.outcomes import find_outcome
from engines.note_writer.feedback.postconditions import MEASURED, holds
from engines.note_writer.feedback.pronouns import exchange
from engines.note_writer.feedback.protection import REDUCES, find_protected, loses, shorten_around
from engines.note_writer.feedback.retention import find_retained_parts, is_broken, opening, set_opening
from engines.note_writer.feedback.scope import (
    confine,
    exceeds_kind,
    find_changed_parts,
    is_too_narrow,
    is_torn,
    restore,
)
from engines.note_writer.feedback.sections import (
    add_heading,
    count_parts,
    drop_edge,
    find_ordinal,
    move,
    remove_part,
    shorten_part,
    swap,
    to_list,
    to_running_text,
)
from engines.note_writer.feedback.verification import contradicts, requests_nothing, wants_feeling
from engines.note_writer.feedback.words import counts_spaces
from engines.note_writer.lengths import Length, default_unit, parse_unit, remove_emoji
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.postprocess import add_emoji, postprocess
from engines.note_writer.titles import select_title
from engines.note_writer.truncation import measure_blocks, truncate_blocks
from engines.note_writer.values import Draft, NoteRequest
from services.common.contract.feedback import ChangeOutcome
from services.common.text.language import Language

SHORTER_FACTOR, LONGER_FACTOR = 0.62, 1.4
_TOLERANCE = 0.2


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft after changes, each with its outcome."""

    draft: Draft
    outcomes: tuple[tuple[Change, ChangeOutcome], ...]


def apply_changes(
    previous: Draft, changes: tuple[Change, ...], request: NoteRequest, requirements: Requirements
) -> Revision:
    """Return *previous* with *changes*; a change that cannot be applied leaves the draft unchanged."""
    names_addition = any(one.kind in _ADDS and one.part is Part.BODY for one in changes)
    context = Context(request, requirements, find_protected(changes, previous), names_addition=names_addition)
    done = dict.fromkeys(range(len(changes)), True)
    while True:
        attempt = _attempt(previous, {index: changes[index] for index, is_done in done.items() if is_done}, context)
        done |= attempt.outcomes
        if not any(attempt.changed.get(index) and not is_done for index, is_done in attempt.outcomes.items()):
            outcomes = (
                (changes[index], find_outcome(changes[index], previous, attempt.draft, applied=is_done))
                for index, is_done in done.items()
            )
            return Revision(attempt.draft, tuple(outcomes))


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A draft after changes by their index: those that hold in it, and the parts that each one changed."""

    draft: Draft
    outcomes: dict[int, bool]
    changed: dict[int, set[Part]]


def _attempt(previous: Draft, changes: Mapping[int, Change], context: Context) -> _Attempt:
    draft, outcomes, changed = previous, dict[int, bool](), dict[int, set[Part]]()
    limited = {change.part for change in changes.values() if change.kind is Kind.MAX_LENGTH}
    for index, change in sorted(changes.items(), key=lambda pair: _rank(pair[1], limited)):
        is_met = change.kind is Kind.SHORTEN and change.part in limited and holds(change, previous, draft)
        revised = draft if is_met else _apply(draft, change, context)
        outcomes[index] = revised is not None
        if revised is not None:
            changed[index] = find_changed_parts(draft, revised)
            draft = revised
    retained = find_retained_parts([(changes[index], is_done) for index, is_done in outcomes.items()])
    draft = restore(remove_claims(draft, context.request), previous, retained)
    differing = find_changed_parts(previous, draft)
    for index, is_done in outcomes.items():
        change = changes[index]
        is_undone = is_broken(change, differing) or _is_undone(changed.get(index, set()), retained)
        is_shown = change.kind in MEASURED and holds(change, previous, draft)
        is_by_others = is_shown and (change.kind in _LIMITS or not holds(change, previous, previous))
        outcomes[index] = (is_done or is_by_others) and not is_undone and holds(change, previous, draft)
    return _Attempt(draft, outcomes, changed)


def _apply(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return *draft* with *change* in the parts that it is about, None if it cannot be applied there."""
    apply = _BY_PART.get((change.kind, change.part)) or _BY_KIND.get(change.kind)
    is_possible = (
        not is_too_narrow(change)
        and is_given(change)
        and (change.kind is not Kind.LACK or is_literal(change))
        and not requests_nothing(change)
        and not wants_feeling(change)
    )
    revised = apply(draft, change, context) if apply is not None and is_possible else None
    if revised is None or revised == draft:
        return revised
    confined = confine(draft, revised, change, find_ordinal(change.text))
    if confined is not None and change.kind in REDUCES and loses(draft, confined, context.protected):
        confined = shorten_around(draft, change, context.protected)
    if confined == draft and change.kind in MEASURED and holds(change, draft, draft):
        return draft
    if (
        confined in (None, draft)
        or (change.kind is not Kind.MAX_LINES and is_torn(draft, confined))
        or exceeds_kind(change, draft, confined)
        or contradicts(change, draft, confined)
        or not holds(change, draft, confined)
    ):
        return None
    return confined


def _is_undone(changed: set[Part], retained: set[Part]) -> bool:
    return bool(changed) and changed <= retained


def _rank(change: Change, limited: set[Part]) -> int:
    """Return the place of *change*: what is shorter loses nothing that is added to it, and a limit holds for all.

    A text within a limit may be short enough (*limited*: the parts that have one).
    """
    if change.kind in _FORMS:
        return 4
    if (change.kind, change.part) == (Kind.DROP, Part.TAGS):
        # "Add the tag X, remove the others."
        return 0
    if change.kind in (Kind.SHORTEN, Kind.LENGTHEN):
        return 3 if change.kind is Kind.SHORTEN and change.part in limited else 0
    return 2 if change.kind in _LIMITS else 1


_FORMS = (Kind.LOWERCASE, Kind.NUMBERED, Kind.NO_EMOJI, Kind.NO_EXCLAMATION, Kind.NO_PUNCTUATION, Kind.NO_QUESTION)
"""Kinds that hold for all of the text, also for what other changes add."""


_LIMITS = (Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH, Kind.MAX_LINES)
_ADDS = (Kind.CONTAIN, Kind.ADD_TEXT, Kind.WARN, Kind.EVIDENCE)


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


def _limit_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    length = Length(int(change.value), parse_unit(change.text, draft.body))
    shorter = replace(draft, blocks=truncate_blocks(draft.blocks, length))
    while counts_spaces(change.text) and (excess := len(shorter.body) - int(change.value)) > 0 < length.count:
        length = replace(length, count=max(0, length.count - excess))
        shorter = replace(draft, blocks=truncate_blocks(draft.blocks, length))
    return shorter


def _extend_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    target = Length(int(change.value), parse_unit(change.text, draft.body))
    blocks = expand(context.request, draft.blocks, context.requirements, target, on_topic=True)
    return replace(draft, blocks=blocks) if measure_blocks(blocks, target.unit).count >= target.count else None


def _fit_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    target = Length(int(change.value), parse_unit(change.text, draft.body))
    blocks = expand(context.request, draft.blocks, context.requirements, target, on_topic=True)
    longest = replace(target, count=round(target.count * (1 + _TOLERANCE / 2)))
    blocks = truncate_blocks(blocks, longest)
    count = measure_blocks(blocks, target.unit).count
    return replace(draft, blocks=blocks) if count >= target.count * (1 - _TOLERANCE) else None


def _shorten_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    if find_ordinal(change.text):
        return shorten_part(draft, change)
    length = measure_blocks(draft.blocks, default_unit(context.language))
    factor = 0.5 if re.search(r"一半|减半|\bhalf\b", change.text) else SHORTER_FACTOR
    blocks = truncate_blocks(draft.blocks, replace(length, count=max(1, round(length.count * factor))))
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


def _lengthen_body(draft: Draft, change: Change, context: Context) -> Draft | None:
    if context.names_addition:
        # "Too short, more on the grind": the text is longer by what another clause names, and by nothing else.
        return None
    length = measure_blocks(draft.blocks, default_unit(context.language))
    target = replace(length, count=round(length.count * LONGER_FACTOR))
    blocks = expand(context.request, draft.blocks, context.requirements, target, on_topic=True)
    return replace(draft, blocks=blocks) if blocks != draft.blocks else None


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


def _add_emoji(draft: Draft, change: Change, context: Context) -> Draft | None:
    revised = add_emoji(draft)
    return revised if revised != draft else None


def _remove_exclamations(draft: Draft, change: Change, context: Context) -> Draft:
    revised = content.map_items(draft, lambda text: re.sub("！+", "。", re.sub(r"!+", ".", text)))
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
    (Kind.REMOVE_PART, Part.TAGS): tags.remove_numbered,
    (Kind.LOWERCASE, Part.TAGS): surface.lower_tags,
    (Kind.UPPERCASE, Part.TITLE): surface.upper_title,
    (Kind.SHORTEN, Part.OPENING): surface.shorten_edge,
    (Kind.SHORTEN, Part.CLOSING): surface.shorten_edge,
    (Kind.MAX_SENTENCES, Part.OPENING): surface.limit_edge,
    (Kind.MAX_SENTENCES, Part.CLOSING): surface.limit_edge,
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
    (Kind.TONE, Part.OPENING): tones.change_edge(Part.OPENING),
    (Kind.TONE, Part.CLOSING): tones.change_edge(Part.CLOSING),
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
    Kind.CONTAIN: content.mention,
    Kind.LACK: content.exclude,
    Kind.REPLACE: content.replace_word,
    Kind.CORRECT: content.correct,
    Kind.ADD_TEXT: content.add_text,
    Kind.WARN: content.warn,
    Kind.HEADING: add_heading,
    Kind.COUNT: count_parts,
    Kind.REMOVE_PART: remove_part,
    Kind.FIRST_PART: forms.move_part_first,
    Kind.LAST_PART: move,
    Kind.SWAP: swap,
    Kind.DROP: drop_edge,
    Kind.LIST: to_list,
    Kind.RUNNING_TEXT: to_running_text,
    Kind.ADDRESS: _address,
    Kind.AUDIENCE: _for_audience,
    Kind.TONE: tones.change_tone,
    Kind.EMOJI: _add_emoji,
    Kind.NO_EMOJI: emoji.remove,
    Kind.NO_EXCLAMATION: _remove_exclamations,
    Kind.EVIDENCE: content.add_quotations,
    Kind.NO_SOURCES: content.drop_sources,
    Kind.NO_QUESTION: surface.remove_questions,
    Kind.NO_PUNCTUATION: surface.remove_punctuation,
    Kind.MAX_LINES: surface.limit_lines,
    Kind.REWRITE: _rewrite,
    Kind.DETAILS: state_details,
    Kind.PRONOUN: exchange,
    **{one.kind: one.apply for one in OPERATIONS if one.apply is not None},
}
