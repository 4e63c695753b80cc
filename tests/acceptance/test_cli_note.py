"""`reflow run --workflow note` as a person at a terminal has it, and as a program does."""

import json
import re
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PIL import Image

from tests.fixtures.command_line import PATIENT, CommandLine, command_environment
from tests.fixtures.system import running
from tests.fixtures.terminal import Terminal, terminal

WISH = "写一篇春游攻略"
NOTE = ("--workflow", "note", "--pictures", "1", "--seed", "7")
HINT = "先放着"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder for all tests here, since making a database takes its time."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def up(data: Path) -> Iterator[None]:
    """A system on the data folder, which the command then uses."""
    with running(data, **PATIENT):
        yield


@pytest.fixture
def beside(up: None, data: Path, tmp_path: Path) -> CommandLine:
    """The command beside a running `reflow up`."""
    return CommandLine(data, tmp_path / "out")


@pytest.fixture
def editor(tmp_path: Path) -> Path:
    """An editor that gives the text another title, at its second use; at the first it leaves no title at all."""
    script = tmp_path / "editor"
    script.write_text(
        "#!/bin/sh\n"
        f'if [ -e "{tmp_path}/used" ]; then printf "# 我的春游\\n\\n就去公园。\\n\\n#公园\\n" > "$1"\n'
        f'else touch "{tmp_path}/used"; echo "没有标题" > "$1"; fi\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def asked(beside: CommandLine, *arguments: str, **environment: str) -> AbstractContextManager[Terminal]:
    """Run a note at a terminal."""
    common = ("--out", str(beside.out), "--data", str(beside.data), "--lang", "zh")
    return terminal(*arguments, *common, environment=command_environment() | environment)


def saved(told: str) -> Path:
    """Return the path on the last line of *told*."""
    return Path(told.rstrip().splitlines()[-1])


def run_id_of(told: str) -> str:
    found = re.search(r"runs answer ([0-9a-f-]{36})", told.replace("\n", ""))
    assert found is not None, told
    return found[1]


def test_a_note_is_left_as_markdown_with_its_pictures_and_nothing_is_asked(beside: CommandLine) -> None:
    ended = beside.run(WISH, *NOTE, "--yes")
    path = Path(ended.out[-1])
    text = path.read_text()
    assert (ended.status, ended.err) == (0, [])
    assert path.name == "note.md" and path.parent.parent == beside.out
    assert text.startswith("# ") and "](image-1.png)" in text and "\n#春游" in text
    assert "\n> 正文是内置引擎写的草稿" in text
    with Image.open(path.parent / "image-1.png") as painted:
        assert painted.format == "PNG"
    assert any(line.startswith("写作  《") for line in ended.out) and not any("\x1b" in line for line in ended.out)


def test_without_a_terminal_the_run_waits_and_is_answered_step_by_step_later(beside: CommandLine) -> None:
    waiting = beside.run(WISH, *NOTE)
    assert (waiting.status, len(waiting.err)) == (1, 1)
    run_id = run_id_of(waiting.err[0])
    out = ("--out", str(beside.out))
    listed = next(line for line in beside.reflow("runs", "list").out if line.startswith(run_id))
    assert listed.split("\t")[1] == "paused" and listed.endswith(WISH)
    assert run_id in beside.reflow("runs", "show", run_id).out[-1]
    nothing = beside.reflow("runs", "answer", run_id)
    assert (nothing.status, len(nothing.err)) == (2, 1) and "--approve" in nothing.err[0]
    again = beside.reflow("runs", "answer", run_id, "--reject", "标题短一点", *out)
    assert again.status == 1 and any("您退回了：标题短一点" in line for line in again.out)
    done = beside.reflow("runs", "answer", run_id, "--approve", "--yes", *out)
    assert (done.status, done.err) == (0, []) and Path(done.out[-1]).is_file()
    late = beside.reflow("runs", "answer", run_id, "--approve", *out)
    assert (late.status, len(late.err)) == (2, 1) and "没有在等回答" in late.err[0]
    assert any(line.startswith("# ") for line in beside.reflow("runs", "show", run_id).out)


def test_own_text_from_a_file_takes_the_place_of_what_was_written(beside: CommandLine, tmp_path: Path) -> None:
    run_id = run_id_of(beside.run(WISH, *NOTE).err[0])
    own = tmp_path / "own.md"
    own.write_text("没有标题")
    refused = beside.reflow("runs", "answer", run_id, "--modify", str(own))
    assert (refused.status, len(refused.err)) == (2, 1) and "标题" in refused.err[0]
    own.write_text("# 我的春游\n\n就去公园。\n\n#公园\n")
    done = beside.reflow("runs", "answer", run_id, "--modify", str(own), "--yes", "--out", str(beside.out))
    assert done.status == 0, done.err
    assert (
        Path(done.out[-1]).read_text().startswith("# 我的春游\n") and Path(done.out[-1]).parent.name[:4] == "我的春游"
    )


def test_enter_approves_and_a_rejection_is_read_with_all_that_is_pasted(beside: CommandLine) -> None:
    with asked(beside, "run", WISH, *NOTE) as person:
        person.expect(HINT)
        person.type("n\n标题短一点\n语气轻松一点\n")
        person.expect("您退回了：标题短一点 语气轻松一点")
        person.expect(HINT)
        person.type("maybe\n")
        person.expect("没有看懂")
        person.expect(HINT)
        person.type("\n")
        person.expect("配图计划")
        person.expect(HINT)
        person.type("y\n")
        assert person.end() == 0
        assert saved(person.shown).is_file()


def test_what_a_wish_leaves_open_is_chosen_by_its_number(beside: CommandLine) -> None:
    with asked(beside, "run", "写一篇笔记", *NOTE) as person:
        person.expect("关于什么")
        person.expect(HINT)
        person.type("2\n")
        person.expect("您选了：美食探店")
        person.expect(HINT)
        person.type("q\n")
        assert person.end() == 1


def test_an_edited_text_is_taken_and_an_invalid_one_can_be_edited_again(beside: CommandLine, editor: Path) -> None:
    with asked(beside, "run", WISH, *NOTE, EDITOR=str(editor), VISUAL="") as person:
        person.expect(HINT)
        person.type("e\n")
        person.expect("第一行应是标题")
        person.expect(HINT)
        person.type("e\n")
        person.expect("换成了您改的内容")
        person.expect(HINT)
        person.type("\n")
        assert person.end() == 0
        assert saved(person.shown).read_text().startswith("# 我的春游\n")


@pytest.mark.parametrize(("typed", "status"), [("q\n", 1), ("\x03", 130), ("\x04", 1)])
def test_a_question_that_is_left_is_answered_later_from_another_process(
    typed: str, status: int, beside: CommandLine
) -> None:
    with asked(beside, "run", WISH, *NOTE) as person:
        person.expect(HINT)
        person.type(typed)
        assert person.end() == status
        run_id = run_id_of(person.shown)
    with asked(beside, "runs", "answer", run_id, "--approve") as person:
        person.expect("配图计划")
        person.expect(HINT)
        person.type("\n")
        assert person.end() == 0
        assert saved(person.shown).is_file()


def test_an_answer_that_comes_too_late_is_told_and_the_run_is_watched_on(beside: CommandLine, tmp_path: Path) -> None:
    with asked(beside, "run", WISH, *NOTE) as person:
        person.expect(HINT)
        run_id = beside.reflow("runs", "list", "--count", "1").out[0].split("\t")[0]
        other = beside.reflow("runs", "answer", run_id, "--approve", "--yes", "--out", str(tmp_path / "other"))
        assert other.status == 0
        person.type("n\n\n")
        person.expect("已经有人回答了")
        assert person.end() == 0
        assert saved(person.shown).read_text() == Path(other.out[-1]).read_text()


def test_a_run_left_by_one_embedded_system_is_taken_up_by_the_next(tmp_path: Path) -> None:
    alone = CommandLine(tmp_path / "data", tmp_path / "out")
    waiting = alone.run(WISH, *NOTE)
    assert waiting.status == 1
    done = alone.reflow("runs", "answer", run_id_of(waiting.err[0]), "--yes", "--out", str(alone.out))
    assert (done.status, done.err) == (0, []) and Path(done.out[-1]).is_file()


def test_json_is_every_event_and_how_to_answer_is_told_beside_it(beside: CommandLine) -> None:
    ended = beside.run(WISH, *NOTE, "--json")
    assert ended.status == 1 and "questionAsked" in ended.events[-1]
    assert run_id_of(ended.err[0]) == ended.events[0]["runId"]
    done = beside.run(WISH, *NOTE, "--yes", "--json")
    assert json.loads(done.out[-1])["runEnded"]["status"] == "RUN_STATUS_SUCCEEDED"
    assert Path(done.err[-1]).name == "note.md"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((WISH, "--workflow", "note", "--size", "64x64"), "--size"),
        ((WISH, "--yes"), "--workflow note"),
        ((WISH, "--workflow", "note", "--pictures", "10"), "--pictures"),
        ((WISH, "--workflow", "note", "--reference", "missing.png"), "missing.png"),
        (("  ", "--workflow", "note"), "春游"),
        ((WISH, "--workflow", "film"), "film"),
    ],
)
def test_bad_input_is_one_line_that_names_it_and_status_2(
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
def test_an_answer_that_cannot_be_given_is_one_line(
    arguments: tuple[str, ...], named: str, beside: CommandLine
) -> None:
    ended = beside.reflow("runs", "answer", *arguments)
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert named in ended.err[0] or "找不到" in ended.err[0]
