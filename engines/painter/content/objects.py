"""Objects of actions: who waves something that the image lacks does not visibly wave it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_VERB = re.compile("[a-z]+ing")
_OBJECT = re.compile(
    r" (?:(?:a|an|the|his|her|its|their|some|two|three) )?(?P<words>(?:(?!(?:and|while|with|in|on|at|by|to|of|from|for"
    r"|under|over|near|round|around|through|across|along|into|past|down|up) )[a-z'-]+"
    r"(?: (?=[a-z])|$|(?=[,.;:!?]))){1,3})"
)
"""Up to three words directly after a verb, up to the next preposition."""


def lose_objects(text: str, parts: Sequence[ContentPart]) -> list[ContentPart]:
    """Return *parts* of *text* with the actions of one verb as missing whose object is."""
    kinds = (PartKind.SUBJECT, PartKind.ACTION)
    missing = [part for part in parts if part.outcome is PartOutcome.MISSING and part.kind in kinds]
    lacking = [part.requested.split()[-1] for part in missing if part.requested.split()]
    return [
        replace(part, outcome=PartOutcome.MISSING) if _lacks_object(part, text.lower(), lacking) else part
        for part in parts
    ]


def _lacks_object(part: ContentPart, text: str, lacking: Sequence[str]) -> bool:
    if part.kind is not PartKind.ACTION or part.outcome is not PartOutcome.SHOWN or not _VERB.fullmatch(part.requested):
        return False
    verb = re.search(rf"\b{part.requested}\b", text)
    named = _OBJECT.match(text, verb.end()) if verb else None
    words = [word for word in named["words"].split() if not word.endswith("ly")] if named else []
    return bool(words) and words[-1] in lacking
