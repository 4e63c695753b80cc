"""What is sent to ask for a picture, by the model's way of being asked.

Sources: https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async for tasks,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api for messages with pictures.
"""

import base64
from dataclasses import dataclass

from services.executor.adapters.dashscope.marking import MarkedArea
from services.executor.adapters.dashscope.models import known_model
from services.executor.engines import Order

TASKS_PATH = "/services/aigc/text2image/image-synthesis"
AT_ONCE_PATH = "/services/aigc/multimodal-generation/generation"

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Request:
    """A request for one picture: of which model, whether as a task, and its JSON body."""

    model: str
    task: bool
    body: Json


def generation(name: str, prompt: str, order: Order) -> Request:
    """Return the request for a new picture of the model *name*."""
    model = known_model(name)
    asked: Json = {"prompt": prompt} if model.tasks else _messages([{"text": prompt}])
    settings = model.settings(order.seed, model.size_for(order.width, order.height))
    return Request(name, model.tasks, {"model": name, "input": asked, "parameters": settings})


def edit(name: str, told: str, area: MarkedArea, order: Order) -> Request:
    """Return the request for a picture with its marked area painted anew; the pictures are sent within it."""
    model = known_model(name)
    content: list[Json] = [{"image": _data_url(area.picture)}, {"image": _data_url(area.covered)}, {"text": told}]
    # What comes back is laid over the picture: rather a smaller answer than one of another aspect.
    size = model.size_for(order.width, order.height) if model.keeps_aspect(order.width, order.height) else None
    settings = model.settings(order.seed, size)
    return Request(name, False, {"model": name, "input": _messages(content), "parameters": settings})


def _messages(content: list[Json]) -> Json:
    return {"messages": [{"role": "user", "content": content}]}


def _data_url(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode('ascii')}"
