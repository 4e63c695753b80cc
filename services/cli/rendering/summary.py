"""Summary of a finished run: the reply, possible improvements, and the next command."""

from collections.abc import Iterator

from rich.text import Text as Styled

from services.cli.rendering import texts
from services.cli.rendering.view import RunView
from services.common.text.language import Language
from services.common.text.sanitization import to_one_line


def summary_lines(view: RunView, go_on: str, language: Language) -> Iterator[Styled]:
    """Yield the lines before the path of the result; *go_on* is the command to continue, "" for none."""
    yield Styled()
    if view.message:
        yield Styled(view.message, "bold green")
    note = view.progress.note
    if note is not None:
        yield from (Styled(to_one_line(remark), "yellow") for remark in note.remarks)
        yield from (
            Styled(texts.format_missing(plan.purpose or plan.subject, language), "yellow") for plan in note.missing
        )
        improvements = tuple(map(to_one_line, note.verdict.suggestions))
        yield from _format_list(texts.IMPROVEMENTS.pick(language), improvements)
    yield from _format_list(texts.SUGGESTIONS.pick(language), view.suggestions)
    if view.usage:
        yield Styled(texts.format_usage(view.usage, language), "dim")
    if go_on:
        yield Styled(texts.CONTINUE_WITH.pick(language), "dim")
        yield Styled(f"  {go_on}", "cyan")


def _format_list(label: str, parts: tuple[str, ...]) -> Iterator[Styled]:
    if parts:
        yield Styled.assemble((f"{label} ", "dim"), " · ".join(parts))
