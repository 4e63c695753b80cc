"""Telemetry to a collector that requires mutual TLS, by OpenTelemetry's own variables."""

import asyncio
from pathlib import Path

import grpc
import pytest

from services.common.rpc.tls import AUTHORITY, CERTIFICATE, KEY
from services.common.telemetry import start_telemetry
from tests.fixtures.network.certificates import Authority
from tests.fixtures.network.collector import Collector, collecting


def collector_credentials(folder: Path) -> grpc.ServerCredentials:
    pair = ((folder / KEY).read_bytes(), (folder / CERTIFICATE).read_bytes())
    return grpc.ssl_server_credentials([pair], (folder / AUTHORITY).read_bytes(), require_client_auth=True)


async def send_span(collector: Collector, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send a span to *collector* as a service with the certificate in *folder* does."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(folder / AUTHORITY))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CLIENT_KEY", str(folder / KEY))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", str(folder / CERTIFICATE))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "2")
    telemetry = start_telemetry("reflow-test", otlp_endpoint=collector.endpoint)
    with telemetry.tracer.start_as_current_span("sent"):
        pass
    await asyncio.to_thread(telemetry.shutdown)


@pytest.mark.parametrize(("known", "received"), [(True, ["sent"]), (False, [])])
async def test_only_a_certificate_of_the_authority_is_accepted(
    known: bool, received: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority()
    server = authority.issue(tmp_path / "collector", "collector")
    folder = (authority if known else Authority("other")).issue(tmp_path / "service", "planner")
    async with collecting(collector_credentials(server)) as collector:
        await send_span(collector, folder, monkeypatch)
        assert [span.name for span in collector.spans] == received
