"""Words of requests that change the last image."""

from engines.language.scanner import Lexicon, split_words

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
"""Before a request they add nothing; alone they request another attempt."""

BECOME = Lexicon(dict.fromkeys(split_words(
    "换成|改成|变成|换为|改为|变为|换做|替换成|替换为|画成|做成|转成|转为|转换成|转换为|改用|换用|转化为|弄成",
    "处理成|渲染成|改画成|换",
    "make it|make this|make that|make him|make her|make them|turn it into|turn him into|turn her into|turn them into",
            "turn this into|turn that into",
    "turn it to|change it to|change it into|change this to|change this into|convert it to|convert it into",
    "convert this to|convert this into|convert to|change to|switch to|switch it to|transform it into",
    "transform this into|redo it in|redo it as|redo in|redo as|redo this in|redo this as|render it in",
    "render it as|draw it in|draw it as|paint it in|paint it as|paint it|make it look like|make it into",
    "make this into|repaint it as|repaint it in|restyle it as|do it in|do it as|try it in|try it as",
    "replace it with|swap it for|turn the picture into|turn the image into|turn the photo into",
    "turn this photo into|turn this picture into|turn this image into|turn my photo into|change the style to",
    "change style to|change the style into|switch the style to|switch style to|set the style to",
    "convert the image to|convert the picture to|make the picture|make the image|make the style",
    "change the picture to|change the image to|change the art style to|style it as|in style",
), True))  # fmt: skip
"""Verbs before what the whole image becomes."""

TRY = Lexicon(dict.fromkeys(split_words(
    "用|采用|试试|试一下|试试看|尝试|要不试试|try|use|how about|what about|maybe|let's try|lets try|now try",
    "now in|now as|this time in|this time as|this time|now",
), True))  # fmt: skip
"""Weaker words for the same; only after an image."""

ADD = Lexicon(dict.fromkeys(split_words(
    "戴个|戴一副|戴顶|穿件|加|加上|添加|添上|增加|再加|再加上|加个|加点|加入|再添|添|补上|配上|戴上|穿上|带上|放|放上|放一|画上|再画上",
    "add|add in|give it|give him|give her|give them|put|include|with|insert|throw in|also add|now add|and add",
), True))  # fmt: skip
ADD_LINKS = split_words(
    "给背景|给天空|给它|给他|给她|给它们|给这只猫|让它|让他|让她|让它们|在旁边|在背景里|在背景|在后面|旁边",
    "后面|在它旁边|在画面里|在画面中|在图里|画面里|图里|给图|给图片|给画面|再|背景里|背景|在天上|天上|在左边",
    "在右边|左边|右边|在天空中|在远处",
)

PREPOSITIONS = split_words("in |at |on |with |without |under |during |as |by |wearing |holding |but |and |from ")
BUTS = split_words(
    "但是|但|不过|只是|这次|这回|这一次|就是|只不过|but |but this time |this time |except |only |just |and ",
    "with it |of it |of |instead |still |可是|而且|然后|改成|，",
)
INSTEADS = split_words(
    " instead| this time| now| again| then| though|吧|呢|看看|试试|了|一下|啊|好吗|的|重画|再画一张|重新画",
    "来一张|重新生成|画一张",
)
SAME = split_words(
    "的|不同的|不一样的|类似的|差不多的|新的|别的|图|图片|照片|picture|image|like this|like that|version",
    "a different one|a different|please|different|like it|of it|of them|of those|像这样的|这样的|同样的|随便",
    "随便什么|更好的|更好看的|好看点的|better one|better",
)
"""May follow "another one" without adding to it."""

OTHER_STYLE = frozenset(split_words(
    "换个风格|换一个风格|换种风格|换一种风格|换个画风|换种画风|别的风格|其他风格|另一种风格|不同的风格",
    "风格换一下|换风格|改风格|改个风格",
    "another style|a different style|different style|other style|a new style|new style|change the style",
    "change style|some other style|in another style|in a different style|try another style",
    "try a different style",
))  # fmt: skip
"""Requests another style without naming one."""

SCENES = frozenset(split_words(
    "晚上|夜晚|夜里|夜景|白天|早晨|早上|清晨|黄昏|傍晚|日落|日出|夕阳|午后|春天|夏天|秋天|冬天|春|夏|秋|冬",
    "雨天|下雨|雨中|雪天|下雪|雪中|雪景|晴天|阴天|雾天|大雾|暴风雨|户外|室内|海边|森林里|太空|月光下|星空下",
    "红色|蓝色|绿色|黄色|紫色|粉色|粉红色|黑色|白色|金色|银色|橙色|灰色|棕色|彩色|红|蓝|绿|黄|紫|粉|黑|白|橙",
    "冬季|夏季|春季|秋季|夜间|深夜|凌晨|俯视|仰视|特写|全身|半身|侧面|正面|背面|远景|近景",
))  # fmt: skip
"""Times, weather, places, colors and views: they change the scene of an image, not its subject."""

ARTICLES = split_words("a |an |one |two |three |some |the ")
