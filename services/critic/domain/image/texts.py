"""Localized texts about the defects of images."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.common.text.language import Text
from services.critic.domain.image.scores import Defect, Score
from services.critic.domain.image.vision_scores import Criterion


@dataclass(frozen=True, slots=True)
class FindingText:
    """The texts for one defect; `{about}` stands for the details of the score.

    Attributes:
        problem: names the defect, as a part of a sentence.
        suggestion: an addition to the prompt of the next attempt.

    """

    problem: Text
    suggestion: Text


# A suggestion must not name a technique: "pixels" or "outlines" would change the style of the next attempt.
DEFECT_TEXTS: Final[Mapping[Defect, FindingText]] = MappingProxyType(
    {
        Defect.UNDECODABLE: FindingText(
            Text("图片无法打开", "the picture cannot be opened"),
            Text("重新生成一张完整的图片", "make the picture again, complete"),
        ),
        Defect.WRONG_SIZE: FindingText(
            Text("尺寸不是所要的 {about}", "the size is not the {about} asked for"),
            Text("按 {about} 的尺寸输出", "output at exactly {about}"),
        ),
        Defect.BLANK: FindingText(
            Text("画面几乎是空的", "the picture is almost empty"),
            Text("画面更饱满，主体更大", "fill the frame, make the main subject larger"),
        ),
        Defect.TOO_DARK: FindingText(
            Text("画面太暗", "the picture is too dark"),
            Text("提高亮度，让暗部透出细节", "raise the brightness, let the shadows show detail"),
        ),
        Defect.TOO_BRIGHT: FindingText(
            Text("画面太亮", "the picture is too bright"),
            Text("降低亮度，保留亮部细节", "lower the brightness, keep detail in the light parts"),
        ),
        Defect.FLAT: FindingText(
            Text("明暗对比太弱", "the contrast is too weak"),
            Text("提高对比度", "raise the contrast"),
        ),
        Defect.BLURRED: FindingText(
            Text("画面模糊", "the picture is blurred"),
            Text("提高清晰度", "make it sharper"),
        ),
        Defect.DULL: FindingText(
            Text("色彩太淡", "the colours are too dull"),
            Text("提高饱和度，色彩更鲜明", "raise the saturation, livelier colours"),
        ),
        Defect.GAUDY: FindingText(
            Text("色彩太艳", "the colours are too gaudy"),
            Text("降低饱和度，色彩更克制", "lower the saturation, more restrained colours"),
        ),
        Defect.NOISY: FindingText(
            Text("画面布满噪点", "the picture is full of noise"),
            Text("画面干净，没有噪点", "a clean picture without noise"),
        ),
        Defect.OFF_PALETTE: FindingText(
            Text("配色偏离所要的风格", "the colours stray from the style's palette"),
            Text("多用这些颜色：{about}", "use more of these colours: {about}"),
        ),
        Defect.LEAKED: FindingText(
            Text("选区之外的画面也变了", "the picture changed outside the marked area"),
            Text("只改动选区之内，其余保持原样", "change the marked area only, leave the rest as it is"),
        ),
        Defect.IGNORED: FindingText(
            Text("选区之内几乎没有变化", "the marked area hardly changed"),
            Text("在选区之内重新绘制", "repaint the marked area"),
        ),
        Defect.SEAM_VISIBLE: FindingText(
            Text("选区边缘有明显接缝", "a seam shows along the edge of the marked area"),
            Text("选区边缘与周围自然融合", "blend the edge of the marked area into its surroundings"),
        ),
        Defect.UNMOVED: FindingText(
            Text("没有按要求调整：{about}", "not adjusted as asked: {about}"),
            Text("按要求的方向调整：{about}", "adjust as asked: {about}"),
        ),
        Defect.CONTENT_LOST: FindingText(
            Text("调整之后已不是原来的画面", "after the adjustment it is no longer the same picture"),
            Text("只调整参数，保留原来的画面", "adjust the parameters only, keep the picture"),
        ),
    }
)

# Texts for weak criteria, if the model gives no feedback.
CRITERION_TEXTS: Final[Mapping[Criterion, FindingText]] = MappingProxyType(
    {
        Criterion.INTENT_MET: FindingText(
            Text("画面不是所要的内容", "The picture is not what was asked for"),
            Text("画面要完整符合描述", "follow the description in full"),
        ),
        Criterion.SUBJECT_PRESENT: FindingText(
            Text("画面里看不到要画的主体", "The subject is not in the picture"),
            Text("主体清楚完整地出现在画面里", "show the subject clearly and whole"),
        ),
        Criterion.STYLE_MATCHED: FindingText(
            Text("画面不是所要的风格", "The picture does not have the style asked for"),
            Text("风格更鲜明", "a more distinct style"),
        ),
        Criterion.QUALITY: FindingText(
            Text("画得不够好", "The picture is not made well enough"),
            Text("结构准确，细节完整", "correct anatomy and perspective, finished detail"),
        ),
    }
)

NO_VISION: Final = Text(
    "视觉模型没有可用的回答，这张图片只经过测量。", "The vision model was not available; the picture was only measured."
)

VISION_SKIPPED: Final = Text(
    "预算用完，没有问视觉模型，这张图片只经过测量。",
    "The budget is used up: the vision model was not called; the picture was only measured.",
)

PARAMETER_NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "brightness": Text("亮度", "brightness"),
        "contrast": Text("对比度", "contrast"),
        "saturation": Text("饱和度", "saturation"),
        "warmth": Text("色温", "warmth"),
        "sharpness": Text("锐度", "sharpness"),
        "style_strength": Text("风格强度", "style strength"),
        "rotate": Text("旋转", "rotation"),
    }
)

# Measurements show how an image is made, not what it shows.
_SATISFIED: Final = Text("没有测出画面缺陷。", "No defect was measured.")


def format_feedback(weakest: tuple[Score, ...]) -> Text:
    """Return the defects, weakest first, as one sentence; an approval if there are none."""
    if not weakest:
        return _SATISFIED
    problems = [_fill(DEFECT_TEXTS[score.defect].problem, score) for score in weakest]
    english = "; ".join(problem.en for problem in problems)
    return Text("；".join(problem.zh for problem in problems) + "。", english[0].upper() + english[1:] + ".")


def format_suggestions(weakest: tuple[Score, ...]) -> tuple[Text, ...]:
    """Return one suggestion for each score, weakest first; each is an addition to a prompt."""
    return tuple(_fill(DEFECT_TEXTS[score.defect].suggestion, score) for score in weakest)


def _fill(template: Text, score: Score) -> Text:
    names = [PARAMETER_NAMES.get(part, Text(part, part)) for part in score.details]
    return Text(
        template.zh.replace("{about}", "、".join(name.zh for name in names)),
        template.en.replace("{about}", ", ".join(name.en for name in names)),
    )
