"""The built-in intent parser: corrections and comments around an ordered list of rules."""

from dataclasses import replace

from engines.language.intents import build_unknown
from engines.language.lexicons.follow_ups import ARTICLES
from engines.language.lexicons.repaints import FILL_ALONE
from engines.language.masked_area import parse_masked_area, points_at_area
from engines.language.parsed_request import ParsedRequest, build_question
from engines.language.parsers.announcements import strip_announcement
from engines.language.parsers.comments import (
    find_adjustments,
    find_requests,
    is_remark,
    punctuate,
    strip_repeated,
    strip_reporter,
    strip_unchanged,
)
from engines.language.parsers.corrections import apply_correction
from engines.language.parsers.doubts import is_taken_back, refers_back
from engines.language.parsers.repaints import parse_repaint
from engines.language.parsers.small_talk import is_closed_question
from engines.language.parsers.statements import mentions_shown
from engines.language.phrase import Phrase, has_words, parse_phrase
from engines.language.registers import to_plain
from engines.language.rules.ordered_rules import NAMED_CONFIDENCE, apply_rules
from engines.language.rules.talk_rules import COMMANDS_ALONE, CONVERSATION, DOUBT, SMALL_TALK
from engines.language.typos import correct_typos, expand_abbreviations
from services.common.contract.image_chat import Action, Control, Intent
from services.common.contract.requests import ParseIntent
from services.common.text.foreign_language import is_foreign

_TALK = frozenset((SMALL_TALK, DOUBT, CONVERSATION, COMMANDS_ALONE))
"""Rules of texts that request no image; "fill" and other names of a repaint match none of them."""
_MIN_DESCRIBED = 4
"""Words of a scene, at least."""


def parse_intent(request: ParseIntent) -> Intent:
    """Return the intent of *request*. Never raises; linear in the length of the text.

    A mask forces a repaint with a confidence of at least 0.9, unless the text is about no area: an earlier image,
    thanks and questions about what is shown mean the same as without a mask; a question that suggests a change does
    not. A repaint without a mask remains a repaint: the caller requests the mask. A change of an image is unknown if
    there is no image.

    Returns:
        An intent whose confidence is below 0.5 if and only if its action is UNKNOWN. Subject and style are in
        simplified characters. `parameters` has the changes of an adjustment; for a generation `width` and `height`,
        if the text names a size. An empty prompt of a repaint means that the area is filled to match what is
        around it. `raw_response` names the rule that matched.

    """
    phrase = parse_phrase(request.text)
    if request.has_mask:
        return _parse_unmasked(request, phrase) or parse_masked_area(phrase)
    if is_foreign(request.text):
        return build_unknown("neither Chinese nor English", 0.1)
    intent = _parse_text(request, phrase)
    if _resizes_shown(request, phrase, intent):
        found = (_parse_part(request, clause) for clause in phrase.split_clauses())
        unclear = build_question(ParsedRequest(request, phrase, phrase), Control.PARAMETERS, "a size of what is shown")
        intent = next((one for one in found if one.action is Action.GENERATE_IMAGE), unclear)
    if intent.raw_response == "rules: repaint" and not points_at_area(phrase):
        parsed = ParsedRequest(request, phrase, phrase)
        return build_question(parsed, Control.AREA, "a part that no prompt names, without an area")
    return intent


def _parse_unmasked(request: ParseIntent, phrase: Phrase) -> Intent | None:
    """Return the intent of *phrase* that a mask does not change: an earlier image or conversation; None for others."""
    if not has_words(phrase.text):
        return None
    unmasked = replace(request, has_mask=False, has_image=True)
    intent = parse_intent(unmasked)
    if intent.restores or (_is_talk(intent) and _requests_nothing(unmasked, phrase)):
        return intent
    return None


def _requests_nothing(request: ParseIntent, phrase: Phrase) -> bool:
    """Return whether *phrase* is taken back, or each of its clauses is small talk or a question about what is shown."""
    clauses = phrase.split_clauses()
    if any(clause.folded in FILL_ALONE or parse_repaint(clause) is not None for clause in clauses):
        return False  # "what is it? remove it"
    intents = (parse_intent(replace(request, text=clause.text)) for clause in clauses)
    return is_taken_back(phrase) or all(
        _is_talk(intent) and (intent.raw_response.endswith((SMALL_TALK, COMMANDS_ALONE)) or is_closed_question(clause))
        for clause, intent in zip(clauses, intents, strict=True)
    )


def _is_talk(intent: Intent) -> bool:
    """Return whether *intent* is that of a text that may request no image."""
    return intent.action is Action.UNKNOWN and intent.raw_response.removeprefix("rules: ") in _TALK


def _parse_text(request: ParseIntent, phrase: Phrase) -> Intent:
    """Return the intent of *phrase*, which is about a whole image; a repaint of it has no area yet."""
    phrase = strip_repeated(to_plain(expand_abbreviations(phrase)))
    phrase, is_clear = apply_correction(
        phrase,
        lambda part: _is_certain(_parse_part(request, part)),
        has_image=request.has_image or request.last_result is not None,
    )
    parsed = ParsedRequest(request, phrase, phrase)
    intent = _parse_part(request, phrase) if is_clear else build_question(parsed, Control.PARAMETERS, DOUBT)
    if not (_is_adjustment(intent) or intent.raw_response.endswith(DOUBT)):
        adjusted = find_adjustments(phrase, lambda part: _is_adjustment(_parse_part(request, part)))
        intent = _parse_part(request, adjusted) if adjusted else intent
    if (_is_certain(intent) and intent.action is not Action.INPAINTING) or intent.raw_response.endswith(DOUBT):
        return intent
    found = _read_otherwise(request, phrase, intent)
    if found is not None:
        return found
    is_small_talk = intent.action is Action.UNKNOWN and is_remark(phrase)
    return build_unknown(SMALL_TALK, 0.1) if is_small_talk else intent


def _read_otherwise(request: ParseIntent, phrase: Phrase, intent: Intent) -> Intent | None:
    """Return the intent of *phrase* without its comments, or with its correction applied."""
    has_image = request.has_image or request.last_result is not None
    is_open = not _is_certain(intent) and not intent.raw_response.endswith(SMALL_TALK)
    if is_open and (requests := find_requests(phrase, lambda part: _is_certain(_parse_part(request, part)))):
        found = _parse_part(request, requests)
        if found.action is Action.GENERATE_IMAGE and not has_image and refers_back(requests):
            return replace(found, prompt=phrase.text)  # "my dog died, draw him as an angel"
        return found
    if not has_image and _is_described(reported := strip_reporter(phrase)) and reported != phrase:
        return _parse_part(request, reported)  # "my daughter would love a mermaid having tea with a crab"
    for reading in (strip_reporter(phrase), punctuate(phrase), corrected := correct_typos(phrase)):
        if reading.folded == phrase.folded or not has_image:
            continue
        found = _parse_part(request, reading)
        if not _is_certain(found):
            requests = find_requests(reading, lambda part: _is_certain(_parse_part(request, part)))
            found = _parse_part(request, requests) if requests else found
        is_expected = found.action is Action.ADJUST_PARAMETERS or reading is not corrected
        if _is_certain(found) and is_expected and found.action is not Action.INPAINTING:
            return found
    return None


def _parse_part(request: ParseIntent, phrase: Phrase) -> Intent:
    """Return the intent of *phrase*; an announced new image does not continue the last one."""
    phrase, is_new = strip_announcement(phrase)
    if is_new:
        request = replace(request, has_image=False, last_result=None, messages=())
    elif request.has_image or request.last_result:
        phrase = strip_unchanged(phrase)
    intent = apply_rules(request, phrase)
    return replace(intent, confidence=0.8) if is_new and 0.5 < intent.confidence < 0.8 else intent


def _is_described(phrase: Phrase) -> bool:
    """Return whether *phrase* describes a scene, in more words than the name of a thing that someone may want."""
    return phrase.folded.startswith(ARTICLES) and len(phrase.folded.split()) >= _MIN_DESCRIBED


def _is_adjustment(intent: Intent) -> bool:
    """Return whether *intent* changes the pixels of the image, or takes such a change back."""
    return intent.action is Action.ADJUST_PARAMETERS


def _resizes_shown(request: ParseIntent, phrase: Phrase, intent: Intent) -> bool:
    """Return whether *intent* would resize the image where *phrase* is about the size of what it shows (猫太小了)."""
    shown = request.last_result.prompt if request.last_result else ""
    is_resize = _is_adjustment(intent) and bool(intent.parameters) and intent.parameters.keys() <= {"width", "height"}
    return is_resize and not any(map(str.isdigit, phrase.folded)) and mentions_shown(phrase, shown)


def _is_certain(intent: Intent) -> bool:
    """Return whether words request *intent*, rather than only a noun or nothing."""
    return intent.confidence > NAMED_CONFIDENCE
