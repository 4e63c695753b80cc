"""Every suggestion of the critic, sent back by the user, is parsed with its intended meaning."""

from collections.abc import Mapping

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action, Control, Intent, Restore
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult
from services.common.text.language import Text
from services.critic.domain.image.scores import Defect, Dimension, Score
from services.critic.domain.image.texts import CRITERION_TEXTS, DEFECT_TEXTS, format_suggestions
from services.critic.domain.image.vision_scores import Criterion

LAST = {
    "zh": LastResult("a", "画一只赛博朋克风格的猫", "猫", "赛博朋克", 7, 1024, 768),
    "en": LastResult("a", "draw a cat in cyberpunk style", "cat", "cyberpunk", 7, 1024, 768),
}
DETAILS: Mapping[Defect, tuple[str, ...]] = {
    Defect.WRONG_SIZE: ("512×256",),
    Defect.OFF_PALETTE: ("#ff8800", "#00aa00"),
    Defect.UNMOVED: ("brightness", "contrast"),
}
AGAIN = "again"
MEANT: Mapping[Defect | Criterion, object] = {
    Defect.UNDECODABLE: AGAIN,
    Defect.WRONG_SIZE: {"width": 512.0, "height": 256.0},
    Defect.BLANK: AGAIN,
    Defect.TOO_DARK: {"brightness": 1},
    Defect.TOO_BRIGHT: {"brightness": -1},
    Defect.FLAT: {"contrast": 1},
    Defect.BLURRED: {"sharpness": 1},
    Defect.DULL: {"saturation": 1},
    Defect.GAUDY: {"saturation": -1},
    Defect.NOISY: AGAIN,
    Defect.OFF_PALETTE: AGAIN,
    Defect.LEAKED: Action.INPAINTING,
    Defect.IGNORED: Action.INPAINTING,
    Defect.SEAM_VISIBLE: Action.INPAINTING,
    Defect.UNMOVED: Control.PARAMETERS,
    Defect.CONTENT_LOST: Restore.ORIGINAL,
    Defect.OTHER_IMAGE: AGAIN,
    Defect.OTHER_HUES: AGAIN,
    Defect.COMPRESSED: AGAIN,
    Defect.SCRAMBLED: AGAIN,
    Defect.PARTLY_EMPTY: AGAIN,
    Criterion.INTENT_MET: AGAIN,
    Criterion.SUBJECT_PRESENT: AGAIN,
    Criterion.STYLE_MATCHED: {"style_strength": 1},
    Criterion.QUALITY: AGAIN,
}


def suggest(about: Defect | Criterion) -> Text:
    """Return the suggestion of the critic."""
    if isinstance(about, Criterion):
        return CRITERION_TEXTS[about].suggestion
    (text,) = format_suggestions((Score(Dimension.DECODES, 0.0, about, DETAILS.get(about, ())),))
    return text


def check_meaning(intent: Intent, meant: object, last: LastResult) -> None:
    """Assert that *intent* is *meant*: an action, a restore, a question, another try, or changes by name."""
    if isinstance(meant, Action):
        assert intent.action is meant
    elif isinstance(meant, Restore):
        assert intent.restores is meant
    elif isinstance(meant, Control):
        assert intent.control is meant and intent.choices
    elif meant is AGAIN:
        assert intent.action is Action.GENERATE_IMAGE and last.subject in intent.subject
        assert intent.style == last.style
    else:
        assert isinstance(meant, dict) and intent.action is Action.ADJUST_PARAMETERS
        assert intent.parameters.keys() == meant.keys()
        for name, value in meant.items():
            assert intent.parameters[name] == value or (abs(value) == 1 and intent.parameters[name] * value > 0)


def test_the_meaning_of_every_suggestion_is_stated() -> None:
    assert MEANT.keys() == {*DEFECT_TEXTS, *CRITERION_TEXTS}


@pytest.mark.parametrize("language", LAST)
@pytest.mark.parametrize("about", [*DEFECT_TEXTS, *CRITERION_TEXTS])
def test_a_suggestion_sent_back_is_understood_as_it_is_meant(about: Defect | Criterion, language: str) -> None:
    text, last = getattr(suggest(about), language), LAST[language]
    check_meaning(parse_intent(ParseIntent(text, last_result=last)), MEANT[about], last)
