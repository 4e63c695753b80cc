"""Errors that a step survives, such as a failed model call."""

from services.common.contract.step import StepContext
from services.common.errors import ReflowError
from services.common.telemetry import ErrorStatistics


def record_survived(errors: ErrorStatistics, error: ReflowError, context: StepContext, node: str) -> None:
    """Record *error* of *node*, which is not reported to the caller since the step succeeds without the model."""
    error.node = error.node or node
    errors.record(error, run_id=context.run_id, session_id=context.session_id, step=context.step)
