"""Exception that every service raises and one interceptor maps to a gRPC status."""

import traceback
from collections.abc import Mapping

from services.common.errors import retry_advice
from services.common.errors.catalog import CATALOG
from services.common.errors.codes import Code
from services.common.errors.kind import ErrorKind
from services.common.text.language import Language, Text

# Characters of a stack that are stored: its end, next to the failure.
MAX_STACK = 4_000


class ReflowError(Exception):
    """A failure with a code, a message for users and details for engineers.

    Attributes:
        code: code of the catalog; it determines the retries.
        text: message for users in both languages; the catalog's text when None.
        details: for engineers; never leaves the service in production.
        field: the request field at fault (dotted path), or None.
        node: the agent that failed, or None while it is not known.
        trace_id: the trace it was recorded under, when it came from another service.
        retry_after: seconds to wait before a retry, or None; overrides the catalog's. None for a code without retries.
        metadata: further details for programs, by names in snake case.
        stack: stack trace for engineers, captured in development only (`capture_stack`).

    """

    def __init__(
        self,
        code: Code,
        text: Text | None = None,
        *,
        details: str = "",
        field: str | None = None,
        node: str | None = None,
        retry_after: float | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{code}: {details or (text or CATALOG[code].text).en}")
        self.code = code
        self.text = text or CATALOG[code].text
        self.details = details
        self.field = field
        self.node = node
        self.trace_id = ""
        self.stack = ""
        self.metadata: Mapping[str, str] = dict(metadata or {})
        wait = CATALOG[code].retry_after if retry_after is None else retry_after
        self.retry_after = wait if CATALOG[code].retryable else None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without naming a function, since the reader of results from worker processes calls none."""
        return ReflowError, (self.code, self.text), {**self.__dict__, "args": self.args}

    @property
    def kind(self) -> ErrorKind:
        """Catalog entry of the code."""
        return CATALOG[self.code]

    def message(self, language: Language) -> str:
        """Return the message for users in *language*: the text, and the delay of a retry."""
        return retry_advice.add_advice(self.text.pick(language), self.retry_after, language)

    def capture_stack(self, cause: BaseException | None) -> None:
        """Set `stack` to that of *cause*, or of this error, unless another service captured it."""
        raised = cause or self
        if not self.stack and raised.__traceback__ is not None:
            self.stack = "".join(traceback.format_exception(raised))[-MAX_STACK:]
