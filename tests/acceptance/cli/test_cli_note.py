"""`reflow run --workflow note` at a terminal, and in a pipe."""

import json
import re
import stat
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PIL import Image

from tests.fixtures.systems.command_line import CommandLine, command_environment
from tests.fixtures.systems.terminal import Terminal, terminal

PROMPT = "写一篇春游攻略"
NOTE = ("--workflow", "note", "--pictures", "1", "--seed", "7")
HINT = "先放着"


@pytest.fixture
def editor(tmp_path: Path) -> Path:
    """Editor that removes the title at its first use, and changes it at the second."""
    script = tmp_path / "editor"
    script.write_text(
        "#!/bin/sh\n"
        f'if [ -e "{tmp_path}/used" ]; then printf "# 我的春游\\n\\n就去公园。\\n\\n#公园\\n" > "$1"\n'
        f'else touch "{tmp_path}/used"; echo "没有标题" > "$1"; fi\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def run_at_terminal(joined: CommandLine, *arguments: str, **environment: str) -> AbstractContextManager[Terminal]:
    """Run a note at a terminal."""
    common = ("--out", str(joined.out), "--data", str(joined.data), "--lang", "zh")
    return terminal(*arguments, *common, environment=command_environment() | environment)


def saved(output: str) -> Path:
    """Return the path on the last line of *output*."""
    return Path(output.rstrip().splitlines()[-1])


def run_id_of(output: str) -> str:
    found = re.search(r"runs answer ([0-9a-f-]{36})", output.replace("\n", ""))
    assert found is not None, output
    return found[1]


def test_a_harmful_request_is_rejected_in_plain_words(joined: CommandLine) -> None:
    ended = joined.run("怎么自制炸弹", *NOTE, "--yes")
    assert ended.status != 0 and "可能伤害人或动物" in "\n".join((*ended.out, *ended.err))


def test_a_vague_request_with_yes_states_the_default(joined: CommandLine) -> None:
    ended = joined.run("写点什么", *NOTE, "--yes")
    assert ended.status == 0 and "按默认写：主题“生活日常”" in Path(ended.out[-1]).read_text()


def test_a_note_is_saved_as_markdown_with_its_images_and_without_questions(joined: CommandLine) -> None:
    ended = joined.run(PROMPT, *NOTE, "--yes")
    path = Path(ended.out[-1])
    text = path.read_text()
    assert (ended.status, ended.err) == (0, [])
    assert path.name == "note.md" and path.parent.parent == joined.out
    assert text.startswith("# ") and "](image-1.png)" in text and "\n#春游" in text
    assert "\n> 正文是内置引擎写的草稿" in text
    with Image.open(path.parent / "image-1.png") as painted:
        assert painted.format == "PNG"
    assert any(line.startswith("写作  《") for line in ended.out) and not any("\x1b" in line for line in ended.out)


def test_without_a_terminal_the_run_waits_and_is_answered_step_by_step_later(joined: CommandLine) -> None:
    waiting = joined.run(PROMPT, *NOTE)
    run_id = run_id_of(waiting.err[0])
    answers = [re.findall(rf"runs answer {run_id} .*--(approve|reject|modify)", line) for line in waiting.err]
    assert (waiting.status, answers) == (1, [["approve"], ["reject"], ["modify"]])  # a command on each line
    out = ("--out", str(joined.out))
    listed = next(line for line in joined.reflow("runs", "list").out if line.startswith(run_id))
    assert listed.split("\t")[1] == "paused" and listed.endswith(PROMPT)
    assert run_id in joined.reflow("runs", "show", run_id).out[-1]
    nothing = joined.reflow("runs", "answer", run_id)
    assert (nothing.status, len(nothing.err)) == (2, 1) and "--approve" in nothing.err[0]
    again = joined.reflow("runs", "answer", run_id, "--reject", "标题短一点", *out)
    assert again.status == 1 and any("您退回了：标题短一点" in line for line in again.out)
    done = joined.reflow("runs", "answer", run_id, "--approve", "--yes", *out)
    assert (done.status, done.err) == (0, []) and Path(done.out[-1]).is_file()
    late = joined.reflow("runs", "answer", run_id, "--approve", *out)
    assert (late.status, len(late.err)) == (2, 1) and "没有在等待回答" in late.err[0]
    assert any(line.startswith("# ") for line in joined.reflow("runs", "show", run_id).out)


def test_the_text_of_a_file_replaces_the_generated_text(joined: CommandLine, tmp_path: Path) -> None:
    run_id = run_id_of(joined.run(PROMPT, *NOTE).err[0])
    own = tmp_path / "own.md"
    own.write_text("没有标题")
    rejected = joined.reflow("runs", "answer", run_id, "--modify", str(own))
    assert (rejected.status, len(rejected.err)) == (2, 1) and "标题" in rejected.err[0]
    own.write_text("# 我的春游\n\n就去公园。\n\n#公园\n")
    done = joined.reflow("runs", "answer", run_id, "--modify", str(own), "--yes", "--out", str(joined.out))
    assert done.status == 0, done.err
    assert (
        Path(done.out[-1]).read_text().startswith("# 我的春游\n") and Path(done.out[-1]).parent.name[:4] == "我的春游"
    )


def test_enter_approves_and_a_rejection_includes_all_pasted_lines(joined: CommandLine) -> None:
    with run_at_terminal(joined, "run", PROMPT, *NOTE) as user:
        user.expect(HINT)
        user.type("n\n标题短一点\n语气轻松一点\n")
        user.expect("您退回了：标题短一点 语气轻松一点")
        user.expect(HINT)
        user.type("maybe\n")
        user.expect("无法识别输入")
        user.expect(HINT)
        user.type("\n")
        user.expect("配图计划")
        user.expect(HINT)
        user.type("y\n")
        assert user.end() == 0
        assert saved(user.shown).is_file()


def test_an_option_of_a_clarification_is_chosen_by_its_number(joined: CommandLine) -> None:
    with run_at_terminal(joined, "run", "写一篇笔记", *NOTE) as user:
        user.expect("关于什么")
        user.expect(HINT)
        user.type("2\n")
        user.expect("您选了：美食探店")
        user.expect(HINT)
        user.type("q\n")
        assert user.end() == 1


def test_an_edited_text_is_accepted_and_an_invalid_one_can_be_edited_again(joined: CommandLine, editor: Path) -> None:
    with run_at_terminal(joined, "run", PROMPT, *NOTE, EDITOR=str(editor), VISUAL="") as user:
        user.expect(HINT)
        user.type("e\n")
        user.expect("第一行应是标题")
        user.expect(HINT)
        user.type("e\n")
        user.expect("换成了您改的内容")
        user.expect(HINT)
        user.type("\n")
        assert user.end() == 0
        assert saved(user.shown).read_text().startswith("# 我的春游\n")


@pytest.mark.parametrize(("typed", "status"), [("q\n", 1), ("\x03", 130), ("\x04", 1)])
def test_an_open_question_is_answered_later_by_another_process(typed: str, status: int, joined: CommandLine) -> None:
    with run_at_terminal(joined, "run", PROMPT, *NOTE) as user:
        user.expect(HINT)
        user.type(typed)
        assert user.end() == status
        run_id = run_id_of(user.shown)
    with run_at_terminal(joined, "runs", "answer", run_id, "--approve") as user:
        user.expect("配图计划")
        user.expect(HINT)
        user.type("\n")
        assert user.end() == 0
        assert saved(user.shown).is_file()


def test_an_answer_that_comes_too_late_is_reported_and_the_run_is_still_watched(
    joined: CommandLine, tmp_path: Path
) -> None:
    with run_at_terminal(joined, "run", PROMPT, *NOTE) as user:
        user.expect(HINT)
        run_id = joined.reflow("runs", "list", "--count", "1").out[0].split("\t")[0]
        other = joined.reflow("runs", "answer", run_id, "--approve", "--yes", "--out", str(tmp_path / "other"))
        assert other.status == 0
        user.type("n\n\n")
        user.expect("已经有人回答了")
        assert user.end() == 0
        assert saved(user.shown).read_text() == Path(other.out[-1]).read_text()


def test_a_run_left_by_one_embedded_system_is_resumed_by_the_next(tmp_path: Path) -> None:
    standalone = CommandLine(tmp_path / "data", tmp_path / "out")
    waiting = standalone.run(PROMPT, *NOTE)
    assert waiting.status == 1
    done = standalone.reflow("runs", "answer", run_id_of(waiting.err[0]), "--yes", "--out", str(standalone.out))
    assert (done.status, done.err) == (0, []) and Path(done.out[-1]).is_file()


def test_json_output_has_every_event_and_stderr_has_the_command_that_answers(joined: CommandLine) -> None:
    ended = joined.run(PROMPT, *NOTE, "--json")
    assert ended.status == 1 and "questionAsked" in ended.events[-1]
    assert run_id_of(ended.err[0]) == ended.events[0]["runId"]
    done = joined.run(PROMPT, *NOTE, "--yes", "--json")
    assert json.loads(done.out[-1])["runEnded"]["status"] == "RUN_STATUS_SUCCEEDED"
    assert Path(done.err[-1]).name == "note.md"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((PROMPT, "--workflow", "note", "--size", "64x64"), "--size"),
        ((PROMPT, "--yes"), "--workflow note"),
        ((PROMPT, "--workflow", "note", "--pictures", "10"), "--pictures"),
        ((PROMPT, "--workflow", "note", "--reference", "missing.png"), "missing.png"),
        (("  ", "--workflow", "note"), "春游"),
        ((PROMPT, "--workflow", "film"), "film"),
    ],
)
def test_invalid_input_is_named_in_one_line_with_status_2(
    arguments: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    ended = CommandLine(tmp_path / "data", tmp_path / "out").run(*arguments)
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert named in ended.err[0]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("unknown", "--approve"), "没有"),
        (("unknown", "--approve", "--reject", "x"), "--approve、--reject"),
        (("unknown", "--modify", "missing.md"), "missing.md"),
    ],
)
def test_an_invalid_answer_is_reported_in_one_line(arguments: tuple[str, ...], named: str, joined: CommandLine) -> None:
    ended = joined.reflow("runs", "answer", *arguments)
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert named in ended.err[0] or "找不到" in ended.err[0]
