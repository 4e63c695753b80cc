"""What the nodes of the fake ComfyUI make: a real picture that depends on the prompt, and only inside the mask."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageFilter

Size = tuple[int, int]
Paint = Callable[[str, int, Size], Image.Image]


@dataclass(frozen=True, slots=True)
class Latent:
    """A picture that is being made: its size, what it was encoded from, and where alone it may change."""

    size: Size
    picture: Image.Image | None = None
    mask: Image.Image | None = None


@dataclass(frozen=True, slots=True)
class Studio:
    """What the nodes need beside their inputs: *paint* makes a picture, *uploaded* gives one by its name."""

    paint: Paint
    uploaded: Callable[[str], bytes]


def make(class_type: str, inputs: Mapping[str, Any], studio: Studio) -> tuple[Any, ...]:
    """Return what a node of *class_type* gives for *inputs*, its links already followed."""
    match class_type:
        case "CheckpointLoaderSimple":
            return (inputs["ckpt_name"],) * 3
        case "CLIPTextEncode":
            return (inputs["text"],)
        case "EmptyLatentImage":
            return (Latent((inputs["width"] // 8 * 8, inputs["height"] // 8 * 8)),)
        case "KSampler":
            return (_sampled(inputs, studio),)
        case "VAEDecode":
            return (inputs["samples"].picture,)
        case "VAEEncode":
            return (_encoded(inputs["pixels"], None),)
        case "VAEEncodeForInpaint":
            return (_encoded(inputs["pixels"], _grown(inputs["mask"], inputs["grow_mask_by"])),)
        case "SetLatentNoiseMask":
            samples = inputs["samples"]
            return (Latent(samples.size, samples.picture, inputs["mask"].resize(samples.size)),)
        case "LoadImage":
            return _loaded(studio.uploaded(inputs["image"]))
        case "LoadImageMask":
            return (_channel(studio.uploaded(inputs["image"]), inputs["channel"]),)
        case "ImageScale":
            return (inputs["image"].resize((inputs["width"], inputs["height"])),)
        case _:
            return (inputs["images"],)


def as_png(picture: Image.Image) -> bytes:
    """Return *picture* as PNG."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def _sampled(inputs: Mapping[str, Any], studio: Studio) -> Latent:
    latent: Latent = inputs["latent_image"]
    painted = studio.paint(inputs["positive"], inputs["seed"], latent.size)
    if latent.picture is not None and latent.mask is not None:
        painted = Image.composite(painted, latent.picture, latent.mask.resize(latent.size))
    return Latent(latent.size, painted, latent.mask)


def _encoded(pixels: Image.Image, mask: Image.Image | None) -> Latent:
    """Cut to whole latents around the centre, as the real one does."""
    width, height = (side // 8 * 8 for side in pixels.size)
    left, top = (pixels.width % 8) // 2, (pixels.height % 8) // 2
    box = (left, top, left + width, top + height)
    cut = mask.resize(pixels.size).crop(box) if mask is not None else None
    return Latent((width, height), pixels.crop(box), cut)


def _grown(mask: Image.Image, pixels: int) -> Image.Image:
    return mask.filter(ImageFilter.MaxFilter(pixels // 2 * 2 + 1)) if pixels else mask


def _loaded(data: bytes) -> tuple[Image.Image, Image.Image]:
    with Image.open(io.BytesIO(data)) as opened:
        # Transparent is what LoadImage masks.
        mask = opened.convert("RGBA").getchannel("A").point(lambda value: 255 - value)
        return opened.convert("RGB"), mask


def _channel(data: bytes, channel: str) -> Image.Image:
    with Image.open(io.BytesIO(data)) as opened:
        band = opened.convert("RGBA").getchannel(channel[0].upper())
        return band.point(lambda value: 255 - value) if channel == "alpha" else band
