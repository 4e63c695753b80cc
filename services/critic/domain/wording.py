"""What the critic says about a fault: what is wrong, and what to ask for next time."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.common.language import Text
from services.critic.domain.marks import Fault, Mark
from services.critic.domain.seen import Sight


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of one fault; `{about}` stands for what the mark is about.

    Attributes:
        fault: names what is wrong, as the part of a sentence.
        suggestion: what the next attempt should do; reads as an addition to a prompt.

    """

    fault: Text
    suggestion: Text


# A suggestion must not name a technique: "pixels" or "outlines" would change the style of the next attempt.
REMARKS: Final[Mapping[Fault, Remark]] = MappingProxyType(
    {
        Fault.UNDECODABLE: Remark(
            Text("图片无法打开", "the picture cannot be opened"),
            Text("重新生成一张完整的图片", "make the picture again, complete"),
        ),
        Fault.WRONG_SIZE: Remark(
            Text("尺寸不是所要的 {about}", "the size is not the {about} asked for"),
            Text("按 {about} 的尺寸输出", "output at exactly {about}"),
        ),
        Fault.BLANK: Remark(
            Text("画面几乎是空的", "the picture is almost empty"),
            Text("画面更饱满，主体更大", "fill the frame, make the main subject larger"),
        ),
        Fault.TOO_DARK: Remark(
            Text("画面太暗", "the picture is too dark"),
            Text("提高亮度，让暗部透出细节", "raise the brightness, let the shadows show detail"),
        ),
        Fault.TOO_BRIGHT: Remark(
            Text("画面太亮", "the picture is too bright"),
            Text("降低亮度，保留亮部细节", "lower the brightness, keep detail in the light parts"),
        ),
        Fault.FLAT: Remark(
            Text("明暗对比太弱", "the contrast is too weak"),
            Text("提高对比度", "raise the contrast"),
        ),
        Fault.BLURRED: Remark(
            Text("画面模糊", "the picture is blurred"),
            Text("轮廓清晰，细节锐利", "clean edges, crisp detail"),
        ),
        Fault.DULL: Remark(
            Text("色彩太淡", "the colours are too dull"),
            Text("提高饱和度，色彩更鲜明", "raise the saturation, livelier colours"),
        ),
        Fault.GAUDY: Remark(
            Text("色彩太艳", "the colours are too gaudy"),
            Text("降低饱和度，色彩更克制", "lower the saturation, more restrained colours"),
        ),
        Fault.NOISY: Remark(
            Text("画面布满噪点", "the picture is full of noise"),
            Text("画面干净，没有噪点", "a clean picture without noise"),
        ),
        Fault.OFF_PALETTE: Remark(
            Text("配色偏离所要的风格", "the colours stray from the style's palette"),
            Text("多用这些颜色：{about}", "use more of these colours: {about}"),
        ),
        Fault.LEAKED: Remark(
            Text("选区之外的画面也变了", "the picture changed outside the marked area"),
            Text("只改动选区之内，其余保持原样", "change the marked area only, leave the rest as it is"),
        ),
        Fault.IGNORED: Remark(
            Text("选区之内几乎没有变化", "the marked area hardly changed"),
            Text("在选区之内重新绘制", "repaint the marked area"),
        ),
        Fault.SEAM_SHOWS: Remark(
            Text("选区边缘有明显接缝", "a seam shows along the edge of the marked area"),
            Text("选区边缘与周围自然融合", "blend the edge of the marked area into its surroundings"),
        ),
        Fault.UNMOVED: Remark(
            Text("没有按要求调整：{about}", "not adjusted as asked: {about}"),
            Text("按要求的方向调整：{about}", "adjust as asked: {about}"),
        ),
        Fault.CONTENT_LOST: Remark(
            Text("调整之后已不是原来的画面", "after the adjustment it is no longer the same picture"),
            Text("只调整参数，保留原来的画面", "adjust the parameters only, keep the picture"),
        ),
    }
)

# What is said of what was seen, where the model finds no words of its own.
SEEN_REMARKS: Final[Mapping[Sight, Remark]] = MappingProxyType(
    {
        Sight.INTENT_MET: Remark(
            Text("画面不是所要的内容", "The picture is not what was asked for"),
            Text("画面要完整符合描述", "follow the description in full"),
        ),
        Sight.SUBJECT_PRESENT: Remark(
            Text("画面里看不到要画的主体", "The subject is not in the picture"),
            Text("主体清楚完整地出现在画面里", "show the subject clearly and whole"),
        ),
        Sight.STYLE_MATCHED: Remark(
            Text("画面不是所要的风格", "The picture does not have the style asked for"),
            Text("风格更鲜明", "a more distinct style"),
        ),
        Sight.QUALITY: Remark(
            Text("画得不够好", "The picture is not made well enough"),
            Text("结构准确，细节完整", "correct anatomy and perspective, finished detail"),
        ),
    }
)

NOT_SEEN: Final = Text(
    "看图模型没有可用的回答，这张图片只经过测量。", "The vision model was not available; the picture was only measured."
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

_SATISFIED: Final = Text("画面符合要求。", "The picture is as asked.")


def feedback_on(weakest: tuple[Mark, ...]) -> Text:
    """Return what is wrong, weakest first, as one sentence; a word of approval when nothing is."""
    if not weakest:
        return _SATISFIED
    faults = [_fill(REMARKS[mark.fault].fault, mark) for mark in weakest]
    english = "; ".join(fault.en for fault in faults)
    return Text("；".join(fault.zh for fault in faults) + "。", english[0].upper() + english[1:] + ".")


def suggestions_for(weakest: tuple[Mark, ...]) -> tuple[Text, ...]:
    """Return one suggestion for each mark, weakest first; each reads as an addition to a prompt."""
    return tuple(_fill(REMARKS[mark.fault].suggestion, mark) for mark in weakest)


def _fill(template: Text, mark: Mark) -> Text:
    names = [PARAMETER_NAMES.get(part, Text(part, part)) for part in mark.about]
    return Text(
        template.zh.replace("{about}", "、".join(name.zh for name in names)),
        template.en.replace("{about}", ", ".join(name.en for name in names)),
    )
