"""Texts read from drawn pages, with the models that ship."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.rag.adapters.ocr import Reading, read
from tests.fixtures.reference_pictures import page, spot

# The libraries that read warn as they please when they are loaded; our own code does not.
pytestmark = pytest.mark.filterwarnings("default")

PLENTY = 60.0


def test_chinese_and_english_lines_are_read_from_top_to_bottom() -> None:
    assert read(page("春游攻略", "Spring Picnic Guide", "杭州西湖一日游"), PLENTY) == Reading(
        ("春游攻略", "Spring Picnic Guide", "杭州西湖一日游"), whole=True
    )


def test_a_picture_without_texts_has_none() -> None:
    assert read(spot(0.5, 0.5), PLENTY) == Reading((), whole=True)


@pytest.mark.parametrize("size", [(1, 1), (2, 600), (600, 3), (40, 9)])
def test_the_thinnest_picture_has_no_texts(size: tuple[int, int]) -> None:
    assert read(page(width=size[0], height=size[1]), PLENTY).texts == ()


def test_without_time_the_largest_lines_are_read_alone() -> None:
    lines = [f"第{number}条小字说明" for number in range(9)]
    pixels = page(*lines, size=32).copy()
    pixels[-160:, :] = page("大标题", size=80, height=160)
    reading = read(pixels, 0.0)
    assert not reading.whole and "大标题" in reading.texts and len(reading.texts) == 6


QUIET = """
import os, socket, sys
from pathlib import Path

def refuse(*_args, **_kwargs):
    raise AssertionError("the network was asked")

socket.socket.connect = socket.getaddrinfo = refuse
from services.rag.adapters.ocr import prepare, read
prepare()
from tests.fixtures.reference_pictures import page
assert read(page("春游攻略"), 60).texts == ("春游攻略",)
"""


def test_reading_asks_no_network_writes_nothing_and_says_nothing(tmp_path: Path) -> None:
    import rapidocr

    folder = Path(rapidocr.__file__).parent
    before = _files(folder)
    environment = {"PYTHONPATH": str(Path(__file__).parents[3]), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-B", "-c", QUIET], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert _files(folder) == before and list(tmp_path.rglob("*")) == []


def _files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


HEAVY = ("rapidocr", "onnxruntime", "cv2", "skimage", "scipy.ndimage", "PIL")


def test_what_reads_and_measures_is_not_loaded_where_the_rag_starts() -> None:
    script = "import sys, services.rag.bootstrap; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {name for name in done.stdout.split() if name.startswith(HEAVY)}
