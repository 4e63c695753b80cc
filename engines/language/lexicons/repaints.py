"""Words of repainting an area of an image."""

import re

from engines.language.scanner import Lexicon, split_words

REMOVE_ZH = split_words(
    "去掉|去除|删掉|删除|移除|抹掉|擦掉|抹去|擦除|消除|消掉|拿掉|弄掉|清除|清掉|除去|移走|p掉|隐藏|去了|扔掉",
    "移开",
)
REMOVE_EN = split_words(
    "yeet|nuke|kill|scrap|cut|lose|ditch|drop|banish|remove|erase|delete|get rid of|take out|take away|clean up|"
    "wipe out|eliminate|cut out|hide|photoshop out",
    "edit out",
)

REPLACE_ZH = split_words(
    "换成|改成|变成|替换成|替换为|换为|改为|变为|换做|改做|替换|换上|涂成|改作|画成|修改成|修改为|更换为",
    "更换成|换一个|换个|换掉|修改|改一下|重画|重绘",
)
"""Verbs between the replaced text and its replacement; the first one counts, the longest at its position."""

REPLACE_EN = split_words(
    "replace|change|swap|turn|transform|convert|substitute|exchange|switch|repaint|recolor|recolour|redraw",
    "modify|edit|alter|paint over",
)
TOUCH_EN = split_words("blur|sharpen|brighten|darken|lighten|soften|smooth|smooth out|colorize|colourise")
"""Verbs that change the look of an area; for the whole image they are adjustments."""

INTO_EN = split_words(" with | to | into | for | as | by | out for ")

AREA_PHRASES = Lexicon(dict.fromkeys(split_words(
    "局部重绘|局部修改|局部重画|局部调整|重绘这|修改这里|改这里|改一下这里|这里改|这里换|这里加|这里画|在这里",
    "把这里|这块改|这块区域|这个区域|选中的区域|选中的部分|选区|圈出的|圈起来的|圈中的|涂抹的|框选|标记的区域",
    "蒙版|遮罩|涂掉|去水印|去背景|去文字|抠图|抠掉|修补|修复一下|填充这|补全这|这个地方|这个部分|这一块|这部分",
    "画圈的|红圈|指定区域|重绘选|局部替换",
    "inpaint|inpainting|inpainted|selected area|selected region|masked area|masked region|marked area",
    "marked region|this area|this part|this region|that area|that part",
    "fix the|fix his|fix her|fix that|retouch|fill in the|fill the area|circled area|highlighted area",
    "change this spot|the mask|over here|right here|touch up",
), True))  # fmt: skip
"""Phrases that can only be about an area of an image."""

_MARKED_EN = (
    "scribbled|circled|marked|masked|selected|highlighted|painted|brushed|outlined|lassoed|boxed|framed|colou?red|"
    "covered|erased|rubbed|smeared|shaded|traced|swiped|picked|drew (?:around|over|on)"
)
_MARKED_ZH = "圈画|画圈|圈选|框选|选中|选定|标记|标注|涂抹|涂红|涂黑|圈|涂|框|选|标|抹|勾|描|擦"
MARKED = re.compile(
    r"\b(?:(?:bit|part|area|region|spot|section|place|piece|patch|zone|thing|corner) (?:that |which |where )?|what |"
    r"where |"
    rf"everything )(?:i|i've|i have|we|we've)(?: just| already)? (?:{_MARKED_EN})\b"
    r"|\b(?:the|my|this|that|inside|in|within)(?: [a-z]+)? (?:selection|lasso|marquee)\b"
    r"|\b(?:circled|marked|masked|selected|highlighted|lassoed|scribbled|brushed|outlined|boxed) "
    r"(?:bit|part|area|region|spot|section|place|piece|patch|zone|stuff)\b"
    rf"|我(?:已经|都)?(?:{_MARKED_ZH})(?:出来|起来|好|中)?了(?=$|[，,。！])"
    rf"|(?:{_MARKED_ZH})(?:出来|起来|出|中|好|住|定|掉|了|过|上)*(?:的(?:那|这)?|那|这)(?:一)?(?:块|片|个|处)?(?:儿)?"
    r"(?:地方|区域|部分|范围|位置|地儿|(?<=[块片处]))"
)
"""An area that the user marked on the image, in words."""

PLACES = re.compile(
    r"左边|右边|左侧|右侧|左上|右上|左下|右下|上面|下面|上方|下方|中间|角落|角上|最左|最右|这里|那里|这儿|那儿|这块|那块"
    r"|\b(?:left|right|top|bottom|upper|lower|corner|middle|here|there)\b"
)
"""A place of the image that a user points at."""

AREAS = frozenset(
    split_words(
        "背景|前景|天空|地面|左边|右边|上面|下面|中间|左上角|右上角|左下角|右下角|角落|远处|近处|脸|脸部|头发|眼睛",
        "手|衣服|帽子|嘴|嘴巴|鼻子|水印|文字|人物|路人|主体|墙|地板|窗户",
        "background|foreground|sky|ground|left|right|top|bottom|face|hair|eyes|hand|hands|clothes|hat|watermark",
        "text|logo|wall|floor|window|person|people",
    )
)
"""Areas of an image that need no article."""

WHOLE = frozenset(
    split_words(
        "它|他|她|图|图片|照片|画面|整张图|整张图片|整体|这张图|这张图片|这张|这幅画|这个|画|风格|画风|颜色|色调",
        "整个画面|整幅画|图像|这图|这张照片|刚才的图|刚才那张|上一张|上面那张|其|原图|这只|那张|图的风格|图片风格",
        "图片的风格|它的风格|整体风格|画面风格|艺术风格",
        "it|this|that|him|her|them|the image|the picture|the photo|this image|this picture|this photo|the style",
        "style|the whole thing|the colors|the colours|the color|the colour|the result|everything|the painting",
        "the drawing|the art style|its style|the picture's style|the image style|that one|this one|the last one",
        "the previous one|my photo|the style of it|the look|image|picture|photo",
    )
)
"""Names of the whole image, whose replacement is not a repaint."""

_SIDES_ZH = "左边|右边|中间|上面|下面|旁边|前面|后面|左侧|右侧|最左边|最右边|最前面|最后面|另外?|其中"
_SIDES_EN = "left|right|middle|top|bottom|first|second|third|fourth|last|other|upper|lower"
ONE_OF_SEVERAL = re.compile(
    rf"(?:把|将|让)?(?:(?:{_SIDES_ZH})(?:的?(?:那|这)?一?[只个条位匹朵棵辆]|的(?=[变换改弄画染涂]))"
    r"|(?:那|这)?第[一二三四五六七八九十\d]+[只个条位匹朵棵辆])(?!.*(?:张|图)).*(?:变|换|改|弄|画成|染|涂|去掉|删|不要).*"
    rf"|(?:(?:make|turn|change|paint|color|colour|replace|swap|remove|delete|recolor) )?(?:the )?(?:{_SIDES_EN}) one "
    r"(?!(?:is |was )?(?:better|nicer|good)).+"
    rf"|(?:(?:make|turn|change|paint|color|colour|replace|swap|remove|delete|recolor) )?the [a-z]+ (?:on|in|at) the "
    rf"(?:{_SIDES_EN})(?: side)? (?:should|must|needs?|has|bigger|smaller|brighter|darker|[a-z]+er)\b.*"
    r"|(?:(?:make|turn|change|paint|color|colour|replace|swap|remove|delete|recolor) )?(?:the )?one (?:on|in|at) the "
    rf"(?:{_SIDES_EN})\b.*"
)
"""A change of one of several similar things, by its position or number: no prompt names only one of them."""

STYLE_TARGETS = frozenset(
    split_words(
        "风格|画风|图的风格|图片风格|图片的风格|它的风格|整体风格|画面风格|艺术风格|the style|style|the art style",
        "its style|the image style|the picture's style|the style of it|the look",
    )
)

LINKS_ZH = split_words("把|将|给我把|帮我把|麻烦把|请把|让|再把|请将|能把|给")
ARTICLES_EN = split_words(
    "the |this |that |his |her |my |its |their |all |every |these |those |a |an |some |any |both "
)

FILL_WITH = Lexicon(dict.fromkeys(split_words(
    "加|加上|添加|加个|加一个|放|放上|画|画上|画成|填上|填成|填充为|填充成|换成|变成|改成|改为|变为|换为",
    "替换成|替换为|给它加|给他加|给她加|给它戴上|戴上|穿上|这里加|这里换成|这里改成|这里画|在这里加|在这里画",
    "在这里放|在这加|加点|换个|换一个|补上",
    "add|put|draw|insert|place|paint|replace with|replace it with|replace this with|fill with|fill it with",
    "fill this with|fill in with|make it|make this|turn it into|turn this into|change to|change it to",
    "change this to|give it|give him|give her|change into|swap with|generate|put in|add in",
), True))  # fmt: skip
"""Words before the requested content of a masked area."""

FILL_ALONE = frozenset(
    split_words(
        "填充|填满|补全|补上|补齐|填补|修复|修补|重画|重绘|重新画|重新生成|处理一下|改一下|修改|换一个|换掉|去掉",
        "删除|擦掉|修一下|优化|填上|这里|这个|它",
        "fill|fill it|fill it in|fill in|fill this|fill this in|complete|complete it|fix|fix it|fix this|repair",
        "repair it|redraw|regenerate|restore|heal|patch|patch it|remove|remove it|delete|erase",
        "change it|change this|clean it up|remove this|here|it|this",
    )
)
"""Requests to fill a masked area that do not name its content."""
