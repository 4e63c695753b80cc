"""Analysis of a reference image: its metrics, its texts, and the answer of a vision model."""

from dataclasses import dataclass
from typing import Final

from engines.image_metrics.composition import describe
from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.text.language import Language, Text
from services.rag.domain.references.vision_analysis import VisionAnalysis

BUILTIN: Final = "builtin"

# Lightness below which an image is dark, and from which it is bright.
_DARK: Final = 0.35
_BRIGHT: Final = 0.65
_TONES: Final = (Text("偏暗", "dark"), Text("明暗适中", "mid-toned"), Text("明亮", "bright"))
_MAX_QUOTES: Final = 3
_SUMMARY: Final = Text(
    "参考图 {number}：{aspect}，{tone}，主色 {colors}；{composition}",
    "Reference {number}: {aspect}, {tone}, main colors {colors}; {composition}",
)
_QUOTES: Final = Text("「{text}」", '"{text}"')
_TEXTS: Final = Text("；图中文字：{texts}", "; writing: {texts}")
_MORE: Final = Text("等 {count} 行", " and more, {count} lines in all")


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analysis of one image.

    Attributes:
        asset_id: the image.
        metrics: measured values, None if there was no time.
        texts: lines of text in the image, from top to bottom; empty if there was no time to read them.
        vision: the answer of a vision model, None without a model or after its failure.
        engine: "builtin" or the model's name.
        degraded: a configured model failed, or the image was not measured.

    """

    asset_id: str
    metrics: ReferenceMetrics | None
    texts: tuple[str, ...]
    vision: VisionAnalysis | None
    engine: str
    degraded: bool


def summarize(analysis: Analysis, number: int, language: Language) -> str:
    """Return one line for users about image *number*, from 1; "" if it was not measured."""
    metrics = analysis.metrics
    if metrics is None:
        return ""
    summary = _SUMMARY.pick(language).format(
        number=number,
        aspect=metrics.aspect,
        tone=_describe_tone(metrics.brightness).pick(language),
        colors=" ".join(metrics.palette[:3]),
        composition=_lower_first(describe(metrics.composition, language), language),
    )
    return summary + _describe_text(analysis.texts, language)


def _describe_tone(brightness: float) -> Text:
    dark, middle, bright = _TONES
    if brightness < _DARK:
        return dark
    return bright if brightness >= _BRIGHT else middle


def _lower_first(text: str, language: Language) -> str:
    return text if language is Language.CHINESE else text[:1].lower() + text[1:]


def _describe_text(texts: tuple[str, ...], language: Language) -> str:
    if not texts:
        return ""
    separator = "" if language is Language.CHINESE else ", "
    quoted = separator.join(_QUOTES.pick(language).replace("{text}", text) for text in texts[:_MAX_QUOTES])
    if len(texts) > _MAX_QUOTES:
        quoted += _MORE.pick(language).format(count=len(texts))
    return _TEXTS.pick(language).replace("{texts}", quoted)
