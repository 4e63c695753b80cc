"""What is said once the picture is there: the reply, what could be better, and how to go on."""

from collections.abc import Iterator

from rich.text import Text as Styled

from services.cli import wording
from services.cli.view import RunView
from services.common.language import Language


def closing_lines(view: RunView, go_on: str, language: Language) -> Iterator[Styled]:
    """Yield the lines before the picture's path; *go_on* is the command that acts on it."""
    yield Styled()
    if view.message:
        yield Styled(view.message, "bold green")
    if view.suggestions:
        yield Styled.assemble((f"{wording.SUGGESTIONS.pick(language)} ", "dim"), " · ".join(view.suggestions))
    if view.usage:
        yield Styled(wording.used(view.usage, language), "dim")
    yield Styled(wording.GO_ON.pick(language), "dim")
    yield Styled(f"  {go_on}", "cyan")
