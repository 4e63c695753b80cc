"""Trace the silhouettes of the painter from icon sets: icons of scripts/silhouettes.tsv to polygons.

    npm pack @iconify-json/mdi @iconify-json/ph ...    # the sets that scripts/silhouettes.tsv names; unpack each
    uv run python scripts/trace_silhouettes.py FOLDER  # the unpacked packages: every icons.json below it is read

Each icon becomes a darker area with narrow gaps closed, and on it the figure in the color of the table. "solid" in the
column *holes* closes all holes of the darker area; otherwise the background is visible through the wide ones.
The column *grade* is "schematic" for a drawing that nobody recognizes without its name: the painter reports it as hard
to recognize.
"""

import base64
import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from services.common.images.color_codes import format_color, parse_color

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "scripts" / "silhouettes.tsv"
TARGET = ROOT / "engines" / "painter" / "subjects" / "silhouettes" / "silhouettes.jsonl"
SIDE: Final = 510
CLOSED_GAP: Final = 25
"""Width in pixels up to which gaps are closed."""
TOLERANCE, MIN_AREA = 1.2, 60.0
SHADE: Final = 0.45
LICENSES: Final = frozenset({"Apache-2.0", "MIT", "CC0-1.0"})
"""Licences that ask nothing of images painted with the outlines."""

Mask = NDArray[np.uint8]
Points = NDArray[np.int64]


def main() -> None:
    """Write silhouettes.jsonl from the packages in the folder of the command line."""
    sets = {icons["prefix"]: icons for icons in load_sets(Path(sys.argv[1]))}
    with TABLE.open(encoding="utf-8", newline="") as table:
        rows = [trace_row(row, sets) for row in csv.DictReader(table, delimiter="\t")]
    TARGET.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def load_sets(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the icon sets below *folder*; raise ValueError at one whose licence may ask for attribution."""
    for path in sorted(folder.glob("**/icons.json")):
        icons = json.loads(path.read_text(encoding="utf-8"))
        terms = json.loads(path.with_name("info.json").read_text(encoding="utf-8"))["license"]["spdx"]
        if terms not in LICENSES:
            raise ValueError(f"{path}: {terms} is not among {sorted(LICENSES)}")
        yield icons


def trace_row(row: Mapping[str, str], sets: Mapping[str, dict[str, Any]]) -> dict[str, object]:
    """Return the line of silhouettes.jsonl for a row of the table."""
    prefix, name = row["icon"].split(":")
    figure = render(sets[prefix], name)
    backing = close_gaps(figure, holes=row["holes"] == "solid")
    shade = format_color(SHADE * channel for channel in parse_color(f"#{row['color']}"))[1:]
    tokens = [shade + encode(outline) for outline in trace(backing)]
    tokens += [row["color"] + encode(outline) for outline in trace(figure)]
    return {
        "key": f"{prefix}/{name}", "group": row["group"], "zh": row["zh"].split(",") if row["zh"] else [],
        "en": row["en"].split(","), "similar": [], "shapes": " ".join(tokens), "grade": row["grade"],
    }  # fmt: skip


def render(icons: Mapping[str, Any], name: str) -> Mask:
    """Return the pixels of an icon, cropped and scaled so that its longer side is SIDE."""
    name = icons.get("aliases", {}).get(name, {}).get("parent", name)
    icon = icons["icons"][name]
    width, height = (icon.get(side, icons.get(side, 16)) for side in ("width", "height"))
    body = icon["body"].replace("currentColor", "#000")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'
    alpha = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=4 * SIDE)))).getchannel("A")
    cropped = alpha.crop(alpha.getbbox())
    scale = SIDE / max(cropped.size)
    size = (max(1, round(cropped.width * scale)), max(1, round(cropped.height * scale)))
    mask: Mask = (np.asarray(cropped.resize(size, Image.Resampling.BOX)) > 127).astype(np.uint8)
    return np.pad(mask, CLOSED_GAP)


def close_gaps(figure: Mask, *, holes: bool) -> Mask:
    """Return *figure* without its narrow gaps, and without its holes if *holes*."""
    disk = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CLOSED_GAP, CLOSED_GAP))
    closed: Mask = cv2.morphologyEx(figure, cv2.MORPH_CLOSE, disk).astype(np.uint8)
    if holes:
        outer, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(closed, outer, -1, 1, cv2.FILLED)
    return closed


def trace(mask: Mask) -> Iterator[Points]:
    """Yield the outlines of the areas of *mask*, each with a cut to every hole in it."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for number, contour in enumerate(contours):
        if tree[0][number][3] >= 0 or cv2.contourArea(contour) < MIN_AREA:
            continue
        outline = simplify(contour)
        inside = [hole for hole, links in zip(contours, tree[0], strict=True) if links[3] == number]
        for hole in sorted(inside, key=lambda hole: int(hole[:, 0, 0].min())):
            if cv2.contourArea(hole) >= MIN_AREA:
                outline = cut_hole(outline, simplify(hole))
        yield outline


def simplify(contour: NDArray[Any]) -> Points:
    """Return the corners of *contour*."""
    points: Points = cv2.approxPolyDP(contour, TOLERANCE, True)[:, 0].astype(np.int64)
    return points


def cut_hole(outline: Points, hole: Points) -> Points:
    """Return *outline* with *hole* joined to it by a cut without width where they are nearest."""
    distances = np.linalg.norm(outline[:, None] - hole[None], axis=2)
    start, entry = np.unravel_index(int(distances.argmin()), distances.shape)
    loop = np.concatenate([hole[entry:], hole[: entry + 1]])
    return np.concatenate([outline[: start + 1], loop, outline[start:]])


def encode(outline: Points) -> str:
    """Return *outline* as base85 bytes x, y."""
    scaled = np.clip(np.round((outline - CLOSED_GAP) * (255 / SIDE)), 0, 255).astype(np.uint8)
    return base64.b85encode(scaled.tobytes()).decode()


if __name__ == "__main__":
    main()
