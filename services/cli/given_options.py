"""Options that the user specified. Commands that the command line suggests repeat them."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from services.cli.program import name_program
from services.common.text.language import Language

DEFAULT_OUT = Path("out")


@dataclass(frozen=True, slots=True)
class GivenOptions:
    """Data folder, output folder and language; None, or the default output folder, if the user specified none."""

    data: Path | None = None
    out: Path | None = None
    lang: Language | None = None

    def format_command(self, command: str, *, has_out: bool = True) -> str:
        """Return *command* of this program with these options; *has_out*: it has an output folder."""
        options = {
            "--out": self.out if has_out and self.out != DEFAULT_OUT else None,
            "--data": self.data,
            "--lang": self.lang,
        }
        return " ".join(
            [
                name_program(),
                command,
                *(f"{name} {shlex.quote(str(value))}" for name, value in options.items() if value),
            ]
        )
