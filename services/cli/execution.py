"""A command carried out: its coroutine run, its failure told on one line, its status returned."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from services.cli.failing import FAILED, CommandFailed, Interrupted, told
from services.cli.language import choose_language
from services.common.errors import CATALOGUE, Code, ReflowError
from services.common.language import Language


def spoken(asked: Language | None = None) -> Language:
    """Return the language to speak: *asked* for, else the environment's."""
    return choose_language(asked, os.environ)


def execute(command: Callable[[], Coroutine[Any, Any, None]], language: Language) -> int:
    """Run *command* and return the exit status; a failure is told on stderr, on one line."""
    try:
        asyncio.run(command())
    except (ReflowError, CommandFailed, Interrupted) as failure:
        line, status = told(failure, language)
        complain(line)
        return status
    except BrokenPipeError:
        return _reader_gone()
    except Exception as error:
        if os.environ.get("REFLOW_ENVIRONMENT") == "development":
            raise
        complain(f"{CATALOGUE[Code.UNKNOWN_ERROR].text.pick(language)} ({type(error).__name__}: {error})")
        return FAILED
    return 0


def complain(line: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"{line}\n")


def _reader_gone() -> int:
    """Whoever read stdout has stopped: leave nothing for the interpreter to flush into the closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
