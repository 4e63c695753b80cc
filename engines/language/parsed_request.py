"""A parsed request, and the question with which the rules respond to it."""

from dataclasses import dataclass, replace

from engines.language.characters import is_chinese
from engines.language.examples import list_choices
from engines.language.intents import NO_IMAGE_CONFIDENCE, build_imageless, build_unknown
from engines.language.phrase import Phrase
from services.common.contract.image_chat import Control, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult
from services.common.text.language import Language

MIN_CHOICES = 2


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request with its text as a phrase, and the phrase without courtesy."""

    request: ParseIntent
    phrase: Phrase
    core: Phrase

    @property
    def has_image(self) -> bool:
        return self.request.has_image or self.request.last_result is not None

    @property
    def described(self) -> LastResult | None:
        return find_described(self.request)

    @property
    def language(self) -> Language:
        return Language.CHINESE if is_chinese(self.phrase.text) else Language.ENGLISH


def find_described(request: ParseIntent) -> LastResult | None:
    """Return the last image if a prompt describes it; None for an upload, which cannot be painted again."""
    last = request.last_result
    return last if last is not None and (last.subject or last.prompt) else None


def build_question(parsed: ParsedRequest, control: Control, rule: str) -> Intent:
    """Return an unknown intent; with an image, it offers requests that name a change."""
    if not parsed.has_image:
        return build_imageless(rule)
    # Another background needs a prompt, which an upload lacks: its pixels can be changed.
    offered = control if parsed.described else Control.PARAMETERS
    choices = list_choices(offered, parsed.language)[: None if parsed.described else MIN_CHOICES]
    return replace(build_unknown(rule, NO_IMAGE_CONFIDENCE), choices=choices, control=control)
