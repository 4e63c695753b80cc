"""Images of the fake DashScope: they depend on the prompt; an edit changes only the marked area."""

import io
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops

from services.fake_providers.dashscope.tasks import ImageRequest

GenerateImage = Callable[[str, int, tuple[int, int]], Image.Image]

# JPEG changes a flat color by a few steps; a larger difference is a mark.
_MIN_DIFFERENCE = 48


@lru_cache(maxsize=16)
def render_result(request: ImageRequest, generate_image: GenerateImage) -> bytes:
    """Return the PNG for a request."""
    fresh = generate_image(request.prompt, request.seed, request.size)
    if request.images:
        first = _open_image(request.images[0], request.size)
        fresh = Image.composite(fresh, first, _find_marked_area(first, _open_image(request.images[-1], request.size)))
    stream = io.BytesIO()
    fresh.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _find_marked_area(first: Image.Image, last: Image.Image) -> Image.Image:
    """Return the area where the two differ; the whole image if they are equal."""
    bands = ImageChops.difference(first, last).split()
    maximum = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    where = maximum.point(lambda value: 255 if value > _MIN_DIFFERENCE else 0)
    return where if where.getbbox() else Image.new("L", first.size, 255)


def _open_image(image: bytes, size: tuple[int, int]) -> Image.Image:
    with Image.open(io.BytesIO(image)) as opened:
        return opened.convert("RGB").resize(size)
