"""Mutual TLS: the files of a service's certificate, read again when they change."""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import grpc
import structlog

from services.common.cancellation import cancel_tasks

log = structlog.get_logger("reflow.serving")

CERTIFICATE, KEY, AUTHORITY = "tls.crt", "tls.key", "ca.crt"
"""Files of the folder, named as in a Kubernetes secret of type kubernetes.io/tls that cert-manager writes."""
MAX_FILE_BYTES = 256 * 1024
# Seconds between two checks of the files.
CHECK_SECONDS = 5.0
# Calls of a channel with the former certificate have this long to end; a stream that goes on is resumed by its reader.
DRAIN_SECONDS = 600.0


class CertificateUnusable(Exception):
    """The certificate cannot be read; the message names the file."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The PEM texts of a service: its chain, its private key, and the authority that its peers' chains end in."""

    chain: bytes
    key: bytes
    authority: bytes


def read_certificate(folder: Path) -> Certificate:
    """Return the certificate in *folder*. Raises CertificateUnusable."""
    return Certificate(*(_read(folder / name) for name in (CERTIFICATE, KEY, AUTHORITY)))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CertificateUnusable(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES or b"-----BEGIN " not in data:
        raise CertificateUnusable(f"{path}: not a PEM file of at most {MAX_FILE_BYTES} bytes")
    return data


class CertificateFolder:
    """The certificate of a folder whose files may be replaced while the service runs.

    A replacement that cannot be read is logged, and the former certificate stays in use.
    """

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        """Read the certificate. Raises CertificateUnusable."""
        self._folder = folder
        self._clock = clock
        self._version = self._look()
        self._checked_at = clock()
        self._current = read_certificate(folder)

    def current(self) -> Certificate:
        """Return the certificate, at most CHECK_SECONDS old."""
        if self._clock() - self._checked_at >= CHECK_SECONDS:
            self._checked_at = self._clock()
            self._refresh()
        return self._current

    def _refresh(self) -> None:
        try:
            version = self._look()
            if version == self._version:
                return
            certificate = read_certificate(self._folder)
        except CertificateUnusable as error:
            log.error("certificate not replaced", details=str(error))  # noqa: TRY400  # no bug of ours: no stack
            return
        self._version, self._current = version, certificate
        log.info("certificate replaced", folder=str(self._folder))

    def _look(self) -> tuple[tuple[int, int, int], ...]:
        """Return a value that changes whenever a file is replaced, also through a symbolic link."""
        try:
            stats = [os.stat(self._folder / name) for name in (CERTIFICATE, KEY, AUTHORITY)]  # noqa: PTH116
        except OSError as error:
            raise CertificateUnusable(f"{error.filename}: {error.strerror}") from None
        return tuple((stat.st_ino, stat.st_mtime_ns, stat.st_size) for stat in stats)


def build_server_credentials(folder: CertificateFolder) -> grpc.ServerCredentials:
    """Return credentials that demand a client's certificate and read *folder* for each new connection."""
    given: list[Certificate] = []

    def configure() -> grpc.ServerCertificateConfiguration | None:
        certificate = folder.current()
        if given and given[-1] is certificate:
            return None  # gRPC keeps what it has
        given[:] = [certificate]
        return _configure_server(certificate)

    first = _configure_server(folder.current())
    # The stubs deny None, which is how gRPC documents that nothing has changed.
    fetch = cast("Callable[[], grpc.ServerCertificateConfiguration]", configure)
    return grpc.dynamic_ssl_server_credentials(first, fetch, require_client_authentication=True)


def _configure_server(certificate: Certificate) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(certificate.key, certificate.chain)], certificate.authority)


def build_channel_credentials(certificate: Certificate) -> grpc.ChannelCredentials:
    """Return credentials that show *certificate* and accept servers of its authority, under the name that is called."""
    return grpc.ssl_channel_credentials(certificate.authority, certificate.key, certificate.chain)


class RotatingChannel(grpc.aio.Channel):
    """A channel whose calls use the newest certificate: gRPC's own channels keep the one that they were opened with."""

    def __init__(self, folder: CertificateFolder, connect: Callable[[Certificate], grpc.aio.Channel]) -> None:
        self._folder = folder
        self._connect = connect
        self._certificate = folder.current()
        self._channel = connect(self._certificate)
        self._former: set[asyncio.Task[None]] = set()

    def current(self) -> grpc.aio.Channel:
        """Return the channel for the next call."""
        certificate = self._folder.current()
        if certificate is not self._certificate:
            former, self._channel, self._certificate = self._channel, self._connect(certificate), certificate
            closing = asyncio.ensure_future(former.close(DRAIN_SECONDS))
            self._former.add(closing)
            closing.add_done_callback(self._former.discard)
        return self._channel

    async def __aenter__(self) -> "RotatingChannel":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        """Close this channel and the former ones; calls have *grace* seconds to end."""
        await cancel_tasks(*self._former)
        await self._channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        return self.current().get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        await self._channel.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        await self.current().channel_ready()

    def unary_unary(self, *arguments: Any, **options: Any) -> Any:
        return _Method(self, "unary_unary", arguments, options)

    def unary_stream(self, *arguments: Any, **options: Any) -> Any:
        return _Method(self, "unary_stream", arguments, options)

    def stream_unary(self, *arguments: Any, **options: Any) -> Any:
        return _Method(self, "stream_unary", arguments, options)

    def stream_stream(self, *arguments: Any, **options: Any) -> Any:
        return _Method(self, "stream_stream", arguments, options)


class _Method:
    """A method of a stub: each call goes to the channel of that moment."""

    def __init__(self, channel: RotatingChannel, kind: str, arguments: Sequence[Any], options: dict[str, Any]) -> None:
        self._channel = channel
        self._kind = kind
        self._arguments = arguments
        self._options = options
        self._opened: tuple[grpc.aio.Channel, Any] | None = None

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        channel = self._channel.current()
        if self._opened is None or self._opened[0] is not channel:
            self._opened = channel, getattr(channel, self._kind)(*self._arguments, **self._options)
        return self._opened[1](*arguments, **options)
