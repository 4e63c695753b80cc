"""Elements of pages, compared with those that a real browser renders: recall and precision, both halves."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from engines.vision.elements import find_elements
from tests.fixtures.vision.element_scores import ElementScores, format_scores
from tests.fixtures.vision.page_cases import list_pages, render_page

# The libraries of OCR warn when they are loaded; our own code does not.
pytestmark = pytest.mark.filterwarnings("default")
# Just below the measured shares (docs/agent-team/vision.md).
MIN_SHARE = 0.95
# Every fourth page of each half; the others are measured by benchmarks/vision.py.
STEP = 4


@pytest.mark.parametrize("half", ["tuned", "held_out"])
async def test_elements_are_found(browser: Browser, tmp_path: Path, half: str) -> None:
    scores = ElementScores()
    for path in list_pages(half)[::STEP]:
        case = await render_page(browser, path, tmp_path)
        scores.add(case, find_elements(case.pixels))
    print(*format_scores(scores), sep="\n")  # noqa: T201  # the figures, with -s
    assert scores.recall >= MIN_SHARE and scores.precision >= MIN_SHARE
