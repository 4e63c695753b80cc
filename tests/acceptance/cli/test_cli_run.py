"""`reflow run` from the outside: its output, its exit status and its files."""

import json
import signal
from pathlib import Path

import pytest
from PIL import Image

from tests.fixtures.systems.command_line import CommandLine

SMALL = ("--size", "256x256", "--seed", "7")


@pytest.fixture
def standalone(data: Path, tmp_path: Path) -> CommandLine:
    """Command without a running system."""
    return CommandLine(data, tmp_path / "out")


@pytest.fixture
def image_file(tmp_path: Path) -> str:
    path = tmp_path / "image.png"
    Image.linear_gradient("L").convert("RGB").save(path)
    return str(path)


def mask_of(tmp_path: Path, width: int, height: int) -> str:
    mask = Image.new("L", (width, height), 0)
    mask.paste(255, (60, 60, 120, 120))
    mask.save(tmp_path / "mask.png")
    return str(tmp_path / "mask.png")


def test_one_command_starts_everything_saves_an_image_and_prints_its_path_last(standalone: CommandLine) -> None:
    ended = standalone.run("画一只赛博朋克风格的猫", *SMALL)
    path = Path(ended.out[-1])
    assert (ended.status, ended.err) == (0, [])
    assert path.parent == standalone.out and path.name.startswith("画一只赛博朋克风格的猫-")
    with Image.open(path) as painted:
        assert (painted.format, painted.size) == ("PNG", (256, 256))
    assert any("--session" in line for line in ended.out)
    assert not any("\x1b" in line for line in ended.out)


def test_a_prompt_that_is_not_understood_gets_examples_on_one_line_and_status_2(joined: CommandLine) -> None:
    ended = joined.run("😀🎉")
    assert (ended.status, len(ended.err)) == (2, 1)
    assert "画一只水彩风格的猫" in ended.err[0]
    assert not joined.out.exists()


def test_json_output_has_every_event_in_order_and_nothing_else(joined: CommandLine) -> None:
    ended = joined.run("a moon over the sea", *SMALL, "--json", language="en")
    events = ended.events
    assert ended.status == 0
    assert [int(event["sequence"]) for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["runEnded"] == {"status": "RUN_STATUS_SUCCEEDED"}
    assert {event.get("agent") for event in events} >= {"planner", "rag", "executor", "critic"}
    assert Path(ended.err[-1]).is_file()


def test_a_follow_up_changes_the_last_image_of_its_session(joined: CommandLine) -> None:
    session = ("--session", "follow-up")
    first = joined.run("画一座房子", *SMALL, *session, "--json").events
    second = joined.run("再亮一点", *session, "--json").events
    (card,) = [
        event["componentShown"]["imageResult"] for event in second if "imageResult" in event.get("componentShown", {})
    ]
    (before,) = [event["stepFinished"]["image"] for event in first if "image" in event.get("stepFinished", {})]
    assert card["result"]["taskType"] == "TASK_TYPE_PARAMETER_ADJUSTMENT"
    assert card["result"]["asset"]["parentAssetId"] == before["asset"]["assetId"]


def test_a_mask_without_a_prompt_repaints_its_area_and_nothing_else(
    joined: CommandLine, image_file: str, tmp_path: Path
) -> None:
    ended = joined.run("--image", image_file, "--mask", mask_of(tmp_path, 256, 256))
    assert ended.status == 0
    with Image.open(ended.out[-1]) as painted, Image.open(image_file) as before:
        corner = (0, 0, 50, 256)
        assert painted.convert("RGB").crop(corner).tobytes() == before.convert("RGB").crop(corner).tobytes()


def test_an_image_without_a_mask_is_adjusted_and_restyled(joined: CommandLine, image_file: str) -> None:
    for text, size in (("crop to 2:1", (256, 128)), ("换成水彩风格", (256, 256))):
        ended = joined.run(text, "--image", image_file)
        assert ended.status == 0, ended.err
        with Image.open(ended.out[-1]) as edited, Image.open(image_file) as before:
            assert edited.size == size and edited.convert("RGB").tobytes() != before.convert("RGB").tobytes()


def test_text_can_come_from_stdin(joined: CommandLine) -> None:
    ended = joined.run("-", *SMALL, stdin="a flower\n")
    assert ended.status == 0 and Path(ended.out[-1]).name.startswith("a-flower-")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "画一只赛博朋克风格的猫"),
        (("",), "画一只赛博朋克风格的猫"),
        (("猫" * 1_001,), "1001"),
        (("猫", "--image", "missing.png"), "missing.png"),
        (("猫", "--size", "large"), "large"),
        (("猫", "--colour"), "--colour"),
        (("猫", "--mask", "mask.png"), "--image"),
    ],
)
def test_invalid_input_is_named_in_one_line_with_status_2(
    standalone: CommandLine, arguments: tuple[str, ...], named: str
) -> None:
    ended = standalone.run(*arguments)
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert named in ended.err[0]


def test_a_gif_named_png_is_rejected_by_its_content(joined: CommandLine, tmp_path: Path) -> None:
    Image.new("RGB", (64, 64)).save(tmp_path / "fake.png", "GIF")
    ended = joined.run("猫", "--image", str(tmp_path / "fake.png"))
    assert (ended.status, len(ended.err)) == (2, 1) and "GIF" in ended.err[0]


def test_a_mask_of_another_size_is_rejected_with_both_sizes(
    joined: CommandLine, image_file: str, tmp_path: Path
) -> None:
    ended = joined.run("花", "--image", image_file, "--mask", mask_of(tmp_path, 256, 128))
    assert (ended.status, len(ended.err)) == (2, 1)
    assert "256×128" in ended.err[0] and "256×256" in ended.err[0]


def test_an_unknown_model_is_rejected_with_the_known_ones(joined: CommandLine) -> None:
    ended = joined.run("猫", *SMALL, "--model", "nope")
    assert (ended.status, len(ended.err)) == (2, 1)
    assert "nope" in ended.err[0] and "builtin" in ended.err[0]


def test_ctrl_c_cancels_the_run_reports_it_and_exits_with_130(joined: CommandLine) -> None:
    process = joined.start("run", "水墨山水", "--size", "2048x2048", "--json", "--out", str(joined.out))
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if event.get("agent") == "executor":
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=60)
    assert json.loads(out.splitlines()[-1])["runEnded"]["status"] == "RUN_STATUS_CANCELLED"
    assert (process.returncode, err.splitlines()) == (130, ["已取消。"])
    assert not joined.out.exists()


def test_styles_that_are_listed_can_be_imported_again_and_a_wrong_line_is_named(joined: CommandLine) -> None:
    listed = joined.reflow("styles", "list", "--json")
    assert listed.status == 0 and len(listed.events) >= 60
    again = joined.reflow("styles", "import", "-", stdin="\n".join(listed.out[:3]))
    assert (again.status, again.out) == (0, ["已导入 3 个风格。"])
    broken = joined.reflow("styles", "import", "-", stdin=f"{listed.out[0]}\n{{\n")
    assert (broken.status, len(broken.err)) == (2, 1) and "第 2 行" in broken.err[0]


def test_a_finished_run_is_listed_and_replayed(joined: CommandLine) -> None:
    run_id = joined.run("a boat at sunset", *SMALL, "--json").events[0]["runId"]
    newest = joined.reflow("runs", "list", "--count", "1")
    assert newest.out[0].startswith(run_id) and newest.out[0].endswith("a boat at sunset")
    replayed = joined.reflow("runs", "replay", run_id, "--json").events
    assert [int(event["sequence"]) for event in replayed] == list(range(1, len(replayed) + 1))
    assert replayed[-1]["runEnded"]["status"] == "RUN_STATUS_SUCCEEDED"
    timeline = joined.reflow("runs", "replay", run_id, "--from", "2", "--follow").out
    assert [int(line.split()[2]) for line in timeline] == list(range(2, len(replayed) + 1))


def test_a_run_is_shown_in_its_latest_state_and_after_any_of_its_events(joined: CommandLine) -> None:
    run_id = joined.run("a boat at sunset", *SMALL, "--json").events[0]["runId"]
    (now,) = joined.reflow("runs", "show", run_id, "--json").events
    (first,) = joined.reflow("runs", "replay", run_id, "--at", "2", "--json").events
    assert (now["status"], first["status"]) == ("RUN_STATUS_SUCCEEDED", "RUN_STATUS_RUNNING")
    assert "executionResult" in now["imageChat"] and "executionResult" not in first["imageChat"]
    page = joined.reflow("runs", "show", run_id).out
    assert page[0].endswith("完成") and any(line.startswith("✓ 绘制") for line in page)
    beyond = joined.reflow("runs", "replay", run_id, "--at", "999")
    assert (beyond.status, beyond.out, len(beyond.err)) == (2, [], 1) and now["lastSequence"] in beyond.err[0]


def test_a_second_system_on_the_same_folder_is_rejected(joined: CommandLine) -> None:
    ended = joined.reflow("up", "--port", "0")
    assert (ended.status, ended.out, len(ended.err)) == (1, [], 1)
    assert str(joined.data) in ended.err[0]
