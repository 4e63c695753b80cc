"""PNG from the SVG of a graph, with the bundled fonts."""

import re

import resvg_py

from engines.typesetting.fonts import FOLDER

MAX_SIDE = 8_192
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def render_png(svg: str, scale: float = 1.5) -> bytes:
    """Return the SVG of `draw_svg` as PNG, at most MAX_SIDE pixels wide and high."""
    found = _SIZE.search(svg)
    side = max(int(found[1]), int(found[2])) if found else MAX_SIDE
    zoom = min(scale, MAX_SIDE / max(side, 1))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, zoom=zoom, skip_system_fonts=True, font_dirs=[str(FOLDER)], font_family="Noto Sans SC"
        )
    )
