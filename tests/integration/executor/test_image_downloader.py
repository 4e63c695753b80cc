"""Downloads over real sockets on loopback, which the allow list treats as the public internet."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.network.address_policy import PUBLIC_ONLY, Address, AllowList
from services.executor.adapters.image_downloader import DownloadLimits, download_image

LOOPBACK = AllowList.parse(["127.0.0.1"])
LIMITS = DownloadLimits(max_bytes=100_000, seconds=5)
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


def _encoded(format_name: str) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (9, 7), "teal").save(stream, format=format_name)
    return stream.getvalue()


PNG = _encoded("PNG")


def _response(body: bytes = PNG, status: str = "200 OK", **headers: str) -> bytes:
    fields = {"Content-Length": str(len(body)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status}\r\n{head}Connection: close\r\n\r\n".encode() + body


def _redirect(location: str) -> bytes:
    return _response(b"", "302 Found", Location=location)


@dataclass
class Server:
    """A real HTTP server: the requests that it received, and its answer for each path."""

    port: int = 0
    requests: list[str] = field(default_factory=list)
    answers: dict[str, bytes | Answer] = field(default_factory=dict)
    sent: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.requests.append(request)
            answer = self.answers.get(request.split(" ")[1], _response())
            if isinstance(answer, bytes):
                writer.write(answer)
                await writer.drain()
            else:
                await answer(writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def _serving(host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    server = Server()
    listening = await asyncio.start_server(server.handle, host, 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with _serving() as running:
        yield running


@dataclass
class Resolver:
    """Returns the next list of addresses at each call; the last one is repeated."""

    answers: list[list[str]]
    hosts: list[str] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        self.hosts.append(host)
        answer = self.answers[min(len(self.hosts), len(self.answers)) - 1]
        return [ip_address(text) for text in answer]


async def _fetch(url: str, limits: DownloadLimits = LIMITS, **options: Any) -> bytes:
    options = {"allow": LOOPBACK, **options}
    return await download_image(url, limits, error=Code.MASK_DATA_INVALID, field="maskData.imageUrl", **options)


async def _reject(url: str, limits: DownloadLimits = LIMITS, **options: Any) -> ReflowError:
    with pytest.raises(ReflowError) as caught:
        await _fetch(url, limits, **options)
    assert caught.value.code is Code.MASK_DATA_INVALID
    assert caught.value.field == "maskData.imageUrl"
    return caught.value


@contextmanager
def _names_resolved() -> Iterator[list[object]]:
    """Collect every host that this process resolves with the system resolver."""
    hosts: list[object] = []
    listening = True

    def on_audit_event(event: str, arguments: tuple[object, ...]) -> None:
        if listening and event in {"socket.getaddrinfo", "socket.gethostbyname"}:
            hosts.append(arguments[0])

    sys.addaudithook(on_audit_event)
    yield hosts
    listening = False


@pytest.mark.parametrize("format_name", ["PNG", "JPEG", "WEBP"])
async def test_an_image_is_downloaded_whatever_its_name_and_declared_type(server: Server, format_name: str) -> None:
    data = _encoded(format_name)
    server.answers["/cat.gif?size=2"] = _response(data, Content_Type="text/html")
    assert await _fetch(f"{server.url}/cat.gif?size=2") == data


async def test_the_host_header_is_the_name_of_the_url_though_connected_by_address(server: Server) -> None:
    resolver = Resolver([["127.0.0.1"]])
    with _names_resolved() as hosts:
        assert await _fetch(f"http://Images.Example:{server.port}/a%20b", resolve=resolver) == PNG
    assert resolver.hosts == ["images.example"]
    assert "images.example" not in hosts
    assert server.requests[0].startswith("GET /a%20b HTTP/1.1")
    assert f"host: images.example:{server.port}" in server.requests[0].lower()
    assert "accept-encoding: identity" in server.requests[0].lower()


async def test_a_name_that_rebinds_after_its_check_still_leads_to_the_checked_address(server: Server) -> None:
    resolver = Resolver([["127.0.0.1"], ["127.0.0.2"]])
    async with _serving("127.0.0.2") as inner:
        assert await _fetch(f"http://rebinding.example:{server.port}/", resolve=resolver) == PNG
        assert resolver.hosts == ["rebinding.example"]
        assert inner.requests == []


async def test_a_name_that_rebinds_between_redirects_is_rejected_at_the_second_check(server: Server) -> None:
    server.answers["/"] = _redirect("/again")
    resolver = Resolver([["127.0.0.1"], ["127.0.0.2"]])
    assert "public" in (await _reject(f"http://rebinding.example:{server.port}/", resolve=resolver)).text.en
    assert len(server.requests) == 1


async def test_a_name_with_one_private_address_among_public_ones_is_rejected(server: Server) -> None:
    resolver = Resolver([["93.184.216.34", "127.0.0.1"]])
    await _reject(f"http://mixed.example:{server.port}/", resolve=resolver, allow=PUBLIC_ONLY)
    assert server.requests == []


async def test_the_next_address_of_a_name_is_attempted_when_the_first_does_not_answer(server: Server) -> None:
    resolver = Resolver([["127.0.0.3", "127.0.0.1"]])
    allow = AllowList.parse(["127.0.0.0/8"])
    assert await _fetch(f"http://twice.example:{server.port}/", resolve=resolver, allow=allow) == PNG
    assert len(resolver.hosts) == 1


@pytest.mark.parametrize(
    "notation",
    ["127.0.0.1", "localhost", "localhost.", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1",
     "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::1]", "[::]", "0.0.0.0", "0",
     "127。0。0。1", "１２７.0.0.1", "user@127.0.0.1", "example.com\\@127.0.0.1", "127.0.0.1.", "[fe80::1%25lo]"],
)  # fmt: skip
async def test_loopback_is_never_reached_in_any_notation(server: Server, notation: str) -> None:
    rejection = await _reject(f"http://{notation}:{server.port}/", allow=PUBLIC_ONLY)
    assert rejection.text.zh
    assert server.requests == []


@pytest.mark.parametrize(
    "url",
    ["", "cat.png", "//127.0.0.1/", "ftp://127.0.0.1/", "file:///etc/passwd", "data:image/png;base64,AAAA", "http://",
     "http:///x", "gopher://127.0.0.1/", "http://a b/", "http://127.0.0.1\r\nHost: x/", "http://127.0.0.1:0/", "http://127.0.0.1:70000/",
     "http://h:x/", "http://" + "a" * 70 + ".example/", "http://example.com/" + "a" * 2048],
)  # fmt: skip
async def test_a_url_that_is_not_http_is_rejected(url: str) -> None:
    await _reject(url)


async def test_credentials_in_an_allowed_address_are_rejected_and_not_sent(server: Server) -> None:
    assert "password" in (await _reject(f"http://me:secret@127.0.0.1:{server.port}/")).text.en
    assert server.requests == []


async def test_redirects_are_followed_relative_and_absolute(server: Server) -> None:
    server.answers["/start"] = _redirect("next?x=1")
    server.answers["/next?x=1"] = _redirect(f"{server.url}/end")
    assert await _fetch(f"{server.url}/start") == PNG
    assert [request.split(" ")[1] for request in server.requests] == ["/start", "/next?x=1", "/end"]


async def test_five_redirects_are_followed_and_a_sixth_is_rejected(server: Server) -> None:
    for number in range(6):
        server.answers[f"/{number}"] = _redirect(f"/{number + 1}")
    server.answers["/5"] = _response()
    assert await _fetch(f"{server.url}/0") == PNG
    server.answers["/5"] = _redirect("/6")
    assert "5 times" in (await _reject(f"{server.url}/0")).text.en


@pytest.mark.parametrize(
    "place",
    ["http://127.0.0.2:{port}/", "//127.0.0.2:{port}/", "http://2130706434:{port}/", "http://[::ffff:127.0.0.2]:{port}/",
     "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "http://x@127.0.0.1:{port}/", "\\\\127.0.0.2/"],
)  # fmt: skip
async def test_a_redirect_to_a_forbidden_url_is_rejected(server: Server, place: str) -> None:
    async with _serving("127.0.0.2") as inner:
        server.answers["/"] = _redirect(place.format(port=inner.port))
        await _reject(f"{server.url}/")
        assert inner.requests == []
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "place",
    ["http:18350", "https:18350", "HTTP:x", "http:", "https://", "http://[", "http://[::1", "http://[v1.x]/", "xn--a:@",
     "http://a..b/", "http://.x/", "http://" + "a" * 64 + ".x/", "//:80", "http://x:y/", "http://\x80/", "https://a..b/"],
)  # fmt: skip
async def test_a_malformed_redirect_is_an_error_of_the_address(server: Server, place: str) -> None:
    server.answers["/"] = _redirect(place)
    server.answers["/18350"] = server.answers["/x"] = _response(b"gone", "404 Not Found")
    await _reject(f"{server.url}/", resolve=Resolver([["127.0.0.1"]]))


@pytest.mark.parametrize("host", ["a..b", ".x", "a" * 63 + "." + "b" * 63, "xn--a", "x_y", "-x"])
async def test_a_malformed_host_is_an_error_of_the_address(host: str) -> None:
    await _reject(f"https://{host}:1/", resolve=Resolver([["127.0.0.1"]]))


async def test_a_body_of_exactly_the_limit_is_accepted_and_one_byte_more_rejected(server: Server) -> None:
    server.answers["/"] = _response(PNG + bytes(LIMITS.max_bytes - len(PNG)))
    assert len(await _fetch(f"{server.url}/")) == LIMITS.max_bytes
    server.answers["/"] = _response(PNG + bytes(LIMITS.max_bytes - len(PNG) + 1))
    assert f"has {LIMITS.max_bytes + 1:,} bytes" in (await _reject(f"{server.url}/")).text.en


async def test_an_endless_body_is_cut_off_at_the_limit(server: Server) -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while server.sent < 100_000_000:
            writer.write(b"2000\r\n" + PNG.ljust(8192, b"\0") + b"\r\n")
            await writer.drain()
            server.sent += 8192

    server.answers["/"] = endless
    assert "more than" in (await _reject(f"{server.url}/")).text.en
    assert server.sent < 20_000_000


async def test_a_declared_length_beyond_the_limit_is_rejected_before_the_body(server: Server) -> None:
    async def silent(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n")
        await asyncio.sleep(60)

    server.answers["/"] = silent
    assert "999,999,999 bytes" in (await _reject(f"{server.url}/")).text.en


async def test_a_body_shorter_than_declared_is_rejected(server: Server) -> None:
    server.answers["/"] = _response(PNG, Content_Length=str(len(PNG) + 1))
    assert "could not be fetched" in (await _reject(f"{server.url}/")).text.en


async def test_nothing_is_read_beyond_the_declared_length(server: Server) -> None:
    server.answers["/"] = _response(PNG + b"more", Content_Length=str(len(PNG)))
    assert await _fetch(f"{server.url}/") == PNG


async def test_a_compressed_body_is_rejected(server: Server) -> None:
    server.answers["/"] = _response(PNG, Content_Encoding="gzip")
    assert "content-encoding" in (await _reject(f"{server.url}/")).details


@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n"])
async def test_a_server_that_sends_slowly_is_abandoned_at_the_deadline(server: Server, start: bytes) -> None:
    async def dribble(writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        for _ in range(100):
            writer.write(b"X")
            await writer.drain()
            await asyncio.sleep(0.05)

    server.answers["/"] = dribble
    started_at = time.monotonic()
    rejection = await _reject(f"{server.url}/", DownloadLimits(seconds=0.4))
    assert time.monotonic() - started_at < 60
    assert "0.4 seconds" in rejection.text.en


async def test_a_name_that_takes_too_long_to_resolve_is_abandoned_at_the_deadline() -> None:
    async def slow(host: str, port: int) -> Sequence[Address]:
        await asyncio.sleep(60)
        return []

    assert "0.2 seconds" in (await _reject("http://slow.example/", DownloadLimits(seconds=0.2), resolve=slow)).text.en


async def test_a_name_that_does_not_exist_and_one_of_a_private_network_are_rejected_with_one_text() -> None:
    """Otherwise the text shows which names exist in the private network."""

    async def unknown(host: str, port: int) -> Sequence[Address]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    missing = await _reject("http://no-such-host.invalid/", resolve=unknown)
    assert "not found on the public internet" in missing.text.en
    for resolver in (Resolver([["10.1.2.3"]]), Resolver([["127.0.0.1", "93.184.216.34"]]), Resolver([[]])):
        assert (await _reject("http://inside.example/", resolve=resolver, allow=PUBLIC_ONLY)).text == missing.text
    assert (await _reject("http://10.1.2.3/", allow=PUBLIC_ONLY)).text == missing.text


async def test_a_closed_port_and_an_error_status_are_reported(server: Server) -> None:
    server.answers["/gone"] = _response(b"gone", "404 Not Found")
    assert "HTTP 404" in (await _reject(f"{server.url}/gone")).text.en
    assert "could not be fetched" in (await _reject("http://127.0.0.1:1/")).text.en


@pytest.mark.parametrize(
    ("body", "kind"),
    [(_encoded("GIF"), "GIF"), (b"<!doctype html><html>", "HTML"), (b"{}", "not a known"), (b"", "not a known")],
)
async def test_a_body_that_is_not_an_image_is_rejected_with_its_type(server: Server, body: bytes, kind: str) -> None:
    server.answers["/cat.png"] = _response(body, Content_Type="image/png")
    assert kind in (await _reject(f"{server.url}/cat.png")).text.en


async def test_a_proxy_in_the_environment_is_not_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _serving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert await _fetch(f"{server.url}/") == PNG
        assert proxy.requests == []


async def test_the_text_for_users_names_no_internal_address() -> None:
    rejection = await _reject("http://inner.example/", resolve=Resolver([["10.1.2.3"]]))
    assert "10.1.2.3" in rejection.details
    assert "10.1.2.3" not in rejection.text.en + rejection.text.zh


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for images.example only, with its key, in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs the openssl command to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
               "-subj", "/CN=images.example", "-addext", "subjectAltName=DNS:images.example",
               "-keyout", "key.pem", "-out", "certificate.pem"]  # fmt: skip
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "key.pem").read_bytes() + (folder / "certificate.pem").read_bytes())
    return both


async def test_the_certificate_must_match_the_name_in_the_url_and_not_the_address(certificate: Path) -> None:
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate)
    names: list[str | None] = []
    served.sni_callback = lambda _connection, name, _context: names.append(name)
    trust = ssl.create_default_context(cafile=str(certificate))
    resolver = Resolver([["127.0.0.1"]])
    async with _serving(tls=served) as server:
        good = f"https://images.example:{server.port}/"
        assert await _fetch(good, resolve=resolver, trust=trust) == PNG
        assert names == ["images.example"]
        await _reject(f"https://other.example:{server.port}/", resolve=resolver, trust=trust)
        await _reject(f"https://127.0.0.1:{server.port}/", trust=trust)
        await _reject(good, resolve=resolver)
        assert len(server.requests) == 1
