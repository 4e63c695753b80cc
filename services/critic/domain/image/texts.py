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
        suggestion: an addition to the prompt of the next attempt, and a request that the planner understands: the user
            can send it.

    """

    problem: Text
    suggestion: Text


# A suggestion must not name a technique: "pixels" or "outlines" would change the style of the next attempt.
DEFECT_TEXTS: Final[Mapping[Defect, FindingText]] = MappingProxyType(
    {
        Defect.UNDECODABLE: FindingText(
            Text("图片无法打开", "the image cannot be opened"),
            Text("重新画一张", "try again"),
        ),
        Defect.WRONG_SIZE: FindingText(
            Text("尺寸不是所要的 {about}", "the size is not the requested {about}"),
            Text("尺寸改成 {about}", "resize it to {about}"),
        ),
        Defect.BLANK: FindingText(
            Text("画面几乎是空的", "the image is almost empty"),
            Text("重新画，主体更大", "again but with a larger subject"),
        ),
        Defect.TOO_DARK: FindingText(
            Text("画面太暗", "the image is too dark"),
            Text("提高亮度，让暗部透出细节", "raise the brightness, let the shadows show detail"),
        ),
        Defect.TOO_BRIGHT: FindingText(
            Text("画面太亮", "the image is too bright"),
            Text("降低亮度，保留亮部细节", "lower the brightness, keep detail in the light parts"),
        ),
        Defect.FLAT: FindingText(
            Text("明暗对比太弱", "the contrast is too weak"),
            Text("提高对比度", "raise the contrast"),
        ),
        Defect.BLURRED: FindingText(
            Text("画面模糊", "the image is blurred"),
            Text("提高清晰度", "make it sharper"),
        ),
        Defect.DULL: FindingText(
            Text("色彩太淡", "the colors are too dull"),
            Text("提高饱和度，色彩更鲜明", "raise the saturation, livelier colors"),
        ),
        Defect.GAUDY: FindingText(
            Text("色彩太艳", "the colors are too gaudy"),
            Text("降低饱和度，色彩更克制", "lower the saturation, more restrained colors"),
        ),
        Defect.NOISY: FindingText(
            Text("画面布满噪点", "the image is full of noise"),
            Text("重新画，要干净", "again but with a clean surface"),
        ),
        Defect.OFF_PALETTE: FindingText(
            Text("配色偏离所要的风格", "the colors differ from the style's palette"),
            Text("重新画，多用这些颜色：{about}", "again but with more of these colors: {about}"),
        ),
        Defect.LEAKED: FindingText(
            Text("选区之外的画面也变了", "the image changed outside the marked area"),
            Text("只在选区之内重新绘制", "repaint only the marked area"),
        ),
        Defect.IGNORED: FindingText(
            Text("选区之内几乎没有变化", "the marked area hardly changed"),
            Text("在选区之内重新绘制", "repaint the marked area"),
        ),
        Defect.SEAM_VISIBLE: FindingText(
            Text("选区边缘有明显接缝", "a seam shows along the edge of the marked area"),
            Text("在选区之内重新绘制，边缘自然融合", "repaint the marked area with a soft edge"),
        ),
        Defect.UNMOVED: FindingText(
            Text("没有按要求调整：{about}", "not adjusted as asked: {about}"),
            Text("调整图片", "adjust the image"),
        ),
        Defect.OTHER_IMAGE: FindingText(
            Text("画面与绘制时的构图不符", "the image does not have the composition that was planned"),
            Text("重新画一张", "try again"),
        ),
        Defect.OTHER_HUES: FindingText(
            Text("颜色与绘制时的不符", "the colors differ from those that were painted"),
            Text("重新画一张", "try again"),
        ),
        Defect.COMPRESSED: FindingText(
            Text("压缩过度，能看到方块", "the image is compressed so much that blocks show"),
            Text("重新画一张", "try again"),
        ),
        Defect.SCRAMBLED: FindingText(
            Text("画面像是被切成方块打乱了", "the image looks as if its tiles were shuffled"),
            Text("重新画一张", "try again"),
        ),
        Defect.PARTLY_EMPTY: FindingText(
            Text("画面有一大块是空的", "a large part of the image is empty"),
            Text("重新画一张", "try again"),
        ),
        Defect.CONTENT_LOST: FindingText(
            Text("调整之后已不是原来的画面", "after the adjustment it is no longer the same image"),
            Text("恢复原图", "reset to the original"),
        ),
    }
)

# Texts for weak criteria, if the model gives no feedback.
CRITERION_TEXTS: Final[Mapping[Criterion, FindingText]] = MappingProxyType(
    {
        Criterion.INTENT_MET: FindingText(
            Text("画面不是所要的内容", "The image is not what was requested"),
            Text("重新画一张", "try again"),
        ),
        Criterion.SUBJECT_PRESENT: FindingText(
            Text("画面里看不到要画的主体", "The subject is not in the image"),
            Text("重新画，主体要清楚完整", "again but with the subject clear and whole"),
        ),
        Criterion.STYLE_MATCHED: FindingText(
            Text("画面不是所要的风格", "The image does not have the requested style"),
            Text("风格强一点", "make the style stronger"),
        ),
        Criterion.QUALITY: FindingText(
            Text("画得不够好", "The quality of the image is too low"),
            Text("重新画，细节更完整", "again but with more finished detail"),
        ),
    }
)

NO_VISION: Final = Text(
    "视觉模型没有可用的回答，这张图片只经过测量。", "The vision model was not available; the image was only measured."
)

CONTENT_UNKNOWN: Final = Text(
    "没有视觉模型，图像引擎也没有报告内容：画面里画的是什么，没有人看过。",
    "What the image shows was not checked: no vision model is configured, and the image engine does not report it.",
)

VISION_SKIPPED: Final = Text(
    "预算用完，没有问视觉模型，这张图片只经过测量。",
    "The budget is used up: the vision model was not called; the image was only measured.",
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

# Metrics measure the quality of an image, not its content.
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
