"""Quality of the vision engine: words and boxes of 56 images, elements of the pages that a browser renders.

    uv run python -m benchmarks.vision

Prints the figures of docs/agent-team/vision.md, each kind and half, in about two minutes; `texts` or `pages` runs one.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import async_playwright

from engines.vision.elements import find_elements
from engines.vision.ocr_model import load_models
from engines.vision.texts import read_text
from scripts.npm_packages import NODE, PACKAGES, install
from tests.fixtures.systems.browser import UNPACK
from tests.fixtures.vision import element_scores, text_scores
from tests.fixtures.vision.camera_cases import load_logos, load_page
from tests.fixtures.vision.page_cases import PAGES, list_pages, render_page
from tests.fixtures.vision.text_cases import draw_cases


def measure_texts() -> None:
    """Print the shares of words and boxes of each kind."""
    load_models()
    for held_out in (False, True):
        scores = dict[str, text_scores.TextScores]()
        started, images = time.process_time(), 0
        for case in draw_cases(held_out):
            scores.setdefault(case.kind, text_scores.TextScores()).add(case, read_text(case.pixels))
            images += 1
        seconds = (time.process_time() - started) / images
        print(f"texts, {'held out' if held_out else 'tuned'}, {seconds:.1f} s of CPU an image")
        print(*text_scores.format_scores(scores), sep="\n")


def measure_camera() -> None:
    """Print the shares of words and boxes of photographs, on which no rule was tuned."""
    scores = dict[str, text_scores.TextScores]()
    for case in (load_page(), *load_logos()):
        scores.setdefault(case.kind, text_scores.TextScores()).add(case, read_text(case.pixels))
    print(*text_scores.format_scores(scores), sep="\n")


async def measure_pages() -> None:
    """Print recall and precision of each kind of element."""
    program = _unpack_browser()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for half in sorted((path.name for path in PAGES.iterdir()), reverse=True):
            scores = element_scores.ElementScores()
            for path in list_pages(half):
                with tempfile.TemporaryDirectory() as folder:
                    case = await render_page(browser, path, Path(folder))
                scores.add(case, find_elements(case.pixels))
            print(f"pages, {half.replace('_', ' ')}, {len(list_pages(half))} pages")
            print(*element_scores.format_scores(scores), sep="\n")
        await browser.close()


def _unpack_browser() -> str:
    """Return the path of the browser's program."""
    install()
    folder = PACKAGES / ".chromium"
    folder.mkdir(exist_ok=True)
    command = [str(NODE), "--input-type=module", "--eval", UNPACK]
    environment = os.environ | {"TMPDIR": str(folder)}
    done = subprocess.run(command, cwd=PACKAGES.parent, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    parts = sys.argv[1:] or ["texts", "pages"]
    if "texts" in parts:
        measure_texts()
        measure_camera()
    if "pages" in parts:
        asyncio.run(measure_pages())
