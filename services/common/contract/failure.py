"""A failed step, warning or run."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from services.common.errors import Code


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as events carry it.

    `message` is for the user, in the language of the run; `details` are for engineers; `node` is the agent that failed;
    `retry_after` is in seconds. `trace_id` is set once the error is recorded: users quote it in support requests.
    `invalid_field` is the request field at fault; `metadata` has further facts for programs; `stack` is set in
    development only.
    """

    code: Code
    message: str
    details: str = ""
    node: str = ""
    retry_after: float | None = None
    trace_id: str = ""
    invalid_field: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    stack: str = ""
