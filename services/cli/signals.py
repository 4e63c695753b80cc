"""Handling of Ctrl-C and SIGTERM: the first signal calls a callback; the second ends the process at once."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from services.cli.errors import Interrupted

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class SignalHandler:
    """The first signal, and the callback that it calls."""

    def __init__(self, stop: Callable[[], object]) -> None:
        self.number: signal.Signals | None = None
        self._stop = stop

    def on_signal(self, stop: Callable[[], object]) -> None:
        """Call *stop* on the first signal from now on."""
        self._stop = stop

    @contextmanager
    def release_ctrl_c(self) -> Iterator[None]:
        """Leave Ctrl-C to the foreground program, such as an editor, until the context ends."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, lambda: None)
        try:
            yield
        finally:
            loop.add_signal_handler(signal.SIGINT, self._handle, signal.SIGINT)

    def _handle(self, number: signal.Signals) -> None:
        self.number = number
        _restore_handlers()  # a second Ctrl-C ends the process at once
        self._stop()


@contextmanager
def handle_signals() -> Iterator[SignalHandler]:
    """Handle the signals until the context ends; the first one cancels the current task by default.

    Raises Interrupted in place of the cancellation that a signal caused.
    """
    task = asyncio.current_task()
    assert task is not None, "needs a running event loop"
    signals = SignalHandler(task.cancel)
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, signals._handle, number)
    try:
        yield signals
    except asyncio.CancelledError:
        if signals.number is None:
            raise
        raise Interrupted(signals.number) from None
    finally:
        _restore_handlers()


def _restore_handlers() -> None:
    for number in SIGNALS:
        asyncio.get_running_loop().remove_signal_handler(number)
