"""Templates of notes as people see them in a terminal, and as lines for other programs."""

from collections.abc import Sequence

from reflow.v1 import creations_pb2
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli.failing import one_line
from services.common.language import Language, Text

_KEY, _LOCALE, _NAME = Text("名称", "key"), Text("语言", "lang"), Text("叫法", "name")
_TYPE, _TITLE, _TOPICS = Text("类型", "type"), Text("标题示例", "a title"), Text("适合主题", "topics")
_TITLES, _OPENINGS = Text("标题", "titles"), Text("开头", "openings")
_CLOSINGS, _REVISION = Text("结尾", "closings"), Text("版本", "revision")
_COUNT = Text("共 {count} 个模板", "{count} templates")
_NOTHING = Text("没有符合的模板。", "No template fits.")
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
LONGEST_KEY, LONGEST_NAME = 24, 24
# What a title needs to be told from another; topics have what titles leave.
LEAST_TITLE, MOST_TITLE = 16, 44


def template_table(templates: Sequence[creations_pb2.NoteTemplate], width: int, language: Language) -> RenderableType:
    """Return *templates* as a table for a terminal of *width* columns; names, titles and topics give way to keys."""
    if not templates:
        return _NOTHING.pick(language)
    columns = [
        (_KEY, [one.key for one in templates], "bold", LONGEST_KEY),
        (_LOCALE, [one.locale for one in templates], "dim", LONGEST_KEY),
        (_TYPE, [_type(one, language) for one in templates], "", LONGEST_KEY),
        (_NAME, [one.name for one in templates], "", LONGEST_NAME),
    ]
    widths = [_widest(label.pick(language), values, longest) for label, values, _, longest in columns]
    if width - _taken(widths) < LEAST_TITLE:
        columns.pop()
        widths.pop()
    title = max(1, min(MOST_TITLE, width - _taken(widths)))
    columns.append((_TITLE, [one.titles[0] for one in templates], "", title))
    widths.append(title)
    if width - _taken(widths) >= LEAST_TITLE:
        columns.append((_TOPICS, [" ".join(one.topics) or _ANY.pick(language) for one in templates], "dim", width))
        widths.append(width - _taken(widths))
    table = Table(box=None, pad_edge=False, header_style="dim", caption_justify="left")
    table.caption = _COUNT.pick(language).format(count=len(templates))
    for (label, _, style, _), wide in zip(columns, widths, strict=True):
        table.add_column(label.pick(language), style=style, no_wrap=True, overflow="ellipsis", width=wide)
    for row in zip(*(values for _, values, _, _ in columns), strict=True):
        table.add_row(*map(Styled, row))
    return table


def template_page(template: creations_pb2.NoteTemplate, language: Language) -> RenderableType:
    """Return everything *template* says, as a note goes through it."""
    about = " ".join(template.topics) or _ANY.pick(language)
    head = Styled.assemble((template.key, "bold"), f"  {template.name}")
    facts = (
        f"{_LOCALE.pick(language)} {template.locale} · {_TYPE.pick(language)} {_type(template, language)} · "
        f"{_REVISION.pick(language)} {template.revision} · {_TOPICS.pick(language)} {about}"
    )
    parts: list[RenderableType] = [head, Styled(facts, "dim")]
    blocks = [
        (_TITLES.pick(language), template.titles),
        (_OPENINGS.pick(language), template.openings),
        *((one.heading, one.sentences) for one in template.sections),
        (_CLOSINGS.pick(language), template.closings),
    ]
    for heading, lines in blocks:
        parts += ["", Styled(heading, "bold"), _bullets(lines)]
    return Group(*parts, "")


def plain_template(template: creations_pb2.NoteTemplate) -> str:
    """Return *template* as tab-separated fields: key, locale, content type, name, topics, first title."""
    fields = (
        template.key,
        template.locale,
        template.content_type,
        template.name,
        " ".join(template.topics),
        template.titles[0],
    )
    return "\t".join(map(one_line, fields))


def _widest(label: str, values: Sequence[str], longest: int) -> int:
    return min(longest, max(map(cell_len, (label, *values))))


def _taken(widths: Sequence[int]) -> int:
    """Return the columns taken by so many fields and the gap behind each."""
    return sum(widths) + GAP * len(widths)


def _type(template: creations_pb2.NoteTemplate, language: Language) -> str:
    return TYPES[template.content_type].pick(language)


def _bullets(lines: Sequence[str]) -> Table:
    """Return *lines*, each with a bullet that its further lines stand clear of."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row("·", Styled(line))
    return grid
