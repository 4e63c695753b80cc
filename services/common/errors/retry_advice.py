"""The advice when to retry, at the end of a message for users. The only module that composes it."""

import math

from services.common.text.language import Language, Text

_ADVICE = Text("请在 {seconds} 秒后再试。", "Try again in {seconds} s.")
_AT_ONCE = Text("可以立即再试。", "You can try again at once.")
_NOTICE = Text("将在 {seconds} 秒后自动重试。", "Retrying automatically in {seconds} s.")
_GAP = Text("", " ")


def add_advice(text: str, seconds: float | None, language: Language) -> str:
    """Return *text* with the advice to try again in *seconds*; unchanged for None."""
    return text if seconds is None else text + _advice(seconds, language)


def remove_advice(message: str, seconds: float | None) -> str:
    """Return the text of a *message* that `add_advice` composed, in either language."""
    for language in Language:
        message = message.removesuffix(add_advice("", seconds, language))
    return message


def add_notice(text: str, seconds: float, language: Language) -> str:
    """Return *text* with the notice that the system retries automatically in *seconds*."""
    return text + _GAP.pick(language) + _NOTICE.pick(language).format(seconds=_whole(seconds))


def remove_notice(message: str, seconds: float) -> str:
    """Return the text of a *message* that `add_notice` composed, in either language."""
    for language in Language:
        message = message.removesuffix(add_notice("", seconds, language))
    return message


def _advice(seconds: float, language: Language) -> str:
    advice = _ADVICE if seconds > 0 else _AT_ONCE
    return _GAP.pick(language) + advice.pick(language).format(seconds=_whole(seconds))


def _whole(seconds: float) -> int:
    """Return *seconds* rounded up: an earlier retry would fail."""
    return max(1, math.ceil(seconds))
