"""Execution of the nodes of the fake ComfyUI: an image that depends on the prompt, changed only inside the mask."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageFilter

Size = tuple[int, int]
GenerateImage = Callable[[str, int, Size], Image.Image]


@dataclass(frozen=True, slots=True)
class Latent:
    """A latent image: its size, its source image, and the mask of the area that may change."""

    size: Size
    image: Image.Image | None = None
    mask: Image.Image | None = None


@dataclass(frozen=True, slots=True)
class NodeDeps:
    """Dependencies of the nodes: *generate_image* renders an image, *read_upload* returns an uploaded one by name."""

    generate_image: GenerateImage
    read_upload: Callable[[str], bytes]


def execute_node(class_type: str, inputs: Mapping[str, Any], deps: NodeDeps) -> tuple[Any, ...]:
    """Return the outputs of a node of *class_type* for *inputs*, with resolved links."""
    match class_type:
        case "CheckpointLoaderSimple":
            return (inputs["ckpt_name"],) * 3
        case "CLIPTextEncode":
            return (inputs["text"],)
        case "EmptyLatentImage":
            return (Latent((inputs["width"] // 8 * 8, inputs["height"] // 8 * 8)),)
        case "KSampler":
            return (_sample(inputs, deps),)
        case "VAEDecode":
            return (inputs["samples"].image,)
        case "VAEEncode":
            return (_encode_latent(inputs["pixels"], None),)
        case "VAEEncodeForInpaint":
            return (_encode_latent(inputs["pixels"], _grow_mask(inputs["mask"], inputs["grow_mask_by"])),)
        case "SetLatentNoiseMask":
            samples = inputs["samples"]
            return (Latent(samples.size, samples.image, inputs["mask"].resize(samples.size)),)
        case "LoadImage":
            return _load_image(deps.read_upload(inputs["image"]))
        case "LoadImageMask":
            return (_extract_channel(deps.read_upload(inputs["image"]), inputs["channel"]),)
        case "ImageScale":
            return (inputs["image"].resize((inputs["width"], inputs["height"])),)
        case _:
            return (inputs["images"],)


def encode_png(image: Image.Image) -> bytes:
    """Return *image* as PNG."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _sample(inputs: Mapping[str, Any], deps: NodeDeps) -> Latent:
    latent: Latent = inputs["latent_image"]
    generated = deps.generate_image(inputs["positive"], inputs["seed"], latent.size)
    if latent.image is not None and latent.mask is not None:
        generated = Image.composite(generated, latent.image, latent.mask.resize(latent.size))
    elif latent.image is not None:
        generated = Image.blend(latent.image, generated, min(1.0, max(0.0, inputs["denoise"])))
    return Latent(latent.size, generated, latent.mask)


def _encode_latent(pixels: Image.Image, mask: Image.Image | None) -> Latent:
    """Crop to whole latents around the center, as ComfyUI does."""
    width, height = (side // 8 * 8 for side in pixels.size)
    left, top = (pixels.width % 8) // 2, (pixels.height % 8) // 2
    box = (left, top, left + width, top + height)
    cut = mask.resize(pixels.size).crop(box) if mask is not None else None
    return Latent((width, height), pixels.crop(box), cut)


def _grow_mask(mask: Image.Image, pixels: int) -> Image.Image:
    return mask.filter(ImageFilter.MaxFilter(pixels // 2 * 2 + 1)) if pixels else mask


def _load_image(data: bytes) -> tuple[Image.Image, Image.Image]:
    with Image.open(io.BytesIO(data)) as opened:
        # LoadImage masks transparent pixels.
        mask = opened.convert("RGBA").getchannel("A").point(lambda value: 255 - value)
        return opened.convert("RGB"), mask


def _extract_channel(data: bytes, channel: str) -> Image.Image:
    with Image.open(io.BytesIO(data)) as opened:
        band = opened.convert("RGBA").getchannel(channel[0].upper())
        return band.point(lambda value: 255 - value) if channel == "alpha" else band
