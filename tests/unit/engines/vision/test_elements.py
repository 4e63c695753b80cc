"""Elements of small drawn interfaces; whole pages of a browser are in tests/acceptance/vision."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from engines.vision.elements import find_elements
from engines.vision.values import Box, Element
from services.common.images.arrays import Pixels
from tests.fixtures.vision.text_cases import FONTS

# The libraries of OCR warn when they are loaded; our own code does not.
pytestmark = pytest.mark.filterwarnings("default")


def _draw_interface() -> Pixels:
    """Return a window with two buttons, a line of text, an image and an icon."""
    image = Image.new("RGB", (360, 240), "#ffffff")
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONTS / "NotoSansSC-Regular.ttf", 15)
    draw.rectangle((20, 180, 119, 213), fill="#2563eb")
    draw.text((70, 196), "保存", fill="#ffffff", font=font, anchor="mm")
    draw.rectangle((140, 180, 259, 213), outline="#b91c1c")
    draw.text((200, 196), "Delete", fill="#b91c1c", font=font, anchor="mm")
    draw.text((150, 40), "The photo of the lake", fill="#111111", font=font)
    rng = np.random.default_rng(3)
    photo = np.clip(rng.normal(0, 25, (100, 100, 3)) + np.array([60, 130, 90]), 0, 255).astype(np.uint8)
    image.paste(Image.fromarray(photo), (20, 20))
    draw.ellipse((290, 20, 308, 38), outline="#047857", width=3)
    return np.asarray(image)


@pytest.fixture(scope="module")
def elements() -> tuple[Element, ...]:
    """Analyze the interface once."""
    return find_elements(_draw_interface())


def _pick(elements: tuple[Element, ...], kind: str) -> list[Element]:
    return sorted((each for each in elements if each.kind == kind), key=lambda each: each.box.x)


def test_filled_and_outlined_buttons_are_found_with_their_texts_and_colors(elements: tuple[Element, ...]) -> None:
    save, delete = _pick(elements, "button")
    assert save.description == 'button "保存", blue (#2563eb)' and delete.description.startswith(
        'button "Delete", white'
    )
    assert save.box.measure_overlap(Box(20, 180, 100, 34)) > 0.9
    assert delete.box.measure_overlap(Box(140, 180, 120, 34)) > 0.9


def test_a_text_is_described_with_its_color(elements: tuple[Element, ...]) -> None:
    (text,) = _pick(elements, "text")
    assert text.description == 'text "The photo of the lake", black (#111111)'


def test_an_image_and_an_icon_are_found_where_they_are(elements: tuple[Element, ...]) -> None:
    (image,), (icon,) = _pick(elements, "image"), _pick(elements, "icon")
    assert image.box.measure_overlap(Box(20, 20, 100, 100)) > 0.9
    assert icon.box.measure_overlap(Box(290, 20, 19, 19)) > 0.5 and "green" in icon.description


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (200, 200)])
def test_an_empty_image_has_no_elements(size: tuple[int, int]) -> None:
    assert find_elements(np.full((*size, 3), 255, np.uint8)) == ()


def test_elements_of_noise_are_inside_the_image() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (120, 150, 3)).astype(np.uint8)
    for element in find_elements(noise):
        assert element.box.x >= 0 and element.box.y >= 0
        assert element.box.right <= 150 and element.box.bottom <= 120
