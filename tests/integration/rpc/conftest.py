"""A server of steps and a channel to it, for tests of call streams."""

from collections.abc import AsyncIterator

import grpc
import pytest

from services.common.rpc import open_channel
from tests.fixtures.network.step_servers import StepServer, step_server
from tests.fixtures.runs.roles.scripted_roles import Roles


@pytest.fixture
async def served() -> AsyncIterator[StepServer]:
    """Serve steps with the default results."""
    async with step_server(Roles()) as server:
        yield server


@pytest.fixture
async def channel(served: StepServer) -> AsyncIterator[grpc.aio.Channel]:
    """Open a channel to the server."""
    async with open_channel(served.address) as channel:
        yield channel
