"""What the fake DashScope paints: a real picture that depends on the words, in an edit only where it was marked."""

import io
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops

from services.fake_providers.dashscope.works import Wish

Paint = Callable[[str, int, tuple[int, int]], Image.Image]

# A JPEG of a flat colour is that colour to within a few steps; what differs by more was covered.
_DIFFERENT = 48


@lru_cache(maxsize=16)
def painted(wish: Wish, paint: Paint) -> bytes:
    """Return the PNG of what was wished for."""
    fresh = paint(wish.prompt, wish.seed, wish.size)
    if wish.pictures:
        first = _opened(wish.pictures[0], wish.size)
        fresh = Image.composite(fresh, first, _covered(first, _opened(wish.pictures[-1], wish.size)))
    stream = io.BytesIO()
    fresh.save(stream, "PNG")
    return stream.getvalue()


def _covered(first: Image.Image, last: Image.Image) -> Image.Image:
    """Return where the two differ; everywhere, when they do nowhere."""
    bands = ImageChops.difference(first, last).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    where = most.point(lambda value: 255 if value > _DIFFERENT else 0)
    return where if where.getbbox() else Image.new("L", first.size, 255)


def _opened(picture: bytes, size: tuple[int, int]) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB").resize(size)
