"""Ctrl-C and SIGTERM: what the first one does can be changed; the second ends the process at once."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from services.cli.failing import Interrupted

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """The first signal that came, and what it calls."""

    def __init__(self, stop: Callable[[], object]) -> None:
        self.number: signal.Signals | None = None
        self._stop = stop

    def calls(self, stop: Callable[[], object]) -> None:
        """Let the first signal call *stop* from now on."""
        self._stop = stop

    @contextmanager
    def left_to_another(self) -> Iterator[None]:
        """Leave Ctrl-C to the program in front, such as an editor, until the context ends."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, lambda: None)
        try:
            yield
        finally:
            loop.add_signal_handler(signal.SIGINT, self._came, signal.SIGINT)

    def _came(self, number: signal.Signals) -> None:
        self.number = number
        _give_back()  # whoever presses Ctrl-C again does not want to wait
        self._stop()


@contextmanager
def interruption() -> Iterator[Interruption]:
    """Take the signals until the context ends; the first cancels the current task unless told otherwise.

    Raises Interrupted in place of the cancellation that a signal caused.
    """
    task = asyncio.current_task()
    assert task is not None, "needs a running event loop"
    interrupted = Interruption(task.cancel)
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, interrupted._came, number)
    try:
        yield interrupted
    except asyncio.CancelledError:
        if interrupted.number is None:
            raise
        raise Interrupted(interrupted.number) from None
    finally:
        _give_back()


def _give_back() -> None:
    for number in SIGNALS:
        asyncio.get_running_loop().remove_signal_handler(number)
