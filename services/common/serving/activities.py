"""What a role service tells while it works, as messages of the contract."""

from reflow.v1 import steps_pb2

from services.common.language import Language, Text
from services.common.models.values import Held, Piece, Spent

HELD = Text("模型服务限速，{seconds:.0f} 秒后继续。", "The model's rate limit: going on in {seconds:.0f} s.")


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


def usage(spent: Spent) -> steps_pb2.Activity:
    """Return what one use of a remote model took."""
    return steps_pb2.Activity(
        usage=steps_pb2.Usage(
            provider=spent.provider,
            model=spent.model,
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            images=spent.images,
            cost=spent.cost,
            currency=spent.currency,
            requests=1,
        )
    )


def told_by_model(told: Held | Piece | Spent, language: Language) -> steps_pb2.Activity:
    """Return what a model tells on the way to its answer."""
    match told:
        case Held(seconds):
            return working(0.0, HELD.pick(language).format(seconds=max(1.0, seconds)))
        case Piece(text):
            return steps_pb2.Activity(message=steps_pb2.Message(text=text))
        case Spent():
            return usage(told)
