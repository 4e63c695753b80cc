"""Parser of figures: the subjects of a text, each with its own color, count, size, position and relation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import rjieba

from engines.language.scanner import Lexicon, Match
from engines.painter.content.names import Named, load_names, load_similar
from engines.painter.content.words import (
    ACTIONS_ZH,
    AFTER_PLACE,
    COLORS,
    COUNTS,
    NEGATIONS,
    PLAIN,
    POSITIONS,
    RELATIONS,
    SIZES,
    Relation,
)
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.icons import PREFIX
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

MAX_COUNT = 12
MAX_FIGURES = 4
_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_LINK_ZH = re.compile(
    r"^(?:[的色小大老胖瘦可爱个只条位座把张匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊 ]|可爱的)*$"
)
_MAX_WORD = 40


@dataclass(frozen=True, slots=True)
class FigureText:
    """The figures of a text, and the parts that belong to none of them."""

    figures: tuple[Figure, ...]
    parts: tuple[ContentPart, ...]
    sky_color: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text; `is_similar` where the word is only near to what it stands for."""

    start: int
    end: int
    named: Named
    is_similar: bool = False


def find_mentions(text: str) -> tuple[Mention, ...]:
    """Return the names in *text*, the longest at each place. A single Chinese character must end a word."""
    ends = _find_word_ends(text)
    names, similar = load_names(), load_similar()
    mentions: list[Mention] = []
    position = 0
    while position < len(text):
        match = names.match_at(text, position)
        if match is not None and not (_is_part_of_word(text, match, ends)):
            mentions.append(Mention(match.start, match.end, match.value))
            position = match.end
            continue
        near = similar.match_at(text, position)
        if near is not None:
            mentions.append(Mention(near.start, near.end, near.value, is_similar=True))
            position = near.end
            continue
        position += 1
    return tuple(mentions)


def parse_figures(text: str) -> FigureText:
    """Return the figures that *text* names, in order, with their attributes."""
    mentions = find_mentions(text)
    excluded = _find_excluded(text, mentions)
    parts = [ContentPart(PartKind.EXCLUSION, _cut(text[m.start : m.end]), PartOutcome.SHOWN) for m in excluded]
    subjects = [m for m in mentions if isinstance(m.named, Subject) or _is_icon(m.named)]
    subjects = _drop_generic([m for m in subjects if m not in excluded], text)
    figures: list[Figure] = []
    for number, mention in enumerate(subjects):
        start = subjects[number - 1].end if number else 0
        end = subjects[number + 1].start if number + 1 < len(subjects) else len(text)
        figure = _parse_figure(text, mention, start, end, is_last=number + 1 == len(subjects))
        if figure.subject not in [one.subject for one in figures]:
            figures.append(figure)
    sky = _find_sky_color(text, mentions)
    if sky is not None:
        parts.append(ContentPart(PartKind.COLOR, sky[1], PartOutcome.SHOWN))
    parts += _find_unknown(text, mentions, excluded)
    return FigureText(tuple(figures), tuple(parts), sky[0] if sky else "")


def _is_icon(named: Named) -> bool:
    return type(named) is str and named.startswith(PREFIX)


def _find_word_ends(text: str) -> frozenset[int]:
    ends, position = set(), 0
    for word in rjieba.cut(text, False):
        position += len(word)
        ends.add(position)
    return frozenset(ends)


def _is_part_of_word(text: str, match: Match[Named], ends: frozenset[int]) -> bool:
    return match.end - match.start == 1 and not text[match.start].isascii() and match.end not in ends


def _find_excluded(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the names after a negation, up to the end of its clause."""
    excluded = []
    for negation in NEGATIONS.find_all(text):
        stop = _CLAUSE.search(text, negation.end)
        end = stop.start() if stop else len(text)
        excluded += [m for m in mentions if negation.end <= m.start < end]
    return tuple(excluded)


def _drop_generic(subjects: list[Mention], text: str) -> list[Mention]:
    """Return *subjects* without a person who only does something ("a person riding a horse" keeps both)."""
    specific = [m for m in subjects if m.named is not Subject.PERSON]
    keeps_person = not specific or any(
        word in text for word in ("人和", "person and", "and a person", "人骑", "person riding")
    )
    return (subjects if keeps_person else specific)[:MAX_FIGURES]


def _parse_figure(text: str, mention: Mention, start: int, end: int, *, is_last: bool) -> Figure:
    before, after = text[start : mention.start], text[mention.end : end]
    words: list[ContentPart] = [_describe_subject(text, mention)]
    count, count_word = _parse_count(before)
    color = _last_adjacent(COLORS, before)
    size = _last_adjacent(SIZES, before)
    clause = _CLAUSE.split(before)[-1]
    position = next(POSITIONS.find_all(clause), None)
    if position is None and is_last:
        position = next(POSITIONS.find_all(after), None)
    relation = _parse_relation(after, text[end:]) if not is_last else None
    if count_word and count > 1:
        outcome = PartOutcome.SHOWN if count <= MAX_COUNT else PartOutcome.SUBSTITUTED
        words.append(
            ContentPart(PartKind.COUNT, _cut(count_word), outcome, str(MAX_COUNT) if count > MAX_COUNT else "")
        )
    if color is not None:
        words.append(ContentPart(PartKind.COLOR, _cut(before[color.start : color.end]), PartOutcome.SHOWN))
    if size is not None:
        words.append(ContentPart(PartKind.POSITION, _cut(before[size.start : size.end]), PartOutcome.SHOWN))
    if position is not None:
        source = clause if position in tuple(POSITIONS.find_all(clause)) else after
        words.append(ContentPart(PartKind.POSITION, _cut(source[position.start : position.end]), PartOutcome.SHOWN))
    if relation is not None:
        words.append(ContentPart(PartKind.POSITION, _cut(relation[1]), PartOutcome.SHOWN))
    return Figure(
        _get_key(mention),
        min(MAX_COUNT, count),
        color.value if color else "",
        size.value if size else 0,
        position.value if position else None,
        relation[0] if relation else None,
        tuple(words),
    )


def _get_key(mention: Mention) -> str:
    return mention.named if isinstance(mention.named, Subject) else str(mention.named)


def _describe_subject(text: str, mention: Mention) -> ContentPart:
    outcome = PartOutcome.SUBSTITUTED if mention.is_similar else PartOutcome.SHOWN
    return ContentPart(PartKind.SUBJECT, _cut(text[mention.start : mention.end]), outcome)


def _parse_count(before: str) -> tuple[int, str]:
    """Return the count nearest before a subject with its word, 1 and "" where there is none."""
    clause = _CLAUSE.split(before)[-1]
    digits = list(re.finditer(r"(?<![\d.])(\d{1,3})(?![\d.]| ?[dk:x×%岁])", clause))
    found = [match for match in COUNTS.find_all(clause) if not _is_followed_by_unit(clause, match.end)]
    if digits and (not found or digits[-1].start() >= found[-1].start):
        return max(1, int(digits[-1][1])), digits[-1][1]
    if not found:
        return 1, ""
    word = clause[found[-1].start : found[-1].end]
    return found[-1].value, "" if word in ("a", "an", "一") else word


def _is_followed_by_unit(clause: str, end: int) -> bool:
    return clause[end : end + 1] in tuple("点些起样直切会下定")


def _last_adjacent(lexicon: Lexicon[str] | Lexicon[int], before: str) -> Match | None:  # type: ignore[type-arg]
    """Return the last word of *lexicon* that belongs to the noun after *before*: only adjectives lie between."""
    clause_start = max((match.end() for match in _CLAUSE.finditer(before)), default=0)
    found = [match for match in lexicon.find_all(before) if match.start >= clause_start]
    for match in reversed(found):
        between = before[match.end :]
        if before[match.start].isascii():
            if len(between.split()) <= 2 and not any(True for _ in RELATIONS.find_all(between)):
                return match
        elif _LINK_ZH.match(between):
            return match
    return None


def _parse_relation(between: str, rest: str) -> tuple[Relation, str] | None:
    """Return how a figure relates to the next one, with its words."""
    found = list(RELATIONS.find_all(between))
    placed = next((match for match in found if match.value is not Relation.NEXT_TO), None)
    name = load_names().match_at(rest, 0)
    tail = rest[name.end : name.end + 2] if name else ""
    place = AFTER_PLACE.get(tail) or AFTER_PLACE.get(tail[:1])
    if place is not None and ("在" in between or placed is not None):
        return place, f"在…{tail if tail in AFTER_PLACE else tail[:1]}"
    if placed is not None:
        return placed.value, between[placed.start : placed.end]
    return None


def _find_sky_color(text: str, mentions: Sequence[Mention]) -> tuple[str, str] | None:
    """Return the color of the background with its words: "blue sky", "蓝天", "粉色背景"."""
    for match in COLORS.find_all(text):
        after = text[match.end :]
        if re.match(r"(?:的)?(?:天空|天\b|天(?!鹅|使)|背景|底)| (?:sky|background|backdrop)", after):
            return match.value, text[match.start : match.end]
    return None


def _find_unknown(text: str, mentions: Sequence[Mention], excluded: Sequence[Mention]) -> list[ContentPart]:
    """Return the words of *text* that the painter does not draw: actions and words that it does not know."""
    known = [False] * len(text)
    spans = [(m.start, m.end) for m in mentions]
    for lexicon in (COLORS, COUNTS, SIZES, POSITIONS, RELATIONS, NEGATIONS):
        spans += [(match.start, match.end) for match in lexicon.find_all(text)]
    for start, end in spans:
        known[start:end] = [True] * (end - start)
    parts, position = [], 0
    for word in rjieba.cut(text, False):
        start, position = position, position + len(word)
        if any(known[start:position]):
            verbs = [text[at] for at in range(start, position) if not known[at] and text[at] in ACTIONS_ZH]
            parts += [ContentPart(PartKind.ACTION, verb, PartOutcome.MISSING) for verb in verbs]
            continue
        if word in PLAIN or not any(letter.isalpha() for letter in word):
            continue
        if word.isascii():
            if len(word) >= 3 and not word.endswith("ly"):
                parts.append(ContentPart(PartKind.ACTION, _cut(word), PartOutcome.MISSING))
        elif len(word) >= 2 or word in ACTIONS_ZH:
            parts.append(ContentPart(PartKind.ACTION, _cut(word), PartOutcome.MISSING))
    return parts[:8]


def _cut(word: str) -> str:
    return word.strip()[:_MAX_WORD]
