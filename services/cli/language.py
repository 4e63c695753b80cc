"""Language of the command line's texts."""

from collections.abc import Mapping

from services.common.text.language import Language

# The first of these that is set decides (POSIX, Base Definitions 8.2).
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def resolve_language(requested: Language | None, environment: Mapping[str, str]) -> Language:
    """Return *requested*, else English if the locale of *environment* is English, else Chinese."""
    if requested is not None:
        return requested
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return Language.ENGLISH if locale.lower().startswith("en") else Language.CHINESE
