"""`reflow notes` from the outside, with a running system."""

import json

from tests.fixtures.systems.command_line import CommandLine


def test_notes_that_are_listed_can_be_imported_again_and_a_wrong_line_is_named(joined: CommandLine) -> None:
    listed = joined.reflow("notes", "list", "--json")
    assert listed.status == 0 and len(listed.events) >= 220
    again = joined.reflow("notes", "import", "-", stdin="\n".join(listed.out[:3]))
    assert (again.status, again.out) == (0, ["已导入 3 篇笔记。"])
    broken = joined.reflow("notes", "import", "-", stdin=f"{listed.out[0]}\n{{\n")
    assert (broken.status, len(broken.err)) == (2, 1) and "第 2 行" in broken.err[0]


def test_a_note_is_added_found_by_its_tag_shown_and_removed(joined: CommandLine) -> None:
    described = ("--title", "湖边吹口琴", "--body", "风很轻。", "--topic", "旅行", "--published", "2026-04-11")
    added = joined.reflow("notes", "add", "mine", *described, "--tag", "#口琴")
    assert (added.status, added.out) == (0, ["已保存笔记 mine（第 1 版）。"])
    assert joined.reflow("notes", "search", "口琴").out[0].startswith("1.00\tmine\t2026-04-11")
    assert "风很轻。" in "\n".join(joined.reflow("notes", "show", "mine").out)
    assert joined.reflow("notes", "remove", "mine").status == 0
    gone = joined.reflow("notes", "show", "mine")
    assert (gone.status, gone.out, len(gone.err)) == (2, [], 1)


def test_tags_titles_and_trends_are_printed_as_lines_and_as_json(joined: CommandLine) -> None:
    for figure, field in (("tags", "tags"), ("titles", "patterns"), ("trends", "rising")):
        assert joined.reflow("notes", figure).out
        (line,) = joined.reflow("notes", figure, "--json").out
        assert json.loads(line)[field]
