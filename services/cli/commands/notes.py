"""Commands of `reflow notes`. A command imports its implementation when it runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang, command_group
from services.common.contract.proto_values.enums import enum_number

Key = Annotated[str, typer.Argument(help="笔记的名称，如 travel_08。 The note's key.")]
Query = Annotated[str, typer.Option("--query", metavar="TEXT", help="只看与之相关的笔记。 Only notes about this.")]
Topic = Annotated[str, typer.Option(help="只看这个主题。 Notes of this topic.")]
Tag = Annotated[str, typer.Option(help="只看带这个标签的。 Notes with this tag.")]
Since = Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="从这一天起。 From this date.")]
Until = Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="到这一天止。 Until this date.")]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]

notes_app = command_group("笔记库：查看、导入、搜索、趋势。 The note library.")


class Period(StrEnum):
    """Length of a period of a trend report."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


@notes_app.command("list", help="列出笔记。 List notes.")
def list_command(
    topic: Topic = "",
    tag: Tag = "",
    since: Since = "",
    until: Until = "",
    as_json: Annotated[bool, typer.Option("--json", help="每行一篇，可再导入。 One per line, as for import.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print notes, by key."""
    from reflow.v1 import notes_pb2

    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    criteria = notes_pb2.NoteFilter(topic=topic, tag=tag, since=since, until=until)
    return execute(lambda language: Notes(data, language).list_matching(criteria, as_json=as_json), lang)


@notes_app.command("show", help="查看一篇笔记。 Show one note.")
def show_command(key: Key, data: Data = None, lang: Lang = None) -> int:
    """Print one note."""
    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    return execute(lambda language: Notes(data, language).get(key), lang)


@notes_app.command("add", help="添加或修改一篇笔记。 Add a note, or change it.")
def add_command(
    key: Annotated[str, typer.Argument(help="名称：小写字母、数字、下划线。 Lower case, digits, _.")] = "",
    title: Annotated[str, typer.Option(help="标题。 Title.")] = "",
    body: Annotated[str, typer.Option(help="正文。 Text.")] = "",
    topic: Annotated[str, typer.Option(help="主题，如 旅行。 Topic.")] = "",
    published: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="发布日期。 Date of publication.")] = "",
    tag: Annotated[list[str] | None, typer.Option(help="标签，可重复。 A tag, repeatable.")] = None,
    likes: Annotated[int, typer.Option(help="点赞数。 Likes.")] = 0,
    collects: Annotated[int, typer.Option(help="收藏数。 Number of collects.")] = 0,
    comments: Annotated[int, typer.Option(help="评论数。 Comments.")] = 0,
    file: Annotated[Path | None, typer.Option(metavar="F", help="改用 JSON 文件。 A JSON file instead.")] = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store one note, described by options or by a file."""
    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    fields: dict[str, object] = {
        "key": key,
        "title": title,
        "body": body,
        "topic": topic,
        "published": published,
        "tags": tag or [],
        "likes": likes,
        "collects": collects,
        "comments": comments,
    }
    return execute(
        lambda language: Notes(data, language).put_file(file) if file else Notes(data, language).put(fields), lang
    )


@notes_app.command("import", help="从 JSON Lines 文件导入。 Import a JSON Lines file.")
def import_command(
    file: Annotated[Path, typer.Argument(help="每行一篇笔记；- 为标准输入。 One note per line; - for stdin.")],
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store all notes of a file, or none."""
    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    return execute(lambda language: Notes(data, language).import_file(file), lang)


@notes_app.command("remove", help="删除一篇笔记。 Remove a note.")
def remove_command(key: Key, data: Data = None, lang: Lang = None) -> int:
    """Remove one note."""
    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    return execute(lambda language: Notes(data, language).remove(key), lang)


@notes_app.command("search", help="搜索笔记。 Find notes.")
def search_command(
    query: Annotated[str, typer.Argument(help="搜索内容：一句话、标题或标签。 The query.")],
    count: Annotated[int, typer.Option(min=1, max=50, help="最多几篇。 Maximum number.")] = 10,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the notes that match, best first."""
    from reflow.v1 import notes_pb2

    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    request = notes_pb2.SearchNotesRequest(query=query, limit=count)
    return execute(lambda language: Notes(data, language).search(request, as_json=as_json), lang)


@notes_app.command("tags", help="使用最多的标签。 The tags used most.")
def tags_command(
    query: Query = "",
    topic: Topic = "",
    since: Since = "",
    until: Until = "",
    count: Annotated[int, typer.Option(min=1, max=100, help="最多几个。 Maximum number.")] = 20,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print tags with their counts."""
    from reflow.v1 import notes_pb2

    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    criteria = notes_pb2.NoteFilter(topic=topic, since=since, until=until)
    request = notes_pb2.AnalyzeTopTagsRequest(query=query, filter=criteria, limit=count)
    return execute(lambda language: Notes(data, language).print_tags(request, as_json=as_json), lang)


@notes_app.command("titles", help="最受欢迎的标题及其写法。 The best titles and their patterns.")
def titles_command(
    query: Query = "",
    topic: Topic = "",
    tag: Tag = "",
    since: Since = "",
    until: Until = "",
    count: Annotated[int, typer.Option(min=1, max=50, help="最多几个。 Maximum number.")] = 10,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the best titles and their patterns."""
    from reflow.v1 import notes_pb2

    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    criteria = notes_pb2.NoteFilter(topic=topic, tag=tag, since=since, until=until)
    request = notes_pb2.GetTopTitlesRequest(query=query, filter=criteria, limit=count)
    return execute(lambda language: Notes(data, language).print_titles(request, as_json=as_json), lang)


@notes_app.command("trends", help="上升和下降的标签。 Tags that rise and fall.")
def trends_command(
    period: Annotated[Period, typer.Option(help="每期的长度。 Length of a period.")] = Period.MONTH,
    periods: Annotated[int, typer.Option(min=1, max=53, help="期数。 Number of periods.")] = 6,
    until: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="最后一天，默认为最新一篇。 The last day.")] = "",
    topic: Topic = "",
    tag: Annotated[list[str] | None, typer.Option(help="只看这些标签，可重复。 These tags, repeatable.")] = None,
    count: Annotated[int, typer.Option(min=1, max=50, help="每栏最多几个。 Maximum number in each list.")] = 10,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print a trend report."""
    from reflow.v1 import notes_pb2

    from services.cli.execution import execute
    from services.cli.resources.notes import Notes

    request = notes_pb2.GetTrendReportRequest(
        period=enum_number(notes_pb2.TrendPeriod.DESCRIPTOR, period.name),
        periods=periods,
        until=until,
        topic=topic,
        tags=tag or [],
        limit=count,
    )
    return execute(lambda language: Notes(data, language).print_trends(request, as_json=as_json), lang)
