"""DashScope's responses; only the fields in use are parsed, and a response of another shape is an error.

Sources: https://www.alibabacloud.com/help/en/model-studio/manage-asynchronous-tasks for tasks, statuses and errors,
https://www.alibabacloud.com/help/en/model-studio/qwen-image-api for both interfaces.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

# The id becomes a part of a URL path.
TaskId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,128}$")]
BoundedText = Annotated[str, Field(max_length=16_384)]


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Accepted(_Response):
    """A response without content."""


class Problem(_Response):
    """The reason of a rejection: the body of a response other than 200."""

    code: BoundedText = ""
    message: BoundedText = ""


class TaskResult(_Response):
    """One image of a task: its URL, or the reason why there is none."""

    url: BoundedText = ""
    code: BoundedText = ""
    message: BoundedText = ""


class Task(_Response):
    """A task: PENDING, RUNNING, SUSPENDED, SUCCEEDED, FAILED, CANCELED or UNKNOWN (expired, or never submitted)."""

    task_id: TaskId
    task_status: BoundedText
    results: tuple[TaskResult, ...] = ()
    code: BoundedText = ""
    message: BoundedText = ""


class TaskResponse(_Response):
    """The response to submitting or polling a task."""

    output: Task


class Content(_Response):
    """A part of a message: an image or text."""

    image: BoundedText = ""


class Message(_Response):
    """A message of the model."""

    content: tuple[Content, ...]


class Choice(_Response):
    """One choice; the API returns exactly one."""

    message: Message


class Choices(_Response):
    """The choices of a model."""

    choices: tuple[Choice, ...]


class ImageResponse(_Response):
    """The response to a synchronous request."""

    output: Choices

    @property
    def url(self) -> str:
        """The URL of the image; "" when the response has none."""
        parts = (part for choice in self.output.choices for part in choice.message.content)
        return next((part.image for part in parts if part.image), "")
