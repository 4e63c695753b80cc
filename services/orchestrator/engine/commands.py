"""Commands to the executor of a run."""

import asyncio
from dataclasses import dataclass

from services.common.contract.activity import Activity
from services.common.contract.results import StepResult
from services.common.errors import ReflowError
from services.orchestrator.domain.workflow import Step


@dataclass(frozen=True, slots=True)
class StepOutput:
    """An attempt of a step emitted an activity, returned its result, or failed."""

    step: Step
    attempt: int
    output: Activity | StepResult | ReflowError


@dataclass(frozen=True, slots=True)
class RetryDue:
    """The delay before the next attempt of a step has passed."""


@dataclass(frozen=True, slots=True)
class RunExpired:
    """The run has used up its time."""


@dataclass(frozen=True, slots=True)
class CancelRequested:
    """A caller cancels the run; *reached_call* receives whether a call in flight was cancelled."""

    reached_call: "asyncio.Future[bool]"


@dataclass(frozen=True, slots=True)
class AppendFailed:
    """Events that were appended in the background are not recorded: another epoch, or an unreachable database."""

    error: Exception


Command = StepOutput | RetryDue | RunExpired | CancelRequested | AppendFailed
