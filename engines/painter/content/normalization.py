"""Normal form of a request: lower case, known phrases as one word; and the words of it that are to be seen."""

import re

from engines.language.learned.matter import extract_matter, extract_matter_of
from engines.painter.content.names import load_names
from engines.painter.content.words import COLORS
from engines.painter.vocabulary import PHRASES, PHRASES_ZH
from services.common.contract.image_chat import Medium

_THANKS = re.compile(r"(?m)(?<=[^\n])[,，。!！~～\s]*(?:谢谢|多谢|辛苦)(?:你|您|了|啦|大家)*[。!！~～]*$")
_LAUGHTER = re.compile(
    r"[,，]?\s*(?:\b(?:lol|lmao|rofl|(?:ha){2,}|(?:he){2,}|pls|plz|thx)\b|(?P<laugh>[哈嘿嘻呵])(?P=laugh)+(?!镜)|\bh{3,}\b)",
    re.IGNORECASE,
)
_COLORS_EN, _COLORS_ZH = (
    "|".join(sorted((word for word in COLORS.list_words() if word.isascii() is is_latin), key=len, reverse=True))
    for is_latin in (True, False)
)
_PAPER_EN = re.compile(
    rf",? (?:cut |made |folded |torn )?(?:out )?(?:of|from) (?P<color>{_COLORS_EN}) (?:card|paper)\b", re.IGNORECASE
)
_PAPER_ZH = re.compile(
    rf"[用拿]?(?P<color>{_COLORS_ZH})(?:的)?(?:卡|彩)?纸(?:剪|撕|折|叠|拼|裁|做)(?:贴|叠)?(?:出来|出|成)?的?"
)
"""The paper that a thing is made of: its color is that of the thing."""
_SHAPED_EN = re.compile(
    r"\b(?:neon|glowing|led|light)(?: (?:neon|glowing|light|lights|tubes?|tubing|bars?|signs?))* (?:that (?:is|are) )?"
    r"(?:shaped (?:like|as|into)|in the shape of|bent into)\b",
    re.IGNORECASE,
)
_SHAPED_ZH = re.compile("(?:霓虹|发光|荧光)的?(?:灯管|灯牌|灯|管子|招牌)?(?:弯成|做成|拼成|组成|围成|折成)的?")
"""Light that has the shape of a thing: it is how the thing is painted."""
_HYPHENATED = re.compile(r"[a-z]+(?:'?-[a-z]+)+")


def normalize(text: str) -> str:
    """Return the normal form of *text*, in which names and their attributes are found."""
    lowered = _HYPHENATED.sub(_split_name, _THANKS.sub("", text.lower()))
    for phrase, word in PHRASES.items():
        lowered = re.sub(rf"\b{phrase}s?\b", word, lowered)
    for phrase, word in PHRASES_ZH.items():
        lowered = re.sub(phrase, word, lowered)
    return lowered


def select_matter(text: str) -> str:
    """Return the words of *text*, one line, that are to be seen, without technique, purpose and request.

    Where nothing else is named, what the image is for is its subject: a shop sign.
    """
    text = _simplify(text)
    return _choose(text, extract_matter(text))


def select_seen(subject: str, text: str) -> str:
    """Return the words of the *subject* of *text* that are to be seen, as those of `select_matter`."""
    subject = _simplify(subject)
    return _choose(subject, extract_matter_of(subject, _simplify(text)))


def _name_color(match: re.Match[str]) -> str:
    return f"{match['color'].removesuffix('色')}色的"


def _simplify(text: str) -> str:
    """Return *text* without laughter, and with what a thing is made of as its color, or as the technique."""
    text = _PAPER_EN.sub(r", \g<color>", _PAPER_ZH.sub(_name_color, text))
    text = _SHAPED_EN.sub("neon", _SHAPED_ZH.sub("霓虹的", text))
    left = _LAUGHTER.sub("", text)
    return left if any(map(str.isalnum, left)) else text


def _choose(text: str, matter: str) -> str:
    """Return *matter*, or *text* if that alone names something."""
    return text if _names_anything(text) and not _names_anything(matter) else matter


def _names_anything(text: str) -> bool:
    """Return whether *text* names something that can be seen."""
    lowered = text.lower()
    found = (load_names().match_at(lowered, at) for at in range(len(lowered)) if lowered[at].isalpha())
    return any(match is not None and match.value and not isinstance(match.value, Medium) for match in found)


def _split_name(match: re.Match[str]) -> str:
    """Return the hyphenated word of *match* as the name with spaces that it is, if it is one: merry-go-round."""
    spaced = match[0].replace("-", " ").replace("'", "")
    found = load_names().match_at(spaced, 0)
    return spaced if found is not None and found.end == len(spaced) else match[0]
