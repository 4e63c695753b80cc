"""The error for a catalog of node types that cannot be read."""

from services.common.contract.field_error import FieldError


class CatalogError(FieldError):
    """A catalog is invalid; no part of it is used. `field` is the JSON pointer of the invalid value."""

    def __str__(self) -> str:
        """Return pointer and reason in English, for logs."""
        return f"{self.field or '/'}: {self.text.en}"
