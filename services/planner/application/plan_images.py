"""PlanImages: the images of a note, their positions and their texts."""

from dataclasses import replace

from engines.note_planner import plan_images
from services.common.contract import requests
from services.common.contract.note import ImagePlanSet
from services.common.text.language import Language
from services.planner import note_texts
from services.planner.application.note_step import NoteStep
from services.planner.domain.normalization import normalize_brief, normalize_layout
from services.planner.domain.note_answers import PlannedImages
from services.planner.domain.note_results import to_image_plans
from services.planner.prompts.note import build_images_prompt
from services.planner.prompts.prompt import Prompt


class PlanImages(NoteStep[requests.PlanImages, PlannedImages, ImagePlanSet]):
    """Plans images."""

    schema = PlannedImages

    def normalize(self, request: requests.PlanImages) -> requests.PlanImages:
        return replace(request, brief=normalize_brief(request.brief), layout=normalize_layout(request.layout))

    def announce(self, request: requests.PlanImages, language: Language) -> str:
        return note_texts.PLANNING_IMAGES.pick(language)

    def summarize(self, result: ImagePlanSet, language: Language) -> str:
        return note_texts.summarize_images(result, language)

    def plan(self, request: requests.PlanImages, language: Language) -> ImagePlanSet:
        return plan_images(request, language)

    def build_prompt(self, request: requests.PlanImages, language: Language) -> Prompt:
        return build_images_prompt(request, language)

    def to_result(self, answer: PlannedImages, request: requests.PlanImages, language: Language) -> ImagePlanSet:
        return to_image_plans(answer, request, language)
