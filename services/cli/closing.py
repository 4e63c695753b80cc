"""What is said once the work is there: the reply, what could be better, and how to go on."""

from collections.abc import Iterator

from rich.text import Text as Styled

from services.cli import wording
from services.cli.failing import one_line
from services.cli.view import RunView
from services.common.language import Language


def closing_lines(view: RunView, go_on: str, language: Language) -> Iterator[Styled]:
    """Yield the lines before the path of what was made; *go_on* is the command that acts on it, "" for none."""
    yield Styled()
    if view.message:
        yield Styled(view.message, "bold green")
    note = view.making.note
    if note is not None:
        yield from (Styled(one_line(remark), "yellow") for remark in note.remarks)
        yield from (Styled(wording.missing(plan.purpose or plan.subject, language), "yellow") for plan in note.missing)
        improvements = tuple(map(one_line, note.verdict.suggestions))
        yield from _listed(wording.IMPROVEMENTS.pick(language), improvements)
    yield from _listed(wording.SUGGESTIONS.pick(language), view.suggestions)
    if view.usage:
        yield Styled(wording.used(view.usage, language), "dim")
    if go_on:
        yield Styled(wording.GO_ON.pick(language), "dim")
        yield Styled(f"  {go_on}", "cyan")


def _listed(what: str, parts: tuple[str, ...]) -> Iterator[Styled]:
    if parts:
        yield Styled.assemble((f"{what} ", "dim"), " · ".join(parts))
