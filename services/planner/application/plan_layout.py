"""PlanLayout: the sections, cover text and style of the page of a note."""

from dataclasses import replace

from engines.note_planner import plan_layout
from services.common.contract import requests
from services.common.contract.note import LayoutSpec
from services.common.text.language import Language
from services.planner import note_texts
from services.planner.application.note_step import NoteStep
from services.planner.domain.normalization import normalize_brief
from services.planner.domain.note_answers import PlannedLayout
from services.planner.domain.note_results import to_layout
from services.planner.prompts.note import build_layout_prompt
from services.planner.prompts.prompt import Prompt


class PlanLayout(NoteStep[requests.PlanLayout, PlannedLayout, LayoutSpec]):
    """Plans a layout."""

    schema = PlannedLayout

    def normalize(self, request: requests.PlanLayout) -> requests.PlanLayout:
        return replace(request, brief=normalize_brief(request.brief))

    def announce(self, request: requests.PlanLayout, language: Language) -> str:
        return note_texts.announce_layout(len(request.content.paragraphs), language)

    def summarize(self, result: LayoutSpec, language: Language) -> str:
        return note_texts.summarize_layout(result, language)

    def plan(self, request: requests.PlanLayout, language: Language) -> LayoutSpec:
        return plan_layout(request, language)

    def build_prompt(self, request: requests.PlanLayout, language: Language) -> Prompt:
        return build_layout_prompt(request, language)

    def to_result(self, answer: PlannedLayout, request: requests.PlanLayout, language: Language) -> LayoutSpec:
        return to_layout(answer, request, language)
