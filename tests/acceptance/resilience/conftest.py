"""What the tests of failures share."""

from collections.abc import Iterator

import pytest

from tests.fixtures.runs.replicas import RolesProcess, role_services


@pytest.fixture(scope="module")
def roles() -> Iterator[list[RolesProcess]]:
    """Role services that respond at once, and the executor's sender of webhooks."""
    with role_services(0.0) as processes:
        yield processes
