"""Prompts and templates in a terminal and for other programs."""

import io
from datetime import UTC, datetime

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import note_workflow_pb2, prompts_pb2
from rich.cells import cell_len
from rich.console import Console, RenderableType

from services.cli.resources.prompt_table import plain_prompt, plain_versions, prompt_page, prompt_table
from services.cli.resources.template_table import TYPES, plain_template, template_page, template_table
from services.common.text.language import Language
from services.rag.domain.template import CONTENT_TYPES

SAVED = Timestamp()
SAVED.FromDatetime(datetime(2026, 4, 11, 9, 30, tzinfo=UTC))
PROMPT = prompts_pb2.Prompt(
    name="note-writer", purpose="写作要求 / instructions", active=1, versions=[
        prompts_pb2.SavedPrompt(version=2, text="[bold]长\n一点", created_at=SAVED),
        prompts_pb2.SavedPrompt(version=1, text="短一点", created_at=SAVED),
    ],
)  # fmt: skip
TEMPLATE = note_workflow_pb2.NoteTemplate(
    key="recommend-budget", revision=3, locale="zh", name="按预算挑", content_type="recommendation",
    topics=["平价", "好物"] * 20, titles=["{topic}怎么挑？" * 6], openings=["[red]开头"],
    sections=[note_workflow_pb2.TemplateSection(heading="先算", sentences=["一。" * 60, "二。"])], closings=["再见。"],
)  # fmt: skip


def printed(renderable: RenderableType, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_of_templates_fits_the_terminal_and_never_truncates_keys_languages_or_types(
    width: int, language: Language
) -> None:
    table = printed(template_table([TEMPLATE], width, language), width)
    assert "recommend-budget" in table and "zh" in table and TYPES["recommendation"].pick(language) in table
    assert max(map(cell_len, table.splitlines())) <= width


def test_the_page_of_a_template_is_complete_and_ignores_markup_in_it() -> None:
    page = printed(template_page(TEMPLATE, Language.ENGLISH), 80)
    assert page.count("一") == 60 and "[red]开头" in page and "revision 3" in page


def test_every_content_type_has_a_name() -> None:
    assert set(TYPES) == {*CONTENT_TYPES, ""}


def test_an_empty_list_of_templates_is_a_message() -> None:
    assert "没有" in printed(template_table([], 80, Language.CHINESE), 80)


def test_the_page_of_a_prompt_has_the_score_of_the_active_version_and_ignores_markup_in_a_text() -> None:
    page = printed(prompt_page(PROMPT, Language.CHINESE), 80)
    assert "[bold]长\n一点" in page and page.count("●") == 1
    assert page.index("第 2 版") < page.index("●")


def test_the_page_of_a_prompt_without_versions_names_the_command_that_saves_one() -> None:
    page = printed(prompt_page(prompts_pb2.Prompt(name="note-writer"), Language.ENGLISH), 200)
    assert "reflow prompts save note-writer" in page
    assert "own" in printed(prompt_table([prompts_pb2.Prompt(name="note-writer")], Language.ENGLISH), 80)


def test_a_plain_row_has_one_field_per_column() -> None:
    assert plain_prompt(PROMPT).split("\t") == ["note-writer", "1", "写作要求 / instructions"]
    assert [line.split("\t")[:2] for line in plain_versions(PROMPT)] == [["2", ""], ["1", "*"]]
    assert all("\n" not in line for line in plain_versions(PROMPT))
    assert plain_template(TEMPLATE).split("\t")[:4] == ["recommend-budget", "zh", "recommendation", "按预算挑"]
