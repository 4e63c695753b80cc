"""Port to the role services."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from services.common.contract.activity import Activity
from services.common.contract.results import StepResult
from services.common.errors import ReflowError
from services.orchestrator.domain.workflow import Step


@dataclass(frozen=True, slots=True)
class CallOptions:
    """Options of one call: the run and attempt, its timeout in seconds, and whether remote models are excluded."""

    run_id: str
    session_id: str
    attempt: int
    locale: str
    timeout: float
    builtin_only: bool = False


class ServiceLost(ReflowError):
    """The service of a step is unreachable, or was lost during the call. Another replica may execute the step."""


class Roles(Protocol):
    """The role services."""

    def execute(self, step: Step, options: CallOptions) -> AsyncIterator[Activity | StepResult]:
        """Yield the activities of *step*, then its result. Cancelling it cancels the call at the service.

        Raises ReflowError when the step fails, ServiceLost when the service is unavailable.
        """
        ...
