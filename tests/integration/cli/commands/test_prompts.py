"""`reflow prompts`: its requests and its output."""

import json
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import prompts_pb2

from tests.fixtures.services.scripted_system import Reflow

FIRST, SECOND = (
    prompts_pb2.SavedPrompt(version=number, text=f"Write\nshort {number}.", created_at=Timestamp(seconds=number))
    for number in (1, 2)
)
WRITER = prompts_pb2.Prompt(name="note-writer", purpose="Writes notes.", active=2, versions=[SECOND, FIRST])


def got(active: int = 2) -> prompts_pb2.GetPromptResponse:
    """Return the response with the prompt, whose version *active* is in use."""
    prompt = prompts_pb2.Prompt()
    prompt.CopyFrom(WRITER)
    prompt.active = active
    return prompts_pb2.GetPromptResponse(prompt=prompt)


def test_prompts_are_listed_with_the_version_in_use(reflow: Reflow) -> None:
    response = prompts_pb2.ListPromptsResponse(prompts=[WRITER])
    reflow.script("ListPrompts", response, response)
    assert reflow.run("prompts", "list").out == "note-writer\t2\tWrites notes.\n"
    assert [one["version"] for one in json.loads(reflow.run("prompts", "list", "--json").out)["versions"]] == [2, 1]


def test_the_versions_of_a_prompt_are_lines_and_the_active_one_is_marked(reflow: Reflow) -> None:
    reflow.script("GetPrompt", got())
    lines = [line.split("\t") for line in reflow.run("prompts", "show", "note-writer").lines]
    assert [(line[0], line[1], line[3]) for line in lines] == [
        ("2", "*", "Write short 2."),
        ("1", "", "Write short 1."),
    ]


def test_the_text_of_one_version_is_printed_as_it_is(reflow: Reflow) -> None:
    reflow.script("GetPrompt", got())
    assert reflow.run("prompts", "show", "note-writer", "--version", 1).out == "Write\nshort 1.\n"


def test_an_unknown_version_is_rejected_with_a_list_of_the_saved_versions(reflow: Reflow) -> None:
    reflow.script("GetPrompt", got())
    ended = reflow.run("prompts", "show", "note-writer", "--version", 9)
    assert ended.status == 2 and "no version 9 (saved: 2, 1)" in ended.err


def test_a_prompt_that_no_agent_has_is_rejected_before_a_request(reflow: Reflow) -> None:
    assert reflow.run("prompts", "show", "nobody").status == 2 and reflow.requests == []


def test_a_saved_text_is_the_version_in_use(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "prompt.txt"
    file.write_text("Write long.", "utf-8")
    reflow.script("GetPrompt", got(active=1))
    reflow.script("SavePrompt", prompts_pb2.SavePromptResponse(prompt=WRITER))
    ended = reflow.run("prompts", "save", "note-writer", "--file", file)
    saved = reflow.requests[-1]
    assert isinstance(saved, prompts_pb2.SavePromptRequest) and saved.text == "Write long."
    assert ended.out == "The prompt note-writer now uses version 2.\n"


def test_saving_the_text_in_use_states_that_nothing_changed(reflow: Reflow) -> None:
    reflow.script("GetPrompt", got())
    reflow.script("SavePrompt", prompts_pb2.SavePromptResponse(prompt=WRITER))
    assert "nothing changed" in reflow.run("prompts", "save", "note-writer", "--text", "Write\nshort 2.").out


@pytest.mark.parametrize("options", [(), ("--text", " "), ("--text", "a", "--file", "b")])
def test_saving_a_prompt_requires_exactly_one_text(reflow: Reflow, options: tuple[str, ...]) -> None:
    ended = reflow.run("prompts", "save", "note-writer", *options)
    assert (ended.status, reflow.requests) == (2, []) and "--text or --file" in ended.err


@pytest.mark.parametrize(("active", "text"), [(1, "now uses version 1"), (0, "its own text")])
def test_a_version_or_the_agents_own_text_is_activated(reflow: Reflow, active: int, text: str) -> None:
    prompt = prompts_pb2.Prompt(name="note-writer", active=active)
    reflow.script("ActivatePrompt", prompts_pb2.ActivatePromptResponse(prompt=prompt))
    assert text in reflow.run("prompts", "use", "note-writer", active).out
    assert getattr(reflow.requests[0], "version", None) == active
