"""What is known of a reference picture, measured, read and seen."""

from dataclasses import dataclass
from typing import Final

from services.common.language import Language, Text
from services.rag.domain.references.composition import in_words
from services.rag.domain.references.impression import Impression
from services.rag.domain.references.measured import Measured

BUILTIN: Final = "builtin"

# Lightness up to which a picture is called dark, and from which on bright.
_DARK: Final = 0.35
_BRIGHT: Final = 0.65
_TONES: Final = (Text("偏暗", "dark"), Text("明暗适中", "mid-toned"), Text("明亮", "bright"))
_SHOWN_TEXTS: Final = 3
_SUMMARY: Final = Text(
    "参考图 {number}：{aspect}，{tone}，主色 {colours}；{composition}",
    "Reference {number}: {aspect}, {tone}, main colours {colours}; {composition}",
)
_QUOTES: Final = Text("「{text}」", '"{text}"')
_WRITING: Final = Text("；图中文字：{texts}", "; writing: {texts}")
_FURTHER: Final = Text("等 {count} 行", " and more, {count} lines in all")


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of one picture.

    Attributes:
        asset_id: the picture.
        measured: what was measured, None where there was no time for it.
        texts: the lines found in it, from top to bottom; empty where nobody could read it in time.
        impression: what a vision model says, None where none did.
        engine: "builtin" or the model's name.
        degraded: a model was configured and did not answer, or nothing was measured.

    """

    asset_id: str
    measured: Measured | None
    texts: tuple[str, ...]
    impression: Impression | None
    engine: str
    degraded: bool


def summary(analysis: Analysis, number: int, language: Language) -> str:
    """Return one line for people on the picture that is given as *number*, from 1; "" where nothing was measured."""
    measured = analysis.measured
    if measured is None:
        return ""
    told = _SUMMARY.pick(language).format(
        number=number,
        aspect=measured.aspect,
        tone=_tone(measured.brightness).pick(language),
        colours=" ".join(measured.palette[:3]),
        composition=_within(in_words(measured.composition, language), language),
    )
    return told + _writing(analysis.texts, language)


def _tone(brightness: float) -> Text:
    dark, middle, bright = _TONES
    if brightness < _DARK:
        return dark
    return bright if brightness >= _BRIGHT else middle


def _within(words: str, language: Language) -> str:
    return words if language is Language.CHINESE else words[:1].lower() + words[1:]


def _writing(texts: tuple[str, ...], language: Language) -> str:
    if not texts:
        return ""
    between = "" if language is Language.CHINESE else ", "
    quoted = between.join(_QUOTES.pick(language).replace("{text}", text) for text in texts[:_SHOWN_TEXTS])
    if len(texts) > _SHOWN_TEXTS:
        quoted += _FURTHER.pick(language).format(count=len(texts))
    return _WRITING.pick(language).replace("{texts}", quoted)
