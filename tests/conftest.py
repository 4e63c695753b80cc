"""Fixtures for every test; each theme has its own file in fixtures/."""

import os
import sys

from hypothesis import HealthCheck, settings

# No deadlines: the load of a machine is no property of the code. CI repeats the same examples, users get new ones.
settings.register_profile(
    "reflow",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("reflow")

# Tests start hundreds of processes: where no compiled module may be written, each compiles all that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No test calls a real model, in this process or in one that it starts.
os.environ["REFLOW_MODEL_CALLS"] = "loopback"
# Where PostgreSQL runs as another user, starting it forks; what gRPC does then to its threads can kill the child.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
# The tests already use every core with processes; and a process without threads may fork (systems/module_process.py).
os.environ["OPENBLAS_NUM_THREADS"] = "1"

pytest_plugins = [
    "tests.fixtures.postgres.database",
    "tests.fixtures.systems.browser",
    "tests.fixtures.systems.distribution",
    "tests.fixtures.systems.npm",
    "tests.fixtures.systems.os_users",
    "tests.fixtures.systems.prepared_data",
    "tests.fixtures.systems.shared_providers",
    "tests.fixtures.systems.time_limit",
]
