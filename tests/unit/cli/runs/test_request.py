"""Requests for images, validated before a system is started."""

from pathlib import Path
from typing import Any

import pytest

from services.cli.runs.request import RunArguments, parse_request
from services.common.contract.image_chat import ImageChatInput
from services.common.errors import Code, ReflowError
from services.common.limits import Limits


def arguments(tmp_path: Path, **given: Any) -> RunArguments:
    usual: dict[str, Any] = {
        "text": "猫", "image": None, "mask": None, "model": "", "session": "", "size": "", "seed": None,
        "out": tmp_path / "out", "data": None,
    }  # fmt: skip
    return RunArguments(**(usual | given))


def rejection(given: RunArguments) -> ReflowError:
    with pytest.raises(ReflowError) as raised:
        parse_request(given, Limits())
    return raised.value


def test_1000_characters_are_accepted(tmp_path: Path) -> None:
    requested = parse_request(arguments(tmp_path, text="猫" * 1_000), Limits()).input
    assert isinstance(requested, ImageChatInput) and len(requested.text) == 1_000


def test_1001_characters_are_rejected_with_both_numbers(tmp_path: Path) -> None:
    error = rejection(arguments(tmp_path, text="猫" * 1_001))
    assert error.code is Code.INVALID_INPUT_FORMAT
    assert "1000" in error.text.zh and "1001" in error.text.zh


@pytest.mark.parametrize("text", [None, "", "  \n"])
def test_no_text_and_no_mask_is_empty_input(tmp_path: Path, text: str | None) -> None:
    assert rejection(arguments(tmp_path, text=text)).code is Code.INVALID_INPUT_EMPTY


@pytest.mark.parametrize("text", ["\udcff\udcfe", "a\0b"])
def test_a_text_that_cannot_be_sent_is_rejected(tmp_path: Path, text: str) -> None:
    assert rejection(arguments(tmp_path, text=text)).field == "text"


@pytest.mark.parametrize("size", ["512x256", "512X256", "512×256", "512*256", " 512 x 256 "])
def test_a_size_may_be_written_in_several_ways(tmp_path: Path, size: str) -> None:
    request = parse_request(arguments(tmp_path, size=size), Limits())
    assert request.input == ImageChatInput("猫", width=512, height=256)


@pytest.mark.parametrize("size", ["0x0", "0x512", "512", "512x", "axb", "-1x9", "63x64", "64x2049", "2048x64"])
def test_an_invalid_size_is_rejected(tmp_path: Path, size: str) -> None:
    assert rejection(arguments(tmp_path, size=size)).code is Code.INVALID_INPUT_FORMAT


@pytest.mark.parametrize("seed", [-1, 2**53])
def test_a_seed_beyond_its_range_is_rejected(tmp_path: Path, seed: int) -> None:
    assert str(seed) in rejection(arguments(tmp_path, seed=seed)).text.en


def test_a_mask_requires_an_image(tmp_path: Path) -> None:
    error = rejection(arguments(tmp_path, mask=tmp_path / "mask.png"))
    assert "--image" in error.text.zh and "--session" in error.text.zh


def test_a_mask_without_a_text_is_a_valid_request(tmp_path: Path) -> None:
    image_file = tmp_path / "a.png"
    image_file.write_bytes(b"bytes")
    request = parse_request(arguments(tmp_path, text=None, mask=image_file, image=image_file), Limits())
    assert (request.input, request.mask) == (ImageChatInput(""), b"bytes")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.png"
    error = rejection(arguments(tmp_path, image=missing))
    assert str(missing) in error.text.zh and str(missing) in error.text.en


def test_a_file_that_is_too_large_is_read_only_until_that_is_known(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    large.write_bytes(b"x" * 100)
    request = parse_request(arguments(tmp_path, image=large), Limits(image_bytes=10))
    assert request.image == b"x" * 11


def test_a_file_cannot_be_the_output_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "--out" in rejection(arguments(tmp_path, out=tmp_path / "file" / "deeper")).text.zh
