"""Parser of image requests, as strict as DashScope.

Sources: https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-api, .../qwen-image-edit-api, .../z-image-api-reference.
"""

import io
import math
import re
from collections.abc import Mapping
from typing import Any

from PIL import Image

from services.fake_providers.dashscope.tasks import ImageRequest
from services.fake_providers.request_log import decode_file

TASK_MODELS = ("qwen-image", "qwen-image-plus")
MAX_PROMPT = 800
MAX_IMAGE_BYTES = 10 * 1024 * 1024
SIZES = ((1664, 928), (1472, 1104), (1328, 1328), (1104, 1472), (928, 1664))
_SIZE = re.compile(r"(\d{1,5})\*(\d{1,5})")
_EDIT_MODELS = re.compile(r"qwen-image-(edit|[2-9])")
_IMAGE_MODELS = re.compile(r"qwen-image|z-image")
MEGAPIXEL = 1024 * 1024


class InvalidRequestError(Exception):
    """The request is rejected with 400 InvalidParameter and this message."""


def parse_task(body: Mapping[str, Any]) -> ImageRequest:
    """Return the request for a task. Raises InvalidRequestError."""
    if body.get("model") not in TASK_MODELS:
        raise InvalidRequestError("Model not exist.")
    prompt = _get_object(body, "input").get("prompt")
    if not isinstance(prompt, str) or not prompt:
        raise InvalidRequestError("input must contain prompt")
    return _build_request(body, prompt, ())


def parse_sync_request(body: Mapping[str, Any]) -> ImageRequest:
    """Return the synchronous request. Raises InvalidRequestError."""
    model = str(body.get("model", ""))
    if not _IMAGE_MODELS.match(model):
        raise InvalidRequestError("Model not exist.")
    content = _parse_content(_get_object(body, "input"))
    texts = [part["text"] for part in content if isinstance(part.get("text"), str) and part["text"]]
    images = [part["image"] for part in content if "image" in part]
    if len(texts) != 1:
        raise InvalidRequestError("the request must contain exactly one text")
    minimum, maximum = (1 if "edit" in model else 0), (3 if _EDIT_MODELS.match(model) else 0)
    if not minimum <= len(images) <= maximum:
        raise InvalidRequestError(f"num_images must be in [{minimum}, {maximum}]")
    return _build_request(body, texts[0], tuple(_decode_image(image) for image in images))


def _build_request(body: Mapping[str, Any], prompt: str, images: tuple[bytes, ...]) -> ImageRequest:
    parameters = body.get("parameters", {})
    if not isinstance(parameters, dict):
        raise InvalidRequestError("parameters must be a dict")
    if parameters.get("n", 1) != 1:
        raise InvalidRequestError("num_images_per_prompt must be 1")
    seed = parameters.get("seed", 0)
    if not isinstance(seed, int) or not 0 <= seed <= 2147483647:
        raise InvalidRequestError("seed must be in [0, 2147483647]")
    # A longer prompt is truncated silently.
    return ImageRequest(
        prompt[:MAX_PROMPT], seed, _parse_size(str(body["model"]), parameters.get("size"), images), images
    )


def _parse_size(model: str, value: object, images: tuple[bytes, ...]) -> tuple[int, int]:
    if value is None:
        return _pick_size_like(images[-1]) if images else SIZES[0]
    match = _SIZE.fullmatch(str(value))
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if model == "qwen-image-edit":
        raise InvalidRequestError("size is not supported by this model")
    if re.match(r"qwen-image($|-plus|-max)", model):
        if size not in SIZES:
            raise InvalidRequestError(
                f"size must be one of {', '.join(f'{width}*{height}' for width, height in SIZES)}"
            )
    elif not (512 * 512 <= size[0] * size[1] <= 2048 * 2048):
        raise InvalidRequestError("total pixels must be between 512*512 and 2048*2048")
    return size


def _pick_size_like(image: bytes) -> tuple[int, int]:
    """Return about a megapixel in the aspect ratio of *image*."""
    with Image.open(io.BytesIO(image)) as opened:
        width, height = opened.size
    scale = math.sqrt(MEGAPIXEL / (width * height))
    return round(width * scale), round(height * scale)


def _decode_image(value: object) -> bytes:
    data = decode_file(str(value)) if str(value).startswith("data:image/") else None
    if data is None:
        raise InvalidRequestError("download image failed")  # the fake downloads nothing
    if len(data) > MAX_IMAGE_BYTES:
        raise InvalidRequestError("image size must be less than 10MB")
    try:
        with Image.open(io.BytesIO(data)) as image:
            image.verify()
    except Exception:  # decoders raise nearly every built-in type on bad bytes
        raise InvalidRequestError("the image format is illegal and cannot be opened") from None
    return data


def _parse_content(inputs: Mapping[str, Any]) -> list[dict[str, Any]]:
    messages = inputs.get("messages")
    if not isinstance(messages, list) or len(messages) != 1 or not isinstance(messages[0], dict):
        raise InvalidRequestError("messages must contain exactly one message")
    content = messages[0].get("content")
    if messages[0].get("role") != "user" or not isinstance(content, list):
        raise InvalidRequestError("the message must be of role user and its content a list")
    return [part for part in content if isinstance(part, dict)]


def _get_object(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = body.get(name)
    if not isinstance(part, dict):
        raise InvalidRequestError(f'Required body invalid, please check the request body format: "{name}".')
    return part
