"""Localized texts of the image chat workflow."""

from services.common.contract.image_chat import Action, Restore
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

AREA_ADJUSTED = Text("圈出的区域已经调整好了。", "The marked area is adjusted.")

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
    'There is no image to change yet. Request one first, for example "a watercolor cat", or upload one.',
)
NOT_UNDERSTOOD = Text(
    "收到“{request}”，这里面没有看出要画什么或改什么。我会画图和改图，可以这样说：“画一只水彩风格的猫”、“再亮一点”。",
    'Received "{request}": it names nothing to draw or to change. I draw and change images; '
    'try "a watercolor cat" or "make it brighter".',
)
OTHER_LANGUAGE = Text(
    "收到“{request}”。目前只懂中文和英文，请用其中一种再说一遍，例如“画一只水彩风格的猫”。",
    'Received "{request}". Only Chinese and English are understood: please say it again in one of them, '
    'for example "a watercolor cat".',
)
NOTHING_TO_CHANGE = Text(
    "“{request}”是要修改图片，但还没有可以修改的图片。请先画一张，例如“画一只水彩风格的猫”，或者上传一张。",
    '"{request}" changes an image, and there is none yet. Request one first, for example "a watercolor cat", '
    "or upload one.",
)
WHAT_TO_CHANGE = Text(
    "“{request}”要怎么改？图片没有动。可以从下面选一个，或者说具体一些。",
    'How should "{request}" change the image? Nothing was changed. Choose below, or say it in more detail.',
)
WHICH_ONE = Text(
    "“{request}”里有几种可能，还没有开始画。请从下面选一个。",
    '"{request}" leaves a choice, and nothing was painted yet. Choose one below.',
)
WHOLE_IMAGE_ONLY = Text(
    "“{request}”是对整张图的改动（裁剪、旋转、翻转、尺寸），不能只用在圈出的区域。图片没有动；去掉圈出的区域再说一遍就可以。",
    '"{request}" changes the whole image (crop, rotation, flip, size), not an area. Nothing was changed: '
    "send it again without the marked area.",
)
TOO_FEW_STEPS = Text(
    "“{request}”：没有那么多步，最多可以 {possible} 步，所以没有改动。",
    '"{request}": there are not that many steps; at most {possible}. Nothing was changed.',
)
NOTHING_EARLIER = {
    Restore.UNDO: Text(
        "“{request}”：前面没有图片了，所以没有改动。", '"{request}": there is no earlier image, so nothing was changed.'
    ),
    Restore.REDO: Text(
        "“{request}”：没有撤销过的图片，所以没有改动。", '"{request}": nothing was undone, so nothing was changed.'
    ),
    Restore.FIRST: Text(
        "“{request}”：现在就是第一张图，所以没有改动。", '"{request}": this is the first image, so nothing was changed.'
    ),
    Restore.ORIGINAL: Text(
        "“{request}”：现在就是原图，所以没有改动。", '"{request}": this is the original, so nothing was changed.'
    ),
}
AREA_STYLE_UNKNOWN = Text(
    "这张图的风格未知：可以在请求里写出来，例如“水彩风格的太阳”。",
    ' The style of this image is not known: name it in the request, for example "a watercolor sun".',
)
RESTORED = Text("已经回到第 {number} 张图{request}。", "Back to image {number}{request}.")
RESTORED_UPLOAD = Text("已经回到您上传的原图。", "Back to the image that you uploaded.")
RESTORED_REQUEST = Text("（{request}）", " ({request})")
RESTORED_PROMPT = Text("“{prompt}”", '"{prompt}"')
RESTORED_CHANGE = Text("，", ", ")
RESTORED_AREA = Text("改过一处区域", "with a changed area")
TOO_LARGE = Text(
    "“{request}”超过了能画的最大尺寸，每边最多 {limit} 像素。请换一个尺寸，例如 2048x1152。",
    '"{request}" is larger than what can be painted: at most {limit} pixels a side. Try a smaller size, '
    "for example 2048x1152.",
)
TOO_SMALL = Text(
    "“{request}”小于能画的最小尺寸，每边至少 {least} 像素。请换一个尺寸，例如 512x512。",
    '"{request}" is smaller than what can be painted: at least {least} pixels a side. Try a larger size, '
    "for example 512x512.",
)
