"""AdviseRoute: which agent should work next on a note. The orchestrator decides."""

from dataclasses import replace

from engines.note_planner import advise_route
from services.common.contract import requests
from services.common.contract.note import Advice
from services.common.text.language import Language
from services.planner import note_texts
from services.planner.application.note_step import NoteStep
from services.planner.domain.normalization import normalize_brief, normalize_layout
from services.planner.domain.note_answers import RouteAdvice
from services.planner.domain.note_results import to_advice
from services.planner.prompts.note import build_advice_prompt
from services.planner.prompts.prompt import Prompt


class AdviseRoute(NoteStep[requests.AdviseRoute, RouteAdvice, Advice]):
    """Advises on the route of a note."""

    schema = RouteAdvice

    def normalize(self, request: requests.AdviseRoute) -> requests.AdviseRoute:
        return replace(
            request,
            brief=normalize_brief(request.brief) if request.brief else None,
            layout=normalize_layout(request.layout) if request.layout else None,
        )

    def announce(self, request: requests.AdviseRoute, language: Language) -> str:
        return note_texts.announce_advice(request.finished_agent, language)

    def summarize(self, result: Advice, language: Language) -> str:
        return note_texts.summarize_advice(result, language)

    def plan(self, request: requests.AdviseRoute, language: Language) -> Advice:
        return advise_route(request, language)

    def build_prompt(self, request: requests.AdviseRoute, language: Language) -> Prompt:
        return build_advice_prompt(request, language)

    def to_result(self, answer: RouteAdvice, request: requests.AdviseRoute, language: Language) -> Advice:
        return to_advice(answer, request)
