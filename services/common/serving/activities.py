"""What a role service tells while it works, as messages of the contract."""

from reflow.v1 import steps_pb2


def thought(text: str) -> steps_pb2.Activity:
    """Return a thought, in the language of the run."""
    return steps_pb2.Activity(thought=steps_pb2.Thought(text=text))


def waiting() -> steps_pb2.Activity:
    """Return that the step waits for a free worker: its clock stands still."""
    return steps_pb2.Activity(progress=steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WAITING))


def working(fraction: float, text: str = "") -> steps_pb2.Activity:
    """Return that the step is being worked on, from 0 to 1, and with what."""
    progress = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WORKING, fraction=fraction, text=text)
    return steps_pb2.Activity(progress=progress)
