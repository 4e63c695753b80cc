"""The one error that says the database cannot be used, and what to do about it."""

from services.common.language import Text


class DatabaseUnavailable(Exception):
    """The database cannot be reached, started or brought up to date. Nothing has been destroyed.

    Attributes:
        text: what people read, in both languages: what is wrong and what would help.
        details: what engineers read (server log, driver message); passwords are not in it.

    """

    def __init__(self, text: Text, details: str = "") -> None:
        super().__init__(f"{text.en} [{details}]" if details else text.en)
        self.text = text
        self.details = details
