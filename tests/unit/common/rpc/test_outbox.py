"""The outbox of a stream: what is added together leaves together, in its order and within limits."""

import asyncio
from collections.abc import Sequence

from services.common.rpc.call_streams.outbox import MAX_MESSAGE_BYTES, MAX_WAITING_BYTES, Outbox
from tests.fixtures.systems.eventually import eventually


class Peer:
    """Accepts messages while it is open; fails once it is broken."""

    def __init__(self) -> None:
        self.messages: list[list[bytes]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.is_broken = False
        self.outbox: Outbox[bytes] = Outbox(self._take, len)

    async def _take(self, items: Sequence[bytes]) -> None:
        await self.open.wait()
        if self.is_broken:
            raise ConnectionError
        self.messages.append(list(items))


async def test_what_is_added_before_the_task_waits_is_one_message() -> None:
    peer = Peer()
    for item in (b"a", b"b", b"c"):
        peer.outbox.add(item)
    await peer.outbox.close()
    assert peer.messages == [[b"a", b"b", b"c"]]


async def test_what_is_added_while_a_message_is_written_is_the_next_one() -> None:
    peer = Peer()
    peer.open.clear()
    peer.outbox.add(b"a")
    await asyncio.sleep(0)  # it is being written
    peer.outbox.add(b"b")
    peer.outbox.add(b"c")
    peer.open.set()
    await peer.outbox.close()
    assert peer.messages == [[b"a"], [b"b", b"c"]]


async def test_a_large_item_is_a_message_alone() -> None:
    peer = Peer()
    large = bytes(MAX_MESSAGE_BYTES)
    for item in (b"a", large, b"b"):
        peer.outbox.add(item)
    await peer.outbox.close()
    assert peer.messages == [[b"a"], [large], [b"b"]]


async def test_a_sender_waits_while_too_many_bytes_are_pending() -> None:
    peer = Peer()
    peer.open.clear()
    for _ in range(3):
        peer.outbox.add(bytes(MAX_WAITING_BYTES))
    waiting = asyncio.create_task(peer.outbox.wait_for_space())
    await asyncio.sleep(0)
    assert not waiting.done()
    peer.open.set()
    await waiting


async def test_a_broken_peer_blocks_no_sender() -> None:
    peer = Peer()
    peer.is_broken = True
    for _ in range(3):
        peer.outbox.add(bytes(MAX_WAITING_BYTES))
    await peer.outbox.wait_for_space()
    peer.outbox.add(b"dropped")
    await eventually(lambda: peer.messages == [])


async def test_a_broken_outbox_stores_nothing() -> None:
    peer = Peer()
    peer.is_broken = True
    peer.outbox.add(b"a")
    await peer.outbox.close()
    for _ in range(3):
        peer.outbox.add(bytes(MAX_WAITING_BYTES))
    assert peer.outbox.waiting_bytes == 0
