"""Words of a request that the painter does not draw: unknown things, actions, and attributes of things not drawn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.language.scanner import Lexicon
from engines.painter.content.mentions import Mention, Word, is_noun, segment
from engines.painter.content.words import (
    ACTIONS_ZH,
    COLORS,
    CONTAINERS,
    COUNTS,
    NEGATIONS,
    PLAIN,
    POSITIONS,
    RELATIONS,
    SIZES,
    Position,
)
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.text import segmentation

_FEASTS = frozenset(("halloween", "christmas", "easter", "thanksgiving"))
_MAX_PARTS = 8
_MAX_WORD = 40
_MIN_LETTERS = {True: 3, False: 2}
"""Letters of the shortest English and Chinese word that counts."""
_FAMILY = re.compile("(?:一家|全家)(?:[三四五六七八]口|[三四五]代|老小|子)")
"""A family whose members are not named; the number of its members is not the count of another figure."""
Span = tuple[int, int]


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
    parts += (_demote_place(part) if knows_some else part for part in _find_words(text, words, mentions))
    if knows_some:
        parts += _find_attributes(text, words, mentions, used)
    return parts[:_MAX_PARTS]


def _is_named(found: re.Match[str], mentions: Sequence[Mention]) -> bool:
    return any(mention.start < found.end() and found.start() < mention.end for mention in mentions)


def _demote_place(part: ContentPart) -> ContentPart:
    """Return a place or a feast, which qualifies the thing that is drawn, as no thing of its own: 荷兰风车."""
    tags = [tag for _, tag in segmentation.tag_words(part.requested)]
    is_place = part.kind is PartKind.SUBJECT and (tags in (["ns"], ["t"]) or part.requested in _FEASTS)
    return replace(part, kind=PartKind.ACTION) if is_place else part


def _find_words(text: str, words: Sequence[Word], mentions: Sequence[Mention]) -> Iterator[ContentPart]:
    spans = [(mention.start, mention.end) for mention in mentions]
    for lexicon in (COLORS, COUNTS, SIZES, POSITIONS, RELATIONS, NEGATIONS):
        spans += [(match.start, match.end) for match in lexicon.find_all(text)]
    known = [False] * len(text)
    for start, end in spans:
        known[start:end] = [True] * (end - start)
    for word in words:
        written = text[word.start : word.end]
        if any(known[word.start : word.end]):
            for at in range(word.start, word.end):
                if not known[at] and text[at] in ACTIONS_ZH:
                    yield ContentPart(PartKind.ACTION, text[at], PartOutcome.MISSING)
            continue
        if written in CONTAINERS and text.startswith(" of ", word.end):
            continue
        if written in PLAIN or not any(letter.isalpha() for letter in written):
            continue
        if len(written) < _MIN_LETTERS[written.isascii()] and written not in ACTIONS_ZH:
            continue
        is_thing = written not in ACTIONS_ZH and is_noun(text, word.start, word.end, mentions)
        if is_thing or not written.endswith("ly"):
            kind = PartKind.SUBJECT if is_thing else PartKind.ACTION
            yield ContentPart(kind, written[:_MAX_WORD], PartOutcome.MISSING)


def _find_attributes(
    text: str, words: Sequence[Word], mentions: Sequence[Mention], used: Sequence[Span]
) -> Iterator[ContentPart]:
    """Yield the colors, counts and positions that describe no figure in the image."""
    lexicons: tuple[tuple[PartKind, Lexicon[str] | Lexicon[int] | Lexicon[Position]], ...] = (
        (PartKind.COLOR, COLORS),
        (PartKind.COUNT, COUNTS),
        (PartKind.POSITION, POSITIONS),
    )
    taken = [*used, *((mention.start, mention.end) for mention in mentions)]
    for kind, lexicon in lexicons:
        for match in lexicon.find_all(text):
            is_word = any(word.start == match.start for word in words) and any(word.end == match.end for word in words)
            is_taken = any(start < match.end and match.start < end for start, end in taken)
            if is_word and not is_taken and match.value != 1:
                yield ContentPart(kind, text[match.start : match.end], PartOutcome.MISSING)
