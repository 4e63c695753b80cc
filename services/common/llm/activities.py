"""Activities of a step that waits for a language model."""

from services.common.contract.activity import Activity, Message, Phase, Progress, Usage
from services.common.llm.values import RateLimited, TextDelta
from services.common.text.language import Language, Text

RATE_LIMITED = Text("模型服务限速，{seconds:.0f} 秒后继续。", "The model's rate limit: going on in {seconds:.0f} s.")


def to_activity(event: RateLimited | TextDelta | Usage, language: Language) -> Activity:
    """Return what a model emits before its completion as an activity of the step."""
    match event:
        case RateLimited(seconds):
            return Progress(Phase.WORKING, 0.0, RATE_LIMITED.pick(language).format(seconds=max(1.0, seconds)))
        case TextDelta(text):
            return Message(text)
        case Usage():
            return event
