"""What a fake painter paints."""

import io

import numpy as np
from PIL import Image

from services.fake_providers.pictures import painted, repainted


def pixels(png: bytes) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    return np.asarray(Image.open(io.BytesIO(png)))


def test_the_same_prompt_and_seed_give_the_same_picture() -> None:
    assert painted("cat", 1, 80, 60) == painted("cat", 1, 80, 60)


def test_another_prompt_or_seed_gives_another() -> None:
    first = pixels(painted("cat", 1, 80, 60))
    for prompt, seed in (("dog", 1), ("cat", 2)):
        assert (pixels(painted(prompt, seed, 80, 60)) != first).mean() > 0.5


def test_a_picture_has_contrast_and_colour() -> None:
    for seed in range(20):
        drawn = pixels(painted("cat", seed, 128, 128)).astype(float)
        assert drawn.mean(axis=2).std() > 25
        assert (drawn.max(axis=2) - drawn.min(axis=2)).mean() > 25


def test_a_repaint_changes_the_marked_area_alone() -> None:
    before = painted("cat", 1, 80, 60)
    mask = np.zeros((60, 80), bool)
    mask[10:30, 20:50] = mask[30:50, 20:30] = True  # not a box
    after = pixels(repainted(before, mask, "hat", 3))
    assert (after[~mask] == pixels(before)[~mask]).all()
    assert (after[mask] != pixels(before)[mask]).any(axis=1).mean() > 0.9


def test_a_repaint_of_nothing_changes_nothing() -> None:
    before = painted("cat", 1, 80, 60)
    after = repainted(before, np.zeros((60, 80), bool), "hat", 3)
    assert (pixels(after) == pixels(before)).all()
