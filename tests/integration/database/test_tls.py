"""A database accessed over TLS with `sslmode=verify-full`: migrations and pools check its certificate and its name."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.rpc.tls import AUTHORITY, CERTIFICATE, KEY
from tests.fixtures.network.certificates import Authority
from tests.fixtures.network.proxied_url import proxy_url, target_of
from tests.fixtures.network.tcp_proxy import tcp_proxy

TIMEOUT = 1.0


@pytest.fixture
async def url(empty_database_url: str, tmp_path: Path) -> AsyncIterator[str]:
    """The URL, without its TLS settings, of a database whose server is `localhost`."""
    folder = Authority().issue(tmp_path / "server", "database")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / CERTIFICATE, folder / KEY)
    async with tcp_proxy(target_of(empty_database_url), context) as proxy:
        plain, _, _ = proxy_url(proxy, empty_database_url).partition("?")
        yield plain.replace("127.0.0.1", "localhost")


@pytest.fixture
def trusted(tmp_path: Path) -> str:
    return f"sslmode=verify-full&sslrootcert={tmp_path / 'server' / AUTHORITY}"


async def test_a_server_with_a_matching_name_and_a_known_authority_is_accepted(
    url: str, trusted: str, tmp_path: Path
) -> None:
    folder = tmp_path / "rag" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001.sql").write_text("CREATE TABLE kept ()", "utf-8")
    assert await asyncio.to_thread(migrate, f"{url}?{trusted}", folder) == ["rag/0001"]
    pool = await open_pool(f"{url}?{trusted}", min_size=1, max_size=1, name="rag")
    async with pool, pool.connection() as connection:
        await connection.execute("SELECT FROM kept")
        assert connection.pgconn.ssl_in_use


@pytest.mark.parametrize("wrong", ["name", "authority"])
async def test_another_server_is_rejected(url: str, trusted: str, wrong: str, tmp_path: Path) -> None:
    if wrong == "name":
        rejected = f"{url.replace('localhost', '127.0.0.1')}?{trusted}"
    else:
        other = Authority().issue(tmp_path / "other", "database") / AUTHORITY
        rejected = f"{url}?sslmode=verify-full&sslrootcert={other}"
    with pytest.raises(DatabaseUnavailable):
        await asyncio.to_thread(migrate, rejected, tmp_path)
    with pytest.raises(DatabaseUnavailable):
        await open_pool(rejected, min_size=1, max_size=1, name="rag", timeout=TIMEOUT)
