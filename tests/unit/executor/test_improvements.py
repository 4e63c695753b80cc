"""Suggestions of the critic change the next image of the built-in painter."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.text.language import Language
from services.critic.domain.image.scores import Defect, Dimension, Score
from services.critic.domain.image.texts import format_suggestions
from services.executor.adapters.jobs.images import paint_image
from services.executor.domain.image_engine import ImageRequest, ImageStyle
from services.executor.domain.improvements import Improvements, parse_improvements
from services.rag.domain.style_prompt import enhance

WATERCOLOR = ImageStyle("watercolor", ("#f6f1e7", "#9fb7c9", "#c2785c", "#6f8f5f", "#d9b36c"))


def suggest(defect: Defect, language: Language) -> str:
    """Return the prompt of the next attempt after the critic found *defect*."""
    (text,) = format_suggestions((Score(Dimension.CONTRAST, 0.0, defect, ("#aa0000",)),))
    original = "画一只猫" if language is Language.CHINESE else "a cat"
    return enhance(original, (), (text.pick(language),))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("defect", "name", "sign"),
    [
        (Defect.TOO_DARK, "brightness", 1),
        (Defect.TOO_BRIGHT, "brightness", -1),
        (Defect.FLAT, "contrast", 1),
        (Defect.BLURRED, "sharpness", 1),
        (Defect.DULL, "saturation", 1),
        (Defect.GAUDY, "saturation", -1),
    ],
)
def test_a_suggestion_changes_the_level_that_it_names(defect: Defect, name: str, sign: int, language: Language) -> None:
    changes = parse_improvements(suggest(defect, language)).levels
    assert changes.keys() == {name} and changes[name] * sign > 0


@pytest.mark.parametrize("prompt", ["画一只猫，提高对比度", "a cat, raise the contrast", ""])
def test_words_of_the_user_are_not_parsed_as_suggestions(prompt: str) -> None:
    assert parse_improvements(prompt) == Improvements()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("defect", "revision"),
    [
        (Defect.BLANK, "larger_subject"),
        (Defect.NOISY, "less_texture"),
        (Defect.OFF_PALETTE, "closer_to_palette"),
    ],
)
def test_a_suggestion_about_anything_else_changes_the_image_of_the_same_seed(
    defect: Defect, revision: str, language: Language
) -> None:
    improvements = parse_improvements(suggest(defect, language))
    request = ImageRequest("a strawberry", "strawberry", WATERCOLOR, 96, 96, 5, "k", 0.0)
    assert improvements.revisions == {revision}
    assert paint_image(request, improvements).png != paint_image(request, Improvements()).png


def paint(prompt: str) -> tuple[float, float, float]:
    """Return mean, spread and mean saturation of the image of *prompt*, 0 to 255."""
    request = ImageRequest(prompt, "猫", WATERCOLOR, 96, 96, 5, "k", 0.0)
    with Image.open(io.BytesIO(paint_image(request, parse_improvements(prompt)).png)) as image:
        pixels = np.asarray(image.convert("RGB")).astype(float)
    luma = pixels @ np.array([0.299, 0.587, 0.114])
    return luma.mean(), luma.std(), float((pixels.max(axis=2) - pixels.min(axis=2)).mean())


def test_the_second_attempt_changes_as_suggested() -> None:
    brightness, contrast, saturation = paint("画一只猫")
    assert paint(suggest(Defect.TOO_DARK, Language.CHINESE))[0] > brightness + 5
    assert paint(suggest(Defect.FLAT, Language.CHINESE))[1] > contrast * 1.05
    assert paint(suggest(Defect.DULL, Language.CHINESE))[2] > saturation * 1.1
