"""What image engines tell, as activities; and until when they may work."""

from collections.abc import Callable

from reflow.v1 import steps_pb2

from services.common.language import Language
from services.common.models.values import Spent
from services.common.serving import Context
from services.common.serving.activities import usage, waiting, working
from services.common.serving.deadlines import step_deadline
from services.executor import wording
from services.executor.engines import Painted, Progress, Waiting

# A remote engine gives up so much before the orchestrator ends the step: what went wrong is told by who knows it, and
# work that is under way is kept for the next try instead of being cancelled. At most a second, at most a tenth.
SPARE_SECONDS, SPARE_SHARE = 1.0, 0.1


def activity_of(progress: Progress, language: Language, *, share: float = 1.0) -> steps_pb2.Activity:
    """Return *progress* of an engine as an activity of a step, of which the picture is *share* of the work."""
    match progress:
        case Waiting():
            return waiting()
        case Painted():
            return working(share, wording.STORED.pick(language))
        case Spent():
            return usage(progress)
        case _:
            return working(share * progress.fraction, progress.text.pick(language) if progress.text else "")


def engine_deadline(context: Context, seconds: float, clock: Callable[[], float], *, kept: float = 0.0) -> float:
    """Return until when, on *clock*, an engine may work in a step of *seconds* that needs *kept* of them itself."""
    seconds -= min(SPARE_SECONDS + kept, seconds * SPARE_SHARE)
    return step_deadline(context, seconds, clock)
