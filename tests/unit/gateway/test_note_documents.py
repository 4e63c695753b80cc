"""docs/notes/http-api.md lists the events of a note and their fields as the schemas have them."""

import re
from pathlib import Path

import pytest

from services.common.contract.tools import TOOLS
from services.gateway.dialects.note_sse.events import EVENTS, NoteEvent
from services.gateway.schemas.notes import NoteBody

PAGE = (Path(__file__).parents[3] / "docs/notes/http-api.md").read_text("utf-8")
# Fields of every event: described above the table.
COMMON = set(NoteEvent.model_fields)


def read_rows(head: str) -> dict[str, str]:
    """Return the second cell of each row of the table with *head*, by each name in its first cell."""
    lines = PAGE[PAGE.index(head) :].split("\n\n", 1)[0].splitlines()[2:]
    rows = [line.strip("| ").split(" | ", 1) for line in lines]
    return {name: cell for names, cell in rows for name in re.findall(r"`(\w+)`", names)}


def fields_of(kind: type[NoteEvent]) -> set[str]:
    """Return the names that the events of *kind* have in JSON, without those of every event."""
    return {field.alias or name for name, field in kind.model_fields.items() if name not in COMMON | {"type"}}


DOCUMENTED = read_rows("| type | fields |")


def test_every_type_is_documented_and_no_other() -> None:
    assert set(DOCUMENTED) == {kind.model_fields["type"].default for kind in EVENTS}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: str(kind.model_fields["type"].default))
def test_the_documented_fields_of_an_event_are_those_of_its_schema(kind: type[NoteEvent]) -> None:
    documented = set(re.findall(r"`(\w+)`", DOCUMENTED[kind.model_fields["type"].default]))
    assert documented - set(DOCUMENTED) | (documented & fields_of(kind)) == fields_of(kind)


def test_every_field_of_a_request_is_documented_and_no_other() -> None:
    documented = read_rows("| field of `/stream` | |")
    assert set(documented) == {field.alias or name for name, field in NoteBody.model_fields.items()}


def test_the_documented_tools_of_each_agent_are_those_of_the_catalog() -> None:
    documented = {agent: set(re.findall(r"`(\w+)`", cell)) for agent, cell in read_rows("| agent | tools |").items()}
    callers = {agent for tool in TOOLS for agent in tool.agents}
    assert documented == {agent: {tool.name.value for tool in TOOLS if agent in tool.agents} for agent in callers}
