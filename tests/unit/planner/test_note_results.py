"""A model's responses about notes become valid results."""

from hypothesis import given
from hypothesis import strategies as st

from engines.note_planner import plan_images
from engines.note_planner.cover_text import MAX_TITLE_WIDTH
from services.common.contract.note import OverlayKind, SectionRole
from services.common.contract.requests import PlanImages, PlanLayout
from services.common.text.language import Language
from services.common.text.width import measure_width
from services.planner.domain.note_answers import PlannedImages, PlannedLayout
from services.planner.domain.note_results import to_image_plans, to_layout
from tests.unit.engines.note_planner.samples import (
    IMAGES_REQUESTS,
    LANGUAGES,
    LAYOUT_REQUESTS,
    TEXTS,
    assert_has_every_paragraph_once,
    assert_is_valid,
)

SECTIONS = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from([role.value for role in SectionRole])},
        optional={
            "heading": TEXTS,
            "paragraphs": st.lists(st.integers(0, 70), max_size=8),
            "has_image": st.booleans(),
        },
    ),
    max_size=60,
)
LAYOUT_ANSWERS = st.builds(
    lambda sections, title, name: PlannedLayout.model_validate(
        {"sections": sections, "cover_title": title[:200], "name": name[:64]}
    ),
    SECTIONS,
    TEXTS,
    TEXTS,
)


OVERLAYS = st.lists(
    st.fixed_dictionaries({"text": TEXTS}, optional={"kind": st.sampled_from(list(OverlayKind))}), max_size=6
)
IMAGES = st.lists(
    st.fixed_dictionaries(
        {"paragraph": st.integers(0, 80), "prompt": TEXTS.filter(bool)},
        optional={
            "palette": st.lists(st.sampled_from(["#aabbcc", "#AABBCC", "red", "#12345", ""]), max_size=12),
            "aspect": st.sampled_from(["3:4", "1:1", "4:3"]),
            "reference": st.integers(0, 9),
            "style": TEXTS,
            "subject": TEXTS,
            "texts": OVERLAYS,
        },
    ),
    min_size=1,
    max_size=12,
)
IMAGES_ANSWERS = IMAGES.map(lambda images: PlannedImages.model_validate({"images": images}))


@given(LAYOUT_REQUESTS, LAYOUT_ANSWERS, LANGUAGES)
def test_a_models_layout_has_every_paragraph_once_and_in_order(
    layout_request: PlanLayout, answer: PlannedLayout, language: Language
) -> None:
    layout = to_layout(answer, layout_request, language)
    assert_has_every_paragraph_once(layout, len(layout_request.content.paragraphs))
    assert layout.cover_title.strip()
    assert measure_width(layout.cover_title) <= MAX_TITLE_WIDTH
    assert sum(section.has_image for section in layout.sections) <= layout_request.brief.image_count


@given(IMAGES_REQUESTS, IMAGES_ANSWERS, LANGUAGES)
def test_a_models_set_of_images_is_valid_and_as_large_as_requested(
    images: PlanImages, answer: PlannedImages, language: Language
) -> None:
    plans = to_image_plans(answer, images, language)
    assert_is_valid(plans, len(images.content.paragraphs))
    assert len(plans.plans) == len(plan_images(images, language).plans)
    assert all(plan.reference_asset_id in ("", "asset-1", "asset-2") for plan in plans.plans)
