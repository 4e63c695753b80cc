"""Parses what a masked area should show."""

from engines.language.lexicons.repaints import AREA_PHRASES, FILL_ALONE, FILL_WITH
from engines.language.parameters import NO_PARAMETERS
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.repaints import parse_repaint
from engines.language.parsers.scenes import parse_scene, strip_courtesy
from engines.language.parsers.small_talk import is_conversation, is_greeting, is_noise, strip_commands
from engines.language.phrase import Phrase, has_words
from services.common.contract.image_chat import Action, Intent


def parse_masked_area(phrase: Phrase) -> Intent:
    """Return the repaint of a masked area. Text without a request means: fill it to match what is around it."""
    core = strip_courtesy(phrase)
    replacement = _find_replacement(phrase, core)
    if replacement is None:
        return Intent(Action.INPAINTING, "", "", 0.9, "rules: mask, filled like its surroundings")
    scene = parse_scene(Phrase(replacement))
    parameters = parse_adjustments(core, None) or NO_PARAMETERS
    subject = "" if parameters else scene.subject
    return Intent(Action.INPAINTING, subject, scene.style, 0.95, "rules: mask", parameters, replacement)


def _find_replacement(phrase: Phrase, core: Phrase) -> str | None:
    """Return what the area should show, as the user wrote it, or None where the text names nothing."""
    if (
        not has_words(core.text)
        or core.folded in FILL_ALONE
        or is_greeting(core)
        or is_noise(core)
        or is_conversation(phrase, core)
        or strip_commands(core) is not None
    ):
        return None
    repaint = parse_repaint(core)
    if repaint is not None and (repaint.is_removal or repaint.replacement):
        return repaint.replacement or None
    rest = core.remove((area.start, area.end) for area in AREA_PHRASES.find_all(core.folded))
    if opening := FILL_WITH.match_at(rest.folded, 0):
        rest = rest.slice(opening.end)
    return None if rest.folded in FILL_ALONE else rest.text or None
