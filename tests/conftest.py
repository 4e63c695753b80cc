"""Fixtures for every test; each theme has its own file in fixtures/."""

import os

from hypothesis import HealthCheck, settings

# No deadlines: how busy a machine is says nothing of the code. CI repeats the same examples, people get new ones.
settings.register_profile(
    "reflow",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("reflow")

# No test ever asks a real model, in this process or in one that it starts.
os.environ["REFLOW_MODEL_CALLS"] = "loopback"
# Where PostgreSQL runs as another user, starting it forks; what gRPC does then to its threads can kill the child.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

pytest_plugins = ["tests.fixtures.database", "tests.fixtures.os_users"]
