"""An orchestrator that retains runs for some days: an old one is deleted soon, a new one is not."""

import time
from collections.abc import Iterator

import grpc
import psycopg
import pytest

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.replicas import ReplicaProcess, cluster

# The task repeats twice a minute; the rest allows for a busy machine.
TIMEOUT = 180.0
TWO_DAYS_OLDER = """
UPDATE runs SET created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'
WHERE run_id = %s
"""


@pytest.fixture
def database(postgres_url: str) -> Iterator[str]:
    """An empty database."""
    with empty_database(postgres_url) as url:
        yield url


def code_of_get(replica: ReplicaProcess, run_id: str) -> Code | None:
    """Return the code with which GetRun is rejected, None when it is not."""
    try:
        replica.get(run_id)
    except grpc.RpcError as error:
        return from_rpc_error(error).code  # type: ignore[arg-type]  # the stub raises a compatible error
    return None


def test_a_run_past_its_retention_is_deleted_and_a_newer_one_stays(database: str) -> None:
    with cluster(database, 0.0, {"REFLOW_KEEP_RUNS_DAYS": "1"}, scheduler="local") as running:
        orchestrator = running.add()
        old, young = orchestrator.start(), orchestrator.start()
        assert orchestrator.events(old) and orchestrator.events(young)
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(TWO_DAYS_OLDER, (old,))
        deadline = time.monotonic() + TIMEOUT
        while code_of_get(orchestrator, old) is not Code.RUN_UNKNOWN:
            assert time.monotonic() < deadline, "it is still there"
            time.sleep(1)
        with pytest.raises(grpc.RpcError) as rejected:
            orchestrator.events(old)
        assert from_rpc_error(rejected.value).code is Code.RUN_UNKNOWN  # type: ignore[arg-type]
        assert code_of_get(orchestrator, young) is None
        orchestrator.stop()
