"""What the words around the thing of an action add to the deed, which the drawing of verb and thing does not show."""

import re

from engines.painter.content.mentions import BODY, Mention
from engines.painter.content.names import load_names
from engines.painter.subjects.icons import PREFIX
from engines.painter.subjects.nature import is_living
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_ALL = "."
"""Pattern of all words of an activity, of which neither the deed nor the thing is drawn."""
_OTHER_DEED_ZH = re.compile("喷|用")
"""Text before a verb by which its thing is done something else that nothing shows: 给小象喷水洗澡."""
_RESULT = re.compile(
    r" (?:(?:out|off|apart|open|loose|back)(?= |$|[,.])|(?:over|above) (?:his|her|its|their|the) heads?\b|like an? )"
    "|[当像作](?!然|时)|遮|挡"
)
"""Text after a thing by which the deed is another one: who pulls bread out of an oven does not drag it along, and a
leaf that is an umbrella is over the head."""
_MOVES, _INSIDE = frozenset(("push", "pull", "carry", "lift")), re.compile(r" in (?:an?|the|his|her) (?:[a-z]+ )?")
_OCCUPIED = re.compile(
    "[上里中]的|'s |(?: [a-z]+ing)? with (?:an? |the |his |her )?[a-z ]*(?:in|on|inside) (?:it|them)(?![a-z])"
)
"""Text after a thing with something on or in it that the drawing lacks: 推着轮椅上的老奶奶, "his dog's tail"."""


def states_more(text: str, action: str, item: Mention, verb: int, end: int) -> bool:
    """Return whether more is stated than *action* with *item*: the verb starts at *verb*, the words end at *end*."""
    is_other_deed = _OTHER_DEED_ZH.search(text, item.end, max(item.end, verb)) is not None
    is_other_deed = is_other_deed or _RESULT.match(text, end) is not None
    is_other_thing = _OCCUPIED.match(text, item.end) is not None or (action in _MOVES and _is_conveyed(text, item))
    return is_other_deed or is_other_thing


def _is_conveyed(text: str, item: Mention) -> bool:
    """Return whether what is moved is in another thing, which is moved: "pushing an old man in a wheelchair"."""
    inside = _INSIDE.match(text, item.end)
    vehicle = load_names().match_at(text, inside.end()) if inside is not None and is_living(str(item.named)) else None
    is_thing = vehicle is not None and str(vehicle.value).startswith(PREFIX)
    return vehicle is not None and is_thing and text[vehicle.start : vehicle.end] not in BODY


def find_drawn_thing(undrawn: re.Pattern[str] | None, words: str) -> tuple[ContentPart, ...]:
    """Return the thing that *words* name last, if only its deed is *undrawn*: the pumpkin of who carves one."""
    named = next((m for at in range(len(words)) if (m := _match_last(words, at)) is not None), None)
    if undrawn is None or undrawn.search(words) is None or undrawn.pattern == _ALL or named is None:
        return ()
    is_drawn = undrawn.search(named) is None
    return (ContentPart(PartKind.SUBJECT, named, PartOutcome.SHOWN),) if is_drawn else ()


def _match_last(words: str, at: int) -> str | None:
    """Return the name that starts *at* and ends *words*."""
    if at and words[at].isascii() and words[at - 1] != " ":
        return None
    match = load_names().match_at(words, at)
    return words[at:] if match is not None and match.end == len(words) else None
