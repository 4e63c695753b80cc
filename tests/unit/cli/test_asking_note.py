"""What a person asks of a note, read before anything is started."""

from pathlib import Path
from typing import Any

import pytest

from services.cli.asking import Arguments, read_wish
from services.cli.asking_note import read_note_wish
from services.cli.workflow import Workflow
from services.common.errors import Code, ReflowError
from services.common.limits import Limits


def arguments(tmp_path: Path, **given: Any) -> Arguments:
    usual: dict[str, Any] = {
        "text": "写一篇春游攻略", "image": None, "mask": None, "model": "", "session": "", "size": "", "seed": None,
        "out": tmp_path / "out", "data": None, "workflow": Workflow.NOTE,
    }  # fmt: skip
    return Arguments(**(usual | given))


def refusal(given: Arguments) -> ReflowError:
    with pytest.raises(ReflowError) as raised:
        read_note_wish(given, Limits())
    return raised.value


def test_a_note_asks_unless_it_is_told_not_to(tmp_path: Path) -> None:
    asked = read_note_wish(arguments(tmp_path), Limits()).message([])
    assert not (asked.skip_content_approval or asked.skip_image_plans_approval or asked.skip_clarification)
    told = read_note_wish(arguments(tmp_path, yes=True), Limits()).message([])
    assert told.skip_content_approval and told.skip_image_plans_approval and told.skip_clarification


@pytest.mark.parametrize(
    ("given", "name"),
    [({"image": Path("a.png")}, "--image"), ({"mask": Path("a.png")}, "--mask"), ({"size": "9x9"}, "--size")],
)
def test_options_of_pictures_are_refused_by_name(given: dict[str, Any], name: str, tmp_path: Path) -> None:
    error = refusal(arguments(tmp_path, **given))
    assert name in error.text.zh and "--workflow note" in error.text.en


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"yes": True}, "--yes"),
        ({"references": (Path("a.png"),)}, "--reference"),
        ({"layout": "竖版"}, "--layout"),
        ({"pictures": 3}, "--pictures"),
    ],
)
def test_options_of_notes_are_refused_for_pictures(given: dict[str, Any], name: str, tmp_path: Path) -> None:
    with pytest.raises(ReflowError) as raised:
        read_wish(arguments(tmp_path, workflow=Workflow.IMAGE_CHAT, **given), Limits())
    assert name in raised.value.text.zh and "--workflow note" in raised.value.text.zh


@pytest.mark.parametrize("pictures", [0, 10, -1])
def test_a_number_of_pictures_beyond_its_range_is_refused(pictures: int, tmp_path: Path) -> None:
    assert str(pictures) in refusal(arguments(tmp_path, pictures=pictures)).text.zh


def test_ten_references_are_refused_with_both_numbers(tmp_path: Path) -> None:
    error = refusal(arguments(tmp_path, references=tuple(Path(f"{n}.png") for n in range(10))))
    assert "9" in error.text.en and "10" in error.text.en


def test_references_are_read_in_order(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    asked = read_note_wish(arguments(tmp_path, references=(tmp_path / "b", tmp_path / "a")), Limits())
    assert asked.references == (b"b", b"a")


def test_a_reference_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "missing.png" in refusal(arguments(tmp_path, references=(tmp_path / "missing.png",))).text.zh


@pytest.mark.parametrize("given", [{"text": " "}, {"text": None}])
def test_an_empty_wish_is_refused(given: dict[str, Any], tmp_path: Path) -> None:
    assert refusal(arguments(tmp_path, **given)).code is Code.INVALID_INPUT_EMPTY


def test_a_layout_that_is_too_long_is_refused(tmp_path: Path) -> None:
    assert refusal(arguments(tmp_path, layout="长" * 1_001)).field == "layout_preference"
