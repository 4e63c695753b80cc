"""Notes and their statistics as tables for a terminal, and as plain lines for programs."""

from collections.abc import Iterable, Iterator, Sequence

from reflow.v1 import notes_pb2
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.common.contract.proto_values.enums import enum_name
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_KEY, _TITLE, _TOPIC = Text("名称", "key"), Text("标题", "title"), Text("主题", "topic")
_PUBLISHED, _TAGS, _BODY = Text("发布", "published"), Text("标签", "tags"), Text("正文", "text")
_LIKES, _COLLECTS, _COMMENTS = Text("赞", "likes"), Text("藏", "collects"), Text("评", "comments")
_QUESTIONS, _UNANSWERED = Text("回答", "answers"), Text("不回答", "does not answer")
_REVISION, _ENGAGEMENT = Text("版本", "revision"), Text("互动", "engagement")
_SIMILARITY, _NOTES, _SHARE = Text("相似", "match"), Text("篇", "notes"), Text("占比", "share")
_RELATED, _TAG, _GROWTH = Text("相关标签", "related"), Text("标签", "tag"), Text("增长", "growth")
_TREND, _PATTERN, _LIFT = Text("走势", "trend"), Text("写法", "pattern"), Text("倍数", "lift")
_COUNT = Text("共 {count} 篇笔记", "{count} notes")
_NO_NOTES = Text("没有符合的笔记。", "No note matches.")
_RISING, _FALLING, _LEADING = Text("上升", "Rising"), Text("下降", "Falling"), Text("使用最多", "Most used")

PATTERNS = {
    notes_pb2.TITLE_PATTERN_NUMBER: Text("带数字", "counts something"),
    notes_pb2.TITLE_PATTERN_QUESTION: Text("提问", "asks"),
    notes_pb2.TITLE_PATTERN_EXCLAMATION: Text("感叹", "exclaims"),
    notes_pb2.TITLE_PATTERN_EMOJI: Text("带表情", "has an emoji"),
    notes_pb2.TITLE_PATTERN_COLON: Text("带冒号", "has a colon"),
    notes_pb2.TITLE_PATTERN_SHORT: Text("短（12 字内）", "short"),
    notes_pb2.TITLE_PATTERN_MEDIUM: Text("中等长度", "of medium length"),
    notes_pb2.TITLE_PATTERN_LONG: Text("长（20 字以上）", "long"),
}
DIRECTIONS = {
    notes_pb2.TREND_DIRECTION_NEW: (Text("新", "new"), "cyan"),
    notes_pb2.TREND_DIRECTION_RISING: (Text("升", "rises"), "green"),
    notes_pb2.TREND_DIRECTION_STEADY: (Text("平", "steady"), "dim"),
    notes_pb2.TREND_DIRECTION_FALLING: (Text("降", "falls"), "red"),
}
BARS = " ▁▂▃▄▅▆▇█"
# Minimum width in columns for the tags.
WIDE = 100
MAX_KEY_WIDTH = 24
MAX_TOPIC_WIDTH = 10


def note_table(notes: Sequence[notes_pb2.Note], width: int, language: Language) -> Table:
    """Return *notes* as a table for *width* columns; titles are truncated, keys and days never."""
    table = _new_table(language)
    _add_fixed_column(table, _KEY.pick(language), [note.key for note in notes], "bold")
    _add_fixed_column(table, _PUBLISHED.pick(language), [note.published for note in notes], "dim")
    table.add_column(_TOPIC.pick(language), no_wrap=True, overflow="ellipsis", max_width=MAX_TOPIC_WIDTH)
    table.caption = _COUNT.pick(language).format(count=len(notes))
    table.add_column(_TITLE.pick(language), no_wrap=True, overflow="ellipsis", ratio=1)
    _add_number_column(table, _LIKES.pick(language))
    if width >= WIDE:
        table.add_column(_TAGS.pick(language), style="dim", no_wrap=True, overflow="ellipsis")
    for note in notes:
        more = (Styled(_format_tags(note.tags)),) if width >= WIDE else ()
        table.add_row(Styled(note.key), note.published, Styled(note.topic), Styled(note.title), f"{note.likes}", *more)
    return table


def match_table(matches: notes_pb2.SearchNotesResponse, width: int, language: Language) -> RenderableType:
    """Return the matches, best first."""
    if not matches.notes:
        return _NO_NOTES.pick(language)
    table = _new_table(language)
    _add_fixed_column(table, _SIMILARITY.pick(language), ["0.00"], "dim")
    _add_fixed_column(table, _KEY.pick(language), [one.note.key for one in matches.notes], "bold")
    _add_fixed_column(table, _PUBLISHED.pick(language), [one.note.published for one in matches.notes], "dim")
    table.add_column(_TITLE.pick(language), no_wrap=True, overflow="ellipsis", ratio=1)
    if width >= WIDE:
        table.add_column(_TAGS.pick(language), style="dim", no_wrap=True, overflow="ellipsis")
    for one in matches.notes:
        more = (Styled(_format_tags(one.note.tags)),) if width >= WIDE else ()
        title = Styled(one.note.title)
        table.add_row(f"{one.similarity:.2f}", Styled(one.note.key), one.note.published, title, *more)
    return table


def note_page(note: notes_pb2.Note, language: Language) -> Table:
    """Return all fields of *note*, one per row."""
    page = Table.grid(padding=(0, 2))
    page.add_column(style="dim", no_wrap=True)
    page.add_column(overflow="fold")
    engagement = (f"{_LIKES.pick(language)} {note.likes}", f"{_COLLECTS.pick(language)} {note.collects}")
    for label, value in (
        (_KEY, Styled(note.key, "bold")),
        (_TITLE, Styled(note.title)),
        (_TOPIC, Styled(note.topic)),
        (_PUBLISHED, Styled(note.published)),
        (_TAGS, Styled(_format_tags(note.tags))),
        (_BODY, Styled(note.body)),
        (_QUESTIONS, Styled("\n".join(note.questions))),
        (_UNANSWERED, Styled("\n".join(note.unanswered))),
        (_ENGAGEMENT, Styled(" · ".join((*engagement, f"{_COMMENTS.pick(language)} {note.comments}")))),
        (_REVISION, Styled(str(note.revision))),
    ):
        if value:
            page.add_row(label.pick(language), value)
    return page


def tags_table(statistics: notes_pb2.AnalyzeTopTagsResponse, language: Language) -> RenderableType:
    """Return tags with their counts."""
    if not statistics.tags:
        return _NO_NOTES.pick(language)
    table = _new_table(language, (_TAG, "bold"))
    for label in (_NOTES, _SHARE, _ENGAGEMENT):
        _add_number_column(table, label.pick(language))
    table.add_column(_RELATED.pick(language), style="dim")
    table.caption = _COUNT.pick(language).format(count=statistics.notes)
    for one in statistics.tags:
        table.add_row(
            Styled(one.tag),
            f"{one.notes}",
            f"{one.share:.0%}",
            f"{one.engagement:.0f}",
            Styled(_format_tags(one.beside)),
        )
    return table


def titles_page(ranking: notes_pb2.GetTopTitlesResponse, language: Language) -> RenderableType:
    """Return the best titles, and below them the engagement of each pattern of titles."""
    if not ranking.titles:
        return _NO_NOTES.pick(language)
    titles = _new_table(language)
    _add_number_column(titles, _ENGAGEMENT.pick(language))
    titles.add_column(_TITLE.pick(language), overflow="fold", ratio=1)
    titles.add_column(_PATTERN.pick(language), style="dim")
    for one in ranking.titles:
        names = " · ".join(_pattern_name(pattern, language) for pattern in one.patterns)
        titles.add_row(f"{one.engagement}", Styled(one.title), names)
    patterns = _new_table(language, (_PATTERN, "bold"))
    for label in (_NOTES, _SHARE, _ENGAGEMENT, _LIFT):
        _add_number_column(patterns, label.pick(language))
    patterns.caption = _COUNT.pick(language).format(count=ranking.notes)
    for row in ranking.patterns:
        name = _pattern_name(row.pattern, language)
        patterns.add_row(name, f"{row.notes}", f"{row.share:.0%}", f"{row.engagement:.0f}", f"x {row.lift:.2f}")
    return Group(titles, "", patterns)


def trends_page(report: notes_pb2.GetTrendReportResponse, language: Language) -> RenderableType:
    """Return the tags that rise and fall, each with a bar for every period."""
    if not report.spans:
        return _NO_NOTES.pick(language)
    notes = " ".join(f"{span.notes}" for span in report.spans)
    header = f"{report.spans[0].first_day} – {report.spans[-1].last_day} · {_NOTES.pick(language)} {notes}"
    parts: list[RenderableType] = [Styled(header, "dim")]
    for label, trends in ((_RISING, report.rising), (_FALLING, report.falling), (_LEADING, report.leading)):
        if trends:
            parts += ["", Styled(label.pick(language), "bold"), _trend_table(trends, language)]
    return Group(*parts)


def plain_note(note: notes_pb2.Note) -> str:
    """Return *note* as tab-separated fields: key, day, topic, title, tags, likes."""
    return _format_row(note.key, note.published, note.topic, note.title, _format_tags(note.tags), note.likes)


def plain_matches(matches: notes_pb2.SearchNotesResponse) -> Iterator[str]:
    """Return each note with its similarity in front."""
    return (f"{one.similarity:.2f}\t{plain_note(one.note)}" for one in matches.notes)


def plain_tags(statistics: notes_pb2.AnalyzeTopTagsResponse) -> Iterator[str]:
    """Return each tag: tag, notes, share, engagement, related tags."""
    for one in statistics.tags:
        yield _format_row(one.tag, one.notes, f"{one.share:.3f}", f"{one.engagement:.0f}", _format_tags(one.beside))


def plain_titles(ranking: notes_pb2.GetTopTitlesResponse) -> Iterator[str]:
    """Return each title: engagement, key, title; then each pattern: its name, notes, share, engagement, lift."""
    for one in ranking.titles:
        yield _format_row(one.engagement, one.key, one.title)
    for row in ranking.patterns:
        name = enum_name(notes_pb2.TitlePattern.DESCRIPTOR, row.pattern)
        yield _format_row(name, row.notes, f"{row.share:.3f}", f"{row.engagement:.0f}", f"{row.lift:.2f}")


def plain_trends(report: notes_pb2.GetTrendReportResponse) -> Iterator[str]:
    """Return each tag: list, tag, growth, counts by period."""
    for name, trends in (("rising", report.rising), ("falling", report.falling), ("leading", report.leading)):
        for one in trends:
            yield _format_row(name, one.tag, f"{one.growth:+.2f}", *one.counts)


def draw_bars(counts: Sequence[int]) -> str:
    """Return *counts* as bars, the greatest as a full block."""
    greatest = max(counts, default=0) or 1
    return "".join(BARS[-(-count * (len(BARS) - 1) // greatest)] for count in counts)


def _trend_table(trends: Iterable[notes_pb2.TagTrend], language: Language) -> Table:
    table = _new_table(language, (_TAG, "bold"), (_TREND, "cyan"))
    for label in (_NOTES, _GROWTH):
        _add_number_column(table, label.pick(language))
    table.add_column("")
    for one in trends:
        name, color = DIRECTIONS[one.direction]
        bar_text = Styled(draw_bars(one.counts))
        table.add_row(
            Styled(one.tag), bar_text, f"{one.notes}", f"{one.growth:+.0%}", Styled(name.pick(language), color)
        )
    return table


def _new_table(language: Language, *columns: tuple[Text, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", caption_justify="left")
    for label, style in columns:
        table.add_column(label.pick(language), style=style, no_wrap=True)
    return table


def _add_number_column(table: Table, label: str) -> None:
    table.add_column(label, justify="right", no_wrap=True)


def _add_fixed_column(table: Table, label: str, values: Iterable[str], style: str) -> None:
    """Add a column that is truncated only beyond `MAX_KEY_WIDTH`, after the titles."""
    widest = min(MAX_KEY_WIDTH, max(map(cell_len, values), default=0))
    table.add_column(label, style=style, no_wrap=True, min_width=widest)


def _pattern_name(pattern: "notes_pb2.TitlePattern.ValueType", language: Language) -> str:
    return PATTERNS[pattern].pick(language)


def _format_tags(tags: Iterable[str]) -> str:
    return " ".join(f"#{tag}" for tag in tags)


def _format_row(*fields: object) -> str:
    return "\t".join(to_one_line(str(field)) for field in fields)
