"""The seed templates, each in a run without a model."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.fixtures.systems.command_line import CommandLine

FONT = Path(__file__).parents[3] / "engines" / "typesetting" / "fonts" / "NotoSansSC-Bold.ttf"
LINES = {"Account": (40, 30), "Phone": (40, 110), "13812345678": (300, 110), "password: hunter2": (40, 190)}


def draw_screenshot(path: Path) -> Path:
    """Save an image of a form with private data."""
    image = Image.new("RGB", (640, 280), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(str(FONT), 32)
    for text, place in LINES.items():
        draw.text(place, text, font=font, fill="black")
    image.save(path)
    return path


def read_result(command: CommandLine) -> dict[str, Any]:
    """Return `result.json`."""
    result: dict[str, Any] = json.loads((command.out / "result.json").read_text("utf-8"))
    return result


def test_the_text_of_images_becomes_a_document_in_reading_order(joined: CommandLine, tmp_path: Path) -> None:
    ended = joined.run("--template", "image-text-extract", "--image", str(draw_screenshot(tmp_path / "form.png")))
    assert ended.status == 0, ended.err
    document = (joined.out / "text.md").read_text("utf-8").splitlines()
    assert [line.strip() for line in document if line] == [
        "## form.png",
        "Account",
        "Phone\t13812345678",
        "password: hunter2",
    ]


def test_private_data_is_covered_and_the_rest_is_not(joined: CommandLine, tmp_path: Path) -> None:
    shot = draw_screenshot(tmp_path / "form.png")
    ended = joined.run("把截图里的隐私打码", "--workflow", "team", "--image", str(shot))
    assert ended.status == 0, ended.err
    _, find, cover = read_result(joined)["stages"]
    assert find["structuredData"]["kinds"] == {"phone": 1, "secret": 1}
    assert "再看一遍" in find["textOutput"]
    assert "hunter2" not in json.dumps(find)
    before = np.asarray(Image.open(shot).convert("L"), dtype=int)
    after = np.asarray(Image.open(joined.out / cover["generatedFiles"][0]["path"]).convert("L"), dtype=int)
    for text, (x, y) in LINES.items():
        ink = np.argwhere(before[y : y + 48, x : x + 300] < 128) + np.array((y, x))
        background = after[y + 16 : y + 36, x : x + 60] > 200
        is_covered = not background.any()
        assert is_covered == (text in ("13812345678", "password: hunter2")), text
        assert is_covered or (after[ink[:, 0], ink[:, 1]] < 128).all()


def test_a_template_is_found_by_the_meaning_of_a_request_and_maps_code_without_executing_it(
    joined: CommandLine, tmp_path: Path
) -> None:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""A shop."""\n', "utf-8")
    (package / "cart.py").write_text(
        '"""The cart."""\nfrom shop import price\nraise SystemExit\n\nclass Cart:\n    """Goods."""\n\n'
        '    def add(self, name: str, count: int = 1) -> None:\n        """Add goods."""\n',
        "utf-8",
    )
    (package / "price.py").write_text("from .cart import Cart\n\ndef total(cart: Cart):\n    return 0\n", "utf-8")
    (package / "broken.py").write_text("def (:\n", "utf-8")
    # It has no word in common with the template.
    ended = joined.run("what does each module contain?", "--workflow", "team", "--folder", str(tmp_path / "src"))
    assert ended.status == 0, ended.err
    document = (joined.out / "code-map.md").read_text("utf-8")
    (outline,) = read_result(joined)["stages"]
    assert "- `class Cart` — Goods." in document
    assert "  - `add(self, name: str, count: int=1) -> None` — Add goods." in document
    assert outline["structuredData"]["cycles"] == [["shop.cart", "shop.price"]]
    assert outline["structuredData"]["undocumented"] == [{"path": "shop/price.py", "line": 3, "name": "total"}]
    assert [one["path"] for one in outline["structuredData"]["notRead"]] == ["shop/broken.py"]
    assert "没有模型" in outline["textOutput"]


UNFINISHED = """\
id: map-and-explain
name: Map and explain
description: Maps code, then explains it, which needs a model.
stages:
  - {id: outline, agent: documenter, description: Map the code, with: {builtin: outline}}
  - {id: explain, agent: documenter, description: Explain the code, inputs: [outline]}
"""


def test_the_results_of_a_failed_task_are_delivered_and_marked_partial(tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "data", tmp_path / "out")
    (tmp_path / "a.py").write_text('"""A module."""\n', "utf-8")
    (tmp_path / "mine.yaml").write_text(UNFINISHED, "utf-8")
    added = command.reflow("agents", "add", str(tmp_path / "mine.yaml"))
    assert added.status == 0, added.err
    ended = command.run("--template", "map-and-explain", "--folder", str(tmp_path))
    assert ended.status == 2
    (folder,) = command.out.iterdir()
    assert folder.name.startswith("partial-")
    assert "A module." in (folder / "code-map.md").read_text("utf-8")
    assert "没有完成" in (folder / "report.md").read_text("utf-8")
    result = json.loads((folder / "result.json").read_text("utf-8"))
    assert (result["partial"], [stage["status"] for stage in result["stages"]]) == (True, ["done", "failed"])
    assert str(folder) in ended.err[0]
    assert "模型" in ended.err[1]
