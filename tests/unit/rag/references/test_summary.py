"""Summary of a reference image for users."""

from dataclasses import replace

import pytest

from engines.image_metrics.reference_measurement import measure_reference
from services.common.text.language import Language
from services.rag.domain.references.analysis import BUILTIN, Analysis, summarize
from tests.fixtures.services.reference_images import spot

MEASURED = measure_reference(spot(0.5, 0.5), (1080, 1440))
PLAIN = Analysis("id", MEASURED, (), None, BUILTIN, degraded=False)


def test_the_summary_in_chinese() -> None:
    assert summarize(PLAIN, 1, Language.CHINESE) == (
        "参考图 1：3:4，明亮，主色 #f5efe0 #c0392b；主体居中，上下左右对称，大面积留白（约 95%），简洁"
    )


def test_the_summary_in_english() -> None:
    assert summarize(PLAIN, 2, Language.ENGLISH) == (
        "Reference 2: 3:4, bright, main colors #f5efe0 #c0392b; "
        "the subject is in the center, mirrored both ways, minimal, with much free space (about 95 %)"
    )


@pytest.mark.parametrize(
    ("language", "end"),
    [
        (Language.CHINESE, "；图中文字：「一」「{text}」「三」等 4 行"),
        (Language.ENGLISH, '; writing: "一", "{text}", "三" and more, 4 lines in all'),
    ],
)
def test_the_first_three_texts_are_quoted_unchanged(language: Language, end: str) -> None:
    summary = summarize(replace(PLAIN, texts=("一", "{text}", "三", "四")), 1, language)
    assert summary.endswith(end)


@pytest.mark.parametrize(("brightness", "tone"), [(0.1, "偏暗"), (0.5, "明暗适中"), (0.9, "明亮")])
def test_brightness_is_described(brightness: float, tone: str) -> None:
    metrics = replace(MEASURED, brightness=brightness)
    assert f"，{tone}，" in summarize(replace(PLAIN, metrics=metrics), 1, Language.CHINESE)
