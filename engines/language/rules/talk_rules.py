"""The rules of what requests no image: silence, commands to the parser, small talk, doubts, and other errands."""

from dataclasses import replace

from engines.language.intents import NO_IMAGE_CONFIDENCE, build_generation, build_unknown
from engines.language.parsed_request import ParsedRequest, build_question
from engines.language.parsers.doubts import is_doubted, parse_alternatives
from engines.language.parsers.revisions import parse_restore
from engines.language.parsers.scenes import parse_scene
from engines.language.parsers.small_talk import is_conversation, is_greeting, is_noise, is_question, strip_commands
from engines.language.parsers.statements import is_everyday
from engines.language.phrase import has_words
from services.common.contract.image_chat import Control, Intent

SMALL_TALK, CONVERSATION, COMMANDS_ALONE = "small talk", "conversation", "commands only"
DOUBT = "words that take back, limit or question a request"


def match_silence(parsed: ParsedRequest) -> Intent | None:
    """Request nothing for a text without letters."""
    return None if has_words(parsed.phrase.text) else build_unknown("no words", 0.0)


def match_commands(parsed: ParsedRequest) -> Intent | None:
    """Ignore instructions to the parser; paint what the rest of the text requests, and nothing else."""
    rest = strip_commands(parsed.phrase)
    if rest is None or parse_restore(parsed.core):  # "forget all my changes"
        return None
    scene = parse_scene(rest)
    if scene.is_requested and (scene.subject or scene.style):
        return build_generation(scene, rest.text, 0.6, "commands left out")
    return build_unknown(COMMANDS_ALONE, 0.1)


def match_greeting(parsed: ParsedRequest) -> Intent | None:
    """Answer greetings, thanks, praise, noise and questions about what this can do."""
    is_small_talk = is_greeting(parsed.phrase) or is_greeting(parsed.core) or is_noise(parsed.phrase)
    is_small_talk = is_small_talk or is_question(parsed.phrase) or is_question(parsed.core)
    return build_unknown(SMALL_TALK, 0.1) if is_small_talk else None


def match_doubt(parsed: ParsedRequest) -> Intent | None:
    """Ask about what is taken back, conditional, negated or a question, rather than do it."""
    if alternatives := parse_alternatives(parsed.core):
        return replace(build_unknown(DOUBT, NO_IMAGE_CONFIDENCE), choices=alternatives)
    found = is_doubted(parsed.phrase, parsed.core, has_image=parsed.has_image)
    return build_question(parsed, Control.PARAMETERS, DOUBT) if found else None


def match_everyday(parsed: ParsedRequest) -> Intent | None:
    """Paint nothing for a statement about the day of the user."""
    base = parsed.request.last_result
    return build_unknown(SMALL_TALK, 0.1) if is_everyday(parsed.phrase, base.prompt if base else "") else None


def match_conversation(parsed: ParsedRequest) -> Intent | None:
    """Paint nothing for other questions and errands."""
    return build_unknown(CONVERSATION, 0.2) if is_conversation(parsed.phrase, parsed.core) else None
