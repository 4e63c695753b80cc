"""Exception that every service raises and one interceptor maps to a gRPC status."""

from collections.abc import Mapping

from services.common.errors.catalog import CATALOG, ErrorKind
from services.common.errors.codes import Code
from services.common.text.language import Language, Text


class ReflowError(Exception):
    """A failure with a code, a message for users and details for engineers.

    Attributes:
        code: code of the catalog; it decides about retries.
        text: message for users in both languages; the catalog's text when None.
        details: for engineers; never leaves the service in production.
        field: the request field at fault (dotted path), or None.
        node: the agent that failed, or None while it is not known.
        trace_id: the trace it was recorded under, when it came from another service.
        retry_after: seconds to wait before trying again, or None; overrides the catalog's.
        metadata: further facts for programs.

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
        self.metadata = metadata or {}
        self.retry_after = CATALOG[code].retry_after if retry_after is None else retry_after

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the way back from a worker process whole, by naming no function: those are not called there."""
        return ReflowError, (self.code, self.text), {**self.__dict__, "args": self.args}

    @property
    def kind(self) -> ErrorKind:
        """Catalog entry of the code."""
        return CATALOG[self.code]

    def message(self, language: Language) -> str:
        """Return the message for users in *language*."""
        return self.text.pick(language)
