"""Reads what a marked area shall become."""

from services.planner.domain.adjustments import adjustments
from services.planner.domain.generation import describe, without_courtesy
from services.planner.domain.intent import NOTHING, Action, Intent
from services.planner.domain.phrase import Phrase, has_words
from services.planner.domain.repaint import repaint
from services.planner.domain.repaint_lexicon import AREA_PHRASES, FILL_ALONE, FILL_WITH
from services.planner.domain.small_talk import is_conversation, is_greeting, is_noise, without_commands


def masked(phrase: Phrase) -> Intent:
    """Return the repaint of a marked area; text that says nothing about it means "fill it like its surroundings"."""
    core = without_courtesy(phrase)
    becomes = _becomes(phrase, core)
    if becomes is None:
        return Intent(Action.INPAINTING, confidence=0.9, raw_response="rules: mask, filled like its surroundings")
    scene = describe(Phrase(becomes))
    parameters = adjustments(core, None) or NOTHING
    subject = "" if parameters else scene.subject
    return Intent(Action.INPAINTING, subject, scene.style, 0.95, "rules: mask", parameters, becomes)


def _becomes(phrase: Phrase, core: Phrase) -> str | None:
    """Return what the area shall show, as written, or None where the text does not say."""
    if (
        not has_words(core.written)
        or core.folded in FILL_ALONE
        or is_greeting(core)
        or is_noise(core)
        or is_conversation(phrase, core)
    ):
        return None
    if without_commands(core) is not None:
        return None
    found = repaint(core)
    if found is not None and (found.removes or found.becomes):
        return found.becomes or None
    rest = core.without((area.start, area.end) for area in AREA_PHRASES.all(core.folded))
    if opening := FILL_WITH.at(rest.folded, 0):
        rest = rest.part(opening.end)
    return None if rest.folded in FILL_ALONE else rest.written or None
