"""Where an image has its subject and its horizon."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Framing:
    """Position of the subject from left (0) to right (1), and of the horizon from top (0) to bottom (1)."""

    focus: float
    horizon: float
