"""Properties of an error code: an entry of the catalog."""

from dataclasses import dataclass, field

from services.common.errors.codes import Category, Level
from services.common.text.language import Text


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """Properties of every error of one code.

    `retry_after` is in seconds; `max_retries` counts the retries after the first attempt. `text` does not state the
    delay of a retry: `retry_advice` adds it. The fields without `mirrors` are those of the contract's Error.
    """

    category: Category
    level: Level
    recoverable: bool
    retryable: bool
    http_status: int = field(metadata={"mirrors": None})
    text: Text = field(metadata={"mirrors": None})
    retry_after: float | None = field(default=None, metadata={"mirrors": None})
    max_retries: int = 0


def missing(text: Text) -> ErrorKind:
    """Return the kind of an error about something that a request names and that does not exist."""
    return ErrorKind(Category.BUSINESS, Level.WARNING, True, False, 404, text)
