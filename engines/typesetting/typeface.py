"""A font: its characters and their metrics."""

import io
import math
import struct
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont

from engines.typesetting.values import Rectangle


class Typeface:
    """A font from the bytes of a TrueType file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._points = frozenset(_read_code_points(data))
        self._fonts: dict[int, ImageFont.FreeTypeFont] = {}

    def supports(self, character: str) -> bool:
        """Return whether the font has a glyph for *character*."""
        return ord(character) in self._points

    def measure_advance(self, text: str, size: int) -> float:
        """Return the advance width of *text* at *size* pixels. There is no kerning: widths of parts add up."""
        return self.load(size).getlength(text)

    def measure_bounds(self, text: str, size: int) -> Rectangle:
        """Return the rectangle of *text*, advance included, in pixels from the start of its baseline."""
        left, top, right, bottom = self.load(size).getbbox(text, anchor="ls")
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)

    def measure_bearings(self, character: str, size: int) -> tuple[int, int]:
        """Return the left and right side bearing of *character*; 0 if negative."""
        canvas = Image.new("L", (4 * size, 3 * size))
        ImageDraw.Draw(canvas).text((size, 2 * size), character, fill=255, font=self.load(size), anchor="ls")
        left, _, right, _ = canvas.getbbox() or (size, 0, size, 0)
        return max(0, left - size), max(0, math.floor(self.measure_advance(character, size)) - (right - size))

    def load(self, size: int) -> ImageFont.FreeTypeFont:
        """Return the font at *size* pixels."""
        if size not in self._fonts:
            # The basic layout engine: Raqm depends on libraries that are not available everywhere.
            layout = ImageFont.Layout.BASIC
            self._fonts = {size: ImageFont.truetype(io.BytesIO(self._data), size, layout_engine=layout)}
        return self._fonts[size]


def _read_code_points(data: bytes) -> Iterator[int]:
    """Yield the code points of a font (OpenType, cmap format 4): those with a glyph other than .notdef."""
    cmap = _find_table(data, b"cmap")
    (count,) = struct.unpack_from(">2xH", data, cmap)
    offsets = [struct.unpack_from(">4xI", data, cmap + 4 + 8 * number)[0] for number in range(count)]
    for offset in offsets:
        if struct.unpack_from(">H", data, cmap + offset)[0] == 4:
            yield from _read_segments(data, cmap + offset)


def _read_segments(data: bytes, start: int) -> Iterator[int]:
    (doubled,) = struct.unpack_from(">H", data, start + 6)
    count = doubled // 2

    def column(number: int, skipped: int = 0) -> tuple[int, ...]:
        return struct.unpack_from(f">{count}H", data, start + 14 + number * doubled + skipped)

    ends, starts, deltas, ranges = column(0), column(1, 2), column(2, 2), column(3, 2)
    for segment, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for point in range(first, last + 1):
            glyph = point
            if ranges[segment]:
                # By the format: an offset in bytes from its own position.
                there = start + 16 + 3 * doubled + 2 * segment + ranges[segment] + 2 * (point - first)
                (glyph,) = struct.unpack_from(">H", data, there)
                if glyph == 0:
                    continue
            if (glyph + deltas[segment]) % 65_536:
                yield point


def _find_table(data: bytes, tag: bytes) -> int:
    """Return the offset of the table *tag*."""
    (count,) = struct.unpack_from(">4xH", data)
    for number in range(count):
        name, offset = struct.unpack_from(">4s4xI", data, 12 + 16 * number)
        if name == tag:
            return int(offset)
    raise ValueError(f"the font has no table {tag.decode()}")
