"""The fonts of the engine: their characters and their license."""

import hashlib
import re

import pytest
from PIL import ImageFont

from engines.typesetting.fonts import FOLDER, load_typefaces
from engines.typesetting.typeface import Typeface
from engines.typesetting.values import Weight

SIX_MEGABYTES = 6 * 1024 * 1024


def gb2312() -> str:
    rows = (bytes([high, low]) for high in range(0xA1, 0xF8) for low in range(0xA1, 0xFF))
    return "".join(row.decode("gb2312", errors="ignore") for row in rows)


@pytest.mark.parametrize("weight", Weight)
def test_all_of_gb2312_latin_and_modern_characters_can_be_drawn(weight: Weight) -> None:
    typeface = load_typefaces()[weight]
    characters = gb2312() + "".join(map(chr, range(0x21, 0x7F))) + "éüñß€£✓★→①囧堃喆怼撸镕"
    assert [character for character in characters if not typeface.supports(character) and not character.isspace()] == []


@pytest.mark.parametrize("weight", Weight)
def test_a_supported_character_is_not_drawn_as_the_box_of_a_missing_one(weight: Weight) -> None:
    typeface = load_typefaces()[weight]
    missing = bytes(typeface.load(24).getmask("\U0001f338"))
    drawn = (bytes(typeface.load(24).getmask(character)) for character in gb2312() if not character.isspace())
    assert all(mask != missing for mask in drawn)


@pytest.mark.parametrize("character", ["🌸", "😀", "\U0002a6d6", "ع"])
def test_a_character_that_the_font_lacks_is_not_supported(character: str) -> None:
    assert not any(typeface.supports(character) for typeface in load_typefaces().values())


def test_the_license_is_next_to_the_fonts_and_does_not_reserve_their_name() -> None:
    licence = (FOLDER / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    reserved = re.findall(r"Reserved Font Name '(\w+)'", licence)
    names = [ImageFont.truetype(file, 10).getname()[0] or "" for file in FOLDER.glob("*.ttf")]
    assert names and not any(word in name for word in reserved for name in names)


def test_the_readme_has_the_hashes_of_the_files_and_they_are_small() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    files = list(FOLDER.glob("*.ttf"))
    assert all(hashlib.sha256(file.read_bytes()).hexdigest() in readme for file in files)
    assert sum(file.stat().st_size for file in files) < SIX_MEGABYTES


def test_a_file_that_is_not_a_font_is_rejected() -> None:
    with pytest.raises(ValueError, match="cmap"):
        Typeface(bytes(64))
