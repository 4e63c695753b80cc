"""Requests for pictures, read as strictly as DashScope reads them.

Sources: https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-api, .../qwen-image-edit-api, .../z-image-api-reference.
"""

import io
import math
import re
from collections.abc import Mapping
from typing import Any

from PIL import Image

from services.fake_providers.dashscope.works import Wish
from services.fake_providers.journal import file_in

TASK_MODELS = ("qwen-image", "qwen-image-plus")
LONGEST_PROMPT = 800
MOST_IMAGE_BYTES = 10 * 1024 * 1024
SIZES = ((1664, 928), (1472, 1104), (1328, 1328), (1104, 1472), (928, 1664))
_SIZE = re.compile(r"(\d{1,5})\*(\d{1,5})")
_EDITS = re.compile(r"qwen-image-(edit|[2-9])")
_MAKES = re.compile(r"qwen-image|z-image")
MEGAPIXEL = 1024 * 1024


class NotAsked(Exception):
    """The request is refused with 400 InvalidParameter and this message."""


def read_task(body: Mapping[str, Any]) -> Wish:
    """Return what a request for a task asks for. Raises NotAsked."""
    if body.get("model") not in TASK_MODELS:
        raise NotAsked("Model not exist.")
    prompt = _part(body, "input").get("prompt")
    if not isinstance(prompt, str) or not prompt:
        raise NotAsked("input must contain prompt")
    return _wish(body, prompt, ())


def read_at_once(body: Mapping[str, Any]) -> Wish:
    """Return what a request at once asks for. Raises NotAsked."""
    model = str(body.get("model", ""))
    if not _MAKES.match(model):
        raise NotAsked("Model not exist.")
    content = _content(_part(body, "input"))
    texts = [part["text"] for part in content if isinstance(part.get("text"), str) and part["text"]]
    images = [part["image"] for part in content if "image" in part]
    if len(texts) != 1:
        raise NotAsked("the request must contain exactly one text")
    least, most = (1 if "edit" in model else 0), (3 if _EDITS.match(model) else 0)
    if not least <= len(images) <= most:
        raise NotAsked(f"num_images must be in [{least}, {most}]")
    return _wish(body, texts[0], tuple(_image(image) for image in images))


def _wish(body: Mapping[str, Any], prompt: str, pictures: tuple[bytes, ...]) -> Wish:
    parameters = body.get("parameters", {})
    if not isinstance(parameters, dict):
        raise NotAsked("parameters must be a dict")
    if parameters.get("n", 1) != 1:
        raise NotAsked("num_images_per_prompt must be 1")
    seed = parameters.get("seed", 0)
    if not isinstance(seed, int) or not 0 <= seed <= 2147483647:
        raise NotAsked("seed must be in [0, 2147483647]")
    # Beyond the length it is cut off without a word.
    return Wish(prompt[:LONGEST_PROMPT], seed, _size(str(body["model"]), parameters.get("size"), pictures), pictures)


def _size(model: str, told: object, pictures: tuple[bytes, ...]) -> tuple[int, int]:
    if told is None:
        return _like(pictures[-1]) if pictures else SIZES[0]
    found = _SIZE.fullmatch(str(told))
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if model == "qwen-image-edit":
        raise NotAsked("size is not supported by this model")
    if re.match(r"qwen-image($|-plus|-max)", model):
        if size not in SIZES:
            raise NotAsked(f"size must be one of {', '.join(f'{width}*{height}' for width, height in SIZES)}")
    elif not (512 * 512 <= size[0] * size[1] <= 2048 * 2048):
        raise NotAsked("total pixels must be between 512*512 and 2048*2048")
    return size


def _like(picture: bytes) -> tuple[int, int]:
    """Return about a megapixel in the aspect of *picture*."""
    with Image.open(io.BytesIO(picture)) as image:
        width, height = image.size
    scale = math.sqrt(MEGAPIXEL / (width * height))
    return round(width * scale), round(height * scale)


def _image(told: object) -> bytes:
    data = file_in(str(told)) if str(told).startswith("data:image/") else None
    if data is None:
        raise NotAsked("download image failed")  # this one fetches nothing from anywhere
    if len(data) > MOST_IMAGE_BYTES:
        raise NotAsked("image size must be less than 10MB")
    try:
        with Image.open(io.BytesIO(data)) as image:
            image.verify()
    except Exception:  # decoders raise nearly every built-in type on bad bytes
        raise NotAsked("the image format is illegal and cannot be opened") from None
    return data


def _content(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    messages = asked.get("messages")
    if not isinstance(messages, list) or len(messages) != 1 or not isinstance(messages[0], dict):
        raise NotAsked("messages must contain exactly one message")
    content = messages[0].get("content")
    if messages[0].get("role") != "user" or not isinstance(content, list):
        raise NotAsked("the message must be of role user and its content a list")
    return [part for part in content if isinstance(part, dict)]


def _part(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = body.get(name)
    if not isinstance(part, dict):
        raise NotAsked(f'Required body invalid, please check the request body format: "{name}".')
    return part
