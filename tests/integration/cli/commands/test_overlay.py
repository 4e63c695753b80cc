"""`reflow overlay`: its requests and its output."""

from pathlib import Path

import pytest
from reflow.v1 import assets_pb2, executor_pb2

from tests.fixtures.services.scripted_system import Ended, Reflow

ASSET = "ab" * 32


def overlay(reflow: Reflow, folder: Path, *options: object, **drawn: object) -> Ended:
    """Run `reflow overlay` with *drawn* as the executor's description of the rendered text."""
    file = folder / "mine.png"
    file.write_bytes(b"\x89PNG mine")
    reflow.store_image(ASSET, b"drawn")
    result = executor_pb2.ImageResult(asset=assets_pb2.Asset(asset_id=ASSET))
    text = executor_pb2.DrawnText(size=40, lines=["Hello"], contrast=7.0)
    for name, value in drawn.items():
        setattr(text, name, value)
    reflow.script("OverlayText", executor_pb2.OverlayTextResponse(result=result, texts=[text]))
    return reflow.run("overlay", file, "Hello", *options, "--out", folder / "out")


def requested(reflow: Reflow) -> executor_pb2.TextOverlay:
    """Return the text that was requested."""
    request = reflow.requests[-1]
    assert isinstance(request, executor_pb2.OverlayTextRequest)
    return request.overlays[0]


def test_the_image_is_imported_and_the_rendered_one_saved(reflow: Reflow, tmp_path: Path) -> None:
    ended = overlay(reflow, tmp_path, "--box", "0.1,0.6,0.8,0.3")
    assert reflow.system.methods == ["ImportImage", "OverlayText"], ended
    (saved,) = (tmp_path / "out").iterdir()
    assert saved.read_bytes() == b"drawn" and ended.lines == ["1 line of 40 pixels, contrast 7.0", str(saved)]
    box = requested(reflow).box
    assert [round(side, 3) for side in (box.left, box.top, box.width, box.height)] == [0.1, 0.6, 0.8, 0.3]


@pytest.mark.parametrize(
    ("options", "backing"),
    [
        ((), executor_pb2.TextOverlay.BACKING_UNSPECIFIED),
        (("--plate",), executor_pb2.TextOverlay.BACKING_PLATE),
        (("--no-plate",), executor_pb2.TextOverlay.BACKING_NONE),
        (("--scrim",), executor_pb2.TextOverlay.BACKING_SCRIM),
    ],
)
def test_the_backing_comes_from_the_options(
    reflow: Reflow, tmp_path: Path, options: tuple[str, ...], backing: int
) -> None:
    overlay(reflow, tmp_path, *options)
    assert requested(reflow).backing == backing


@pytest.mark.parametrize(
    ("drawn", "warning"),
    [
        ({"left_out": "𓀀"}, "left out: 𓀀"),
        ({"cut": True}, "the text was shortened"),
        ({"contrast": 1.2}, "A contrast of 1.2 is hard to read"),
    ],
)
def test_a_poorly_rendered_text_is_a_warning_on_stderr(
    reflow: Reflow, tmp_path: Path, drawn: dict[str, object], warning: str
) -> None:
    ended = overlay(reflow, tmp_path, **drawn)
    assert ended.status == 0 and warning in ended.err


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--box", "0.1,0.2"), "such as 0.1,0.6,0.8,0.3"),
        (("--box", "a,b,c,d"), "such as 0.1,0.6,0.8,0.3"),
        (("--box", "0.5,0.5,0.9,0.9"), "box"),
        (("--scrim", "--plate"), "--scrim or --plate"),
        (("--colour", "red"), "color"),
    ],
)
def test_wrong_options_are_rejected_before_a_request(
    reflow: Reflow, tmp_path: Path, options: tuple[str, ...], problem: str
) -> None:
    ended = overlay(reflow, tmp_path, *options)
    assert (ended.status, reflow.requests) == (2, []) and problem in ended.err


def test_an_image_that_cannot_be_saved_is_an_error_that_names_the_folder(
    reflow: Reflow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr("services.cli.overlay.save_image", fail)
    ended = overlay(reflow, tmp_path)
    assert ended.status == 1 and f"cannot be saved in {tmp_path / 'out'}: disk full" in ended.err
