"""What of a text can be drawn."""

import unicodedata
from typing import NamedTuple

from services.executor.domain.overlay.typeface import Typeface
from services.executor.domain.overlay.values import refused

# Say how their neighbours look, and have no look of their own.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SELECTORS = range(0xFE00, 0xFE10)
# Letters by their category, and yet blank: fillers of Hangul and an empty pattern of Braille.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_SHOWN = 20


class Written(NamedTuple):
    """The text that is drawn, and the characters left out of it, each once."""

    text: str
    left_out: str


def drawable(text: str, typeface: Typeface) -> Written:
    """Return *text* without what *typeface* lacks. Raises INVALID_INPUT_FORMAT when nothing is left.

    Accents are composed, spaces of any kind become one, spaces at the ends of lines and empty lines go.
    """
    kept, left_out = list[str](), dict[str, None]()
    for character in unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")):
        if character == "\n":
            kept.append(character)
        elif character.isspace():
            kept.append(" ")
        elif _unseen(character):
            continue
        elif typeface.has(character):
            kept.append(character)
        else:
            left_out[character] = None
    lines = (" ".join(line.split()) for line in "".join(kept).split("\n"))
    whole = "\n".join(line for line in lines if line)
    if not whole:
        shown = "".join(left_out)[:_SHOWN]
        raise refused("text", f"字体里没有这些字符：{shown}", f"The font has none of these characters: {shown}")
    return Written(whole, "".join(left_out))


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN or ord(character) in _SELECTORS or character in _BLANK
