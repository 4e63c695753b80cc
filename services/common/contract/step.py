"""The step that a request of a role service belongs to."""

from collections.abc import Callable
from dataclasses import dataclass

from services.common.text.language import Language


@dataclass(frozen=True, slots=True)
class StepContext:
    """Identity of a step, a part of every request of a role service."""

    run_id: str
    session_id: str = ""
    step: str = ""
    attempt: int = 1
    locale: str = Language.CHINESE.value
    idempotency_key: str = ""
    builtin_only: bool = False

    @property
    def language(self) -> Language:
        """Language of texts for users; Chinese where the caller named none."""
        return Language(self.locale or Language.CHINESE)


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call of a role service: its step, and the time that its deadline leaves.

    `time_remaining` returns seconds, or None for a call without a deadline.
    """

    context: StepContext
    time_remaining: Callable[[], float | None]

    @property
    def language(self) -> Language:
        """Language of texts for users."""
        return self.context.language

    def deadline(self, seconds: float, clock: Callable[[], float], *, share: float = 1.0) -> float:
        """Return the time on *clock* at which work that may take *seconds* from now must end.

        The call's own deadline takes precedence; the work gets *share* of the remaining time.
        """
        remaining = self.time_remaining()
        return clock() + share * (seconds if remaining is None else min(seconds, remaining))
