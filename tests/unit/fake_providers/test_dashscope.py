"""The fake DashScope is as strict as the real one says it is."""

import base64
from typing import Any

import pytest

from services.fake_providers.acts import Failure
from services.fake_providers.dashscope.asked import NotAsked, read_at_once, read_task
from services.fake_providers.dashscope.works import Task, Wish
from services.fake_providers.pictures import painted

WISH = Wish("a cat", 7, (1328, 1328))


def _task_body(**parameters: Any) -> dict[str, Any]:
    return {"model": "qwen-image", "input": {"prompt": "a cat"}, "parameters": parameters}


def _edit_body(model: str, pictures: int, **parameters: Any) -> dict[str, Any]:
    content = [{"image": _data_url()} for _ in range(pictures)] + [{"text": "a hat"}]
    return {"model": model, "input": {"messages": [{"role": "user", "content": content}]}, "parameters": parameters}


def _data_url() -> str:
    return f"data:image/png;base64,{base64.b64encode(painted('a cat', 1, 400, 400)).decode()}"


@pytest.mark.parametrize(
    "parameters", [{"size": "1024*1024"}, {"size": "1328x1328"}, {"seed": -1}, {"seed": 2**31}, {"n": 2}]
)
def test_a_parameter_out_of_range_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(NotAsked):
        read_task(_task_body(**parameters))


@pytest.mark.parametrize("model", ["qwen-image-max", "z-image-turbo", "gpt-image-1"])
def test_a_model_without_tasks_is_refused_as_a_task(model: str) -> None:
    with pytest.raises(NotAsked):
        read_task({**_task_body(), "model": model})


def test_a_prompt_is_cut_off_without_a_word_as_the_real_one_does() -> None:
    body = _task_body()
    body["input"]["prompt"] = "x" * 900
    assert read_task(body).prompt == "x" * 800


@pytest.mark.parametrize("pictures", [0, 4])
def test_an_edit_takes_one_to_three_pictures(pictures: int) -> None:
    with pytest.raises(NotAsked):
        read_at_once(_edit_body("qwen-image-edit", pictures))


def test_the_first_edit_model_takes_no_size() -> None:
    with pytest.raises(NotAsked):
        read_at_once(_edit_body("qwen-image-edit", 1, size="1024*1024"))


def test_an_edit_is_about_a_megapixel_in_the_aspect_of_its_picture() -> None:
    assert read_at_once(_edit_body("qwen-image-edit", 2)).size == (1024, 1024)


def test_a_new_picture_takes_no_pictures() -> None:
    with pytest.raises(NotAsked):
        read_at_once(_edit_body("z-image-turbo", 1))


@pytest.mark.parametrize(("now", "status"), [(10.0, "PENDING"), (11.0, "RUNNING"), (13.0, "SUCCEEDED")])
def test_a_task_is_queued_then_works_then_is_done(now: float, status: str) -> None:
    assert Task("1", WISH, submitted=10, submitted_at=0, queued=1, running=2).status(now) == status


def test_a_failed_task_says_why_and_has_no_picture() -> None:
    told = Task("1", WISH, submitted=0, submitted_at=0, ends=Failure.CONTENT).output(60, "http://x/1.png")
    assert told["task_status"] == "FAILED" and told["code"] == "DataInspectionFailed" and "results" not in told
