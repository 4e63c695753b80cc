"""The fake DashScope is as strict as the documentation of the real one."""

import base64
from typing import Any

import pytest

from services.fake_providers.behaviors import Failure
from services.fake_providers.dashscope.requests import InvalidRequestError, parse_sync_request, parse_task
from services.fake_providers.dashscope.tasks import ImageRequest, Task
from services.fake_providers.image_generator import generate_png

REQUEST = ImageRequest("a cat", 7, (1328, 1328))


def _task_body(**parameters: Any) -> dict[str, Any]:
    return {"model": "qwen-image", "input": {"prompt": "a cat"}, "parameters": parameters}


def _edit_body(model: str, images: int, **parameters: Any) -> dict[str, Any]:
    content = [{"image": _data_url()} for _ in range(images)] + [{"text": "a hat"}]
    return {"model": model, "input": {"messages": [{"role": "user", "content": content}]}, "parameters": parameters}


def _data_url() -> str:
    return f"data:image/png;base64,{base64.b64encode(generate_png('a cat', 1, 400, 400)).decode()}"


@pytest.mark.parametrize(
    "parameters", [{"size": "1024*1024"}, {"size": "1328x1328"}, {"seed": -1}, {"seed": 2**31}, {"n": 2}]
)
def test_a_parameter_out_of_range_is_rejected(parameters: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        parse_task(_task_body(**parameters))


@pytest.mark.parametrize("model", ["qwen-image-max", "z-image-turbo", "gpt-image-1"])
def test_a_model_without_tasks_is_rejected_as_a_task(model: str) -> None:
    with pytest.raises(InvalidRequestError):
        parse_task({**_task_body(), "model": model})


def test_a_long_prompt_is_truncated_silently_as_by_dashscope() -> None:
    body = _task_body()
    body["input"]["prompt"] = "x" * 900
    assert parse_task(body).prompt == "x" * 800


@pytest.mark.parametrize("images", [0, 4])
def test_an_edit_takes_one_to_three_images(images: int) -> None:
    with pytest.raises(InvalidRequestError):
        parse_sync_request(_edit_body("qwen-image-edit", images))


def test_the_first_edit_model_takes_no_size() -> None:
    with pytest.raises(InvalidRequestError):
        parse_sync_request(_edit_body("qwen-image-edit", 1, size="1024*1024"))


def test_an_edit_has_about_one_megapixel_and_the_aspect_ratio_of_its_image() -> None:
    assert parse_sync_request(_edit_body("qwen-image-edit", 2)).size == (1024, 1024)


def test_a_new_image_takes_no_images() -> None:
    with pytest.raises(InvalidRequestError):
        parse_sync_request(_edit_body("z-image-turbo", 1))


@pytest.mark.parametrize(("now", "status"), [(10.0, "PENDING"), (11.0, "RUNNING"), (13.0, "SUCCEEDED")])
def test_a_task_is_queued_then_running_then_succeeded(now: float, status: str) -> None:
    assert Task("1", REQUEST, submitted=10, submitted_at=0, queued_seconds=1, running_seconds=2).status(now) == status


def test_a_failed_task_has_a_code_and_no_image() -> None:
    output = Task("1", REQUEST, submitted=0, submitted_at=0, task_failure=Failure.CONTENT).output(60, "http://x/1.png")
    assert output["task_status"] == "FAILED" and output["code"] == "DataInspectionFailed" and "results" not in output
