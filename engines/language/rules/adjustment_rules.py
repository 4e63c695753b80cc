"""Rules of adjustments: an amount of a property, or the question which one."""

from engines.language.intents import (
    build_adjustment,
    build_imageless,
)
from engines.language.parsed_request import ParsedRequest, build_question
from engines.language.parsers.adjustments import (
    is_incomplete_adjustment,
    parse_adjustments,
)
from engines.language.parsers.follow_ups import (
    find_lone_style,
    is_another_attempt,
)
from engines.language.typos import correct_typos
from services.common.contract.image_chat import Control, Intent


def match_adjustment(parsed: ParsedRequest) -> Intent | None:
    """Adjust the image, or ask which property, by how much or of which image."""
    last = parsed.request.last_result
    size = (last.width, last.height) if last and last.width > 0 and last.height > 0 else None
    parameters = parse_adjustments(parsed.core, size)
    if parameters is None and parsed.core != parsed.phrase:
        parameters = parse_adjustments(parsed.phrase, size)
    if parameters is None and parsed.has_image:
        parameters = parse_adjustments(correct_typos(parsed.core), size)
    if parameters is None:
        return _match_incomplete(parsed)
    if not parsed.has_image:
        return build_imageless("adjustment without a picture")
    return build_adjustment(last, parameters, "adjustment")


def _match_incomplete(parsed: ParsedRequest) -> Intent | None:
    """Ask for details if all words are of adjustments, but none states the property and the amount.

    Words for the image also name a style (照片, "photo"); a text that is only a style is excluded.
    """
    corrected = correct_typos(parsed.core) if parsed.has_image else parsed.core
    if is_another_attempt(parsed.core) or find_lone_style(parsed.core) is not None:  # 改成版画
        return None
    if any(is_incomplete_adjustment(phrase) for phrase in (parsed.core, corrected)):
        return build_question(parsed, Control.PARAMETERS, "an adjustment without its amount")
    return None
