"""Texts read from rendered pages, with the bundled models."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.rag.adapters.ocr import OcrResult, recognize_text
from tests.fixtures.services.reference_images import page, spot

# The OCR libraries emit warnings when they are loaded; our own code does not.
pytestmark = pytest.mark.filterwarnings("default")

PLENTY = 60.0


def test_chinese_and_english_lines_are_read_from_top_to_bottom() -> None:
    assert recognize_text(page("春游攻略", "Spring Picnic Guide", "杭州西湖一日游"), PLENTY) == OcrResult(
        ("春游攻略", "Spring Picnic Guide", "杭州西湖一日游"), is_complete=True
    )


def test_an_image_without_texts_has_none() -> None:
    assert recognize_text(spot(0.5, 0.5), PLENTY) == OcrResult((), is_complete=True)


@pytest.mark.parametrize("size", [(1, 1), (2, 600), (600, 3), (40, 9)])
def test_the_thinnest_image_has_no_texts(size: tuple[int, int]) -> None:
    assert recognize_text(page(width=size[0], height=size[1]), PLENTY).texts == ()


def test_without_time_only_the_largest_lines_are_read() -> None:
    lines = [f"第{number}条小字说明" for number in range(9)]
    pixels = page(*lines, size=32).copy()
    pixels[-160:, :] = page("大标题", size=80, height=160)
    reading = recognize_text(pixels, 0.0)
    assert not reading.is_complete and "大标题" in reading.texts and len(reading.texts) == 6


QUIET = """
import os, socket, sys
from pathlib import Path

def reject(*_args, **_kwargs):
    raise AssertionError("the network was used")

socket.socket.connect = socket.getaddrinfo = reject
from services.rag.adapters.ocr import load_model, recognize_text
load_model()
from tests.fixtures.services.reference_images import page
assert recognize_text(page("春游攻略"), 60).texts == ("春游攻略",)
"""


def test_ocr_uses_no_network_and_writes_neither_files_nor_output(tmp_path: Path) -> None:
    import rapidocr

    folder = Path(rapidocr.__file__).parent
    before = _files(folder)
    environment = {"PYTHONPATH": str(Path(__file__).parents[4]), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-B", "-c", QUIET], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert _files(folder) == before and list(tmp_path.rglob("*")) == []


def _files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


HEAVY = ("rapidocr", "onnxruntime", "cv2", "skimage", "scipy.ndimage", "PIL")


def test_the_rag_does_not_load_the_libraries_of_its_workers() -> None:
    script = "import sys, services.rag.bootstrap; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {name for name in done.stdout.split() if name.startswith(HEAVY)}
