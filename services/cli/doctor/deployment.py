"""Deployment in `reflow doctor`: services, database, blob store and collector, accessed as the services do."""

import asyncio
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
from grpc.aio import AioRpcError
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace.export import SpanExportResult
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.cli.doctor.findings import Finding, State
from services.common.blobs import open_blob_store
from services.common.database.migrations import read_progress
from services.common.database.unavailable import DatabaseUnavailable
from services.common.rpc.channel import open_channel
from services.common.rpc.tls import CertificateUnusable
from services.common.settings import SettingsInvalid
from services.common.text.choices import list_names
from services.common.text.language import Text

TIMEOUT_SECONDS = 5.0
SERVICES = ("orchestrator", "planner", "rag", "executor", "critic")
MIGRATED = ("orchestrator", "rag")
MIN_POSTGRES, MIN_VECTOR = 15, (0, 8, 4)
_VERSIONS = """
    SELECT current_setting('server_version_num')::int / 10000,
        (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')
"""
_DATABASE, _BLOBS, _COLLECTOR = Text("数据库", "database"), Text("图片存储", "blob store"), Text("遥测", "telemetry")


class DeploymentSettings(BaseSettings):
    """Settings of the services of a deployment; an empty one is not checked."""

    model_config = SettingsConfigDict(env_prefix="REFLOW_", frozen=True, extra="ignore")

    orchestrator_address: str = ""
    planner_address: str = ""
    rag_address: str = ""
    executor_address: str = ""
    critic_address: str = ""
    database_url: str = Field("", description="of the orchestrator, the migrator or rag")
    blobs_url: str = ""
    otlp_endpoint: str = ""
    tls_folder: str = ""

    def services(self) -> Iterator[tuple[str, str]]:
        """Yield name and address of each configured service."""
        for name in SERVICES:
            address: str = getattr(self, f"{name}_address")
            if address:
                yield name, address


async def check_deployment(settings: DeploymentSettings) -> list[Finding]:
    """Return a finding for each setting that is not empty, checked concurrently, each within TIMEOUT_SECONDS."""
    checks: list[Awaitable[Finding]] = [
        _check_service(name, address, settings.tls_folder) for name, address in settings.services()
    ]
    if settings.database_url:
        checks.append(asyncio.to_thread(_check_database, settings.database_url))
    if settings.blobs_url:
        checks.append(_check_blobs(settings.blobs_url))
    if settings.otlp_endpoint:
        checks.append(asyncio.to_thread(_check_collector, settings.otlp_endpoint))
    return list(await asyncio.gather(*checks))


async def _check_service(name: str, address: str, tls_folder: str) -> Finding:
    subject, started_at = Text(name, name), time.monotonic()
    try:
        async with open_channel(address, tls_folder) as channel:
            check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # set by its constructor
            answer = await check(health_pb2.HealthCheckRequest(), timeout=TIMEOUT_SECONDS)
    except CertificateUnusable as error:
        return _wrong(subject, Text(f"REFLOW_TLS_FOLDER：{error}", f"REFLOW_TLS_FOLDER: {error}"))
    except AioRpcError as error:
        reason = f"{error.code().name}: {error.details()}"
        return _wrong(subject, Text(f"{address} 没有响应（{reason}）", f"{address} does not answer ({reason})"))
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        return _wrong(subject, Text(f"{address} 正在启动或停止", f"{address} is starting or stopping"))
    milliseconds = round((time.monotonic() - started_at) * 1_000)
    return _fine(subject, Text(f"{address} 正常（{milliseconds} 毫秒）", f"{address} serves ({milliseconds} ms)"))


def _check_database(url: str) -> Finding:
    """Check versions and migrations, with the privileges of any service. Blocking."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=int(TIMEOUT_SECONDS)) as connection:
            major, vector = connection.execute(_VERSIONS).fetchone() or (0, None)
        progress = {name: read_progress(url, _migrations_of(name)) for name in MIGRATED}
    except (psycopg.Error, DatabaseUnavailable) as error:
        reason = " ".join(str(error).split())
        return _wrong(_DATABASE, Text(f"无法使用：{reason}", f"cannot be used: {reason}"))
    if major < MIN_POSTGRES or vector is None or tuple(map(int, vector.split("."))) < MIN_VECTOR:
        needed = f"PostgreSQL {MIN_POSTGRES}, pgvector {'.'.join(map(str, MIN_VECTOR))}"
        found = f"PostgreSQL {major}, pgvector {vector or '-'}"
        return _wrong(_DATABASE, Text(f"需要 {needed} 或更新，现为 {found}", f"needs {needed} or newer, has {found}"))
    # A role can read only the record of its own service.
    behind = [name for name, migrated in progress.items() if migrated.applied and migrated.pending]
    if behind or not any(migrated.applied for migrated in progress.values()):
        names = list_names(behind or MIGRATED)
        return _wrong(_DATABASE, Text(f"需要升级：{names.zh}", f"has to be migrated: {names.en}"))
    return _fine(_DATABASE, Text(f"PostgreSQL {major}，pgvector {vector}", f"PostgreSQL {major}, pgvector {vector}"))


def _migrations_of(service: str) -> Path:
    return Path(__file__).parents[2] / service / "migrations"


async def _check_blobs(url: str) -> Finding:
    """Write, read and delete a small blob."""
    key, data = f"doctor/{uuid4()}", b"reflow doctor"
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            store = open_blob_store(url)
            await store.put(key, data)
            intact = await store.get(key) == data
            await store.delete(key)
    except TimeoutError:
        return _wrong(_BLOBS, Text(f"{url} 没有及时响应", f"{url} does not answer in time"))
    except SettingsInvalid as error:
        return _wrong(_BLOBS, error.text)
    except Exception as error:  # stores raise different classes of errors
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return _wrong(_BLOBS, Text(f"{url} 无法读写（{reason}）", f"{url} cannot be written and read ({reason})"))
    if not intact:
        return _wrong(_BLOBS, Text(f"{url} 读到的内容与写入的不同", f"{url} returns something else than was written"))
    return _fine(_BLOBS, Text(f"{url} 可读写", f"{url} can be written and read"))


def _check_collector(endpoint: str) -> Finding:
    """Send an empty batch of spans. Blocking."""
    exporter = OTLPSpanExporter(endpoint=endpoint, insecure=True, timeout=int(TIMEOUT_SECONDS))
    accepted = exporter.export([]) is SpanExportResult.SUCCESS
    exporter.shutdown()
    if not accepted:
        return _wrong(_COLLECTOR, Text(f"{endpoint} 不接受数据", f"{endpoint} does not accept spans"))
    return _fine(_COLLECTOR, Text(f"{endpoint} 接受数据", f"{endpoint} accepts spans"))


def _fine(subject: Text, message: Text) -> Finding:
    return Finding(State.FINE, subject, message)


def _wrong(subject: Text, message: Text) -> Finding:
    return Finding(State.WRONG, subject, message)
