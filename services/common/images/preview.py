"""Previews: stored images as small JPEGs."""

from io import BytesIO

from PIL import Image

MAX_PREVIEW_SIDE = 1_024
_QUALITY = 85


def render_preview(data: bytes) -> bytes:
    """Return the stored image *data* as a JPEG of at most 1,024 pixels a side, on white where it is transparent."""
    with Image.open(BytesIO(data)) as image:
        image.thumbnail((MAX_PREVIEW_SIDE, MAX_PREVIEW_SIDE))
        pixels = image.convert("RGBA") if image.has_transparency_data else image.convert("RGB")
    if pixels.mode == "RGBA":
        pixels = Image.alpha_composite(Image.new("RGBA", pixels.size, "white"), pixels).convert("RGB")
    encoded = BytesIO()
    pixels.save(encoded, "JPEG", quality=_QUALITY)
    return encoded.getvalue()
