"""A failed step, warning or run."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from services.common.errors import Code, ReflowError
from services.common.errors.retry_advice import remove_advice
from services.common.text.language import Text


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as events carry it.

    `message` is for the user, in the language of the run; `details` are for engineers; `node` is the agent that failed;
    `retry_after` is in seconds. `trace_id` is set once the error is recorded: users quote it in support requests.
    `invalid_field` is the request field at fault; `metadata` has further details for programs; `stack` is set in
    development only.
    """

    code: Code
    message: str
    details: str = ""
    node: str = ""
    retry_after: float | None = None
    trace_id: str = ""
    invalid_field: str = field(default="", metadata={"mirrors": "field"})
    metadata: Mapping[str, str] = field(default_factory=dict)
    stack: str = ""

    @classmethod
    def from_error(cls, error: ReflowError, message: str, trace_id: str, *, with_details: bool) -> "Failure":
        """Return the failure of *error*, recorded under *trace_id*; details and stack only *with_details*."""
        return cls(
            error.code,
            message,
            details=error.details if with_details else "",
            node=error.node or "",
            retry_after=error.retry_after,
            trace_id=trace_id,
            invalid_field=error.field or "",
            metadata=error.metadata,
            stack=error.stack if with_details else "",
        )

    def to_error(self) -> ReflowError:
        """Return this failure, which is to be recorded, as an error.

        The message of a failure that was recorded before ends with the advice when to retry, which the error adds
        itself; without a time it has none.
        """
        error = ReflowError(
            self.code,
            details=self.details,
            field=self.invalid_field or None,
            node=self.node or None,
            retry_after=self.retry_after,
            metadata=self.metadata,
        )
        if self.trace_id:
            error.retry_after = self.retry_after
        text = remove_advice(self.message, error.retry_after)
        error.text = Text(text, text)
        return error
