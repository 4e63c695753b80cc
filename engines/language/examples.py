"""Example requests for users whose text could not be parsed."""

from services.common.contract.image_chat import Control
from services.common.text.language import Language

_EXAMPLES = {
    Language.CHINESE: (
        "画一只赛博朋克风格的猫",
        "水墨风格的山水，远处有一叶小舟",
        "再亮一点，对比度低一些",
        "换成水彩风格",
    ),
    Language.ENGLISH: (
        "draw a cat in cyberpunk style",
        "sunset over the sea, oil painting",
        "make it brighter and a bit warmer",
        "again but in watercolor",
    ),
}


def list_examples(language: Language) -> tuple[str, ...]:
    """Return requests in *language* that the parser accepts, the first two also without an image."""
    return _EXAMPLES[language]


_CHOICES = {
    (Control.PARAMETERS, Language.CHINESE): ("再亮一点", "换成水彩风格", "重新画一张"),
    (Control.PARAMETERS, Language.ENGLISH): ("make it brighter", "again but in watercolor", "try again"),
    (Control.AREA, Language.CHINESE): ("把背景换成海边", "把背景换成星空", "重新画一张"),
    (Control.AREA, Language.ENGLISH): (
        "change the background to a beach",
        "change the background to a forest",
        "try again",
    ),
}  # fmt: skip


def list_choices(control: Control, language: Language) -> tuple[str, ...]:
    """Return requests that change the last image, for a user who left open what to change."""
    return _CHOICES[control, language]


_STYLES = (
    ("水彩", "watercolor", ("水彩", "watercolor", "water color")),
    ("油画", "oil painting", ("油画", "oil")),
    ("动漫", "anime", ("动漫", "二次元", "日漫", "anime", "manga")),
    ("像素", "pixel art", ("像素", "pixel", "8-bit", "8 bit")),
)
"""Styles to offer, in Chinese and English, and their names in prompts of either language."""
_RESTYLE = {Language.CHINESE: "换成{style}风格", Language.ENGLISH: "in {style} style"}
_STYLE_CHOICES = 3


def list_style_choices(language: Language, current: str) -> tuple[str, ...]:
    """Return requests for styles other than *current*, for a user who requests another style without a name.

    *current* may be in the other language.
    """
    known = current.lower().replace("colour", "color")
    others = [
        chinese if language is Language.CHINESE else english
        for chinese, english, names in _STYLES
        if not any(name in known for name in names)
    ]
    return tuple(_RESTYLE[language].format(style=style) for style in others[:_STYLE_CHOICES])
