"""Lookup of runs by their ids."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from reflow.v1 import orchestrator_pb2

from services.cli.runs.lookup import SEARCHED_RUNS, find_run
from services.common.errors import Code, ReflowError

OLD = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10"
NEW = "8c1fd2d0-aaaa-4c55-9f5b-77aa6a7f3d10"


class Known:
    """A client of a system with two runs whose ids begin alike."""

    async def list_run_pages(
        self, session_id: str, workflow: str, size: int
    ) -> AsyncIterator[list[orchestrator_pb2.Run]]:
        assert (session_id, workflow, size) == ("", "", SEARCHED_RUNS)
        yield [orchestrator_pb2.Run(run_id=run_id) for run_id in (NEW, OLD)]


async def found(run_id: str) -> str:
    client: Any = Known()
    return await find_run(client, run_id)


@pytest.mark.parametrize("run_id", [OLD, f" {OLD}\n", OLD.upper(), OLD.replace("-", ""), "8c1fd2d0-2", " 8C1FD2D0-2 ",
                                    "1d3f6a7f3d10"])  # fmt: skip
async def test_a_whole_id_or_a_beginning_or_end_that_only_one_has_names_the_run(run_id: str) -> None:
    assert await found(run_id) == OLD


async def test_a_whole_id_is_not_searched_among_the_newest() -> None:
    assert await found("00000000-0000-0000-0000-000000000000") == "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize(
    ("run_id", "code", "message"),
    [
        ("", Code.INVALID_INPUT_FORMAT, "at least 4 characters"),
        ("  8c1 ", Code.INVALID_INPUT_FORMAT, "at least 4 characters"),
        ("8c1fd2d0", Code.INVALID_INPUT_FORMAT, "2 runs have ids that begin or end with 8c1fd2d0"),
        ("9999", Code.RUN_UNKNOWN, "begins or ends with 9999."),
        ("x" * 70, Code.RUN_UNKNOWN, f"begins or ends with {'x' * 36}…."),
    ],
)
async def test_an_unknown_or_ambiguous_id_is_rejected(run_id: str, code: Code, message: str) -> None:
    with pytest.raises(ReflowError) as raised:
        await found(run_id)
    assert raised.value.code is code and message in raised.value.text.en
