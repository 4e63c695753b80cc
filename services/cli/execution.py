"""Execution of a command: it runs the coroutine, reports a failure, and returns the exit status."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from services.cli.errors import FAILED, CommandFailed, Interrupted, describe_failure
from services.cli.language import resolve_language
from services.common.errors import CATALOG, Code, ReflowError
from services.common.text.language import Language
from services.common.text.sanitization import to_one_line


def choose_language(requested: Language | None = None, text: str = "") -> Language:
    """Return the *requested* language, else the environment's, else that of *text*."""
    return resolve_language(requested, os.environ, text)


def execute(
    command: Callable[[Language], Coroutine[Any, Any, None]], requested: Language | None = None, text: str = ""
) -> int:
    """Run *command* in the *requested* language, or that of *text*, and return the exit status.

    A failure is reported on stderr: on one line, and one more for each alternative.
    """
    language = choose_language(requested, text)
    try:
        asyncio.run(command(language))
    except (ReflowError, CommandFailed, Interrupted) as failure:
        line, status = describe_failure(failure, language)
        print_error(line)
        for alternative in failure.alternatives if isinstance(failure, CommandFailed) else ():
            print_error(to_one_line(alternative.pick(language)))
        return status
    except BrokenPipeError:
        return FAILED
    except ModuleNotFoundError:  # of an extra that is not installed: reported by the command itself
        raise
    except Exception as error:
        if os.environ.get("REFLOW_ENVIRONMENT") == "development":
            raise
        print_error(f"{CATALOG[Code.UNKNOWN_ERROR].text.pick(language)} ({type(error).__name__}: {error})")
        return FAILED
    return 0


def print_error(line: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"{line}\n")
