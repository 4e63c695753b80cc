"""The planner's built-in rules: what a wish asks for, told from its words alone."""

from collections.abc import Callable
from dataclasses import dataclass

from services.planner.domain.adjustments import adjustments, adjusts_a_part
from services.planner.domain.emphasis import emphasis
from services.planner.domain.followup import Change, compose, follow_up, revised
from services.planner.domain.generation import Scene, describe, without_courtesy
from services.planner.domain.intent import NOTHING, Action, Intent, LastResult, Parameters, Wish
from services.planner.domain.masked import masked
from services.planner.domain.phrase import Phrase, has_words, pictured, read
from services.planner.domain.repaint import repaint
from services.planner.domain.small_talk import is_conversation, is_greeting, is_noise, without_commands

NO_PICTURE_YET = 0.4
"""Confidence of a follow-up or an adjustment while there is no picture: below 0.5, so that people get examples."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A wish with its text read once: as it stands, and without courtesy."""

    wish: Wish
    phrase: Phrase
    core: Phrase

    @property
    def has_picture(self) -> bool:
        return self.wish.has_image or self.wish.last is not None


def parse_intent(wish: Wish) -> Intent:
    """Return what *wish* asks for. Never raises, whatever the text; linear in the text's length.

    A mask forces a repaint with a confidence of at least 0.9. A repaint without a mask is still a repaint: asking
    for the mask is the caller's business. What acts on a picture while there is none is unknown.
    """
    phrase = read(wish.text)
    if wish.has_mask:
        return masked(phrase)
    reading = _Reading(wish, phrase, without_courtesy(phrase))
    for rule in _RULES:
        intent = rule(reading)
        if intent is not None:
            return intent
    return _unknown("nothing understood", 0.2)


def _silent(reading: _Reading) -> Intent | None:
    return None if has_words(reading.phrase.written) else _unknown("no words", 0.0)


def _commanding(reading: _Reading) -> Intent | None:
    """Text that instructs the parser is only text: what it asks to paint besides is painted, nothing else is done."""
    rest = without_commands(reading.phrase)
    if rest is None:
        return None
    scene = describe(rest)
    if scene.asked and (scene.subject or scene.style):
        return _generation(scene, rest.written, 0.6, "commands left out")
    return _unknown("commands only", 0.1)


def _greeting(reading: _Reading) -> Intent | None:
    said = is_greeting(reading.phrase) or is_greeting(reading.core) or is_noise(reading.phrase)
    return _unknown("small talk", 0.1) if said else None


def _adjusting(reading: _Reading) -> Intent | None:
    last = reading.wish.last
    size = (last.width, last.height) if last and last.width > 0 and last.height > 0 else None
    parameters = adjustments(reading.core, size)
    if parameters is None and reading.core != reading.phrase:
        parameters = adjustments(reading.phrase, size)
    if parameters is None:
        return None
    if not reading.has_picture:
        return _unknown("adjustment without a picture", NO_PICTURE_YET)
    return _adjustment(last, parameters, "adjustment")


def _emphasising(reading: _Reading) -> Intent | None:
    """Turn a style up that the picture has ("more cyberpunk"), and paint it anew in one that it has not."""
    base = _base(reading.wish)
    said = emphasis(reading.core) if base else None
    if base is None or said is None:
        return None
    if said.style.lower() in base.style.lower() and reading.has_picture:
        return _adjustment(reading.wish.last, {"style_strength": said.amount}, "style emphasis")
    return _revision(base, Change(style=said.style), "style emphasis") if said.amount > 0 else None


def _following_up(reading: _Reading) -> Intent | None:
    change = follow_up(reading.core)
    if change is None:
        return None
    base = _base(reading.wish)
    if base is not None:
        return _revision(base, change, "follow-up")
    if change.soft:
        return None
    if reading.wish.has_image and change != Change():
        scene = change.subject or change.addition
        return Intent(
            Action.INPAINTING,
            scene,
            change.style,
            0.6,
            "rules: change of a given image",
            prompt=compose(scene, change.style),
        )
    return _unknown("follow-up without a picture", NO_PICTURE_YET)


def _asking(reading: _Reading) -> Intent | None:
    scene = describe(reading.phrase)
    if not scene.asked:
        return None
    if not (scene.subject or scene.style or scene.anything):
        shown = pictured(reading.wish.text)
        return _generation(Scene(shown, ""), shown, 0.7, "emoji") if shown else _unknown("nothing to paint", 0.45)
    confidence = 0.65 if scene.anything else 0.95 if scene.style else 0.9
    return _generation(scene, reading.core.written, confidence, "asked for")


def _repainting(reading: _Reading) -> Intent | None:
    if not reading.has_picture and adjusts_a_part(reading.core):
        return None
    found = repaint(reading.core)
    if found is None:
        return None
    scene = describe(Phrase(found.becomes))
    confidence = 0.85 if reading.has_picture else 0.75
    return Intent(Action.INPAINTING, scene.subject, scene.style, confidence, "rules: repaint", prompt=found.becomes)


def _conversing(reading: _Reading) -> Intent | None:
    return _unknown("conversation", 0.2) if is_conversation(reading.phrase, reading.core) else None


def _naming(reading: _Reading) -> Intent | None:
    """Take a bare noun phrase for a wish to see it, with less confidence."""
    scene = describe(reading.phrase)
    if not (scene.subject or scene.style or scene.anything):
        return None
    if scene.desire and not (scene.measured or scene.style):
        return _unknown("a wish of another kind", 0.3)
    confidence = 0.75 if scene.style and scene.subject else 0.7 if scene.measured else 0.62
    return _generation(scene, reading.core.written, confidence, "named")


_RULES: tuple[Callable[[_Reading], Intent | None], ...] = (
    _silent,
    _commanding,
    _greeting,
    _adjusting,
    _emphasising,
    _following_up,
    _asking,
    _repainting,
    _conversing,
    _naming,
)
"""The first that answers decides: the narrower a rule, the earlier it comes."""


def _base(wish: Wish) -> LastResult | None:
    """Return what a follow-up starts from: the last picture, else the last wish for one that the session holds."""
    if wish.last is not None:
        return wish.last
    for message in reversed(wish.messages):
        if message.role == "user":
            intent = parse_intent(Wish(message.content))
            if intent.action is Action.GENERATE_IMAGE:
                return LastResult("", intent.prompt, intent.subject, intent.style, 0, 0, 0)
    return None


def _revision(base: LastResult, change: Change, rule: str) -> Intent:
    subject, style, prompt = revised(base, change)
    return Intent(Action.GENERATE_IMAGE, subject, style, 0.85, f"rules: {rule}", prompt=prompt)


def _generation(scene: Scene, prompt: str, confidence: float, rule: str) -> Intent:
    size: Parameters = {"width": float(scene.size[0]), "height": float(scene.size[1])} if scene.size else NOTHING
    return Intent(Action.GENERATE_IMAGE, scene.subject, scene.style, confidence, f"rules: {rule}", size, prompt)


def _adjustment(last: LastResult | None, parameters: Parameters, rule: str) -> Intent:
    subject, style, prompt = (last.subject, last.style, last.prompt) if last else ("", "", "")
    return Intent(Action.ADJUST_PARAMETERS, subject, style, 0.9, f"rules: {rule}", parameters, prompt)


def _unknown(rule: str, confidence: float) -> Intent:
    return Intent(Action.UNKNOWN, confidence=confidence, raw_response=f"rules: {rule}")
