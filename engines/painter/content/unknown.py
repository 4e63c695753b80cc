"""Words of a request that the painter does not draw: unknown things, actions, and attributes of things not drawn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.language.scanner import Match
from engines.painter.content.counts import find_counts
from engines.painter.content.mentions import Mention, Word, is_noun, is_own_part, segment
from engines.painter.content.phrases import extend_action, find_relations, is_placement
from engines.painter.content.words import (
    ACTIONS_ZH,
    COLORS,
    CONTAINERS,
    COUNTS,
    NEGATIONS,
    PLACES_EN,
    PLACES_ZH,
    PLAIN,
    POSITIONS,
    RELATIONS,
    SIZES,
    Position,
)
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.text import segmentation

_FEASTS = frozenset(
    ("halloween", "christmas", "easter", "thanksgiving", "过年", "端午", "中秋", "元宵", "重阳", "清明", "七夕")
)
_MAX_PARTS = 8
_MAX_WORD = 60
_MIN_LETTERS = {True: 3, False: 2}
"""Letters of the shortest English and Chinese word that counts."""
_FAMILY = re.compile("(?:一家|全家)(?:[三四五六七八]口|[三四五]代|老小|子)")
"""A family whose members are not named; the number of its members is not the count of another figure."""
_OWN_PART_ZH = re.compile(
    "(?:手|怀|头|背|肩|肩膀|嘴|嘴巴|脖子|身|腿|膝盖|腰|胸口?)[里中上间前]|外面|之间|当中|两岸|地上|地面上?|脚下"
)
"""A part of who does something, and words for a place that any image has."""
_STATE_ZH = re.compile("[着在]")
_PLACE_ZH = re.compile("上空|[上下里中旁边]")
_PLACE_AND_VERB = re.compile(rf"([\u4e00-\u9fff]{{1,2}}[里上中下])([{ACTIONS_ZH}])")
_ON_BODY_ZH = re.compile("(?:肩膀?|腿|膝盖?|胳膊|手臂|手心|掌心)上?")
"""A part of someone on which nothing is drawn: 稻草人肩上站着一只乌鸦."""
_NAMED_PLACE_ZH = re.compile(
    rf"[^{ACTIONS_ZH}坐趴躺爬落倒剩站蹲停挂放][\u4e00-\u9fff]?(?:门口|路口|巷口|村口|街角|墙角|桌角|山脚|脚下|门前|窗前|窗外|门外)"
    "|(?:门|路|巷|村|洞|街|路|店门|家门)口|[街墙桌床屋]角|山脚|[门窗屋店]前|[门窗屋室户野郊]外"
)
_LINKING_ZH = frozenset("有是像为叫成变到去来过带没无")
"""Verbs that only link a thing to another."""
_HALF_ZH = re.compile("半[个只块颗片根条杯碗]")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Found:
    """Unknown words at *start*..*end*."""

    kind: PartKind
    words: str
    start: int
    end: int


def find_unknown(
    text: str, mentions: Sequence[Mention], used: Sequence[Span], *, knows_some: bool
) -> list[ContentPart]:
    """Return the parts of *text* that the image lacks; *used* are the positions of the words that it shows."""
    words = segment(text)
    parts = [
        ContentPart(PartKind.SUBJECT, found[0], PartOutcome.MISSING)
        for found in _FAMILY.finditer(text)
        if not _is_named(found, mentions)
    ]
    found = list(_find_words(text, words, mentions, used))
    unknown = [ContentPart(one.kind, one.words[:_MAX_WORD], PartOutcome.MISSING) for one in found]
    parts += (_demote_place(part) for part in unknown) if knows_some else map(_require_subject, unknown)
    if knows_some:
        taken = [*used, *((one.start, one.end) for one in found)]
        parts += find_relations(text, mentions, [*taken, *((m.start, m.end) for m in mentions if not m.named)])
        parts += _find_attributes(text, words, mentions, taken)
    return parts[:_MAX_PARTS]


def _is_named(found: re.Match[str], mentions: Sequence[Mention]) -> bool:
    return any(mention.start < found.end() and found.start() < mention.end for mention in mentions)


def _require_subject(part: ContentPart) -> ContentPart:
    """Return a place as a thing: nothing else is drawn."""
    return replace(part, kind=PartKind.SUBJECT) if part.kind is PartKind.SETTING else part


def _demote_place(part: ContentPart) -> ContentPart:
    """Return a place or a feast, which qualifies the thing that is drawn, as no thing of its own: 荷兰风车."""
    if part.kind not in (PartKind.SUBJECT, PartKind.ACTION):
        return part
    tags = [tag for _, tag in segmentation.tag_words(part.requested)]
    if part.requested in _FEASTS or part.requested.endswith("节"):
        return replace(part, kind=PartKind.CONDITION)
    if tags == ["s"]:
        return replace(part, kind=PartKind.SETTING)
    is_place = part.kind is PartKind.SUBJECT and tags in (["ns"], ["t"])
    return replace(part, kind=PartKind.ACTION) if is_place else part


def _find_words(
    text: str, words: Sequence[Word], mentions: Sequence[Mention], used: Sequence[Span]
) -> Iterator[_Found]:
    """Yield the unknown words of *text* with the end of each; an action includes its object."""
    spans = [*used, *((mention.start, mention.end) for mention in mentions)]
    for lexicon in (COLORS, COUNTS, SIZES, POSITIONS, RELATIONS, NEGATIONS):
        spans += [(match.start, match.end) for match in lexicon.find_all(text)]
    known = [False] * len(text)
    for start, end in spans:
        known[start:end] = [True] * (end - start)
    position = 0
    for word in words:
        start = max(word.start, position)
        if any(known[start : word.end]):
            verb = next((at for at in range(start, word.end) if not known[at] and text[at] in ACTIONS_ZH), None)
            if verb is not None and not is_placement(text, verb, verb + 1, spans):
                position = extend_action(text, verb, verb + 1, mentions, used)
                yield _Found(PartKind.ACTION, text[verb:position], verb, position)
            continue
        has_object = any(mention.start == word.end and mention.is_subject for mention in mentions)
        is_verb = has_object and word.end - start == 1 and _is_transitive(text[start])
        if not (is_verb or _is_reported(text, start, word.end)) or is_placement(text, start, word.end, spans):
            continue
        for kind, first, last in _classify(text, start, word.end, mentions):
            is_verb = kind is PartKind.ACTION and _is_verb(text[first:last])
            position = extend_action(text, first, last, mentions, used) if is_verb else last
            yield _Found(kind, text[first:position], first, position)


def _is_reported(text: str, start: int, end: int) -> bool:
    """Return whether the word at *start*..*end* asks for something that an image can lack."""
    written = text[start:end]
    if written in PLAIN or not any(letter.isalpha() for letter in written):
        return False
    if written in CONTAINERS and text.startswith(" of ", end):
        return False
    if _ON_BODY_ZH.fullmatch(written) and text[end : end + 2].endswith("着"):
        return True
    if is_own_part(text, start, end) or (_OWN_PART_ZH.fullmatch(written) and not text.startswith("的", end)):
        return False
    is_verb = written in ACTIONS_ZH or (not written.isascii() and _STATE_ZH.match(text, end) is not None)
    return len(written) >= _MIN_LETTERS[written.isascii()] or is_verb


def _is_transitive(letter: str) -> bool:
    """Return whether the Chinese word of one *letter* before a thing states what someone does with it: 摘香蕉."""
    is_verb = not letter.isascii() and [tag for _, tag in segmentation.tag_words(letter)] == ["v"]
    return is_verb and letter not in PLAIN and letter not in _LINKING_ZH


def _is_verb(word: str) -> bool:
    """Return whether *word*, an unknown one, may have an object."""
    tags = (tag for _, tag in segmentation.tag_words(word))
    return word.isascii() or len(word) == 1 or any(tag.startswith("v") for tag in tags)


def _classify(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[tuple[PartKind, int, int]]:
    """Yield the kind of the word at *start*..*end*, or of the place and the verb that it joins: 云里飞."""
    written = text[start:end]
    joined = _PLACE_AND_VERB.fullmatch(written)
    if joined is not None:
        yield PartKind.SETTING, start, start + joined.end(1)
        yield PartKind.ACTION, start + joined.end(1), end
        return
    if written.rstrip("上里中") in PLACES_ZH:
        yield PartKind.SETTING, start, end
        return
    if _ON_BODY_ZH.fullmatch(written):
        yield PartKind.RELATION, start, end
        return
    if _NAMED_PLACE_ZH.fullmatch(written):
        yield PartKind.SETTING, start, end
        return
    if _HALF_ZH.fullmatch(written):
        yield PartKind.COUNT, start, end
        return
    is_verb = written in ACTIONS_ZH or (len(written) == 1 and not written.isascii())
    if is_verb or not is_noun(text, start, end, mentions):
        if not written.endswith("ly"):
            yield PartKind.ACTION, start, end
        return
    if any(mention.start == end and mention.is_subject for mention in mentions) and not written.isascii():
        yield PartKind.ACTION, start, end  # It describes the thing: 石板路.
        return
    is_place = written in (*PLACES_EN, *PLACES_ZH) or (
        not written.isascii() and (_PLACE_ZH.match(text, end) or _PLACE_ZH.match(written, len(written) - 1))
    )
    yield PartKind.SETTING if is_place else PartKind.SUBJECT, start, end


def _find_attributes(
    text: str, words: Sequence[Word], mentions: Sequence[Mention], used: Sequence[Span]
) -> Iterator[ContentPart]:
    """Yield the colors, counts and positions that describe no figure in the image."""
    found: tuple[tuple[PartKind, Iterator[Match[str] | Match[int] | Match[Position]]], ...] = (
        (PartKind.COLOR, COLORS.find_all(text)),
        (PartKind.COUNT, find_counts(text)),
        (PartKind.POSITION, POSITIONS.find_all(text)),
    )
    taken = [*used, *((mention.start, mention.end) for mention in mentions)]
    for kind, matches in found:
        for match in matches:
            is_word = any(word.start == match.start for word in words) and any(word.end == match.end for word in words)
            is_taken = any(start < match.end and match.start < end for start, end in taken)
            if is_word and not is_taken and match.value != 1:
                yield ContentPart(kind, text[match.start : match.end], PartOutcome.MISSING)
