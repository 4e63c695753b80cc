"""Patterns of glob and grep, on an engine whose time is linear in the text (RE2): a hostile pattern cannot hang."""

from typing import Any

import re2

from services.common.files.errors import Reason, WorkspaceError
from services.common.files.limits import WorkspaceLimits

# Limits the size of the compiled program, and so the time for each byte of text: a{900}{900} is rejected.
_PROGRAM_BYTES = 512 * 1024


def compile_grep(pattern: str, limits: WorkspaceLimits, *, literal: bool = False, ignore_case: bool = False) -> Any:
    """Return a compiled pattern over UTF-8 bytes that matches within one line. Raises PATTERN_INVALID."""
    _check_length(pattern, limits)
    options = _options()
    options.literal = literal
    options.case_sensitive = not ignore_case
    options.never_nl = True
    return _compile(pattern if literal else f"(?m:{pattern})", pattern, options)


def compile_glob(pattern: str, limits: WorkspaceLimits) -> Any:
    """Return a compiled pattern for whole paths as UTF-8 bytes. Raises PATTERN_INVALID.

    `*` and `?` stay within a name, `**` covers any number of directories, `[ab]` and `[!ab]` are sets.
    """
    _check_length(pattern, limits)
    return _compile(f"^{_translate(pattern.removeprefix('./'))}$", pattern, _options())


def _options() -> Any:
    options = re2.Options()
    options.max_mem = _PROGRAM_BYTES
    options.log_errors = False
    return options


def _compile(expression: str, pattern: str, options: Any) -> Any:
    try:
        return re2.compile(expression.encode(), options=options)
    except (re2.error, UnicodeEncodeError) as error:
        detail = error.args[0] if error.args else ""
        text = detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
        raise _invalid(pattern, text[:120], text[:120]) from error


def _check_length(pattern: str, limits: WorkspaceLimits) -> None:
    if not pattern:
        raise _invalid("", "模式为空", "it is empty")
    if len(pattern) > limits.pattern_characters:
        most = limits.pattern_characters
        raise _invalid(pattern, f"超过 {most} 个字符", f"it has more than {most} characters")
    if "\0" in pattern or "\n" in pattern:
        raise _invalid(pattern, "含有换行或空字符", "it contains a line break or a null character")


def _invalid(pattern: str, zh: str, en: str) -> WorkspaceError:
    shown = pattern[:60]
    return WorkspaceError(
        Reason.PATTERN_INVALID,
        f"模式 {shown!r} 无效：{zh}。请使用 RE2 语法，或改为按字面搜索。",
        f"The pattern {shown!r} is invalid: {en}. Use RE2 syntax (no look-around, no back-references) or a literal.",
    )


def _translate(glob: str) -> str:
    expression, position = "", 0
    while position < len(glob):
        if glob.startswith("**/", position):
            expression, position = f"{expression}(?:.*/)?", position + 3
        elif glob.startswith("**", position):
            expression, position = f"{expression}.*", position + 2
        elif glob[position] == "*":
            expression, position = f"{expression}[^/]*", position + 1
        elif glob[position] == "?":
            expression, position = f"{expression}[^/]", position + 1
        elif glob[position] == "[" and (end := glob.find("]", position + 2)) > 0:
            chosen = glob[position + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            negated = chosen.startswith("!")
            expression += f"[^/{chosen[1:]}]" if negated else f"[{chosen.replace('^', chr(92) + '^')}]"
            position = end + 1
        else:
            expression, position = f"{expression}{re2.escape(glob[position])}", position + 1
    return expression
