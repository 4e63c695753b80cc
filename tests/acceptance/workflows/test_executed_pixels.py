"""Pixels that the image and mask nodes of an executed graph compute."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.acceptance.workflows.test_graph_execution import execute, outputs
from tests.fixtures.runs.executed_graphs import graph, link, node
from tests.fixtures.services.sample_images import base64_of, encoded
from tests.fixtures.systems.system import System

WIDTH, HEIGHT = 64, 48
LOWER, UPPER = (200, 100, 50), (40, 160, 240)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
RIGHT = {"left": 0.5, "top": 0.0, "width": 0.5, "height": 1.0}
BOTTOM = {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}
Color = tuple[int, int, int]
Pixels = NDArray[np.uint8]


def upload(system: System, color: Color, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    """Store an image of one color."""
    content = encoded(Image.new("RGB", size, color))
    return str(system.http.post("/api/assets", json={"base64": base64_of(content)}).json()["assetId"])


@pytest.fixture(scope="module")
def results(system: System) -> Mapping[str, Pixels]:
    """The pixels of each saved image of one executed graph, by its name."""
    nodes: dict[str, Any] = {
        "a": node("LoadImage", asset=upload(system, LOWER)),
        "b": node("LoadImage", asset=upload(system, UPPER)),
        "large": node("LoadImage", asset=upload(system, UPPER, (WIDTH * 2, HEIGHT * 2))),
        "right": node("ShapeMask", **RIGHT),
        "bottom": node("ShapeMask", **BOTTOM),
        "ellipse": node("ShapeMask", shape="ellipse", left=0.0, top=0.0, width=1.0, height=1.0),
        "invert": node("InvertMask"),
        "composite": node("CompositeImages"),
        "scaled": node("CompositeImages"),
    }
    links = [link("a", "image", mask, "image") for mask in ("right", "bottom", "ellipse")]
    links.append(link("right", "mask", "invert", "mask"))
    for mode in ("normal", "multiply", "screen", "overlay", "difference"):
        nodes[mode] = node("BlendImages", mode=mode, share=0.25 if mode == "normal" else 1.0)
        links += [link("a", "image", mode, "first"), link("b", "image", mode, "second")]
    for operation in ("union", "intersection", "difference"):
        nodes[f"{operation} of masks"] = node("CombineMasks", operation=operation)
        links.append(link("right", "mask", f"{operation} of masks", "first"))
        links.append(link("bottom", "mask", f"{operation} of masks", "second"))
    for name, foreground in (("composite", "b"), ("scaled", "large")):
        links += [link("a", "image", name, "background"), link(foreground, "image", name, "foreground")]
        links.append(link("right", "mask", name, "mask"))
    images = {name for name, one in nodes.items() if one["type"] in ("core:BlendImages", "core:CompositeImages")}
    masks = {name for name, one in nodes.items() if one["type"].endswith(("Mask", "Masks"))}
    for name in sorted(images | masks):
        source, handle = (name, "image") if name in images else (f"{name} as image", "image")
        if name in masks:
            nodes[source] = node("MaskToImage")
            links.append(link(name, "mask", source, "mask"))
        nodes[f"save {name}"] = node("SaveImage", name=name)
        links.append(link(source, handle, f"save {name}", "image"))
    events = execute(system, graph(nodes, *links))
    assert events[-1].data["status"] == "succeeded", events[-1].data
    saved = outputs(events)
    assert set(saved) == images | masks
    return {name: _load(system, one["asset"]["url"]) for name, one in saved.items()}


def _load(system: System, url: str) -> Pixels:
    with Image.open(io.BytesIO(system.http.get(url).content)) as image:
        return np.asarray(image.convert("RGB"))


def assert_parts(pixels: Pixels, top_left: Color, top_right: Color, bottom_left: Color, bottom_right: Color) -> None:
    """Assert the colors of the four quarters, apart from the lines between them."""
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    top, bottom = slice(0, HEIGHT // 2 - 1), slice(HEIGHT // 2 + 1, None)
    left, right = slice(0, WIDTH // 2 - 1), slice(WIDTH // 2 + 1, None)
    expected = [
        (top, left, top_left),
        (top, right, top_right),
        (bottom, left, bottom_left),
        (bottom, right, bottom_right),
    ]
    for rows, columns, color in expected:
        assert np.abs(pixels[rows, columns].astype(int) - color).max() <= 1, color


def blend(mode: str) -> Color:
    """Return LOWER with UPPER over it, by the formulas of https://www.w3.org/TR/compositing-1/#blending."""
    formulas = {
        "normal": lambda low, up: low + (up - low) * 0.25,
        "multiply": lambda low, up: low * up,
        "screen": lambda low, up: 1 - (1 - low) * (1 - up),
        "overlay": lambda low, up: 2 * low * up if low <= 0.5 else 1 - 2 * (1 - low) * (1 - up),
        "difference": lambda low, up: abs(low - up),
    }
    red, green, blue = (round(formulas[mode](low / 255, up / 255) * 255) for low, up in zip(LOWER, UPPER, strict=True))
    return red, green, blue


@pytest.mark.parametrize("mode", ["normal", "multiply", "screen", "overlay", "difference"])
def test_a_blend_has_the_color_of_its_mode_and_share(results: Mapping[str, Pixels], mode: str) -> None:
    assert_parts(results[mode], *[blend(mode)] * 4)


def test_a_shape_mask_is_white_in_its_part_and_its_inverse_black(results: Mapping[str, Pixels]) -> None:
    assert_parts(results["right"], BLACK, WHITE, BLACK, WHITE)
    assert_parts(results["bottom"], BLACK, BLACK, WHITE, WHITE)
    assert_parts(results["invert"], WHITE, BLACK, WHITE, BLACK)


def test_an_ellipse_covers_its_share_of_the_image(results: Mapping[str, Pixels]) -> None:
    ellipse = results["ellipse"]
    assert abs((ellipse > 127).mean() - np.pi / 4) < 0.02
    assert (ellipse[0, 0] == 0).all() and (ellipse[HEIGHT // 2, WIDTH // 2] == 255).all()


def test_masks_are_combined_as_sets(results: Mapping[str, Pixels]) -> None:
    assert_parts(results["union of masks"], BLACK, WHITE, WHITE, WHITE)
    assert_parts(results["intersection of masks"], BLACK, BLACK, BLACK, WHITE)
    assert_parts(results["difference of masks"], BLACK, WHITE, BLACK, BLACK)


@pytest.mark.parametrize("name", ["composite", "scaled"])
def test_a_composite_has_the_foreground_where_the_mask_is_white(results: Mapping[str, Pixels], name: str) -> None:
    assert_parts(results[name], LOWER, UPPER, LOWER, UPPER)
