"""Templates of notes as tables for a terminal, and as plain lines for programs."""

from collections.abc import Sequence

from reflow.v1 import note_workflow_pb2
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_KEY, _LOCALE, _NAME = Text("名称", "key"), Text("语言", "lang"), Text("显示名", "name")
_TYPE, _TITLE, _TOPICS = Text("类型", "type"), Text("标题示例", "a title"), Text("适合主题", "topics")
_TITLES, _OPENINGS = Text("标题", "titles"), Text("开头", "openings")
_CLOSINGS, _REVISION = Text("结尾", "closings"), Text("版本", "revision")
_COUNT = Text("共 {count} 个模板", "{count} templates")
_NO_TEMPLATES = Text("没有符合的模板。", "No template matches.")
_ANY = Text("不限", "any")
TYPES = {
    "guide": Text("攻略", "guide"),
    "review": Text("测评", "review"),
    "tutorial": Text("教程", "tutorial"),
    "list": Text("清单", "list"),
    "story": Text("故事", "story"),
    "recommendation": Text("推荐", "recommendation"),
    "": _ANY,
}
GAP = 2
MAX_KEY_WIDTH, MAX_NAME_WIDTH = 24, 24
# The width that distinguishes a title from another; topics take what titles leave.
MIN_TITLE_WIDTH, MAX_TITLE_WIDTH = 16, 44


def template_table(
    templates: Sequence[note_workflow_pb2.NoteTemplate], width: int, language: Language
) -> RenderableType:
    """Return *templates* as a table for *width* columns; names, titles and topics are truncated before keys."""
    if not templates:
        return _NO_TEMPLATES.pick(language)
    columns = [
        (_KEY, [one.key for one in templates], "bold", MAX_KEY_WIDTH),
        (_LOCALE, [one.locale for one in templates], "dim", MAX_KEY_WIDTH),
        (_TYPE, [_type_name(one, language) for one in templates], "", MAX_KEY_WIDTH),
        (_NAME, [one.name for one in templates], "", MAX_NAME_WIDTH),
    ]
    widths = [_widest(label.pick(language), values, longest) for label, values, _, longest in columns]
    if width - _total_width(widths) < MIN_TITLE_WIDTH:
        columns.pop()
        widths.pop()
    title = max(1, min(MAX_TITLE_WIDTH, width - _total_width(widths)))
    columns.append((_TITLE, [one.titles[0] for one in templates], "", title))
    widths.append(title)
    if width - _total_width(widths) >= MIN_TITLE_WIDTH:
        columns.append((_TOPICS, [" ".join(one.topics) or _ANY.pick(language) for one in templates], "dim", width))
        widths.append(width - _total_width(widths))
    table = Table(box=None, pad_edge=False, header_style="dim", caption_justify="left")
    table.caption = _COUNT.pick(language).format(count=len(templates))
    for (label, _, style, _), wide in zip(columns, widths, strict=True):
        table.add_column(label.pick(language), style=style, no_wrap=True, overflow="ellipsis", width=wide)
    for row in zip(*(values for _, values, _, _ in columns), strict=True):
        table.add_row(*map(Styled, row))
    return table


def template_page(template: note_workflow_pb2.NoteTemplate, language: Language) -> RenderableType:
    """Return the whole *template*, in the order of a note."""
    about = " ".join(template.topics) or _ANY.pick(language)
    head = Styled.assemble((template.key, "bold"), f"  {template.name}")
    summary = (
        f"{_LOCALE.pick(language)} {template.locale} · {_TYPE.pick(language)} {_type_name(template, language)} · "
        f"{_REVISION.pick(language)} {template.revision} · {_TOPICS.pick(language)} {about}"
    )
    parts: list[RenderableType] = [head, Styled(summary, "dim")]
    blocks = [
        (_TITLES.pick(language), template.titles),
        (_OPENINGS.pick(language), template.openings),
        *((one.heading, one.sentences) for one in template.sections),
        (_CLOSINGS.pick(language), template.closings),
    ]
    for heading, lines in blocks:
        parts += ["", Styled(heading, "bold"), _bullets(lines)]
    return Group(*parts, "")


def plain_template(template: note_workflow_pb2.NoteTemplate) -> str:
    """Return *template* as tab-separated fields: key, locale, content type, name, topics, first title."""
    fields = (
        template.key,
        template.locale,
        template.content_type,
        template.name,
        " ".join(template.topics),
        template.titles[0],
    )
    return "\t".join(map(to_one_line, fields))


def _widest(label: str, values: Sequence[str], longest: int) -> int:
    return min(longest, max(map(cell_len, (label, *values))))


def _total_width(widths: Sequence[int]) -> int:
    """Return the total width of the columns and the gap after each."""
    return sum(widths) + GAP * len(widths)


def _type_name(template: note_workflow_pb2.NoteTemplate, language: Language) -> str:
    return TYPES[template.content_type].pick(language)


def _bullets(lines: Sequence[str]) -> Table:
    """Return *lines*, each with a bullet and indented."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row("·", Styled(line))
    return grid
