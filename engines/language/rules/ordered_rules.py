"""The rules that match a request, in order: the first that returns an intent wins."""

import re
from collections.abc import Callable
from dataclasses import replace

from engines.language.changes import Change
from engines.language.characters import is_chinese
from engines.language.examples import list_style_choices
from engines.language.intents import (
    NO_IMAGE_CONFIDENCE,
    build_adjustment,
    build_change_of_given,
    build_generation,
    build_imageless,
    build_revision,
    build_unknown,
    keep_size,
)
from engines.language.lexicons.follow_ups import AGAIN, EDIT_VERB, LOOKS_BACK, NAMES_STYLE
from engines.language.lexicons.nouns import THINGS
from engines.language.lexicons.repaints import ONE_OF_SEVERAL
from engines.language.masked_area import names_marked_area
from engines.language.parameters import NO_PARAMETERS
from engines.language.parsed_request import ParsedRequest, build_question, find_described
from engines.language.parsers.adjustments import (
    is_part_adjustment,
    parse_adjustments,
)
from engines.language.parsers.announcements import name_image, names_image, strip_recipient
from engines.language.parsers.comments import is_statement
from engines.language.parsers.doubts import is_about_speaker, is_exception
from engines.language.parsers.emphasis import parse_emphasis
from engines.language.parsers.follow_ups import (
    find_dropped_style,
    is_another_attempt,
    is_other_style,
    parse_follow_up,
)
from engines.language.parsers.instructions import (
    count_subject,
    move_subject,
    parse_contrast,
    parse_instruction,
    parse_more,
    refers_to_shown,
    remove_place,
    stands_with_shown,
)
from engines.language.parsers.parts import is_counted, parse_exchange, parse_part_changes, rewrite_prompt
from engines.language.parsers.repaints import parse_repaint
from engines.language.parsers.revisions import parse_restore, parse_steps, parse_vague_change
from engines.language.parsers.scenes import Scene, parse_scene, strip_courtesy
from engines.language.parsers.statements import names_event, names_subject
from engines.language.parsers.styles import strip_excluded_styles
from engines.language.phrase import Phrase, describe_emoji, parse_phrase
from engines.language.rules.adjustment_rules import match_adjustment
from engines.language.rules.talk_rules import (
    match_commands,
    match_conversation,
    match_doubt,
    match_everyday,
    match_greeting,
    match_silence,
)
from engines.language.typos import correct_verb
from services.common.contract.image_chat import Action, Control, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult
from services.common.text.improvements import CLOSE, OPEN, add_improvements
from services.common.text.language import Language
from services.common.text.parameters import LEVELS, STEPS

_MARKERS = re.compile(f"[{OPEN}{CLOSE}]")
_ALSO = re.compile(r"(?:,? and then | and also | and | but | then |并且|而且|同时|然后|顺便|但是|但)")
"""Between two changes of one request."""
_BUT = re.compile(" but |但是|但")
_THIS_TIME = re.compile("^(?:这次|这回|这一次|this time)[,，]? ?", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the) |一[个条只张面座台把件]")
NAMED_CONFIDENCE = 0.75
"""Maximum confidence of a noun phrase without a verb that requests an image."""


def apply_rules(request: ParseIntent, phrase: Phrase) -> Intent:
    """Return the intent of the first rule that matches *phrase*."""
    phrase = name_image(strip_excluded_styles(correct_verb(phrase)))
    if request.last_result is None and not request.has_image:  # with an image, others want it changed
        phrase = strip_recipient(phrase)
    parsed = ParsedRequest(request, phrase, strip_courtesy(phrase))
    matches = (rule(parsed) for rule in _RULES)
    intent = next((intent for intent in matches if intent is not None), build_unknown("nothing understood", 0.2))
    is_image = intent.action is Action.GENERATE_IMAGE and parsed.has_image
    if is_image and intent.subject and not names_subject(intent.subject):
        return build_question(parsed, Control.PARAMETERS, "an image of nothing that is named")
    return intent


def _match_thing(parsed: ParsedRequest) -> Intent | None:
    """Paint a thing whose name reads like a command or an opinion (围巾, "a mirror"), if there is nothing to change."""
    if parsed.has_image:
        return None
    name = _ARTICLE.sub("", parsed.core.folded)
    return build_generation(Scene(name, ""), name, NAMED_CONFIDENCE, "a thing") if name in THINGS else None


def _match_restore(parsed: ParsedRequest) -> Intent | None:
    restore, steps = max(parse_steps(parsed.core), parse_steps(parsed.phrase), key=lambda found: found[1])
    restore = restore or parse_restore(parsed.core) or parse_restore(parsed.phrase)
    if not restore:
        return None
    if not parsed.has_image:
        return build_imageless("an earlier image, and there is none")
    last = parsed.request.last_result
    parameters = {STEPS: float(steps)} if steps else NO_PARAMETERS
    return replace(build_adjustment(last, parameters, "an earlier image"), restores=restore)


def _match_other_style(parsed: ParsedRequest) -> Intent | None:
    """Ask for the style if another one is requested without a name."""
    if not (is_other_style(parsed.core) or is_other_style(parsed.phrase)):
        return None
    if not parsed.has_image:
        return build_imageless("another style, and there is no image")
    current = parsed.request.last_result.style if parsed.request.last_result else ""
    choices = list_style_choices(parsed.language, current)
    return replace(build_unknown("another style without its name", NO_IMAGE_CONFIDENCE), choices=choices)


def _match_dropped_style(parsed: ParsedRequest) -> Intent | None:
    """Paint the image again without the excluded style, if it has that style."""
    base = parsed.described
    style = find_dropped_style(parsed.core) or find_dropped_style(parsed.phrase)
    if style and base and style.lower() in base.style.lower():
        return build_revision(replace(base, prompt=""), Change(drops_style=True), "without its style")
    is_named = style and (NAMES_STYLE.search(parsed.core.folded) or not parsed.has_image)
    return build_question(parsed, Control.PARAMETERS, "without a style that it does not have") if is_named else None


def _match_vague_change(parsed: ParsedRequest) -> Intent | None:
    """Ask for the change, instead of guessing and replacing the image."""
    control = parse_vague_change(parsed.phrase) or parse_vague_change(parsed.core)
    if control is None:
        return None
    return build_question(parsed, control, "a change without what to change")


def _match_one_of_several(parsed: ParsedRequest) -> Intent | None:
    """Ask for the area of one of several like things ("the left one", 第二只): a prompt changes all of them or none."""
    is_one = parsed.has_image and ONE_OF_SEVERAL.fullmatch(parsed.core.folded) is not None
    return build_question(parsed, Control.AREA, "one of several") if is_one else None


def _match_rewrite(parsed: ParsedRequest) -> Intent | None:
    """Replace or remove a thing of the prompt of the last image, which is painted again without a mask."""
    base = parsed.described
    if base is None:
        return None
    if moved := move_subject(parsed.core, base):
        size = keep_size(base)
        return Intent(Action.GENERATE_IMAGE, moved[0], base.style, 0.85, "rules: another place", size, moved[1])
    if counted := count_subject(parsed.core, base):
        size = keep_size(base)
        return Intent(Action.GENERATE_IMAGE, counted[0], base.style, 0.85, "rules: another number", size, counted[1])
    repaints = [
        *filter(None, [parse_exchange(parsed.core)]),
        *parse_part_changes(parsed.core),
        *filter(None, [parse_repaint(parsed.core)]),
    ]
    rewritten = next((found for one in repaints if (found := rewrite_prompt(base, one))), None)
    if rewritten is None:
        return None
    subject, prompt = rewritten
    rule = "rules: a part of the prompt"
    return Intent(Action.GENERATE_IMAGE, subject, base.style, 0.85, rule, keep_size(base), prompt)


def _match_changed_attempt(parsed: ParsedRequest) -> Intent | None:
    """Follow the change after a request for another attempt (再来一张，灯塔换成城堡)."""
    first, *others = parsed.core.split_clauses() or (parsed.core,)
    if parsed.described is None or not others or not is_another_attempt(first):
        return None
    text = "，".join(clause.text for clause in others)
    rest = Phrase(_THIS_TIME.sub("", text))
    changed = replace(parsed, phrase=rest, core=rest)
    return _match_rewrite(changed) or (_match_follow_up(changed) if rest.text != text else None)


def _match_contrast(parsed: ParsedRequest) -> Intent | None:
    """Follow a request for something in place of a thing that the image shows."""
    base = parsed.described
    contrast = parse_contrast(parsed.core, base) if base else None
    if base is None or contrast is None or (parse_exchange(parsed.core) and not contrast.is_place):
        return None
    if contrast.is_place:
        subject, prompt = remove_place(base, contrast.unwanted)
        base = replace(base, subject=subject, prompt=prompt)
    elif contrast.unwanted:
        return None
    request = replace(parsed.request, last_result=base)
    part = ParsedRequest(request, contrast.request, strip_courtesy(contrast.request))
    return _match_rewrite(part) or _match_follow_up(part) or _match_instruction(part)


def _match_instruction(parsed: ParsedRequest) -> Intent | None:
    """Paint the image again with a change of its content that no other rule matches."""
    base = parsed.described
    if base is None:
        return None
    addition = parse_instruction(parsed.core, base) or parse_instruction(parsed.phrase, base)
    if addition is None:
        return None
    return replace(build_revision(base, Change(addition=addition), "instruction"), confidence=NAMED_CONFIDENCE)


def _match_emphasis(parsed: ParsedRequest) -> Intent | None:
    """Strengthen the style of the image ("more cyberpunk"), or generate the image again in another style."""
    base = _find_base(parsed.request)
    emphasis = parse_emphasis(parsed.core, base.style) if base else None
    if base is None or emphasis is None:
        return None
    if emphasis.style.lower() in base.style.lower() and parsed.has_image:
        return build_adjustment(parsed.request.last_result, {"style_strength": emphasis.amount}, "style emphasis")
    if emphasis.amount > 0:
        return build_revision(base, Change(style=emphasis.style), "style emphasis")
    return build_question(parsed, Control.PARAMETERS, "less of a style that the image does not have")


def _match_follow_up(parsed: ParsedRequest) -> Intent | None:
    change = parse_follow_up(parsed.core)
    if change is None:
        return None
    base = _find_base(parsed.request)
    if base is not None:
        return build_revision(base, change, "follow-up")
    if parsed.has_image:
        changed = build_change_of_given(parsed.request.last_result, change)
        return changed or build_question(parsed, Control.PARAMETERS, "another try of a given image")
    return None if change.needs_last_result else build_imageless("follow-up without a picture")


def _match_generation(parsed: ParsedRequest) -> Intent | None:
    scene = parse_scene(parsed.phrase)
    if not scene.is_requested:
        return None
    if not (scene.subject or scene.style or scene.is_open):
        emoji = describe_emoji(parsed.request.text)
        if emoji:
            return build_generation(Scene(emoji, ""), emoji, 0.7, "emoji")
        return build_unknown("nothing to paint", 0.45)
    base = parsed.described
    if base and stands_with_shown(parsed.core):
        return _match_instruction(parsed)  # 来只狗陪它
    if base and scene.is_desire and scene.has_article and refers_to_shown(parsed.core, base):
        return _match_instruction(parsed)  # "i want a moon behind the window"
    confidence = 0.65 if scene.is_open else 0.95 if scene.style else 0.9
    return build_generation(scene, parsed.core.text, confidence, "asked for")


def _match_combination(parsed: ParsedRequest) -> Intent | None:
    """Combine several changes, one per clause ("换成油画，加一只鸟，再亮一点"), if every clause is a change."""
    base = parsed.described
    clauses = [Phrase(part) for clause in parsed.core.split_clauses() for part in _ALSO.split(clause.text) if part]
    contrasted = {Phrase(part).folded for clause in parsed.core.split_clauses() for part in _BUT.split(clause.text)[1:]}
    clauses = [clause for clause in clauses if parse_vague_change(clause) is None] or clauses
    if (
        base is None
        or not clauses
        or clauses == [parsed.core]
        or AGAIN.match_at(clauses[0].folded, 0)
        or parse_exchange(parsed.core)
    ):
        return None
    adjusted: list[str] = []
    intent: Intent | None = None
    shown = base.subject
    for clause in clauses:
        if (found := parse_adjustments(clause, None)) and set(found) <= set(LEVELS):
            adjusted.append(_MARKERS.sub(" ", clause.text))
            continue
        request = replace(parsed.request, last_result=base)
        part = ParsedRequest(request, clause, strip_courtesy(clause))
        has_more = base.subject != shown and clause.folded not in contrasted
        more = parse_more(part.core) if has_more else ""
        if more:
            intent = build_revision(base, Change(addition=more), "follow-up")
        else:
            intent = _match_rewrite(part) or _match_follow_up(part)
        if intent is None:
            return None
        base = replace(base, subject=intent.subject, style=intent.style, prompt=intent.prompt)
    if intent is None or not adjusted:
        return intent
    language = Language.CHINESE if is_chinese(intent.prompt) else Language.ENGLISH
    return replace(intent, prompt=add_improvements(intent.prompt, adjusted, language))


def _match_marked_area(parsed: ParsedRequest) -> Intent | None:
    """Repaint what the user claims to have marked; the marks themselves are up to the caller."""
    is_marked = parsed.has_image and names_marked_area(parsed.core)
    return Intent(Action.INPAINTING, "", "", 0.85, "rules: a marked area", NO_PARAMETERS, "") if is_marked else None


def _match_repaint(parsed: ParsedRequest) -> Intent | None:
    if not parsed.has_image and is_part_adjustment(parsed.core):
        return None
    repaint = parse_repaint(parsed.core)
    if repaint is None:
        return None
    scene = parse_scene(Phrase(repaint.replacement))
    confidence = 0.85 if parsed.has_image else 0.75
    return Intent(
        Action.INPAINTING, scene.subject, scene.style, confidence, "rules: repaint", NO_PARAMETERS, repaint.replacement
    )


def _match_noun_phrase(parsed: ParsedRequest) -> Intent | None:
    """Treat a bare noun phrase as a request for an image of it, with less confidence."""
    scene = parse_scene(parsed.phrase)
    if not (scene.subject or scene.style or scene.is_open):
        return None
    if EDIT_VERB.match(parsed.core.folded):
        return build_question(parsed, Control.PARAMETERS, "an edit that is not understood")
    is_image = is_counted(Phrase(scene.subject)) or names_image(parsed.core)
    is_image = is_image or (not parsed.has_image and names_event(scene.subject))
    if scene.is_desire and not (scene.has_article or scene.style or is_image):
        return build_unknown("a request of another kind", 0.3)
    if not parsed.has_image and is_about_speaker(parsed.phrase):
        return build_unknown("a statement", 0.3)
    is_named = scene.has_article or scene.style or scene.is_open or scene.size or is_counted(parsed.core)
    if parsed.has_image and not (is_named and _is_another_scene(parsed)):
        base = parsed.described
        is_adjusted = any(parse_adjustments(clause, None) for clause in parsed.core.split_clauses())
        points_at = (
            base
            and is_named
            and not is_adjusted
            and refers_to_shown(parsed.core, base)
            and not _describes_shown(parsed.core)
        )
        if base and points_at:  # "a new hat for the cat"
            return replace(build_revision(base, Change(addition=parsed.core.text), "instruction"), confidence=0.7)
        return build_question(parsed, Control.PARAMETERS, "words that may change the image or request another")
    confidence = NAMED_CONFIDENCE if scene.style and scene.subject else 0.7 if scene.has_article else 0.62
    return build_generation(scene, parsed.core.text, confidence, "named")


def _is_another_scene(parsed: ParsedRequest) -> bool:
    """Return whether no word refers to the last image or an earlier one, so that the text names a new one."""
    base = parsed.described
    points_back = LOOKS_BACK.search(parsed.core.folded) is not None or bool(base and refers_to_shown(parsed.core, base))
    return not (points_back or _describes_shown(parsed.core))


def _describes_shown(phrase: Phrase) -> bool:
    return is_statement(phrase) or is_exception(phrase)


_RULES: tuple[Callable[[ParsedRequest], Intent | None], ...] = (
    match_silence,
    _match_thing,
    match_commands,
    match_greeting,
    match_doubt,
    _match_marked_area,
    _match_restore,
    _match_other_style,
    _match_dropped_style,
    _match_vague_change,
    match_adjustment,
    match_everyday,
    _match_one_of_several,
    _match_contrast,
    _match_combination,
    _match_emphasis,
    _match_changed_attempt,
    _match_rewrite,
    _match_follow_up,
    _match_generation,
    _match_repaint,
    _match_instruction,
    match_conversation,
    _match_noun_phrase,
)
"""The first rule that returns an intent wins; narrow rules come before broad ones."""


def _find_base(request: ParseIntent) -> LastResult | None:
    """Return the base of a follow-up: the image, or else the last message that requested one."""
    if request.last_result is not None or request.has_image:
        return find_described(request)
    for message in reversed(request.messages):
        if message.role == "user":
            intent = apply_rules(ParseIntent(message.content), parse_phrase(message.content))
            if intent.action is Action.GENERATE_IMAGE:
                return LastResult("", intent.prompt, intent.subject, intent.style, 0, 0, 0)
    return None
