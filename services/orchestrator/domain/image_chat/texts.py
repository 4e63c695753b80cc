"""Localized texts of the image chat workflow."""

from services.common.contract.image_chat import Action
from services.common.text.language import Text

NOT_REVIEWED = Text("评审暂时不可用，这张图片未经评审。", "The critic was not available; this image was not reviewed.")

# The run continues without a model that failed permanently: the model's own text would mislead.
PLANNED_BY_RULES = Text(
    "模型没能理解这次请求，改用内置规则理解。",
    "The model could not parse this request; built-in rules parsed it instead.",
)
NO_STYLES = Text(
    "风格检索暂时不可用，将直接按原文生成。", "Styles cannot be retrieved; the request continues as written."
)

# The same for every step: the step events name the agent.
THINKING = Text("正在处理您的请求…", "Working on it…")

CANCELLED = Text("已取消。", "Cancelled.")

DONE = {
    Action.GENERATE_IMAGE: Text("画好了。", "Here is your image."),
    Action.INPAINTING: Text("圈出的区域已经重新绘制。", "The marked area is repainted."),
    Action.ADJUST_PARAMETERS: Text("已经调整好了。", "Adjusted."),
    Action.UNKNOWN: Text("完成。", "Done."),
}

NOT_MET = {
    Action.GENERATE_IMAGE: Text("图画出来了，但没有完全做到。", "Here is an image, but it does not meet the request."),
    Action.INPAINTING: Text("区域重新绘制了，但没有完全做到。", "The area is repainted, but not as requested."),
    Action.ADJUST_PARAMETERS: Text("调整没有达到要求。", "The adjustment is not as requested."),
    Action.UNKNOWN: Text("没有完全做到。", "Not as requested."),
}
"""Replies about an image that did not pass, before the feedback."""

ATTEMPTED = Text("试了 {rounds} 次，这是其中最好的一张。", "The best of {rounds} attempts. ")

UNCHANGED = Text(
    "画面没有变化：这一项已经到头了，或者这张图上没有可以这样调整的内容。",
    "Nothing changed: this is already at its limit, or the image has nothing to adjust in this way.",
)

BEST_OF_ROUNDS = Text(
    "试了 {rounds} 次，这是其中最好的一张（{score:.0%}）。",
    "The best of {rounds} attempts ({score:.0%}).",
)

SELECT_AREA = Text("请在图片上圈出要修改的区域，然后再说一遍。", "Mark the area to change, then say it again.")

EXAMPLES = (
    Text("画一只赛博朋克风格的猫", "a cat in cyberpunk style"),
    Text("水墨山水，清晨有雾", "misty mountains, ink wash"),
    Text("像素风的海边小屋", "a house by the sea, pixel art"),
    Text("再亮一点", "make it brighter"),
)


NO_IMAGE_YET = Text(
    "还没有可以修改的图片。请先画一张，例如“画一只水彩风格的猫”，或者上传一张。",
    'There is no image to change yet. Request one first, for example "a watercolour cat", or upload one.',
)
NOT_UNDERSTOOD = Text(
    "没有看懂“{request}”。可以这样说：“画一只水彩风格的猫”、“再亮一点”。",
    'I did not understand "{request}". Try "a watercolour cat" or "make it brighter".',
)
NOTHING_TO_CHANGE = Text(
    "“{request}”是要修改图片，但还没有可以修改的图片。请先画一张，例如“画一只水彩风格的猫”，或者上传一张。",
    '"{request}" changes an image, and there is none yet. Request one first, for example "a watercolour cat", '
    "or upload one.",
)
WHAT_TO_CHANGE = Text(
    "“{request}”要怎么改？图片没有动。可以从下面选一个，或者说具体一些。",
    'How should "{request}" change the image? Nothing was changed. Choose below, or say it in more detail.',
)
NOTHING_RESTORED = Text(
    "“{request}”：现在还不能回到以前的图片，所以没有改动。以前的图片都还在，上传其中一张就可以接着改。",
    '"{request}": earlier images cannot be restored yet, so nothing was changed. They are all still there; upload one '
    "to continue with it.",
)
TOO_LARGE = Text(
    "“{request}”超过了能画的最大尺寸，每边最多 {limit} 像素。请换一个尺寸，例如 2048x1152。",
    '"{request}" is larger than what can be painted: at most {limit} pixels a side. Try a smaller size, '
    "for example 2048x1152.",
)
