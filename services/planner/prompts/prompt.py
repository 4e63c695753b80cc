"""A prompt for a chat model."""

from typing import NamedTuple


class Prompt(NamedTuple):
    """A system prompt, which contains no text of a user, and the content of one message with all the data."""

    system: str
    content: str
