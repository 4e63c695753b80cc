"""The characters of a text that a font can draw."""

import unicodedata
from typing import NamedTuple

from engines.typesetting.typeface import Typeface
from engines.typesetting.values import OverlayError
from services.common.text.language import Text

# Categories of characters without a glyph of their own.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SELECTORS = range(0xFE00, 0xFE10)
# Letters by their category, but blank: fillers of Hangul and an empty pattern of Braille.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MAX_QUOTED = 20


class DrawableText(NamedTuple):
    """The text to draw, and the distinct characters that were removed."""

    text: str
    left_out: str


def filter_drawable(text: str, typeface: Typeface) -> DrawableText:
    """Return *text* without characters that *typeface* lacks.

    Accents are composed, whitespace is collapsed, spaces at line ends and empty lines are removed.

    Raises:
        OverlayError: no character is left.

    """
    characters, left_out = list[str](), dict[str, None]()
    for character in unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")):
        if character == "\n":
            characters.append(character)
        elif character.isspace():
            characters.append(" ")
        elif _is_invisible(character):
            continue
        elif typeface.supports(character):
            characters.append(character)
        else:
            left_out[character] = None
    lines = (" ".join(line.split()) for line in "".join(characters).split("\n"))
    drawable = "\n".join(line for line in lines if line)
    if not drawable:
        quoted = "".join(left_out)[:_MAX_QUOTED]
        message = Text(f"字体里没有这些字符：{quoted}", f"The font has none of these characters: {quoted}")
        raise OverlayError("text", message)
    return DrawableText(drawable, "".join(left_out))


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in _INVISIBLE or ord(character) in _SELECTORS or character in _BLANK
