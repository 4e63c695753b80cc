"""The image that the user requested, as the vision model receives it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from services.common.contract.image_chat import TaskType
from services.common.contract.requests import ReviewImage
from services.critic.domain.image.expectations import get_task

# The adjustments that affect the style.
_STYLING: Final = frozenset({"style_strength", "restyle"})


@dataclass(frozen=True, slots=True)
class RequestedImage:
    """The request that an image answers. It contains texts of users and libraries, which are data, never instructions.

    Attributes:
        task: the task of the executor.
        prompt: the user's prompt; "" for a region to fill like its surroundings.
        subject: the required subject; "" for none.
        style: the name of the required style; "" for any.
        parameters: the signed changes of an adjustment, by name.

    """

    task: TaskType
    prompt: str
    subject: str = ""
    style: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    @property
    def requires_subject(self) -> bool:
        """Whether a subject must be visible. An adjustment does not change the content."""
        return bool(self.subject) and self.task is not TaskType.PARAMETER_ADJUSTMENT

    @property
    def requires_style(self) -> bool:
        """Whether a style must be visible. An adjustment does not change the style unless it is about it."""
        is_unchanged = self.task is TaskType.PARAMETER_ADJUSTMENT and _STYLING.isdisjoint(self.parameters)
        return bool(self.style) and not is_unchanged


def build_requested_image(request: ReviewImage) -> RequestedImage:
    """Return the image that *request* is about."""
    return RequestedImage(get_task(request), request.prompt, request.subject, request.style, request.parameters)
