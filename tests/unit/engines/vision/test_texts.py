"""Texts with boxes, read from drawn screenshots and photographs; a sample of what benchmarks/vision.py measures."""

from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engines.vision.ocr_model import MIN_SIDE
from engines.vision.texts import read_text
from engines.vision.values import MAX_SIDE, Box, VisionError
from services.common.images.arrays import Pixels
from tests.fixtures.vision.camera_cases import load_page
from tests.fixtures.vision.text_cases import KINDS, Line, TextCase, draw_case, load_font
from tests.fixtures.vision.text_scores import TextScores, format_scores

# The libraries of OCR warn when they are loaded; our own code does not.
pytestmark = pytest.mark.filterwarnings("default")
# Just below the measured shares (docs/agent-team/vision.md). The sample is small: one word is 1 %.
MIN_SHARE = 0.95
# One image of each kind and half; the others are measured by benchmarks/vision.py.
SAMPLE = (2, 3)


@pytest.fixture(scope="module")
def scores() -> dict[bool, dict[str, TextScores]]:
    """Measure the samples of both halves once."""
    halves: dict[bool, dict[str, TextScores]] = {False: {}, True: {}}
    for kind in KINDS:
        for number in SAMPLE:
            case = draw_case(kind, number)
            halves[case.is_held_out].setdefault(kind, TextScores()).add(case, read_text(case.pixels))
    return halves


@pytest.mark.parametrize("held_out", [False, True])
def test_words_are_found_and_boxes_fit(scores: dict[bool, dict[str, TextScores]], held_out: bool) -> None:
    print(*format_scores(scores[held_out]), sep="\n")  # noqa: T201  # the figures, with -s
    total = sum(scores[held_out].values(), TextScores())
    assert total.word_share >= MIN_SHARE and total.box_share >= MIN_SHARE


def test_text_on_a_photographed_page_is_read() -> None:
    case, score = load_page(), TextScores()
    score.add(case, read_text(case.pixels))
    assert score.box_share == 1 and score.word_share >= MIN_SHARE


def test_an_image_rotated_by_a_half_turn_is_read() -> None:
    case = draw_case("english", 0)
    texts = {region.text for region in read_text(np.ascontiguousarray(case.pixels[::-1, ::-1]))}
    assert len(texts & {line.text for line in case.lines}) >= 0.8 * len(case.lines)


@pytest.mark.parametrize(
    ("text", "size", "image_size"),
    [("Routes, tides and harbours in one place, every day", 40, (1300, 120)), ("春游攻略", 400, (1750, 560))],
)
def test_a_line_across_tiles_is_one_line(text: str, size: int, image_size: tuple[int, int]) -> None:
    case = _draw_line(text, size, image_size)
    regions = read_text(case.pixels)
    assert [region.text for region in regions] == [line.text for line in case.lines]
    assert regions[0].box.measure_overlap(case.lines[0].box) > 0.5


def _draw_line(text: str, size: int, image_size: tuple[int, int]) -> TextCase:
    """Return an image that is wider than a detection tile, with a line that crosses the edge of the tile."""
    image, font = Image.new("RGB", image_size, "#ffffff"), load_font(size, False)
    draw = ImageDraw.Draw(image)
    draw.text((40, 30), text, fill="#111111", font=font)
    left, top, right, bottom = (round(side) for side in draw.textbbox((40, 30), text, font=font))
    return TextCase("english", 0, np.asarray(image), (Line(text, Box(left, top, right - left, bottom - top)),))


def _hostile_images() -> Iterator[Pixels]:
    yield np.zeros((1, 1, 3), np.uint8)
    yield np.full((MIN_SIDE, MIN_SIDE, 3), 255, np.uint8)
    yield np.full((200, 300, 3), 255, np.uint8)
    yield np.full((3, 600, 3), 128, np.uint8)
    yield np.indices((64, 64)).sum(axis=0)[..., None].repeat(3, axis=2).astype(np.uint8) % 2 * 255


@pytest.mark.parametrize("number", range(5))
def test_an_image_without_texts_has_none(number: int) -> None:
    assert read_text(list(_hostile_images())[number]) == ()


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((0, 5, 3), np.uint8),
        np.zeros((1, MAX_SIDE + 1, 3), np.uint8),
        np.zeros((5, 5), np.uint8),
        np.zeros((5, 5, 4), np.uint8),
        np.zeros((5, 5, 3), np.float32),
    ],
)
def test_an_invalid_image_is_rejected(pixels: Pixels) -> None:
    with pytest.raises(VisionError) as caught:
        read_text(pixels)
    assert caught.value.field == "pixels"


def test_a_region_with_noise_stays_inside_the_image() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (90, 130, 3)).astype(np.uint8)
    for region in read_text(noise):
        assert region.box.x >= 0 and region.box.y >= 0 and region.box.right <= 130 and region.box.bottom <= 90
