"""Which language the command line speaks."""

from collections.abc import Mapping

from services.common.language import Language

# The first of these that is set decides (POSIX, Base Definitions 8.2).
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(asked: Language | None, environment: Mapping[str, str]) -> Language:
    """Return the language *asked* for, else English where the locale of *environment* is English, else Chinese."""
    if asked is not None:
        return asked
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return Language.ENGLISH if locale.lower().startswith("en") else Language.CHINESE
