"""`reflow agents`: users' definitions, validated and added to a folder."""

from pathlib import Path

import pytest

from services.cli.errors import CommandFailed
from services.cli.resources.agents import Agents
from services.common.errors import ReflowError
from services.common.text.language import Language

AGENT = """\
id: translator
name: {zh: 翻译, en: Translator}
description: Translates texts.
layer: 3
tools: [read_file, search__*]
maxIterations: 4
systemPrompt: You translate.
"""
TEMPLATE = """\
id: translate-twice
name: Translate twice
description: Translates there and back.
stages:
  - {id: there, agent: translator, description: Translate}
  - {id: back, agent: translator, description: Translate back, inputs: [there]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "team"


def write(tmp_path: Path, content: str) -> Path:
    """Return a file with *content*."""
    file = tmp_path / "mine.yaml"
    file.write_text(content, "utf-8")
    return file


def agents(folder: Path) -> Agents:
    """Return the resource on *folder*, where it exists."""
    return Agents(folder if folder.is_dir() else None, Language.ENGLISH)


async def test_an_agent_and_a_template_that_uses_it_are_added(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await agents(folder).add(write(tmp_path, AGENT), folder, replace=False)
    await agents(folder).add(write(tmp_path, TEMPLATE), folder, replace=False)
    await agents(folder).check()
    assert (folder / "agents" / "translator.yaml").read_text("utf-8") == AGENT
    assert "13 agents and 7 templates, no mistakes." in capsys.readouterr().out


async def test_a_file_with_mistakes_is_not_added_and_each_line_is_reported(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, AGENT.replace("layer: 3", "layer: 9").replace("search__*", "serch"))
    for command in (agents(folder).check(file), agents(folder).add(file, folder, replace=False)):
        with pytest.raises(CommandFailed):
            await command
        lines = {line.partition(": ")[0] for line in capsys.readouterr().err.splitlines()}
        assert lines == {f"{file}:4", f"{file}:5"}
    assert not folder.exists()  # noqa: ASYNC240


async def test_a_template_with_an_unknown_agent_a_cycle_and_a_missing_input_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = TEMPLATE.replace(
        "agent: translator, description: Translate}", "agent: nobody, description: x, inputs: [back]}"
    )
    with pytest.raises(CommandFailed):
        await agents(tmp_path / "none").check(
            write(tmp_path, broken.replace("inputs: [there]", "inputs: [there, gone]"))
        )
    reported = capsys.readouterr().err
    assert "nobody" in reported
    assert "gone" in reported


async def test_a_built_in_agent_is_never_replaced_and_a_users_own_agent_only_on_request(
    folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(ReflowError, match=r"coder.yaml"):
        await agents(folder).add(write(tmp_path, AGENT.replace("translator", "coder")), folder, replace=True)
    await agents(folder).add(write(tmp_path, AGENT), folder, replace=False)
    changed = AGENT.replace("You translate.", "You translate well.")
    with pytest.raises(ReflowError, match="--replace"):
        await agents(folder).add(write(tmp_path, changed), folder, replace=False)
    await agents(folder).add(write(tmp_path, changed), folder, replace=True)
    assert (folder / "agents" / "translator.yaml").read_text("utf-8") == changed


async def test_a_file_that_cannot_be_read_is_one_clear_error_in_both_languages(folder: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    for path, zh, en in ((missing, "没有这个文件", "no such file"), (tmp_path, "是文件夹", "it is a folder")):
        expected = (f"无法打开 {path}（{zh}）。", f"Cannot read {path} ({en}).")
        for request in (agents(folder).check(path), agents(folder).add(path, folder, replace=False)):
            with pytest.raises(ReflowError) as raised:
                await request
            assert tuple(raised.value.message(language) for language in Language) == expected
    with pytest.raises(ReflowError) as raised:
        await Agents(missing, Language.CHINESE).check()
    assert raised.value.message(Language.CHINESE) == f"无法打开 {missing}（不是文件夹）。"


async def test_the_list_names_a_layer_with_the_number_that_a_file_states(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await agents(folder).list_all(as_json=False)
    kinds = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines()}
    assert kinds["coder"] == ["3", "worker"] and kinds["architect"] == ["1", "specialist"]
