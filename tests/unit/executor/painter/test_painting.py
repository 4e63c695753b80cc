"""What `paint` promises: the same bytes for the same wish, another picture for another, every size, every medium."""

import numpy as np
import pytest
from numpy.typing import NDArray

from services.executor.domain.painter import Commission, Look, Medium, paint
from services.executor.domain.painter.palette import from_hex, to_lab

SUBJECTS = ("cat", "city", "mountains", "portrait", "flower", "sea", "house", "robot", "moon")
CYBERPUNK = Look(Medium.NEON, ("#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff"))
WATERCOLOUR = Look(Medium.WATERCOLOR, ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72"))


def wish(prompt: str, look: Look | None = None, seed: int = 1, width: int = 96, height: int = 96) -> Commission:
    return Commission(prompt, "", look, width, height, seed)


def distance_to(palette: tuple[str, ...], picture: NDArray[np.uint8]) -> float:
    """Mean OKLab distance of the picture's pixels to the nearest colour of the palette."""
    pixels = to_lab(picture[::3, ::3].reshape(-1, 3) / 255.0)
    colours = to_lab([from_hex(colour) for colour in palette])
    return float(np.linalg.norm(pixels[:, None] - colours[None], axis=2).min(axis=1).mean())


@pytest.mark.parametrize("medium", list(Medium))
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_medium_paints_every_named_subject(medium: Medium, subject: str) -> None:
    """The picture has the asked size and is neither blank nor a single tone."""
    picture = paint(wish(subject, Look(medium, WATERCOLOUR.palette)))
    assert picture.shape == (96, 96, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 6


@pytest.mark.parametrize("medium", list(Medium))
def test_the_same_wish_gives_the_same_bytes(medium: Medium) -> None:
    """Nothing but the commission decides what is painted."""
    commission = wish("a cat in the rain", Look(medium, CYBERPUNK.palette), 7, 64, 64)
    assert paint(commission).tobytes() == paint(commission).tobytes()


@pytest.mark.parametrize("prompt", ["cat", "mountains", "flower", "a feeling nobody named"])
def test_another_seed_gives_another_composition(prompt: str) -> None:
    """A tenth of the pixels at least differ clearly between two seeds."""
    first, second = (paint(wish(prompt, WATERCOLOUR, seed)).astype(int) for seed in (1, 2))
    assert (np.abs(first - second).max(axis=2) > 40).mean() > 0.1


def test_two_styles_have_clearly_different_palettes() -> None:
    """Each picture lies nearer to its own style's palette than the other picture does."""
    neon, paper = paint(wish("cat", CYBERPUNK)), paint(wish("cat", WATERCOLOUR))
    assert distance_to(CYBERPUNK.palette, neon) < 0.6 * distance_to(CYBERPUNK.palette, paper)
    assert distance_to(WATERCOLOUR.palette, paper) < 0.6 * distance_to(WATERCOLOUR.palette, neon)


@pytest.mark.parametrize("prompt", ["", "量子纠缠的叹息", "qwertz uiop", "😀", "la mélancolie"])
def test_words_nobody_taught_the_painter_still_give_a_picture(prompt: str) -> None:
    """Unknown words give an abstract picture with contrast and several colours."""
    picture = paint(wish(prompt))
    assert picture.std() > 15
    assert len(np.unique(picture.reshape(-1, 3) // 32, axis=0)) > 12


def test_other_unknown_words_give_another_abstract_picture() -> None:
    """The words themselves feed chance."""
    assert paint(wish("serendipity")).tobytes() != paint(wish("melancholy")).tobytes()


@pytest.mark.parametrize("medium", list(Medium))
@pytest.mark.parametrize(("width", "height"), [(256, 64), (64, 256)])
def test_every_medium_paints_small_and_stretched_pictures(medium: Medium, width: int, height: int) -> None:
    """The extremes of size and aspect work."""
    assert paint(wish("cat", Look(medium, CYBERPUNK.palette), 3, width, height)).shape == (height, width, 3)


def test_a_large_picture_is_painted() -> None:
    """2048 pixels on the long side work."""
    assert paint(wish("boat", WATERCOLOUR, 1, 2048, 512)).shape == (512, 2048, 3)


@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("medium", [Medium.NEON, Medium.INK_WASH, Medium.PIXEL, Medium.POP_ART])
def test_palettes_of_four_to_six_colours_do(medium: Medium, size: int) -> None:
    """Accents that are missing are found among the other colours."""
    assert paint(wish("flower", Look(medium, CYBERPUNK.palette[:size]), 1, 64, 64)).std() > 5


@pytest.mark.parametrize("palette", [("#ffffff",) * 3, ("#ffffff",) * 7, ("#fff", "#000000", "#111111", "#222222")])
def test_a_palette_of_another_form_is_refused(palette: tuple[str, ...]) -> None:
    """Three colours, seven colours and short spellings raise."""
    with pytest.raises(ValueError, match="4 to 6 colours"):
        Look(Medium.OIL, palette)


def test_progress_rises_from_zero_to_one() -> None:
    """The reported shares never fall and end at 1."""
    told: list[float] = []
    paint(wish("moon"), told.append)
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_strength_zero_leaves_plain_shapes_and_one_the_full_technique() -> None:
    """The strength of a look changes the picture."""
    plain, full = (paint(wish("cat", Look(Medium.OIL, WATERCOLOUR.palette, strength))) for strength in (0.0, 1.0))
    assert np.abs(plain.astype(int) - full.astype(int)).mean() > 4
