"""Qualifiers within the words for what someone does: no drawing makes an umbrella transparent or a cart heavy.

The verb and its thing may be seen where the qualifier is not, so each of the three is a part of its own.
"""

import re
from collections.abc import Iterator, Sequence

from engines.painter.content.mentions import MEASURES_ZH
from engines.painter.content.names import load_names
from engines.painter.content.words import COUNTS, PLAIN, list_attribute_words
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.text import segmentation

_VERB_EN = re.compile(
    r"(?P<verb>[a-z]+(?:ing|s)(?: (?:up|down|out|on|off|over|onto|into|at|from|through|around|in))?)"
    r" (?:(?:an?|the|his|her|its|their|some|one) )(?P<thing>[a-z' -]+)"
)
_VERB_ZH = re.compile(
    rf"(?P<verb>[\u4e00-\u9fff]{{1,2}}[着了起]|[撑打举拿抱捧提端])(?:[一两几]?[{MEASURES_ZH}])?(?P<thing>[\u4e00-\u9fff]+)"
)
_PLACED = re.compile(r"(?:with|wearing|in) .* (?:above|over|below|under|behind|beside|near) (?:an?|the|his|her|its) ")
"""Words for a thing that is somewhere else than on who has it: "with a star above his hat"."""
_PARTICLES_ZH = "的地"
_DESCRIPTIVE = frozenset(("wooden", "steaming"))
"""Plain words that a drawing may lack."""


def split_action(part: ContentPart, others: Sequence[ContentPart]) -> Iterator[ContentPart]:
    """Yield *part*, an action, or its verb, its qualifier and its thing, unless one of *others* names the thing."""
    words = part.requested
    if part.kind is not PartKind.ACTION or part.outcome is not PartOutcome.SHOWN:
        yield part
        return
    if _PLACED.match(words):
        yield ContentPart(PartKind.ACTION, words, PartOutcome.MISSING)
        return
    match = _VERB_EN.fullmatch(words) or _VERB_ZH.fullmatch(words)
    names = [one.requested for one in others if one.kind is PartKind.SUBJECT]
    at = _find_thing(match["thing"], names) if match is not None else 0
    if match is None or not at:
        yield part
        return
    look, thing = match["thing"][:at].strip(), match["thing"][at:]
    look = look.rstrip(_PARTICLES_ZH)
    if not _is_undrawn(look):
        yield part
        return
    yield ContentPart(PartKind.ACTION, match["verb"], part.outcome)
    yield ContentPart(PartKind.ACTION, look, PartOutcome.MISSING)
    if not any(name in words for name in names):
        yield ContentPart(PartKind.SUBJECT, thing, part.outcome)


def _find_thing(words: str, names: Sequence[str]) -> int:
    """Return where one of *names*, or the longest known name, at the end of *words* starts; 0 where that is all."""
    named = next((name for name in names if name and words.endswith(name)), "")
    if named:
        return len(words) - len(named)
    for start in range(len(words)):
        if words[start].isascii() and start and words[start - 1] != " ":
            continue
        match = load_names().match_at(words, start)
        if match is not None and match.end == len(words):
            return start
    last = words.rpartition(" ")[2] if words.isascii() else segmentation.segment(words)[-1]
    return len(words) - len(last)


def _is_undrawn(look: str) -> bool:
    """Return whether *look* is more than colors, sizes and words that any drawing meets."""
    if look.isascii():
        words = look.split()
        return any(word in _DESCRIPTIVE or not (word in PLAIN or word in list_attribute_words()) for word in words)
    if look in PLAIN or any(COUNTS.find_all(look)):
        return False
    return len(look) > 1 and look not in list_attribute_words() and look.rstrip("色") not in list_attribute_words()
