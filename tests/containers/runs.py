"""The event stream of a run, as a client of the gateway reads it."""

import json
from collections.abc import Iterator


def has_ended(stream: str) -> bool:
    """Whether *stream* has the end of its run."""
    return stream.rstrip().rpartition("event: ")[2].startswith("stream_end")


def is_cut_off(stream: str) -> bool:
    """Whether the reader of *stream* has to reconnect: the gateway stops, or has lost the orchestrator."""
    return "the gateway is stopping" in stream or '"retryable":true' in stream.rstrip().rpartition("event: ")[2]


def has_succeeded(stream: str) -> bool:
    """Whether the last event of *stream* is the end of a run that succeeded."""
    last = stream.rstrip().rpartition("event: ")[2]
    return last.startswith("stream_end") and '"status":"succeeded"' in last


def find_image_urls(stream: str) -> Iterator[str]:
    """Yield the URLs of the images that the events of *stream* show."""
    for line in stream.splitlines():
        if line.startswith("data: "):
            props = json.loads(line.removeprefix("data: ")).get("data", {}).get("props", {})
            if isinstance(props.get("imageUrl"), str):
                yield props["imageUrl"]
