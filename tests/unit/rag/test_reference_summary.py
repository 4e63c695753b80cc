"""A reference picture in one line for people."""

from dataclasses import replace

import pytest

from services.common.language import Language
from services.rag.domain.references.analysis import BUILTIN, Analysis, summary
from services.rag.domain.references.measuring import measure
from tests.fixtures.reference_pictures import spot

MEASURED = measure(spot(0.5, 0.5), (1080, 1440))
PLAIN = Analysis("id", MEASURED, (), None, BUILTIN, degraded=False)


def test_it_is_said_in_chinese() -> None:
    assert summary(PLAIN, 1, Language.CHINESE) == (
        "参考图 1：3:4，明亮，主色 #f5efe0 #c0392b；主体居中，上下左右对称，大面积留白（约 95%），简洁"
    )


def test_it_is_said_in_english() -> None:
    assert summary(PLAIN, 2, Language.ENGLISH) == (
        "Reference 2: 3:4, bright, main colours #f5efe0 #c0392b; "
        "the subject is in the centre, mirrored both ways, minimal, with much free space (about 95 %)"
    )


@pytest.mark.parametrize(
    ("language", "end"),
    [
        (Language.CHINESE, "；图中文字：「一」「{text}」「三」等 4 行"),
        (Language.ENGLISH, '; writing: "一", "{text}", "三" and more, 4 lines in all'),
    ],
)
def test_of_its_texts_the_first_three_are_shown_as_they_are(language: Language, end: str) -> None:
    told = summary(replace(PLAIN, texts=("一", "{text}", "三", "四")), 1, language)
    assert told.endswith(end)


@pytest.mark.parametrize(("brightness", "tone"), [(0.1, "偏暗"), (0.5, "明暗适中"), (0.9, "明亮")])
def test_light_is_said_in_a_word(brightness: float, tone: str) -> None:
    measured = replace(MEASURED, brightness=brightness)
    assert f"，{tone}，" in summary(replace(PLAIN, measured=measured), 1, Language.CHINESE)
