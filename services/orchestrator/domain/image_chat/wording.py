"""What an image chat says to people."""

from services.common.language import Text
from services.orchestrator.domain.values import Action

NOT_JUDGED = Text("评审暂时不可用，这张图片未经评审。", "The critic was not available; this picture was not judged.")

# A model that failed for good is done without: its own words, "try again shortly", would say otherwise.
PLANNED_BY_RULES = Text(
    "模型没能理解这次请求，改用内置规则理解。", "The model could not read this request; built-in rules read it instead."
)
NO_STYLES = Text(
    "风格检索暂时不可用，将直接按原文生成。", "Styles cannot be looked up; the request goes on as written."
)

# The same for every step: which agent is at work the steps themselves tell.
THINKING = Text("正在处理您的请求…", "Working on it…")

CANCELLED = Text("已取消。", "Cancelled.")

DONE = {
    Action.GENERATE_IMAGE: Text("画好了。", "Here is your picture."),
    Action.INPAINTING: Text("圈出的区域已经重新绘制。", "The marked area is repainted."),
    Action.ADJUST_PARAMETERS: Text("已经调整好了。", "Adjusted."),
    Action.UNKNOWN: Text("完成。", "Done."),
}

BEST_OF = Text(
    "试了 {rounds} 次，这是其中最好的一张（{score:.0%}）。",
    "The best of {rounds} tries ({score:.0%}).",
)

MARK_AN_AREA = Text("请在图片上圈出要修改的区域，然后再说一遍。", "Mark the area to change, then say it again.")

EXAMPLES = (
    Text("画一只赛博朋克风格的猫", "a cat in cyberpunk style"),
    Text("水墨山水，清晨有雾", "misty mountains, ink wash"),
    Text("像素风的海边小屋", "a house by the sea, pixel art"),
    Text("再亮一点", "make it brighter"),
)


NO_PICTURE_YET = Text(
    "还没有可以修改的图片。请先画一张，例如“画一只水彩风格的猫”，或者上传一张。",
    'There is no picture to change yet. Ask for one first, for example "a watercolour cat", or upload one.',
)
