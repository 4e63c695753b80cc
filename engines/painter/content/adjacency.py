"""Figures that a text puts next to, behind or in front of each other without a preposition between their names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.painter.content.mentions import Mention
from engines.painter.content.words import Relation
from engines.painter.scene import LANDSCAPES, Figure
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.people.keys import is_person
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

Span = tuple[int, int]
Figures = list[tuple[Mention, Figure]]
_NEXT_EN = re.compile(
    r"\b(?P<words>(?:right )?(?:next to|beside|alongside|close to|near|by))"
    r"(?: (?:an?|the|his|her|its|their|one|two|three|four|some))?(?: (?!and\b)[a-z'-]+){0,2} $"
)
_AGENT_EN = re.compile(r"(?:ed|made|drawn|built|worn|eaten|written|one) $")
"""Text before "by" that is no place."""
_NEXT_ZH = re.compile(
    r"(?:[,，]\s?(?:在)?(?:[他她它]们?的?)?|^)(?P<words>旁边|身旁|身边|一旁|边上)"
    r"(?=$|有|是|还有|[站坐趴停落蹲放摆躺卧跟]着|[一两三四五几]|[\u4e00-\u9fff]{0,4}$)"
)
_AFTER_ZH = re.compile(
    r"(?:[站坐趴停落蹲放摆躺卧守等]{1,2})?在(?P<words>旁边|一旁|身旁|身边|边上)(?![\u4e00-\u9fff]{0,2}的)"
)
_AFTER_EN = re.compile(
    r"(?: (?:is|are))?(?: [a-z]+ing)? (?P<words>(?:right )?(?:next to|beside|near) (?:him|her|it|them))\b"
)
_ROW = re.compile(
    r"\b(?:side by side|shoulder to shoulder|next to each other|beside each other|in a (?:neat )?(?:row|line))\b"
    r"|肩并肩|并肩|并排|挨在一起|紧挨着|挨着|一左一右|[站排坐]成一[排队列行]"
)
_CLAUSE = re.compile(r"[,，;；。.!！?？\n]")
_PLACED_ZH = re.compile(
    r"[,，]\s?(?:[他她它]们?的?)?(?P<words>身后|背后|后面|后边|身前|面前|前面|前边|下面|底下|脚下|上面|上方|上空|头顶)"
    r"(?:是|有|还有|[站坐趴停落蹲放摆躺卧跟飞排挂飘]着)?(?:一[\u4e00-\u9fff])?[^,，。；、的]{0,4}$"
)
_BEHIND, _FRONT = ("身后", "背后", "后面", "后边"), ("身前", "面前", "前面", "前边")
_FOLLOWS_ZH = "跟着"
_ADVERBS_EN = re.compile(r"\b(?:above|below|overhead|underneath|behind|in front|in the background)(?=$|[,.;:!?\n])")
"""Words for a place after the name of what is there: "gulls circling above"."""


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Figures with their relations, the positions of the words for these, and the parts that no figure has."""

    figures: Figures
    used: tuple[Span, ...]
    parts: tuple[ContentPart, ...]
    is_swapped: bool = False
    """Whether the second figure is the first now, as it relates to the other."""


def relate_adjacent(text: str, figures: Figures) -> Adjacency:
    """Return *figures* of *text* with the relations "next to", "side by side" and those that start a clause."""
    related, used, parts = list(figures), [], []
    for number, span in (*_find_neighbors(text, figures), *_find_rows(text, figures)):
        mention, figure = related[number]
        words = text[slice(*span)]
        is_last = number == len(figures) - 1
        if any(part.kind is PartKind.RELATION and words in part.requested for part in figure.words):
            continue
        is_taken = figure.relation is not None or (is_last and figure.count < 2)
        used.append(span)
        if is_taken:
            parts.append(ContentPart(PartKind.RELATION, words, PartOutcome.MISSING))
            continue
        relation = Relation.SIDE_BY_SIDE if figure.count > 1 and _ROW.fullmatch(words) else Relation.NEXT_TO
        related[number] = mention, _relate(figure, relation, words)
    placed = _find_placed(text, figures)
    for number, span in placed:
        used.append(span)
        place = _to_relation(text[slice(*span)])
        (_, first), (mention, figure) = related[number - 1], related[number]
        can_swap = number == 1 and first.relation is None and figure.relation is None
        if text.startswith(_FOLLOWS_ZH, span[1]):
            # Who does something in a drawing looks to the right, so that who follows is at the left; people look ahead.
            if is_action(str(first.subject)) and place is Relation.BEHIND:
                place = Relation.NEXT_TO
            elif not is_person(str(first.subject)):
                place = None
            span = span[0], span[1] + len(_FOLLOWS_ZH)
            used.append(span)
        if can_swap and place is not None:
            swapped = [(mention, _relate(figure, place, text[slice(*span)])), related[0], *related[2:]]
            return Adjacency(swapped, tuple(used), tuple(parts), is_swapped=True)
        parts.append(ContentPart(PartKind.RELATION, text[slice(*span)], PartOutcome.MISSING))
    for match in _ADVERBS_EN.finditer(text):
        if any(mention.end <= match.start() for mention, _ in figures[1:]):
            used.append(match.span())
            parts.append(ContentPart(PartKind.RELATION, match[0], PartOutcome.MISSING))
    return Adjacency(related, tuple(used), tuple(parts))


def _find_neighbors(text: str, figures: Sequence[tuple[Mention, Figure]]) -> list[tuple[int, Span]]:
    """Return which figures are next to the following one, with the positions of the words for it."""
    found = []
    for number in range(len(figures) - 1):
        first, second = figures[number][0], figures[number + 1][0]
        if first.end > second.start:
            continue
        between = text[first.end : second.start]
        match = None if _CLAUSE.search(between) else _NEXT_EN.search(between)
        if match is not None and match["words"] == "by" and _AGENT_EN.search(between[: match.start("words")]):
            match = None
        match = match or _NEXT_ZH.search(between)
        if match is not None and match.start("words") == 0 and number == 0:
            continue  # 老师旁边站着三个学生 states where the second one is.
        if match is not None:
            found.append((number, (first.end + match.start("words"), first.end + match.end("words"))))
            continue
        after = _AFTER_ZH.match(text, second.end) or _AFTER_EN.match(text, second.end)
        if after is not None:
            found.append((number, after.span("words")))
    return found


def _find_rows(text: str, figures: Sequence[tuple[Mention, Figure]]) -> list[tuple[int, Span]]:
    """Return which figures stand in a row, by themselves or with the following one."""
    found = []
    for match in _ROW.finditer(text):
        before = [number for number, (mention, _) in enumerate(figures) if mention.end <= match.start()]
        number = before[-1] if before else 0
        if before and figures[number][1].count < 2 and number > 0:
            number -= 1
        if figures:
            found.append((number, match.span()))
    return found


def _find_placed(text: str, figures: Sequence[tuple[Mention, Figure]]) -> list[tuple[int, Span]]:
    """Return which figures are where a clause starts with, in relation to the one before: 身后跟着一条狗."""
    found = []
    for number in range(1, len(figures)):
        first, second = figures[number - 1][0], figures[number][0]
        match = _PLACED_ZH.search(text[first.end : second.start]) if first.end <= second.start else None
        if match is None or (figures[number][1].subject in LANDSCAPES and match["words"] in _BEHIND):
            continue  # A landscape is behind the figures anyway.
        found.append((number, (first.end + match.start("words"), first.end + match.end("words"))))
    return found


def _to_relation(words: str) -> Relation | None:
    return Relation.BEHIND if words in _BEHIND else Relation.FRONT if words in _FRONT else None


def _relate(figure: Figure, relation: Relation, words: str) -> Figure:
    part = ContentPart(PartKind.RELATION, words, PartOutcome.SHOWN)
    return replace(figure, relation=relation, words=(*figure.words, part))
