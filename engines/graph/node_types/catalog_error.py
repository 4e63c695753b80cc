"""The error of a catalog of node types that cannot be read."""

from dataclasses import dataclass

from services.common.text.language import Text


@dataclass(frozen=True)
class CatalogError(ValueError):
    """A catalog is invalid; nothing of it is used.

    Attributes:
        pointer: the JSON pointer of the value at fault.
        text: why, for users.

    """

    pointer: str
    text: Text

    def __str__(self) -> str:
        """Return place and reason in English, for logs."""
        return f"{self.pointer or '/'}: {self.text.en}"
