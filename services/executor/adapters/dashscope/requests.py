"""Bodies of the requests for an image, by the interface of the model.

Sources: https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async for tasks,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api for messages with images.
"""

import base64
from dataclasses import dataclass

from services.executor.adapters.dashscope.masked_area import MaskedArea, Upload
from services.executor.adapters.dashscope.models import find_model
from services.executor.domain.image_engine import ImageRequest

TASKS_PATH = "/services/aigc/text2image/image-synthesis"
SYNCHRONOUS_PATH = "/services/aigc/multimodal-generation/generation"

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request for one image: the model, whether it is asynchronous (a task), and the JSON body."""

    model: str
    is_asynchronous: bool
    body: Json


def build_generation(name: str, prompt: str, image_request: ImageRequest) -> ModelRequest:
    """Return the request for a new image of the model *name*."""
    model = find_model(name)
    input_: Json = {"prompt": prompt} if model.is_asynchronous else _build_messages([{"text": prompt}])
    settings = model.build_parameters(image_request.seed, model.choose_size(image_request.width, image_request.height))
    return ModelRequest(name, model.is_asynchronous, {"model": name, "input": input_, "parameters": settings})


def build_reference_request(name: str, prompt: str, upload: Upload, image_request: ImageRequest) -> ModelRequest:
    """Return the request for a new image that an editing model paints with a reference image."""
    model = find_model(name)
    content: list[Json] = [{"image": _to_data_url(upload.data, upload.media_type)}, {"text": prompt}]
    size = model.choose_size(image_request.width, image_request.height) if model.accepts_size else None
    settings = model.build_parameters(image_request.seed, size)
    return ModelRequest(name, False, {"model": name, "input": _build_messages(content), "parameters": settings})


def build_edit(name: str, event: str, area: MaskedArea, image_request: ImageRequest) -> ModelRequest:
    """Return the request for an edit of the masked area; it contains the images."""
    model = find_model(name)
    content: list[Json] = [{"image": _to_data_url(area.image)}, {"image": _to_data_url(area.covered)}, {"text": event}]
    # The response is blended into the image: a smaller response is better than one of another aspect.
    size = (
        model.choose_size(image_request.width, image_request.height)
        if model.preserves_aspect(image_request.width, image_request.height)
        else None
    )
    settings = model.build_parameters(image_request.seed, size)
    return ModelRequest(name, False, {"model": name, "input": _build_messages(content), "parameters": settings})


def _build_messages(content: list[Json]) -> Json:
    return {"messages": [{"role": "user", "content": content}]}


def _to_data_url(data: bytes, media_type: str = "image/jpeg") -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"
