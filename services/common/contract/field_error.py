"""Errors of engines about their input."""

from services.common.text.language import Text


class FieldError(ValueError):
    """A value is invalid.

    Attributes:
        field: the name of the field, dotted.
        text: the message in both languages.

    """

    def __init__(self, field: str, text: Text) -> None:
        super().__init__(field, text)  # all arguments, so that the error can be pickled
        self.field = field
        self.text = text

    def __str__(self) -> str:
        return f"{self.field}: {self.text.en}"
