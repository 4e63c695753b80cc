"""Normal form of a request: lower case, known phrases as one word, without what the image is for."""

import re

from engines.painter.content.names import load_names
from engines.painter.content.purposes import drop_purposes
from engines.painter.vocabulary import PHRASES, PHRASES_ZH

_THANKS = re.compile(r"(?m)(?<=[^\n])[,，。!！~～\s]*(?:谢谢|多谢|辛苦)(?:你|您|了|啦|大家)*[。!！~～]*$")
_HYPHENATED = re.compile(r"[a-z]+(?:'?-[a-z]+)+")


def normalize(text: str) -> str:
    """Return the normal form of *text*, in which names and their attributes are found."""
    lowered = _HYPHENATED.sub(_split_name, _THANKS.sub("", drop_purposes(text.lower())))
    for phrase, word in PHRASES.items():
        lowered = re.sub(rf"\b{phrase}s?\b", word, lowered)
    for phrase, word in PHRASES_ZH.items():
        lowered = re.sub(phrase, word, lowered)
    return lowered


def _split_name(match: re.Match[str]) -> str:
    """Return the hyphenated word of *match* as the name with spaces that it is, if it is one: merry-go-round."""
    spaced = match[0].replace("-", " ").replace("'", "")
    found = load_names().match_at(spaced, 0)
    return spaced if found is not None and found.end == len(spaced) else match[0]
