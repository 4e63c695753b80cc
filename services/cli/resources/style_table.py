"""Styles as tables for a terminal, and as plain lines for programs."""

from collections.abc import Iterable, Sequence

from reflow.v1 import knowledge_pb2
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text as Styled

from services.common.text.language import Language, Text

_KEY = Text("名称", "key")
_CHINESE = Text("中文", "Chinese")
_ENGLISH = Text("英文", "English")
_MEDIUM = Text("画法", "medium")
_PALETTE = Text("配色", "palette")
_ALIASES = Text("别名", "aliases")
_TAGS = Text("标签", "tags")
_PROMPT_ZH = Text("中文提示词", "Chinese prompt")
_PROMPT = Text("提示词", "prompt")
_REVISION = Text("版本", "revision")
_COUNT = Text("共 {count} 个风格", "{count} styles")

# Six colors of two columns each.
SWATCHES_WIDTH = 12
MAX_NAME_WIDTH = 24
# From this width on there is space for the medium.
WIDE = 100


def style_table(styles: Sequence[knowledge_pb2.Style], width: int, language: Language) -> Table:
    """Return *styles* as a table for *width* columns, each palette as swatches."""
    table = Table(box=None, pad_edge=False, header_style="dim", caption_justify="left")
    table.caption = _COUNT.pick(language).format(count=len(styles))
    table.add_column(_KEY.pick(language), style="bold", no_wrap=True, min_width=_widest(style.key for style in styles))
    table.add_column(_PALETTE.pick(language), no_wrap=True, min_width=SWATCHES_WIDTH)
    table.add_column(_CHINESE.pick(language), no_wrap=True, min_width=_widest(style.name_zh for style in styles))
    table.add_column(_ENGLISH.pick(language), no_wrap=True, overflow="ellipsis")
    if width >= WIDE:
        table.add_column(_MEDIUM.pick(language), style="dim", no_wrap=True)
    for style in styles:
        row = (Styled(style.key), render_swatches(style.look.palette), Styled(style.name_zh), Styled(style.name_en))
        table.add_row(*row, *((Styled(style.look.medium),) if width >= WIDE else ()))
    return table


def _widest(texts: Iterable[str]) -> int:
    """Return the width of the widest of *texts*, at most `MAX_NAME_WIDTH`."""
    return min(MAX_NAME_WIDTH, max(map(cell_len, texts), default=0))


def style_page(style: knowledge_pb2.Style, language: Language) -> Table:
    """Return everything about *style*, one field a row."""
    page = Table.grid(padding=(0, 2))
    page.add_column(style="dim", no_wrap=True)
    page.add_column(overflow="fold")
    rows: tuple[tuple[Text, str | Styled], ...] = (
        (_KEY, Styled(style.key, "bold")),
        (_CHINESE, style.name_zh),
        (_ENGLISH, style.name_en),
        (_ALIASES, " · ".join(style.aliases)),
        (_MEDIUM, style.look.medium),
        (_PALETTE, Styled(" ").join((Styled(" ".join(style.look.palette)), render_swatches(style.look.palette)))),
        (_PROMPT_ZH, style.prompt_zh),
        (_PROMPT, style.prompt),
        (_TAGS, " · ".join(style.tags)),
        (_REVISION, str(style.revision)),
    )
    for label, value in rows:
        if value:
            page.add_row(label.pick(language), value if isinstance(value, Styled) else Styled(value))
    return page


def render_swatches(palette: Iterable[str]) -> Styled:
    """Return *palette* ('#rrggbb') as patches of color."""
    return Styled.assemble(*(("  ", f"on {color}") for color in palette))


def plain_style(style: knowledge_pb2.Style) -> str:
    """Return *style* as tab-separated fields: key, names, medium, palette."""
    return "\t".join((style.key, style.name_zh, style.name_en, style.look.medium, " ".join(style.look.palette)))
