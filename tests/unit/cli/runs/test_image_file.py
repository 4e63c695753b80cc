"""Image files with descriptive names."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.cli.runs.image_file import save_image, slugify

ASSET = "3fa2c1d4" * 8


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("画一只赛博朋克风格的猫", "画一只赛博朋克风格的猫"),
        ("  a cat, in cyberpunk style! ", "a-cat-in-cyberpunk-style"),
        ("../../etc/passwd", "etc-passwd"),
        ("~/.ssh\\config:x|y", "ssh-config-x-y"),
        ("हिन्दी बिल्ली", "हिन्दी-बिल्ली"),
        ("😀", "picture"),
        ("", "picture"),
    ],
)
def test_a_name_has_the_words_of_the_text_and_no_character_that_file_systems_reject(text: str, name: str) -> None:
    assert slugify(text) == name


@given(st.text(max_size=80))
def test_any_text_becomes_a_short_name_that_stays_in_its_folder(text: str) -> None:
    name = slugify(text)
    assert 0 < len(name) <= 40 and len(name.encode()) <= 160
    assert not set(name) & set("/\\:\0.\n ") and not name.startswith("-")


def test_an_image_is_written_completely_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = save_image(tmp_path / "out" / "today", "猫", ASSET, b"picture")
    assert path == tmp_path / "out" / "today" / "猫-3fa2c1d4.png"
    assert path.read_bytes() == b"picture"
    assert list(path.parent.iterdir()) == [path]


def test_the_same_image_is_not_written_twice(tmp_path: Path) -> None:
    assert save_image(tmp_path, "猫", ASSET, b"one") == save_image(tmp_path, "猫", ASSET, b"one")
    assert len(list(tmp_path.iterdir())) == 1


def test_another_image_with_the_same_name_is_never_overwritten(tmp_path: Path) -> None:
    first = save_image(tmp_path, "猫", ASSET, b"one")
    second = save_image(tmp_path, "猫", ASSET, b"two")
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert second.name == "猫-3fa2c1d4-2.png"


def test_a_link_with_the_same_name_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "猫-3fa2c1d4.png").symlink_to(tmp_path / "elsewhere")
    path = save_image(tmp_path, "猫", ASSET, b"one")
    assert path.name == "猫-3fa2c1d4-2.png"
    assert not (tmp_path / "elsewhere").exists()
