"""ParseIntent: the intent of a message of an image chat, by a chat model or the built-in rules."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from engines.language import parse_intent
from engines.language.phrase import has_words, parse_phrase
from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.image_chat import Action, Intent
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.llm.values import Completion
from services.common.text.parameters import RESTYLE
from services.planner import texts
from services.planner.application.content_policy import ContentPolicy
from services.planner.application.structured_model import StructuredModel
from services.planner.domain.intent_answer import ParsedIntent, to_intent
from services.planner.domain.messages import normalize_messages
from services.planner.prompts.intent import build_intent_prompt

TEMPERATURE = 0.1
"""Low: the same message should get the same intent."""
DEGRADED_CONFIDENCE = 0.6
"""Maximum confidence of the rules if they replace a model."""


class ParseIntent:
    """Parses with *model*, or with the built-in rules if none is configured; *policy* rejects harmful requests."""

    def __init__(self, model: StructuredModel | None, policy: ContentPolicy) -> None:
        self._model = model
        self._policy = policy

    async def __call__(self, request: requests.ParseIntent, call: StepCall) -> AsyncGenerator[Activity | Intent, None]:
        """Yield activities, then the intent.

        Raises ReflowError: CONTENT_REFUSED for what the policy rejects, MASK_DATA_MISSING for a repaint without a mask,
        and the errors of a model.
        """
        self._policy.check_image(request.text)
        request = replace(request, messages=normalize_messages(request.messages))
        degraded = self._model is not None and (request.builtin_only or call.context.builtin_only)
        yield Thought(texts.announce_parsing(request.text, call.language))
        if degraded:
            yield Thought(texts.PARSING_WITHOUT_MODEL.pick(call.language))
        async with aclosing(self._parse(request, call, degraded=degraded)) as outcomes:
            async for outcome in outcomes:
                if not isinstance(outcome, Intent):
                    yield outcome
                    continue
                _require_mask(outcome, request)
                summary = texts.summarize_intent(outcome, call.language)
                if outcome.reasoning:
                    yield Thought(outcome.reasoning)
                yield Thought(summary)
                # The rules give no reason other than the intent itself.
                yield replace(outcome, reasoning=outcome.reasoning or summary)

    async def _parse(
        self, request: requests.ParseIntent, call: StepCall, *, degraded: bool
    ) -> AsyncGenerator[Activity | Intent, None]:
        if degraded:
            yield _degrade(parse_intent(request), has_mask=request.has_mask)
            return
        # An intent that the rules recognize with certainty needs no call of a model.
        if self._model is None or not has_words(parse_phrase(request.text).text) or _is_certain(request):
            yield parse_intent(request)
            return
        prompt = build_intent_prompt(request, call.language)
        events = self._model.complete(prompt, ParsedIntent, call, fresh=request.fresh, temperature=TEMPERATURE)
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Completion):
                    yield replace(to_intent(event.value, request, event.raw), engine=self._model.name)
                else:
                    yield event


def _is_certain(request: requests.ParseIntent) -> bool:
    """Return whether *request* restores an earlier image, or changes the pixels of an upload or of a marked area.

    With a mask, an answer of a model is a repaint: what requests none, as thanks, is left to the rules.
    """
    intent = parse_intent(request)
    is_of_mask = bool(intent.parameters) or intent.action is Action.UNKNOWN
    changes_pixels = RESTYLE in intent.parameters or (request.has_mask and is_of_mask)
    return bool(intent.restores) or changes_pixels


def _require_mask(intent: Intent, request: requests.ParseIntent) -> None:
    if intent.action is Action.INPAINTING and not request.has_mask:
        raise ReflowError(Code.MASK_DATA_MISSING, field="mask", node="planner")


def _degrade(intent: Intent, *, has_mask: bool) -> Intent:
    """Return *intent* as a replacement for that of a model: less confident, unless unknown or determined by a mask."""
    if intent.action is Action.UNKNOWN or has_mask:
        return replace(intent, degraded=True)
    return replace(intent, degraded=True, confidence=DEGRADED_CONFIDENCE)
