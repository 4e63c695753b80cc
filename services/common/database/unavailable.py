"""Error of a database that cannot be used, with what to do about it."""

from services.common.text.language import Text


class DatabaseUnavailable(Exception):
    """The database cannot be reached, started or migrated. No data is lost.

    Attributes:
        text: message for users in both languages: the cause and the remedy.
        details: for engineers (server log, client message), without passwords.

    """

    def __init__(self, text: Text, details: str = "") -> None:
        super().__init__(f"{text.en} [{details}]" if details else text.en)
        self.text = text
        self.details = details
