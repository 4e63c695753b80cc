"""Localized texts about the layout and the images of a note: problems and suggestions."""

from typing import Final

from services.common.text.language import Text
from services.critic.domain.image.texts import FindingText

# Layout

NO_SECTIONS: Final = FindingText(
    Text("版式没有任何部分", "the layout has no sections"), Text("重新安排版式", "plan the layout again")
)
PARAGRAPHS_UNPLACED: Final = FindingText(
    Text("第 {numbers} 段没有放进版式", "the layout leaves out paragraph {numbers}"),
    Text("把第 {numbers} 段放进一个部分", "put paragraph {numbers} into a section"),
)
PARAGRAPHS_TWICE: Final = FindingText(
    Text("第 {numbers} 段放了不止一次", "paragraph {numbers} appears more than once in the layout"),
    Text("第 {numbers} 段只放一次", "place paragraph {numbers} only once"),
)
PARAGRAPHS_UNKNOWN: Final = FindingText(
    Text("版式里有正文没有的第 {numbers} 段", "the layout has a paragraph {numbers} that the body does not have"),
    Text("去掉第 {numbers} 段", "remove paragraph {numbers}"),
)
OUT_OF_ORDER: Final = FindingText(
    Text("段落的先后次序乱了", "the paragraphs are out of order"),
    Text("按正文的次序排列段落", "keep the paragraphs in the order of the body"),
)
NO_COVER_TITLE: Final = FindingText(
    Text("封面没有标题", "the cover has no title"), Text("给封面写一个短标题", "give the cover a short title")
)
NO_COVER: Final = FindingText(
    Text("版式没有封面", "the layout has no cover"), Text("加一个封面部分", "add a cover section")
)
COVER_TITLE_LONG: Final = FindingText(
    Text("封面标题太长：“{title}”", "the cover title is too long: “{title}”"),
    Text("把封面标题缩短到 {most} 字以内", "shorten the cover title to at most {most} characters"),
)
COVER_OFF_TOPIC: Final = FindingText(
    Text("封面标题与笔记无关：“{title}”", "the cover title has nothing to do with the note: “{title}”"),
    Text("封面标题写明“{topic}”", "name “{topic}” in the cover title"),
)
HEADINGS_MISSING: Final = FindingText(
    Text("{count} 个部分没有小标题", "{count} sections have no heading"),
    Text("给每个部分加一个小标题", "give each section a heading"),
)
HEADINGS_TWICE: Final = FindingText(
    Text("小标题重复：“{heading}”", "a heading is repeated: “{heading}”"),
    Text("换一个不同的小标题", "give each heading different words"),
)
HEADING_LONG: Final = FindingText(
    Text("小标题太长：“{heading}”", "a heading is too long: “{heading}”"),
    Text("把小标题缩短到一行", "shorten the headings to one line each"),
)
NO_PLACE_FOR_IMAGES: Final = FindingText(
    Text("版式没有给图片留位置", "the layout leaves no room for images"),
    Text("标明哪些部分配图", "mark the sections that have an image"),
)

# Alignment

NO_PLANS: Final = FindingText(
    Text("没有规划任何图片", "no images were planned"), Text("规划 {count} 张图片", "images to plan: {count}")
)
OTHER_COUNT: Final = FindingText(
    Text(
        "规划了 {planned} 张图片，要的是 {requested} 张",
        "{planned} images were planned, but {requested} were requested",
    ),
    Text("规划 {requested} 张图片", "images to plan: {requested}"),
)
UNBOUND: Final = FindingText(
    Text("第 {number} 张图没有对应的段落", "image {number} belongs to no paragraph"),
    Text("给第 {number} 张图指定一个段落", "say which paragraph image {number} belongs to"),
)
BOUND_TO_NOTHING: Final = FindingText(
    Text("有图片绑定到不存在的段落或图片", "an image is assigned to a paragraph or image that does not exist"),
    Text("只绑定正文里有的段落", "place images only next to paragraphs that exist"),
)
UNRELATED: Final = FindingText(
    Text(
        "第 {number} 张图“{subject}”与第 {paragraph} 段无关",
        "image {number}, “{subject}”, has nothing to do with paragraph {paragraph}",
    ),
    Text(
        "按第 {paragraph} 段“{words}”重新规划第 {number} 张图",
        "plan image {number} around paragraph {paragraph}: “{words}”",
    ),
)
LOOSELY_RELATED: Final = FindingText(
    Text(
        "第 {numbers} 张图画的东西，主题和所配的文字都没有写到",
        "image {numbers} shows something that neither the topic nor the text next to it mentions",
    ),
    Text(
        "第 {numbers} 张图可以直接画所配段落里写到的东西",
        "let image {numbers} show something its paragraph mentions",
    ),
)
NOT_THE_TOPIC: Final = FindingText(
    Text(
        "没有一张图画出“{topic}”里的东西，画的是相近的场景",
        "no image shows a thing of “{topic}”, only scenes that suit it",
    ),
    Text("让封面画出“{topic}”里的东西", "let the cover show a thing of “{topic}”"),
)
SAME_PLAN: Final = FindingText(
    Text("第 {number} 张图与另一张的画面描述相同", "image {number} has the same description as another"),
    Text("让每张图画不同的内容", "make each image show something different"),
)
NO_COVER_TEXT: Final = FindingText(
    Text("封面图上没有文字", "there is no text on the cover image"),
    Text("在封面图上放一行短标题", "put a short title on the cover image"),
)
OVERLAY_UNKNOWN: Final = FindingText(
    Text("有文字安排在不存在的图片上", "a text is assigned to an image that does not exist"),
    Text("文字只安排在规划好的图片上", "put texts only on planned images"),
)
OVERLAY_LONG: Final = FindingText(
    Text("图上文字太长：“{text}”", "a text on an image is too long: “{text}”"),
    Text("把图上文字缩短到 {most} 字以内", "shorten texts on images to at most {most} characters"),
)
OVERLAY_PLACEHOLDER: Final = FindingText(
    Text("图上文字还留着占位符：“{text}”", "a text on an image still has a placeholder: “{text}”"),
    Text("把图上文字写完整", "complete the texts on the images"),
)
OVERLAY_MISSING: Final = FindingText(
    Text("第 {number} 张图上少了 {count} 行文字", "texts missing on image {number}: {count}"),
    Text("减少第 {number} 张图上的文字，让它们都放得下", "put less text on image {number} so that all of it fits"),
)
OVERLAY_CUT: Final = FindingText(
    Text("第 {number} 张图上的文字被截断：“{text}”", "a text on image {number} was cut off: “{text}”"),
    Text("缩短第 {number} 张图上的文字，让它完整放下", "shorten the text on image {number} so that it fits"),
)
OVERLAY_LEFT_OUT: Final = FindingText(
    Text(
        "第 {number} 张图上有字体没有的字：{letters}",
        "the font lacks some characters of the text on image {number}: {letters}",
    ),
    Text("第 {number} 张图上的文字不要用 {letters}", "avoid {letters} in the text on image {number}"),
)
OVERLAY_FAINT: Final = FindingText(
    Text("第 {number} 张图上的文字看不清", "the text on image {number} is hard to read"),
    Text("换一个位置放第 {number} 张图上的文字", "move the text on image {number} to another place"),
)

# Images

NO_IMAGES: Final = FindingText(
    Text("一张图片也没有做出来", "no images were made"), Text("重新生成图片", "make the images again")
)
SOME_MISSING: Final = FindingText(
    Text(
        "计划 {planned} 张图片，做出了 {made} 张，缺第 {numbers} 张",
        "{made} of {planned} planned images were made; missing: {numbers}",
    ),
    Text("补做第 {numbers} 张图", "make image {numbers} again"),
)
COVER_MISSING: Final = FindingText(
    Text("缺的是封面图", "the missing image is the cover"), Text("先补做封面图", "make the cover first")
)
UNOPENABLE: Final = FindingText(
    Text("第 {number} 张图无法打开", "image {number} cannot be opened"),
    Text("重新生成第 {number} 张图", "make image {number} again"),
)
OTHER_SHAPE: Final = FindingText(
    Text(
        "第 {number} 张图是 {width}×{height}，计划是 {planned}",
        "image {number} is {width}×{height} pixels instead of the planned {planned}",
    ),
    Text("按 {planned} 重新生成第 {number} 张图", "make image {number} again at {planned}"),
)
POOR_IMAGE: Final = FindingText(
    Text("第 {number} 张图：{fault}", "image {number}: {fault}"),
    Text("第 {number} 张图：{suggestion}", "image {number}: {suggestion}"),
)
NOT_SHOWN: Final = FindingText(
    Text("第 {number} 张图没有画出{parts}", "image {number} does not show {parts}"),
    Text(
        "第 {number} 张图换一个画得出的主体，或改用图像模型",
        "give image {number} a subject that can be drawn, or use an image model",
    ),
)
SHOWN_INSTEAD: Final = FindingText(
    Text("第 {number} 张图没有画出{parts}，画的是{drawn}", "image {number} shows {drawn} instead of {parts}"),
    NOT_SHOWN.suggestion,
)
DUPLICATE_IMAGE: Final = FindingText(
    Text("第 {number} 张图与另一张完全相同", "image {number} is identical to another one"),
    Text("重新生成第 {number} 张图", "make image {number} again"),
)

# As a whole

FINE: Final = Text(
    "检查了主题、要求、资料和版式，没有发现问题，可以发布。",
    "The topic, the requirements, the sources and the layout were checked and no problems were found. Ready to post.",
)
UNCHECKED: Final = Text("没有检查：{what}。", "Not checked: {what}.")
UNCHECKED_IMAGES: Final = Text("第 {numbers} 张图画的是什么", "what image {numbers} shows")
UNCHECKED_TRUTH: Final = Text("内容是否属实（没有资料可以对照）", "whether the text is true (there are no sources)")
JUDGMENT_SKIPPED: Final = Text(
    "预算用完，没有问审稿模型，这篇笔记只经过规则检查。",
    "The budget is used up, so the review model was not called; the note was checked by rules only.",
)
NO_JUDGMENT: Final = Text(
    "审稿模型没有可用的回答，这篇笔记只经过规则检查。",
    "The review model gave no usable answer; the note was checked by rules only.",
)
