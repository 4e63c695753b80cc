"""Paintings in all media pass; degraded and unrelated images do not, whatever the engine reports about them."""

import io
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
import pytest
from PIL import Image

from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import Painting, paint_with_report
from services.common.contract.image_chat import Medium, TaskType
from services.common.images.arrays import Pixels
from services.common.limits import Limits
from services.critic.domain.image.assessment import assess_generation
from services.critic.domain.image.expectations import Expectation
from services.rag.adapters.seed_data import load_seed_styles

SIDE: Final = 512
REQUESTS: Final = ("a lighthouse by the sea", "三只鸟")
PASSES: Final = Limits().pass_score


@cache
def paint(medium: Medium, number: int) -> tuple[Painting, Expectation]:
    """Return a painting in *medium* with what the critic expects of it."""
    styles = [style for style in load_seed_styles() if style.medium is medium]
    palette = styles[number % len(styles)].palette
    text = REQUESTS[number]
    painting = paint_with_report(PaintRequest(text, text, Look(medium, palette), SIDE, SIDE, 11 + number))
    return painting, Expectation(TaskType.TEXT_TO_IMAGE, SIDE, SIDE, palette, medium.value)


def score(pixels: Pixels, painting: Painting, expectation: Expectation) -> float:
    return assess_generation(pixels, expectation, painting.sketch).score


def shuffle_tiles(pixels: Pixels) -> Pixels:
    """Return *pixels* cut into four by four tiles in another order."""
    side, spoiled = SIDE // 4, pixels.copy()
    for number, source in enumerate(np.random.default_rng(3).permutation(16).tolist()):
        (row, column), (top, left) = divmod(number, 4), divmod(source, 4)
        spoiled[row * side : (row + 1) * side, column * side : (column + 1) * side] = pixels[
            top * side : (top + 1) * side, left * side : (left + 1) * side
        ]
    return spoiled


def gray_half(pixels: Pixels) -> Pixels:
    spoiled = pixels.copy()
    spoiled[:, : SIDE // 2] = 128
    return spoiled


def exchange_hues(pixels: Pixels) -> Pixels:
    return np.ascontiguousarray(pixels[..., [2, 0, 1]])


def compress(pixels: Pixels) -> Pixels:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=5)
    return np.asarray(Image.open(file).convert("RGB"))


GRAY: Final = (Medium.INK_WASH, Medium.LINE_ART)
"""Media with hardly any hue to exchange."""
BLOCKS_HIDDEN: Final = (Medium.PIXEL, Medium.LINE_ART)
"""Media whose cells are like blocks, or that are too sparse to show them."""
KINDS: Final[dict[str, tuple[Callable[[Pixels], Pixels], tuple[Medium, ...]]]] = {
    "shuffled tiles": (shuffle_tiles, ()),
    "half gray": (gray_half, ()),
    "exchanged hues": (exchange_hues, GRAY),
    "heavy JPEG": (compress, BLOCKS_HIDDEN),
}


@pytest.mark.parametrize("medium", Medium)
def test_a_painting_passes(medium: Medium) -> None:
    assert all(score(paint(medium, number)[0].pixels, *paint(medium, number)) >= PASSES for number in (0, 1))


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_painting_does_not_pass(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    spoil, exempt = KINDS[kind]
    passed = [
        medium.value
        for medium in Medium
        for number in (0, 1)
        if medium not in exempt and score(spoil(paint(medium, number)[0].pixels), *paint(medium, number)) >= PASSES
    ]
    with capsys.disabled():
        print(f"\n{kind}: {len(passed)} of {2 * (len(Medium) - len(exempt))} passed {passed}")  # noqa: T201
    assert len(passed) <= 2


def test_another_image_in_the_same_style_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    passed = [
        medium.value
        for medium in Medium
        for number in (0, 1)
        if score(paint(medium, 1 - number)[0].pixels, *paint(medium, number)) >= PASSES
    ]
    own = [score(paint(medium, number)[0].pixels, *paint(medium, number)) for medium in Medium for number in (0, 1)]
    others = [
        score(paint(medium, 1 - number)[0].pixels, *paint(medium, number)) for medium in Medium for number in (0, 1)
    ]
    auc = float(np.mean([one > other for one in own for other in others]))
    with capsys.disabled():
        print(f"\nAUC of the score, its own image or another one: {auc:.3f}")  # noqa: T201
        print(f"\nanother image: {len(passed)} of {2 * len(Medium)} passed {passed}")  # noqa: T201
    assert len(passed) <= 1
    assert auc >= 0.95
