"""Normal form of a request: lower case, known phrases as one word, without what the image is for."""

import re
from enum import Enum

from engines.painter.content.names import load_names
from engines.painter.content.purposes import drop_purposes
from engines.painter.scene import Subject
from engines.painter.vocabulary import PHRASES, PHRASES_ZH

_THANKS = re.compile(r"(?m)(?<=[^\n])[,，。!！~～\s]*(?:谢谢|多谢|辛苦)(?:你|您|了|啦|大家)*[。!！~～]*$")
_HYPHENATED = re.compile(r"[a-z]+(?:'?-[a-z]+)+")


def normalize(text: str) -> str:
    """Return the normal form of *text*, in which names and their attributes are found."""
    lowered = text.lower()
    dropped = drop_purposes(lowered)
    # Where nothing else is named, what the image is for is its subject: a shop sign.
    is_subject = _names_thing(lowered) and not _names_thing(dropped)
    lowered = _HYPHENATED.sub(_split_name, _THANKS.sub("", lowered if is_subject else dropped))
    for phrase, word in PHRASES.items():
        lowered = re.sub(rf"\b{phrase}s?\b", word, lowered)
    for phrase, word in PHRASES_ZH.items():
        lowered = re.sub(phrase, word, lowered)
    return lowered


def _names_thing(text: str) -> bool:
    """Return whether *text* names something that has a drawing."""
    found = (load_names().match_at(text, at) for at in range(len(text)) if not text[at].isascii())
    return any(match is not None and _is_thing(match.value) for match in found)


def _is_thing(named: object) -> bool:
    is_key = isinstance(named, str) and named != "" and not isinstance(named, Enum)
    return is_key or (isinstance(named, Subject) and named is not Subject.PERSON)


def _split_name(match: re.Match[str]) -> str:
    """Return the hyphenated word of *match* as the name with spaces that it is, if it is one: merry-go-round."""
    spaced = match[0].replace("-", " ").replace("'", "")
    found = load_names().match_at(spaced, 0)
    return spaced if found is not None and found.end == len(spaced) else match[0]
