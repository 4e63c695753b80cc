"""Language of the command line's texts."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from services.common.text.language import Language, detect_language

# The first of these that is set decides (POSIX, Base Definitions 8.2).
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def resolve_language(requested: Language | None, environment: Mapping[str, str], text: str = "") -> Language:
    """Return *requested*, else the language of the locale of *environment*, else that of *text*, else Chinese.

    A locale of neither language (C, de_DE) leaves it to what the user wrote.
    """
    if requested is not None:
        return requested
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "").lower()
    named = next((language for language in Language if locale.startswith(language.value)), None)
    return named or detect_language(text) or Language.CHINESE


def find_requested_language(argv: Sequence[str]) -> Language | None:
    """Return the value of `--lang` in *argv*, which a usage error leaves unparsed; None without a valid one."""
    values = [value for option, value in pairwise(argv) if option == "--lang"]
    values += [word.removeprefix("--lang=") for word in argv if word.startswith("--lang=")]
    return next((language for language in Language if language.value in values), None)
