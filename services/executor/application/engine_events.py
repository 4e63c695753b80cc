"""Events of image engines as activities of a step, and the deadline of an engine's work."""

from collections.abc import Callable

from services.common.contract.activity import Activity, Phase, Progress, Usage
from services.common.contract.step import StepCall
from services.common.text.language import Language
from services.common.worker_pool.time_limit import TimeLimit
from services.executor import texts
from services.executor.domain.image_engine import EngineEvent, FinishedImage, Running, WaitingForWorker

# An engine must finish before the orchestrator ends the step: only then its error reaches the user, and a task in
# progress at a provider continues for the next attempt instead of being cancelled.
MAX_RESERVED_SECONDS, MAX_RESERVED_SHARE = 1.0, 0.1

WAITING = Progress(Phase.WAITING, 0.0)
"""The step waits for a free worker; its clock does not run."""


def running(fraction: float, text: str = "", limit: TimeLimit | None = None) -> Progress:
    """Return the progress of a step that is executing, and that ends itself within *limit* if given."""
    return Progress(Phase.WORKING, fraction, text, None if limit is None else limit.wall_seconds)


def to_activity(event: EngineEvent, language: Language, *, share: float = 1.0) -> Activity:
    """Return *event* as an activity of a step; *share* is the part of its work that the image is, 0 to 1."""
    match event:
        case WaitingForWorker():
            return WAITING
        case FinishedImage():
            return running(share, texts.STORED.pick(language))
        case Usage():
            return event
        case Running(fraction, text, seconds):
            return Progress(Phase.WORKING, share * fraction, text.pick(language) if text else "", seconds)


def compute_engine_deadline(
    call: StepCall, seconds: float, clock: Callable[[], float], *, reserved_seconds: float = 0.0
) -> float:
    """Return the time on *clock* by which an engine must finish in a step of *seconds*.

    *reserved_seconds* of the step, at most a tenth of it, are reserved for the work after the engine.
    """
    seconds -= min(MAX_RESERVED_SECONDS + reserved_seconds, seconds * MAX_RESERVED_SHARE)
    return call.deadline(seconds, clock)
