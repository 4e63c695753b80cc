"""Which run is meant by what was typed."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from reflow.v1 import orchestrator_pb2

from services.cli.runs_finding import NEWEST, find_run
from services.common.errors import Code, ReflowError

OLD = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10"
NEW = "8c1fd2d0-aaaa-4c55-9f5b-1d3f6a7f3d10"


class Known:
    """A client of a system with two runs whose ids begin alike."""

    async def run_pages(self, session_id: str, workflow: str, size: int) -> AsyncIterator[list[orchestrator_pb2.Run]]:
        assert (session_id, workflow, size) == ("", "", NEWEST)
        yield [orchestrator_pb2.Run(run_id=run_id) for run_id in (NEW, OLD)]


async def found(typed: str) -> str:
    client: Any = Known()
    return await find_run(client, typed)


@pytest.mark.parametrize("typed", [OLD, f" {OLD}\n", OLD.upper(), OLD.replace("-", ""), "8c1fd2d0-2", " 8C1FD2D0-2 "])
async def test_a_whole_id_or_a_beginning_that_only_one_has_names_the_run(typed: str) -> None:
    assert await found(typed) == OLD


async def test_a_whole_id_is_not_looked_for_among_the_newest() -> None:
    assert await found("00000000-0000-0000-0000-000000000000") == "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("", Code.INVALID_INPUT_FORMAT, "at least 4 characters"),
        ("  8c1 ", Code.INVALID_INPUT_FORMAT, "at least 4 characters"),
        ("8c1fd2d0", Code.INVALID_INPUT_FORMAT, "2 runs have ids that begin with 8c1fd2d0"),
        ("9999", Code.RUN_UNKNOWN, "begins with 9999."),
        ("x" * 70, Code.RUN_UNKNOWN, f"begins with {'x' * 36}…."),
    ],
)
async def test_what_names_no_run_or_several_is_refused(typed: str, code: Code, said: str) -> None:
    with pytest.raises(ReflowError) as refused:
        await found(typed)
    assert refused.value.code is code and said in refused.value.text.en
