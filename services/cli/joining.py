"""A `reflow up` of the same data folder is found and used, rather than a second system started beside it."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

ANNOUNCEMENT = "running.json"
_UNIX = "unix:"
_PATIENCE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a system can be reached: gRPC addresses and the blob store's URL."""

    orchestrator: str
    executor: str
    rag: str
    blobs: str


@contextmanager
def announced(data: Path, addresses: Addresses) -> Iterator[None]:
    """Let other commands on *data* find the system at *addresses* until the context ends."""
    path = data / ANNOUNCEMENT
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(asdict(addresses)), encoding="utf-8")
    unfinished.replace(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def find_running(data: Path) -> Addresses | None:
    """Return where the system that runs on *data* can be reached, or None; what a killed one left is passed over."""
    try:
        told = json.loads((data / ANNOUNCEMENT).read_text(encoding="utf-8"))
        addresses = Addresses(**told)
    except (OSError, ValueError, TypeError):
        return None
    return addresses if _answers(addresses.orchestrator) else None


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(_PATIENCE_SECONDS)
        try:
            probe.connect(address.removeprefix(_UNIX))
        except OSError:
            return False
    return True
