"""Words of requests that change the last image."""

import re

from engines.language.scanner import Lexicon, map_words, split_words

_AGAIN_VERBS = "来|画|生成|做|弄|搞|出|给我|要|给我来|给我画"
_AGAIN_MEASURES = (
    "一张|一个|一幅|一次|一版|一只|一遍|几张|张|个|幅|版|一份|一款|一组|一副|一位|一条|一朵|一匹|一座|一辆|"
    "一棵|两张|多几张"
)

AGAIN = Lexicon(dict.fromkeys((
    *(f"再{verb}{measure}" for verb in _AGAIN_VERBS.split("|") for measure in _AGAIN_MEASURES.split("|")),
    *split_words(
        "再来|再画|再试一次|再试试|再来过|重来|重新来|重新画|重新生成|重新画一张|重新生成一张|重新来一张",
        "重新生成一次|重画|重画一张|重做|重新做|换一张|换张|换一个|换一幅|换一版|另一张|另来一张|另画一张",
        "另外一张|下一张|还要一张|同样的|一样的|还是这个|还是这只|还是刚才那个",
        "多来几张|再一次|再一张|照这个再来一张|类似的再来一张|按这个再来一张|再生成|重生成|重新绘制|再抽一张",
        "刷新|再重新来一张|同样的内容|还是它",
        "again|another one|another|one more|one more time|once more|once again|do it again|draw it again",
        "paint it again|generate it again|make it again|make another|make another one|draw another one",
        "draw another|generate another|generate another one|give me another|give me another one",
        "create another one",
        "try again|try it again|try once more|redo this|regenerate|regenerate it|regenerate this",
        "reroll|re-roll|retry|next one|next|next picture|more like this|more like that|another version",
        "a different version|different version|another variation|a variation|same again|the same again|same",
        "same one|the same|same thing|the same thing|the same one|same picture|the same picture|same image",
        "the same image|same scene|the same scene|show me another|show me another one|i want another one",
        "new one|a new one|more of these|do another|do another one|same subject|same prompt|do that again",
        "do this again|draw that again|another try|can i get another",
    ),
), True))  # fmt: skip

DISLIKES = frozenset(split_words(
    "不满意|我不满意|不喜欢|我不喜欢|不喜欢这张|我不喜欢这张|不好看|这张不好看|不太好看|不行|不对|不是这个",
    "太丑了|丑|不是我想要的|这不是我想要的|没画好",
    "i don't like it|i don't like this|don't like it|not this one|i hate it|it's ugly|ugly|not good",
    "not what i wanted|that's not what i wanted|wrong|no",
))  # fmt: skip
"""Before a request they add nothing; without one they request another attempt."""

BECOME = Lexicon(dict.fromkeys(split_words(
    "换成|改成|变成|换为|改为|变为|换做|替换成|替换为|画成|做成|转成|转为|转换成|转换为|改用|换用|转化为|弄成",
    "处理成|渲染成|改画成|换",
    "it to be|it to become|it to look like|make it|make this|make that|make him|make her|make them|turn it into|"
    "turn him into|turn her into|turn them into",
            "turn this into|turn that into",
    "turn it to|change it to|change it into|change this to|change this into|convert it to|convert it into",
    "convert this to|convert this into|convert to|change to|switch to|switch it to|transform it into",
    "transform this into|redo it in|redo it as|redo in|redo as|redo this in|redo this as|render it in",
    "render it as|draw it in|draw it as|paint it in|paint it as|paint it|make it look like|make it into",
    "restyle to|restyle into|restyle it to|restyle it into|make this into|repaint it as|repaint it in|"
    "restyle it as|do it in|do it as|try it in|try it as",
    "replace it with|swap it for|turn the picture into|turn the image into|turn the photo into",
    "turn this photo into|turn this picture into|turn this image into|turn my photo into|change the style to",
    "change style to|change the style into|switch the style to|switch style to|set the style to",
    "convert the image to|convert the picture to|make the picture|make the image|make the style",
    "change the picture to|change the image to|change the art style to|style it as|in style",
), True))  # fmt: skip
"""Verbs before the new subject of the whole image."""

TRY = Lexicon(dict.fromkeys(split_words(
    "用|采用|试试|试一下|试试看|尝试|要不试试|try|use|how about|what about|maybe|let's try|lets try|now try",
    "now in|now as|this time in|this time as|this time|now",
), True))  # fmt: skip
"""Weaker words with the same meaning, accepted only after an image."""

ADD = Lexicon(dict.fromkeys(split_words(
    "系|系上|系个|围|围上|披|披上|扎|扎上|摆|摆上|挂|挂上|种|种上|铺|铺上|戴个|戴一副|戴顶|穿件|加|加上|添加|添上|"
    "增加|再加|再加上|加个|加点|加入|再添|添|补上|配上|戴上|穿上|带上|放|"
    "放上|放一|画上|再画上",
    "slap|stick|chuck|toss in|add|add in|give it|give him|give her|give them|put|include|with|insert|throw in|"
    "also add|now add|and add",
), True))  # fmt: skip
GIVEN = Lexicon(dict.fromkeys(split_words(
    "来|来个|来点|来副|来顶|来一|整|整个|整点|整副|整顶|弄|弄个|弄点|弄副|搞|搞个|搞点|搞副|画|画个|画点|画副|画对|"
    "做|做个|安|安个|安上|装|装个|装上|配|配个|贴|"
    "染|梳|剪|换个|换上|换件|换一身|长|长出|涂|添个|添点|打|打个|撑|撑把|背|背个|背上|套|套上|套个|套件|裹|裹上|叼|"
    "叼着|抱|抱着|拿|拿着",
), True))  # fmt: skip
"""Verbs of adding after the recipient ("给它整个墨镜"); otherwise they request an image."""
ADD_LINKS = split_words(
    "给背景|给天空|给它|给他|给她|给它们|给这只猫|让它|让他|让她|让它们|在旁边|在背景里|在背景|在后面|旁边",
    "后面|在它旁边|在画面里|在画面中|在图里|画面里|图里|给图|给图片|给画面|再|背景里|背景|在天上|天上|在左边",
    "在右边|左边|右边|在天空中|在远处",
)

SELF_LINKS = split_words(
    "给它|给他|给她|给它们|让它|让他|让她|让它们|在画面里|在画面中|在图里|画面里|图里|给图|给图片|给画面|再"
)
"""Name the image or its subject, so that the addition omits them; a place is part of the addition."""

SCENE_PREFIXES = split_words("要是|如果|假如|像|来个|来一个|来张|来点|搞个|变|要|是|it should be |it must be |make it ")

PREPOSITIONS = split_words("in |at |on |with |without |under |during |as |by |wearing |holding |but |and |from ")
BUTS = split_words(
    "但是|但|不过|只是|这次|这回|这一次|就是|只不过|but |but this time |this time |except |only |just |and ",
    "with it |of it |of |instead |still |可是|而且|然后|改成|，",
)
INSTEADS = split_words(
    " instead| this time| now| again| then| though|吧|呢|看看|试下|试试看|试试|了|一下|啊|好吗|的|重画|再画一张|重新画",
    "来一张|重新生成|画一张",
)
SAME = split_words(
    "的|不同的|不一样的|类似的|差不多的|新的|别的|图|图片|照片|picture|image|like this|like that|version",
    "a different one|a different|please|different|like it|of it|of them|of those|像这样的|这样的|同样的|随便",
    "随便什么|更好的|更好看的|好看点的|better one|better",
)
"""May follow "another one" without adding to it."""
SAME_WORDS = re.compile(
    r"(?:(?:exactly |just )?(?:the )?same|like (?:this|that|it)|this|that|it|but|just|only|as|in|with|a|one|please|"
    r"thing|image|picture|version|一样|同样|相同|这样|像|的|但是|但|不过|只是|而且|做|改成|换成|用|内容|图|版本|"
    r"[, ，]+)*"
)
"""Occur around the format of an image that is painted again, and name nothing to draw."""

OTHER_STYLE = re.compile(
    r"(?:再|帮我|给我|我想|我要|想要?|能不能|可以|能)*(?:换|改|变|来|试|用|要)?(?:一|试)?(?:个|种|下|成|换)*"
    r"(?:别的|其他的?|其它的?|不同的?|不一样的?|另外?的?|另一种|另外一种|新的?)?一?(?:个|种)?(?:风格|画风|画法)(?:的|"
    r"吧|试试|看看)*"
    r"|(?:把)?(?:风格|画风|画法)(?:能不能|可以|能)?(?:给我)?(?:换|改|变)(?:一下|一换|一改|换|改|掉|个别的|成别的|"
    r"成其他的?|了)*"
    r"|(?:change|switch|swap|alter|modify|try|use|pick|choose|give me|show me|in|with|make it|do it in|redo it in|"
    r"i want|how about|what about|let's try|can we try|go for)*(?: up)?(?: it)?(?: (?:in|to|into|for))? ?"
    r"(?:the |a |an |some )?(?:art |drawing |painting )?(?:different |other |another |new |whole new )*"
    r"(?:art |drawing |painting )?styles?"
)
"""Requests another style; the following text may name it."""

DROPPED_STYLE = re.compile(
    r"(?:不要|别|不用|不想要|去掉|取消|去除|拿掉)(?:再|用|画成|做成|是|要|搞成|弄成|这种|那种)*(?=.)"
    r"|(?:not|no more|no|without|lose the|drop the|remove the|get rid of the|don't use|don't make it|stop using)"
    r"(?: in| the| so)? "
)
"""Before the name of a style that the image should not have."""
NAMES_STYLE = re.compile(r"成|风格|画风|^not |\b(?:style|look)\b")
"""Occurs in a text about a style; "remove the graffiti" may be about a thing that the image shows."""

SCENES = frozenset(split_words(
    "晚上|夜晚|夜里|夜景|白天|早晨|早上|清晨|黄昏|傍晚|日落|日出|夕阳|午后|春天|夏天|秋天|冬天|春|夏|秋|冬",
    "雨天|下雨|雨中|雪天|下雪|雪中|雪景|晴天|阴天|雾天|大雾|暴风雨|户外|室内|海边|森林里|太空|月光下|星空下",
    "红色|蓝色|绿色|黄色|紫色|粉色|粉红色|黑色|白色|金色|银色|橙色|灰色|棕色|彩色|红|蓝|绿|黄|紫|粉|黑|白|橙",
    "雨夜|雪夜|月夜|雨景|夜色|raining|snowing|night|nighttime|night time|day|daytime|daylight|morning|dawn|dusk|"
    "evening|noon|midnight|sunset|sunrise|twilight|"
    "golden hour|blue hour|winter|spring|summer|autumn|fall|rain|rainy|snow|snowy|fog|foggy|misty|stormy|storm|sunny|"
    "cloudy|windy|close-up|closeup|indoors|outdoors",
    "冬季|夏季|春季|秋季|夜间|深夜|凌晨|俯视|仰视|特写|全身|半身|侧面|正面|背面|远景|近景",
))  # fmt: skip
"""Times, weather, places, colors and views: they change the scene of an image, not its subject."""

AGAIN_WORDS: Lexicon[bool] = Lexicon({
    **map_words(False, (
        "差不多|类似|相似|相近|四张|两版|三版|构图|角度|视角|种子|随机种子|姿势|来|画|生成|做|弄|搞|出|整|给|我|要|想|看|看看|试|试试|"
        "试一下|试试看|一张|张|一个|个|一幅|幅|一版|版|一次|"
        "次|一遍|遍|"
        "几张|两张|三张|多|多来|多画|吧|呗|呢|啊|呀|哈|嘛|了|的|下|一下|图|图片|画面|版本|样子|效果|这|这张|这个|"
        "它|请|帮|帮我|"
        "麻烦|能|能不能|可以|吗|还|还是|就|都|也|再|给我|内容|主题|东西|把|跟|和|按|按照|照|照着|照样|原样|刚才|刚刚|"
        "之前|"
        "前面|上次|上面|上一张|那张|那样|这样|提示词|描述",
        "similar|alike",
        "gimme|to|scene|subject|view|viewpoint|framing|setup|see|curious|what else|what|else|come up|comes up|"
        "i'd|id|as|"
        "before|earlier|previous|last|like|give|me|us|try|go|make|draw|paint|generate|create|do|show|get|i|want|"
        "need|like|would|can|could|you|have|"
        "we|it|this"
        "|that|the|a|an|one|ones|time|thing|image|picture|pic|version|take|shot|attempt|go"
        "|two|three|four|several|couple|seed|composition|angle|pose|please|pls|plz|thing|but|slightly|bit|little|of|"
        "for|with|let's|lets|just|same|run|roll|some|few|more|options|option|ok|okay|"
        "idea|prompt",
    )),
    **map_words(True, (
        "一样|一模一样|再来|再画|再试|再出|再做|再给|再要|再生成|再弄|再整|再抽|重新|重来|重画|重做|重绘|重生成|重开|"
        "另|另外|"
        "另一|另来|换一张|换张|"
        "新版本|新版|新种子|换一个|换个|换一版|换一幅|换一下|换版|不同的|不一样的|别的|新的|一样的|同样|相同|还要|"
        "同一|刷新|再一",
        "variation|variations|variant|variants|again|another|once more|one more|new|different|other|over|redo|"
        "redraw|repaint|regenerate|reroll|re-roll|"
        "retry|anew"
        "|repeat|alternative|alternate|re-generate|re-draw|from scratch|same",
    )),
})  # fmt: skip
"""Words of requests for another attempt, True for those that mean "again"; a request of only such words is one."""

RESTYLE_WORDS: Lexicon[bool] = Lexicon(map_words(True, (
    "此|此画面|该画面|形式|方式|手法|技法|笔法|形态|呈现|表现|绘制|重新绘制|再绘制|渲染|予以|"
    "照着|照|按照|依照|这幅|那幅|那张|出|出个|来个|搞个|整个|弄个|换个|给来|再给|版|版的|款|再现|演绎|诠释|临摹|"
    "模仿|试一试|"
    "那样|这样|一样|那般|一般|似的|更|更像|更加|一点|一些|加|加上|加个|加点|上|来点|配色|颜色|色彩|滤镜|感|色调|氛围|"
    "氛围感|质感|味|调|"
    "来|画|生成|做|弄|搞|出|整|要|想要|想|给我|给|我|看看|试试|试一下|试试看|一张|张|一个|个|一幅|幅|一版|版|一次|"
    "一遍|吧|呗|呢|啊|哈|嘛|"
    "了|的|下|一下|图|图片|画面|版本|样子|效果|感觉|味道|那种|这种|种|一种|风|风格|画风|这|这张|这个|它|把|请|帮|"
    "帮我|麻烦|能|能不能|"
    "那味|那味儿|那个味|那个味儿|那股味|那股味儿|味儿|那个味道|那股|股|范儿|范|劲儿|调调|那个调调|那个|那款|更喜欢|比较喜欢|喜欢|偏爱|更想要|更|画出来|出来|看看|我想|想|是啥样|啥样|什么样|什么样子|是什么样|是什么样子|"
    "会怎样|会是什么样|会是啥样|如何|会|怎么样|效果如何|长啥样|可以|吗|还|再|就|也|同样|同样的|一样的|内容|主题|不变|"
    "构图|改|改成|换|换成|变|变成|转|转成|用|以|按|成|搞成|"
    "弄成|做成|画成|调成|如果|假如|要是|假设|由|来画|是|变得|变作|重画|重新|重绘|重做|再画|重新画|再做|看一下|想看|"
    "像|好像|笔下",
    "flavor|flavour|taste|be|prefer|rather|i'd|id|take on|spin on|version of|interpretation|rendition|on|"
    "reimagine|reimagined|reinterpret|there|him|her|he|she|they|his|"
    "would rather|love|give|me|us|try|go|make|draw|paint|render|generate|create|do|show|i|"
    "want|need|like|would|can|could|you|have|"
    "it|this|that|the"
    "|a|an|one|time|thing|image|picture|pic|photo|version|variation|variant|take|look|looks|feel|feeling|vibe|"
    "vibes|style|styled"
    "|please|pls|plz|of|for|with|let's|lets|just|same|again|but|as|in|into|to|turn|change|convert|switch|now|"
    "instead|more|redo"
    "|colors|colours|palette|add|apply|filter|filters|tone|tones|vibey|a la|ish|only|restyle|redraw|repaint|rework|"
    "re-render|rerender|what|what would|"
    "what if|would it|if|were|was|by|did|see|painted|drawn|done|made|imagine|wonder|how would|"
    "subject|scene|content|composition|kind|kinda|sort|effect|treatment|aesthetic|maybe|how about|what about|and|"
    "piece",
)))  # fmt: skip
"""Words that may surround the name of a style; a request of nothing else changes only the style."""

LOOKS_BACK = re.compile(
    r"\b(?:original|previous|before|again|last one|first one|this one|that one)\b|^some\b|原来的|原图|之前的|刚才|"
    r"上一张|太[\u3400-\u9fff]{1,3}了"
)
"""Occurs in a text about the last image or an earlier one, rather than a new one."""

EDIT_VERB = re.compile(
    r"(?:remove|delete|erase|resize|rescale|rotate|crop|undo|redo|edit|adjust|replace|modify)\b(?! of\b)|"
    r"scale (?:it|to|up|down)\b|"
    r"(?:裁[成掉剪切]|缩放|删[掉除]|去掉|撤销|调整|旋转)(?!的)"
)
"""Starts an edit, never what an image shows."""

SCENE_TAILS = split_words(" scene| setting| version| shot| view| time| weather| light| mood")
"""May follow a time or weather: "a sunset scene"."""

CONDITION_TAILS = split_words(
    "就更好|就好|就更美|就完美|一样|版|版本|的版本|的话|时|的时候|的样子|的感觉|的场景|的版本|天气"
)
"""After a time or weather: "下雪的话呢"."""

ARTICLES = split_words("a |an |one |two |three |some |the ")
