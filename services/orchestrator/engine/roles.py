"""The port to the role services: who does the steps."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from services.common.errors import ReflowError
from services.orchestrator.domain.events import Activity
from services.orchestrator.domain.products import StepResult
from services.orchestrator.domain.workflow import Step


@dataclass(frozen=True, slots=True)
class StepContext:
    """Which work a call belongs to, how many seconds it may take at most, and whether remote models may be asked."""

    run_id: str
    session_id: str
    attempt: int
    locale: str
    seconds: float
    builtin_only: bool = False


class ServiceLost(ReflowError):
    """The service of a step was lost in the call, or is not there: another replica may do it."""


class Roles(Protocol):
    """The role services."""

    def perform(self, step: Step, context: StepContext) -> AsyncIterator[Activity | StepResult]:
        """Yield what the service of *step* tells, and its one result last.

        Raises ReflowError when it fails, ServiceLost where it is gone. Cancelling reaches the service.
        """
        ...
