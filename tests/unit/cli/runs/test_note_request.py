"""Requests for notes, validated before a system is started."""

from pathlib import Path
from typing import Any

import pytest

from services.cli.runs.note_request import parse_note_request
from services.cli.runs.request import RunArguments, parse_request
from services.cli.workflow import Workflow
from services.common.contract.note import NoteInput
from services.common.errors import Code, ReflowError
from services.common.limits import Limits


def arguments(tmp_path: Path, **given: Any) -> RunArguments:
    usual: dict[str, Any] = {
        "text": "写一篇春游攻略", "image": None, "mask": None, "model": "", "session": "", "size": "", "seed": None,
        "out": tmp_path / "out", "data": None, "workflow": Workflow.NOTE,
    }  # fmt: skip
    return RunArguments(**(usual | given))


def rejection(given: RunArguments) -> ReflowError:
    with pytest.raises(ReflowError) as raised:
        parse_note_request(given, Limits())
    return raised.value


def test_a_note_has_questions_unless_they_are_skipped(tmp_path: Path) -> None:
    request = parse_note_request(arguments(tmp_path), Limits())
    assert request.input == NoteInput("写一篇春游攻略")
    without_questions = parse_note_request(arguments(tmp_path, yes=True), Limits())
    assert without_questions.input == NoteInput(
        "写一篇春游攻略",
        skip_content_approval=True,
        skip_image_plans_approval=True,
        skip_clarification=True,
    )


@pytest.mark.parametrize(
    ("given", "name"),
    [({"image": Path("a.png")}, "--image"), ({"mask": Path("a.png")}, "--mask"), ({"size": "9x9"}, "--size")],
)
def test_options_of_images_are_rejected_by_name(given: dict[str, Any], name: str, tmp_path: Path) -> None:
    error = rejection(arguments(tmp_path, **given))
    assert name in error.text.zh and "--workflow note" in error.text.en


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"yes": True}, "--yes"),
        ({"references": (Path("a.png"),)}, "--reference"),
        ({"layout": "竖版"}, "--layout"),
        ({"image_count": 3}, "--pictures"),
    ],
)
def test_options_of_notes_are_rejected_for_images(given: dict[str, Any], name: str, tmp_path: Path) -> None:
    with pytest.raises(ReflowError) as raised:
        parse_request(arguments(tmp_path, workflow=Workflow.IMAGE_CHAT, **given), Limits())
    assert name in raised.value.text.zh and "--workflow note" in raised.value.text.zh


@pytest.mark.parametrize("image_count", [0, 10, -1])
def test_an_image_count_beyond_its_range_is_rejected(image_count: int, tmp_path: Path) -> None:
    assert str(image_count) in rejection(arguments(tmp_path, image_count=image_count)).text.zh


def test_ten_references_are_rejected_with_both_numbers(tmp_path: Path) -> None:
    error = rejection(arguments(tmp_path, references=tuple(Path(f"{n}.png") for n in range(10))))
    assert "9" in error.text.en and "10" in error.text.en


def test_references_are_read_in_order(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    request = parse_note_request(arguments(tmp_path, references=(tmp_path / "b", tmp_path / "a")), Limits())
    assert request.references == (b"b", b"a")


def test_a_missing_reference_is_named(tmp_path: Path) -> None:
    assert "missing.png" in rejection(arguments(tmp_path, references=(tmp_path / "missing.png",))).text.zh


@pytest.mark.parametrize("given", [{"text": " "}, {"text": None}])
def test_an_empty_prompt_is_rejected(given: dict[str, Any], tmp_path: Path) -> None:
    assert rejection(arguments(tmp_path, **given)).code is Code.INVALID_INPUT_EMPTY


def test_a_layout_that_is_too_long_is_rejected(tmp_path: Path) -> None:
    assert rejection(arguments(tmp_path, layout="长" * 1_001)).field == "layout_preference"
