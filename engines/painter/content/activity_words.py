"""Words of activities that are those of a thing: his walking stick, a hot dog that someone holds."""

import re

from engines.painter.content.names import load_names
from engines.painter.subjects.nature import is_living

LEANS = re.compile(r"\b(?:lean|hang)(?:s|ing|ed)? $")
"""Text that ends in a verb of leaning or hanging, before the preposition."""
_GERUND_NOUN = re.compile(r"(?<=ing) [a-z]+(?<!ing)\b")
_OWNED = re.compile(r"\b(?:with|on|in|his|her|its|their) (?:an? )?$")


def is_thing(text: str, match: re.Match[str]) -> bool:
    """Return whether the words of an activity name a thing, what someone leans on, or end in the name of another thing.

    "his walking stick" is no walk, who leans on a scooter does not ride it, and a hot dog is no dog.
    """
    before = text[: match.start()]
    if match[0].startswith("on ") and LEANS.search(before):
        return True
    if _GERUND_NOUN.match(text, match.end()) and _OWNED.search(before):
        return True
    return _ends_in_other(text, match)


def _ends_in_other(text: str, match: re.Match[str]) -> bool:
    """Return whether the last words of *match* are the name of a thing, and the last one alone that of an animal."""
    starts = [match.start() + space.end() for space in re.finditer(" ", match[0])]
    names = [load_names().match_at(text, start) for start in starts]
    are_living = {is_living(str(name.value)) for name in names if name is not None and name.end == match.end()}
    return len(are_living) > 1
