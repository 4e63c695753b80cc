"""What to show people whose wish was not understood."""

from services.common.language import Language

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
        "again but in watercolour",
    ),
}


def examples(language: Language) -> tuple[str, ...]:
    """Return wishes that are understood, the first two also without a picture, in *language*."""
    return _EXAMPLES[language]
