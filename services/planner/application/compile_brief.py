"""CompileBrief: what a note should become."""

from dataclasses import replace

from engines.language.phrase import has_words, parse_phrase
from engines.note_planner import compile_brief
from engines.note_planner.limits import MAX_IMAGES
from services.common.contract import requests
from services.common.contract.note import Brief
from services.common.text.language import Language
from services.planner import note_texts
from services.planner.application.content_policy import ContentPolicy
from services.planner.application.note_step import NoteStep
from services.planner.application.structured_model import StructuredModel
from services.planner.domain.messages import normalize_messages
from services.planner.domain.normalization import normalize_content_type
from services.planner.domain.note_answers import CompiledBrief
from services.planner.domain.note_results import to_brief
from services.planner.prompts.note import build_brief_prompt
from services.planner.prompts.prompt import Prompt


class CompileBrief(NoteStep[requests.CompileBrief, CompiledBrief, Brief]):
    """Compiles a brief."""

    schema = CompiledBrief

    def __init__(self, model: StructuredModel | None, policy: ContentPolicy) -> None:
        super().__init__(model)
        self._policy = policy

    def normalize(self, request: requests.CompileBrief) -> requests.CompileBrief:
        """Return *request* with names and numbers in range. Raises CONTENT_REFUSED for what the policy rejects."""
        self._policy.check(request.text)
        return replace(
            request,
            image_count=min(MAX_IMAGES, request.image_count),
            messages=normalize_messages(request.messages),
            content_type=normalize_content_type(request.content_type),
        )

    def announce(self, request: requests.CompileBrief, language: Language) -> str:
        return note_texts.announce_brief(request.text, language)

    def summarize(self, result: Brief, language: Language) -> str:
        return note_texts.summarize_brief(result, language)

    def needs_model(self, request: requests.CompileBrief) -> bool:
        return has_words(parse_phrase(request.text).text) or bool(request.clarification_answers)

    def plan(self, request: requests.CompileBrief, language: Language) -> Brief:
        return compile_brief(request, language)

    def build_prompt(self, request: requests.CompileBrief, language: Language) -> Prompt:
        return build_brief_prompt(request, language)

    def to_result(self, answer: CompiledBrief, request: requests.CompileBrief, language: Language) -> Brief:
        return to_brief(answer, request, language)
