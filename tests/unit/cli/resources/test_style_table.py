"""Styles in a terminal and for other programs."""

import io

import pytest
from reflow.v1 import knowledge_pb2, rag_pb2
from rich.cells import cell_len
from rich.console import Console, RenderableType

from services.cli.resources.style_table import plain_style, style_page, style_table
from services.common.text.language import Language

LOOK = rag_pb2.Look(medium="ink_wash", palette=["#f4efe4", "#c9c6bd", "#2a2a2c", "#b3352b"])
INK = knowledge_pb2.Style(
    key="abstract_expressionism", name_zh="水墨画", name_en="Ink Wash, as it is painted on the finest of papers",
    aliases=["[bold]国画"], prompt="black ink on paper", prompt_zh="宣纸上浓淡相生的墨色，" * 10, look=LOOK, revision=3,
)  # fmt: skip


def printed(renderable: RenderableType, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits_the_terminal_and_never_truncates_keys_swatches_or_chinese_names(width: int) -> None:
    table = printed(style_table([INK], width, Language.CHINESE), width)
    assert "abstract_expressionism" in table and "水墨画" in table
    assert max(map(cell_len, table.splitlines())) <= width


def test_the_page_has_the_whole_prompt_and_ignores_markup_in_a_style() -> None:
    page = printed(style_page(INK, Language.ENGLISH), 80)
    assert page.count("浓") == 10 and "[bold]国画" in page and "#b3352b" in page


def test_a_plain_style_has_one_field_per_column() -> None:
    assert plain_style(INK).split("\t")[0::3] == ["abstract_expressionism", "ink_wash"]
