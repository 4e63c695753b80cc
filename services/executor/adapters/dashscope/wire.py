"""The shapes that DashScope answers in, read no further than needed; what does not fit is a broken answer.

Sources: https://www.alibabacloud.com/help/en/model-studio/manage-asynchronous-tasks for tasks, statuses and errors,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-api for both ways of asking.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

# It becomes part of a path.
TaskId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,128}$")]
Words = Annotated[str, Field(max_length=16_384)]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Accepted(_Shape):
    """An answer that says no more than that it was done."""


class Problem(_Shape):
    """Why a request was refused: the body of an answer that is no 200."""

    code: Words = ""
    message: Words = ""


class Result(_Shape):
    """One picture of a task: where it is, or why there is none."""

    url: Words = ""
    code: Words = ""
    message: Words = ""


class Task(_Shape):
    """A task: PENDING, RUNNING, SUSPENDED, SUCCEEDED, FAILED, CANCELED or UNKNOWN (expired, or never there)."""

    task_id: TaskId
    task_status: Words
    results: tuple[Result, ...] = ()
    code: Words = ""
    message: Words = ""


class TaskAnswer(_Shape):
    """The answer to submitting a task and to asking after one."""

    output: Task


class Content(_Shape):
    """A part of what a model says: a picture, or words beside it."""

    image: Words = ""


class Message(_Shape):
    """What a model says."""

    content: tuple[Content, ...]


class Choice(_Shape):
    """One answer of a model; the API gives exactly one."""

    message: Message


class Choices(_Shape):
    """The answers of a model."""

    choices: tuple[Choice, ...]


class PictureAnswer(_Shape):
    """The answer to asking at once."""

    output: Choices

    @property
    def url(self) -> str:
        """Where the picture is; "" when the answer has none."""
        parts = (part for choice in self.output.choices for part in choice.message.content)
        return next((part.image for part in parts if part.image), "")
