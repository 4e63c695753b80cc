"""`reflow overlay` from the outside."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.fixtures.systems.command_line import CommandLine


@pytest.fixture
def image_file(tmp_path: Path) -> str:
    path = tmp_path / "image.png"
    Image.linear_gradient("L").resize((320, 240)).convert("RGB").save(path)
    return str(path)


def pixels(path: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    return np.asarray(Image.open(path).convert("RGB"))


def test_a_text_is_drawn_within_its_box_and_the_path_comes_last(joined: CommandLine, image_file: str) -> None:
    ended = joined.reflow(
        "overlay", image_file, "春游攻略", "--box", "0.1,0.5,0.8,0.25", "--align", "left", "--out", str(joined.out)
    )
    assert (ended.status, ended.err) == (0, [])
    assert Path(ended.out[-1]).parent == joined.out and "春游攻略" in ended.out[-1]
    changed = (pixels(ended.out[-1]) != pixels(image_file)).any(axis=2)
    assert changed[120:180, 32:288].any()
    changed[120:180, 32:288] = False
    assert not changed.any()


def test_omitted_characters_are_reported(joined: CommandLine, image_file: str) -> None:
    ended = joined.reflow("overlay", image_file, "春游🌸", "--out", str(joined.out), "--lang", "en")
    assert ended.status == 0
    assert len(ended.err) == 1 and "🌸" in ended.err[0]


def test_low_contrast_without_a_plate_is_reported(joined: CommandLine, image_file: str) -> None:
    arguments = ("--colour", "#a0a0a0", "--no-plate", "--out", str(joined.out))
    ended = joined.reflow("overlay", image_file, "春游", *arguments)
    assert ended.status == 0
    assert len(ended.err) == 1 and "--no-plate" in ended.err[0]


def test_two_lines_can_come_from_stdin(joined: CommandLine, image_file: str) -> None:
    ended = joined.reflow("overlay", image_file, "-", "--out", str(joined.out), stdin="春游\n攻略\n")
    assert ended.status == 0 and ended.out[0].startswith("2 行")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("春游", "--box", "0.1,0.5"), "0.1,0.5"),
        (("春游", "--box", "0.5,0.5,0.8,0.2"), "width"),
        (("春游", "--colour", "red"), "#rrggbb"),
        (("春游", "--scrim", "--plate"), "--scrim"),
        (("春游", "--align", "up"), "up"),
        ((" ",), "文字"),
        (("春游" * 200, "--box", "0,0,0.2,0.2"), "64×48"),
        (("🌸",), "🌸"),
    ],
)
def test_invalid_input_is_named_in_one_line_with_status_2(
    joined: CommandLine, image_file: str, arguments: tuple[str, ...], named: str
) -> None:
    ended = joined.reflow("overlay", image_file, *arguments, "--out", str(joined.out))
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert named in ended.err[0]
    assert not joined.out.exists()


def test_a_missing_image_is_named(joined: CommandLine) -> None:
    ended = joined.reflow("overlay", "missing.png", "春游")
    assert (ended.status, len(ended.err)) == (2, 1) and "missing.png" in ended.err[0]
