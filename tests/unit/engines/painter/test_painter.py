"""`paint`: deterministic bytes, every size, every medium."""

import time

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.color.spaces import from_code, to_oklab
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint
from services.common.contract.image_chat import Medium
from services.common.limits import Limits
from services.common.worker_pool.time_limit import TimeLimit

SUBJECTS = ("cat", "city", "mountains", "portrait", "flower", "sea", "house", "robot", "moon")
CYBERPUNK = Look(Medium.NEON, ("#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff"))
WATERCOLOR = Look(Medium.WATERCOLOR, ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72"))


def make_request(
    prompt: str, look: Look | None = None, seed: int = 1, width: int = 96, height: int = 96
) -> PaintRequest:
    return PaintRequest(prompt, "", look, width, height, seed)


def distance_to(palette: tuple[str, ...], image: NDArray[np.uint8]) -> float:
    """Mean OKLab distance of the image's pixels to the nearest color of the palette."""
    pixels = to_oklab(image[::3, ::3].reshape(-1, 3) / 255.0)
    colors = to_oklab([from_code(color) for color in palette])
    return float(np.linalg.norm(pixels[:, None] - colors[None], axis=2).min(axis=1).mean())


@pytest.mark.parametrize("medium", list(Medium))
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_medium_paints_every_named_subject(medium: Medium, subject: str) -> None:
    """The image has the requested size and is neither blank nor a single tone."""
    image = paint(make_request(subject, Look(medium, WATERCOLOR.palette)))
    assert image.shape == (96, 96, 3)
    assert image.dtype == np.uint8
    assert image.std() > 6


@pytest.mark.parametrize("medium", list(Medium))
def test_the_same_request_gives_the_same_bytes(medium: Medium) -> None:
    """The result depends only on the request."""
    request = make_request("a cat in the rain", Look(medium, CYBERPUNK.palette), 7, 64, 64)
    assert paint(request).tobytes() == paint(request).tobytes()


@pytest.mark.parametrize("prompt", ["cat", "mountains", "flower", "a feeling nobody named"])
def test_another_seed_gives_another_composition(prompt: str) -> None:
    """At least a tenth of the pixels differ clearly between two seeds."""
    first, second = (paint(make_request(prompt, WATERCOLOR, seed)).astype(int) for seed in (1, 2))
    assert (np.abs(first - second).max(axis=2) > 40).mean() > 0.1


def test_two_styles_have_clearly_different_palettes() -> None:
    """Each image is closer to the palette of its own style than the other image is."""
    neon, paper = paint(make_request("cat", CYBERPUNK)), paint(make_request("cat", WATERCOLOR))
    assert distance_to(CYBERPUNK.palette, neon) < 0.6 * distance_to(CYBERPUNK.palette, paper)
    assert distance_to(WATERCOLOR.palette, paper) < 0.6 * distance_to(WATERCOLOR.palette, neon)


@pytest.mark.parametrize("prompt", ["", "量子纠缠的叹息", "qwertz uiop", "😀", "la mélancolie"])
def test_unknown_prompts_still_give_an_image(prompt: str) -> None:
    """Unknown words give an abstract image with contrast and several colors."""
    image = paint(make_request(prompt))
    assert image.std() > 15
    assert len(np.unique(image.reshape(-1, 3) // 32, axis=0)) > 12


def test_other_unknown_prompts_give_another_abstract_image() -> None:
    """The text seeds the random numbers."""
    assert paint(make_request("serendipity")).tobytes() != paint(make_request("melancholy")).tobytes()


@pytest.mark.parametrize("medium", list(Medium))
@pytest.mark.parametrize(("width", "height"), [(256, 64), (64, 256)])
def test_every_medium_paints_small_and_stretched_images(medium: Medium, width: int, height: int) -> None:
    """The limits of size and aspect ratio work."""
    assert paint(make_request("cat", Look(medium, CYBERPUNK.palette), 3, width, height)).shape == (height, width, 3)


@pytest.mark.parametrize("medium", list(Medium))
def test_every_medium_paints_the_largest_square_in_the_time_of_a_step(medium: Medium) -> None:
    """2048 pixels on both sides work; the time is that of the CPU, so it holds on a busy machine."""
    started_at = time.process_time()
    assert paint(make_request("boat", Look(medium, WATERCOLOR.palette), 1, 2048, 2048)).shape == (2048, 2048, 3)
    assert time.process_time() - started_at < TimeLimit.for_image(Limits().executor_seconds, 2048**2).cpu_seconds


@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("medium", [Medium.NEON, Medium.INK_WASH, Medium.PIXEL, Medium.POP_ART])
def test_palettes_of_four_to_six_colors_are_accepted(medium: Medium, size: int) -> None:
    """Missing accents are chosen from the other colors."""
    assert paint(make_request("flower", Look(medium, CYBERPUNK.palette[:size]), 1, 64, 64)).std() > 5


@pytest.mark.parametrize("palette", [("#ffffff",) * 3, ("#ffffff",) * 7, ("#fff", "#000000", "#111111", "#222222")])
def test_a_palette_of_another_form_is_rejected(palette: tuple[str, ...]) -> None:
    """Three colors, seven colors and short forms raise."""
    with pytest.raises(ValueError, match="4 to 6 colors"):
        Look(Medium.OIL, palette)


def test_progress_rises_from_zero_to_one() -> None:
    """The reported fractions never fall and end at 1."""
    fractions: list[float] = []
    paint(make_request("moon"), fractions.append)
    assert fractions[0] == 0.0
    assert fractions[-1] == 1.0
    assert fractions == sorted(fractions)


def test_strength_zero_renders_plain_shapes_and_strength_one_the_full_technique() -> None:
    """The strength of a look changes the image."""
    plain, full = (
        paint(make_request("cat", Look(Medium.OIL, WATERCOLOR.palette, strength))) for strength in (0.0, 1.0)
    )
    assert np.abs(plain.astype(int) - full.astype(int)).mean() > 4
