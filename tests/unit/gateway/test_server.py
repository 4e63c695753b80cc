"""Parts of the HTTP server that need no socket."""

import pytest
import structlog

from services.gateway.bootstrap import choose_server_limits
from services.gateway.server.acceptor import parse_client
from services.gateway.server.periodic_log import PeriodicLog
from services.gateway.settings import GatewaySettings
from tests.unit.gateway.test_settings import REQUIRED


@pytest.mark.parametrize(
    ("address", "client"),
    [
        (("192.0.2.7", 80), "192.0.2.7"),
        (("::ffff:192.0.2.7", 80, 0, 0), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 80, 0, 0), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::9", 80, 0, 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 80, 0, 2), "fe80::/64"),
    ],
)
def test_connections_are_counted_by_ipv4_address_and_by_ipv6_subnet(address: tuple[object, ...], client: str) -> None:
    assert parse_client(address) == client


@pytest.mark.parametrize(
    ("descriptors", "connections", "per_address"), [(20_000, 1_000, 500), (1_024, 512, 256), (3, 1, 1)]
)
def test_few_descriptors_reduce_the_connections_of_all_and_of_each_address(
    descriptors: int, connections: int, per_address: int
) -> None:
    limits = choose_server_limits(GatewaySettings(**REQUIRED), descriptors)
    assert (limits.connections, limits.connections_per_address) == (connections, per_address)


def test_an_event_that_repeats_is_logged_once_per_period_with_its_count() -> None:
    clock = [0.0]
    slow = PeriodicLog("slow", lambda: clock[0], seconds=60)
    with structlog.testing.capture_logs() as records:
        for clock[0] in (0.0, 1.0, 59.0, 60.0, 61.0):
            slow.record("late")
    assert [record["count"] for record in records] == [1, 3]
