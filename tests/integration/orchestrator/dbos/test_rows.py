"""Rows of DBOS from another writer: pickled data in them is never read, so it cannot execute code."""

import asyncio
import base64
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import dbos
from dbos import DBOS

from services.common.database.pool import Pool
from tests.fixtures.runs.orchestrator import final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.fixtures.runs.schedulers import shared_log
from tests.fixtures.systems.eventually import eventually

FORGED = "forged"
# Each reads the content of some column of FORGED.
READERS: dict[str, Callable[[], object]] = {
    "inputs and result of a workflow": lambda: DBOS.list_workflows(workflow_ids=[FORGED]),
    "result of a workflow": lambda: DBOS.retrieve_workflow(FORGED).get_result(),
    "results of steps": lambda: DBOS.list_workflow_steps(FORGED),
    "events": lambda: DBOS.get_all_events(FORGED),
    "streams": lambda: list(DBOS.read_stream(FORGED, "k")),
}


class Touch:
    """Creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.folder),)


def pickled(folder: Path) -> str:
    return base64.b64encode(pickle.dumps(Touch(folder))).decode()


async def forge(pool: Pool, payload: str, status: str) -> None:
    """Copy the execution that DBOS knows to FORGED, in *status*, with *payload* for its arguments and results."""
    async with pool.connection() as connection, connection.transaction():
        await connection.execute(
            "CREATE TEMP TABLE forged ON COMMIT DROP AS SELECT * FROM reflow_dbos.workflow_status LIMIT 1"
        )
        await connection.execute(
            "UPDATE forged SET workflow_uuid = %s, status = %s, inputs = %s, output = %s, error = NULL, "
            "serialization = 'py_pickle', executor_id = NULL, completed_at = NULL",
            (FORGED, status, payload, payload),
        )
        await connection.execute("INSERT INTO reflow_dbos.workflow_status SELECT * FROM forged")


async def forge_other_tables(pool: Pool, payload: str) -> None:
    """Write *payload* to all other tables in which DBOS stores values of a workflow."""
    columns = {
        "operation_outputs": "workflow_uuid, output, serialization, function_id, function_name",
        "workflow_events": "workflow_uuid, value, serialization, key",
        "streams": 'workflow_uuid, value, serialization, "offset", function_id, key',
    }
    numbers = {"function_id": 1, '"offset"': 0}
    async with pool.connection() as connection:
        for table, names in columns.items():
            values = (FORGED, payload, "py_pickle", *(numbers.get(name, "k") for name in names.split(", ")[3:]))
            placeholders = ", ".join(["%s"] * len(values))
            await connection.execute(
                f"INSERT INTO reflow_dbos.{table} ({names}) VALUES ({placeholders})".encode(), values
            )


async def is_in_error(pool: Pool) -> bool:
    statement = "SELECT status = 'ERROR' FROM reflow_dbos.workflow_status WHERE workflow_uuid = %s"
    async with pool.connection() as connection:
        row = await (await connection.execute(statement, (FORGED,))).fetchone()
    return row is not None and bool(row[0])


async def test_a_pickled_execution_in_the_queue_runs_nothing_and_stops_no_other(
    log_pool: Pool, log_database_url: str, tmp_path: Path
) -> None:
    async with run_orchestrator(shared_log(log_pool), Roles(), shared=(log_database_url, log_pool)) as at:
        await at.run()
        await forge(log_pool, pickled(tmp_path / "ran"), "ENQUEUED")
        await eventually(lambda: is_in_error(log_pool), timeout=120)
        assert not (tmp_path / "ran").exists()
        assert final_status(await at.run()) == ("SUCCEEDED", "")


async def test_no_column_of_dbos_tables_is_unpickled(log_pool: Pool, log_database_url: str, tmp_path: Path) -> None:
    async with run_orchestrator(shared_log(log_pool), Roles(), shared=(log_database_url, log_pool)) as at:
        await at.run()
        await forge(log_pool, pickled(tmp_path / "ran"), "SUCCESS")
        await forge_other_tables(log_pool, pickled(tmp_path / "ran"))
        for column, read in READERS.items():
            with suppress(Exception):  # some readers raise, others return the text as it is stored
                await asyncio.to_thread(read)
            assert not (tmp_path / "ran").exists(), column


def test_dbos_unpickles_nowhere_else_in_its_source() -> None:
    sources = [file.read_text() for file in Path(dbos.__file__).parent.rglob("*.py")]
    assert sum(text.count("pickle.load") + text.count("Unpickler") for text in sources) == 1
