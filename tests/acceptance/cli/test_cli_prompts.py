"""`reflow prompts` and `reflow templates` from the outside, with a running system."""

import json
from pathlib import Path

import pytest

from services.common.contract.prompts import PromptName
from tests.fixtures.systems.command_line import CommandLine


def test_a_prompt_is_saved_shown_switched_back_and_deactivated(joined: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "prompt.txt"
    file.write_text("多用短句。\r\n不要感叹号。\r\n")
    listed = [line.split("\t")[:2] for line in joined.reflow("prompts", "list").out]
    assert listed == [[name, "0"] for name in sorted(PromptName)]
    saved = joined.reflow("prompts", "save", "note-writer", "--file", str(file))
    assert (saved.status, saved.out) == (0, ["提示词 note-writer 现在用第 1 版。"])
    assert "没有变化" in joined.reflow("prompts", "save", "note-writer", "--file", str(file)).out[0]
    assert joined.reflow("prompts", "save", "note-writer", "--file", "-", stdin="写长一点。").status == 0
    assert joined.reflow("prompts", "use", "note-writer", "1").status == 0
    assert joined.reflow("prompts", "show", "note-writer", "--version", "1").out == ["多用短句。", "不要感叹号。"]
    (shown,) = joined.reflow("prompts", "show", "note-writer", "--json").events
    assert (shown["active"], [one["version"] for one in shown["versions"]]) == (1, [2, 1])
    assert joined.reflow("prompts", "use", "note-writer", "0").status == 0
    assert {one["active"] for one in joined.reflow("prompts", "list", "--json").events} == {0}


@pytest.mark.parametrize(
    "arguments",
    [
        ("prompts", "show", "nobody"),
        ("prompts", "save", "note-writer"),
        ("prompts", "use", "note-writer", "99"),
        ("prompts", "show", "note-writer", "--version", "99"),
        ("templates", "remove", "nothing"),
        ("templates", "remove", "guide-start"),
        ("templates", "recommend", "露营", "--type", "poem"),
    ],
)
def test_an_invalid_request_is_reported_in_one_line_with_status_2(
    joined: CommandLine, arguments: tuple[str, ...]
) -> None:
    ended = joined.reflow(*arguments)
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)


def test_templates_that_are_listed_can_be_imported_again_and_a_wrong_line_is_named(joined: CommandLine) -> None:
    listed = joined.reflow("templates", "list", "--locale", "zh", "--json")
    assert listed.status == 0 and len(listed.events) >= 12
    again = joined.reflow("templates", "import", "-", stdin="\n".join(listed.out[:3]))
    assert (again.status, again.out) == (0, ["已导入 3 个模板。"])
    broken = joined.reflow("templates", "import", "-", stdin=f"{listed.out[0]}\n{{\n")
    assert (broken.status, len(broken.err)) == (2, 1) and "第 2 行" in broken.err[0]


def test_a_template_is_added_recommended_shown_and_removed(joined: CommandLine) -> None:
    described = {
        "key": "guide-lake",
        "locale": "zh",
        "name": "湖边攻略",
        "content_type": "guide",
        "topics": ["湖边口琴"],
        "titles": ["{topic}，慢慢来"],
        "openings": ["风很轻。"],
        "sections": [{"heading": "先坐下", "sentences": ["听一会儿水声。"]}],
        "closings": ["你也试试。"],
    }
    added = joined.reflow("templates", "add", "-", stdin=json.dumps(described))
    assert (added.status, added.out) == (0, ["已保存模板 guide-lake（zh，第 1 版）。"])
    fitting = joined.reflow("templates", "recommend", "湖边口琴", "--type", "guide")
    assert fitting.out[0].startswith("guide-lake\tzh\tguide")
    assert "听一会儿水声。" in "\n".join(joined.reflow("templates", "show", "guide-lake").out)
    wrong = joined.reflow("templates", "add", "-", stdin=json.dumps(described | {"titles": ["{price}"]}))
    assert (wrong.status, len(wrong.err)) == (2, 1) and "titles" in wrong.err[0]
    assert joined.reflow("templates", "remove", "guide-lake").status == 0
    assert joined.reflow("templates", "show", "guide-lake").status == 2
