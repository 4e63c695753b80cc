"""The error of a catalog of node types that cannot be read."""

from services.common.text.language import Text


class CatalogError(ValueError):
    """A catalog is invalid; nothing of it is used.

    Attributes:
        pointer: the JSON pointer of the value at fault.
        text: why, for users.

    """

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(pointer, text)  # the arguments, so that it can be pickled
        self.pointer = pointer
        self.text = text

    def __str__(self) -> str:
        """Return place and reason in English, for logs."""
        return f"{self.pointer or '/'}: {self.text.en}"
