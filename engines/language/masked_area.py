"""Parses the requested content of a masked area."""

from engines.language.lexicons.meanings import Marker
from engines.language.lexicons.repaints import AREA_PHRASES, FILL_ALONE, FILL_WITH, MARKED, PLACES
from engines.language.parameters import NO_PARAMETERS, Parameters
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.follow_ups import find_lone_style
from engines.language.parsers.repaints import parse_repaint
from engines.language.parsers.scenes import parse_scene, strip_courtesy
from engines.language.parsers.small_talk import is_conversation, is_greeting, is_noise, strip_commands
from engines.language.parsers.tokens import tokenize
from engines.language.phrase import Phrase, has_words
from engines.language.typos import correct_typos
from services.common.contract.image_chat import Action, Intent
from services.common.text.parameters import GEOMETRY, RESTYLE


def parse_masked_area(phrase: Phrase) -> Intent:
    """Return the repaint of a masked area. Text without a request means: fill it to match its surroundings."""
    core = strip_courtesy(phrase)
    if whole := _parse_whole(core):
        return Intent(Action.INPAINTING, "", "", 0.95, "rules: mask, a change of the whole image", whole)
    replacement = _find_replacement(phrase, core)
    if replacement is None:
        return Intent(Action.INPAINTING, "", "", 0.9, "rules: mask, filled like its surroundings")
    scene = parse_scene(Phrase(replacement))
    parameters = _parse_changes(core)
    if parameters:  # the content of the area stays the same
        return Intent(Action.INPAINTING, "", scene.style, 0.95, "rules: mask, adjusted", parameters)
    return Intent(Action.INPAINTING, scene.subject, scene.style, 0.95, "rules: mask", NO_PARAMETERS, replacement)


def points_at_area(phrase: Phrase) -> bool:
    """Return whether *phrase* points at an area of an image, by its place or because it was marked."""
    folded = phrase.folded
    is_marked = names_marked_area(phrase) or next(AREA_PHRASES.find_all(folded), None) is not None
    return is_marked or PLACES.search(folded) is not None


def names_marked_area(phrase: Phrase) -> bool:
    """Return whether *phrase* is about an area that the user marked ("the bit i circled", 我圈出来的那块)."""
    return MARKED.search(phrase.folded) is not None


def _parse_whole(core: Phrase) -> Parameters:
    """Return the crop, rotation, flip or size in *core*, which an area cannot have; none for a shape ("a square")."""
    changes = parse_adjustments(core, None) or NO_PARAMETERS
    is_shape = changes.keys() == {"aspect_ratio"} and not any(token is Marker.CROP for token in tokenize(core.folded))
    return NO_PARAMETERS if is_shape or GEOMETRY.keys().isdisjoint(changes) else changes


def _parse_changes(core: Phrase) -> Parameters:
    """Return the changes of the pixels of the area; none if something else is painted there."""
    changes = parse_adjustments(core, None) or parse_adjustments(correct_typos(core), None)
    if changes:
        return NO_PARAMETERS if set(changes) == {"aspect_ratio"} else changes  # "a square" is a shape here
    return {RESTYLE: 1.0} if find_lone_style(core) else NO_PARAMETERS


def _find_replacement(phrase: Phrase, core: Phrase) -> str | None:
    """Return the requested content of the area in the user's words, None if the text names nothing."""
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
