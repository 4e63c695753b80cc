"""Addresses of a running system."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Addresses:
    """What a command connects to: gRPC addresses, and the URL of the blob store."""

    orchestrator: str
    executor: str
    rag: str
    blobs: str


@dataclass(frozen=True, slots=True)
class RunningSystem:
    """A running system; *url* is its gateway's, None where it has none."""

    addresses: Addresses
    url: str | None
