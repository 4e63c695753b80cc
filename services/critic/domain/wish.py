"""What the person asked for, as the vision model is told it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from services.critic.domain.expectations import TaskType

# The one adjustment that has to do with a style.
_STYLE_STRENGTH: Final = "style_strength"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a picture was to become. Words of people and libraries: data, never instructions.

    Attributes:
        task: what the executor was asked to do.
        prompt: what the person asked for; "" for an area to be filled like its surroundings.
        subject: what the picture is to show; "" where nothing was named.
        style: the name of the style it is to have; "" for any.
        parameters: the signed changes that an adjustment asked for, by name.

    """

    task: TaskType
    prompt: str
    subject: str = ""
    style: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    @property
    def has_subject(self) -> bool:
        """Whether a subject must be seen. An adjustment keeps whatever is there."""
        return bool(self.subject) and self.task is not TaskType.PARAMETER_ADJUSTMENT

    @property
    def has_style(self) -> bool:
        """Whether a style must be seen. An adjustment keeps its style unless it asks for more or less of one."""
        kept = self.task is TaskType.PARAMETER_ADJUSTMENT and _STYLE_STRENGTH not in self.parameters
        return bool(self.style) and not kept
