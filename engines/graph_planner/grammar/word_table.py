"""Users' words for the markers of requests, in Chinese and English, and all words of requests."""

from engines.graph_planner.grammar.verb_table import VERBS
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Word
from engines.language.scanner import Lexicon, map_words

_ZH_DIGITS = "一二三四五六七八九十"
_EN_COUNTS = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
]  # fmt: skip
_EN_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_EN_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_CLASSIFIERS = ("个", "条", "份", "张", "只")

_COUNTS: dict[str, Word] = {
    **{word: Count(value) for value, word in enumerate(_EN_COUNTS, 1)},
    **{word: Count(value) for word, value in _EN_TENS.items()},
    "hundred": Count(100),
    **{f"{digit}{one}": Count(value) for value, digit in enumerate(_ZH_DIGITS, 1) for one in _CLASSIFIERS},
    **{f"两{one}": Count(2) for one in _CLASSIFIERS},
    **{f"俩{one}": Count(2) for one in ("",)},
    **{f"这两{one}": Count(2) for one in _CLASSIFIERS if one != "个"},
}
_ORDINALS: dict[str, Word] = {
    **{word: Ordinal(value) for value, word in enumerate(_EN_ORDINALS, 1)},
    **{f"第{digit}{one}": Ordinal(value) for value, digit in enumerate(_ZH_DIGITS, 1) for one in ("个", "")},
    **{f"{value}{suffix}": Ordinal(value) for value, suffix in ((1, "st"), (2, "nd"), (3, "rd"), (4, "th"), (5, "th"))},
    **{f"第{value}个": Ordinal(value) for value in range(1, 21)},
}

_BRIDGES = (
    "keep the chain connected", "keep the chain", "keep it connected", "keep everything connected",
    "keep the flow connected", "keep the rest connected", "keep the chain intact", "close the gap", "bridge the gap",
    "join the ends", "reconnect the neighbors", "reconnect the neighbours", "reconnect around it", "reconnect the rest",
    "reconnect the chain", "closing the gap", "bridging the gap",
)  # fmt: skip


def _list_bridges() -> list[str]:
    """Return phrases that request to close the gap of a removed node, also after "but" or "and"."""
    return [f"{before}{words}" for words in _BRIDGES for before in ("", "but ", "and ")]


WORD_TABLE: dict[str, Word] = {
    **VERBS,
    **map_words(Marker.BREAK, (
        "然后|接着|并且|并|同时|再|顺便|另外|最后|还有|而且|随后|，|,|;|；|。|!|！|\n|以及把|最后再|接下来",
        "此外|？|?|其次|and then|then|also|after that|afterwards|finally|next|plus|as well as|. ",
        "while you're at it|but|in addition|additionally",
        "and while you are at it|while you are at it|and while you're at it|while you're there",
        "on top of that|as a next step|secondly|lastly|moreover|furthermore|换句话说|也就是说",
        "- |—|——|–|…|……|与此同时|除此之外|还要|再就是|and also|and afterwards|after which",
    )),
    **map_words(Marker.AND, (
        "和|与|及|以及|跟|、|and|&|+|同|还有个|as well",
    )),
    **map_words(Marker.OR, ("or|或|或者|或是|还是",)),
    **map_words(Marker.ARROW, (
        "followed by|->|→|=>|-->|➜|➡|>|⇒|--->|>>",
    )),
    **map_words(Marker.TO, (
        "到|成|为|至|给|进|进入|作为|当作|当成|to|into|onto|as|=|等于|是|in to|==|:=",
    )),
    **map_words(Marker.COLON, (
        ":|：",
    )),
    **map_words(Marker.WITH, (
        "with|using|having|at|带|带上|参数为|带着",
        "w/|用了|set at|whose",
    )),
    **map_words(Marker.FOR, (
        "for|on|对|in",
    )),
    **map_words(Marker.OF, (
        "的|'s|’s|of|s'|之|its own",
    )),
    **map_words(Marker.FROM, (
        "from|从|out of|自|由|取自|来自|改自",
    )),
    **map_words(Marker.BY, (
        "by|多少",
    )),
    **map_words(Marker.BETWEEN, (
        "between|in between|in-between|halfway between",
        "in between of|in the middle of|right between|sandwiched between|halfway from",
    )),
    **map_words(Marker.AFTER, (
        "after|behind|following|right after|downstream of|directly after|just after|to the right of",
        "coming out of|once it leaves|straight after|immediately after|right behind|downstream from",
        "on the output of",
    )),
    **map_words(Marker.BEFORE, (
        "before|in front of|ahead of|right before|upstream of|directly before|just before|preceding|to the left of",
        "straight before|immediately before|prior to|right in front of|upstream from|right ahead of",
    )),
    **map_words(Marker.BETWEEN_THEM, (
        "之间|中间|当中|中间位置|的中间|的之间|两者之间",
    )),
    **map_words(Marker.AFTER_IT, (
        "后面|之后|后边|以后|的后面|下游|后头|的后边|后|完之后|完后|完",
        "的下游|屁股后面",
    )),
    **map_words(Marker.BEFORE_IT, (
        "前面|之前|前边|以前|的前面|上游|前头|的前边|前",
    )),
    **map_words(Marker.AT, (
        "在|于",
    )),
    **map_words(Marker.OBJECT, (
        "把|将",
    )),
    **map_words(Marker.ALL, (
        "所有|全部|全都|都|每个|每一个|整个画布|画布上的所有|一切|全|统统|所有的|全部的|通通|都给我|整张图|整个图",
        "画布|整个流程|整个工作流|all|every|each|everything|both|all of the|all the|both of the|all of|both of",
        "both the|every single|the whole graph|whole graph|the graph|canvas|entire graph|每|两个都|all nodes",
        "俩都|全体|整组|each of|each of the|each one of the|every one of the|both our|all my|all our",
        "every one of",
        "正反|正负|俩|正反两个|正负两个",
    )),
    **map_words(Marker.LAST, (
        "最后一个|末尾的|最后那个|最后的|last|final|倒数第一个",
    )),
    **map_words(Marker.IT, (
        "佢|它|它的|该节点|其|这玩意|it|its|that one|that|it's|this one|那个|那个节点|this thing|the thing",
        "the same one",
        "same node",
        "that thing|这家伙|那家伙",
    )),
    **map_words(Marker.THEM, (
        "它们|他们|them|em|'em|these|those|they|这些|那些|他们的|their|each other|together|起来|the two|这俩|彼此",
        "二者|these two|those two|这两个|那两个|those both|这俩个",
        "两者",
        "它俩|it all|相互|互相|这两者|一起|all together",
    )),
    **map_words(Marker.THIS, (
        "这个|选中的|当前|当前节点|选中|this|selected|the selected|currently selected|current|选定的|所选|选择的",
        "我选的|选的|highlighted",
    )),
    **map_words(Marker.RECENT, (
        "刚改的|刚改的那个|刚才改的|刚动的|刚调的|刚设的|刚才调的|i just changed|you just changed|just changed",
        "just edited|刚才|刚才那个|刚刚|刚加的|刚才加的|刚刚那个|刚添加的|新加的|刚才的|上一个|刚刚加的|新的|刚建的",
        "刚才建的",
        "刚刚添加的|刚才添加的|刚|刚那个|新建的|刚才新建的|刚才这个|just added|previous|last added|most recent",
        "latest|new|i just added|you just added|just created|you just created|newest|newly added|recently added",
        "new one",
    )),
    **map_words(Marker.COPY, (
        "副本|复制品|复制出来的|拷贝出来的|the copy|the duplicate|the clone|the new copy|copies|份",
    )),
    **map_words(Marker.NODE, (
        "节点|结点|模块|组件|node|nodes|block|blocks|step|box|module|component|一下节点|操作|步骤|处理|功能|环节",
    )),
    **map_words(Marker.LINK, (
        "连线|的连接|线|之间的连线|之间的连接|连接线|之间的线|连接关系|关系|links|connection|connections|edge",
        "edges",
        "wires|noodle|noodles|cable|cables|between them",
    )),
    **map_words(Marker.INPUT, (
        "输入|输入端|输入口|input|inputs|socket|slot|入口|端口|接口|port|handle|上的输入|输入接口",
    )),
    **map_words(Marker.OUTPUT, (
        "输出|输出端|输出口|output|outputs|出口|的输出|输出接口",
    )),
    **map_words(Marker.PARAMETERS, (
        "参数|所有参数|设置项|全部参数|各项参数|parameters|settings|values|parameter|options|params|defaults",
        "setting",
        "param|值|数值|value|选项|参数值",
    )),
    **map_words(Marker.IN_ORDER, (
        "按顺序|依次|顺序|按次序|依顺序|逐个|一个接一个|首尾相连|按先后顺序|挨个|依序|in order|in sequence",
        "one after another|one after the other|in a chain|sequentially|in a row|in this order|in that order",
        "end to end|in series|in turn",
    )),
    **map_words(Marker.SIZE, (
        "尺寸|大小|分辨率|生成尺寸|输出尺寸|成图尺寸|宽高|长宽|图片尺寸|图像尺寸|画面尺寸|画布大小|size",
        "resolution|dimensions|image size",
        "canvas size|出图尺寸|图片大小|图像大小",
        "image dimensions|picture size|canvas dimensions|output size|output resolution|target size|输出分辨率",
        "画幅|尺幅|image resolution",
    )),
    **map_words(Marker.DEFAULT, (
        "默认|默认值|缺省|default|default value|the default|its default|defaults",
        "初始值|原始值|出厂值|standard value|original value|factory setting",
    )),
    **map_words(Marker.YES, (
        "开|是的|真|on|true|yes|打开状态",
    )),
    **map_words(Marker.NO, (
        "关|否|假|off|false",
    )),
    **map_words(Marker.EXCEPT, (
        "除了|除|以外|之外|除外|except|except for|but not|other than|apart from|but keep|留着|不动|不变|保持不变",
        "保持原样|保留|留下|keep",
        "everything but|all but|everything except",
    )),
    **map_words(Marker.ONLY, (
        "只留|只留下|只保留|只剩|只剩下|仅保留|仅留|only keep|keep only|keep just|just keep|leave only|leave just",
    )),
    **map_words(Marker.REST, (
        "其他|其余|其它|其他的|其余的|其它的|剩下的|剩余的|别的|others|the rest|the others|other|rest",
        "everything else",
    )),
    **map_words(Marker.DATA, (
        "原图|原片|original image|original photo|original picture",
        "结果|图|图片|照片|画面|图像|成图|最终的图|picture|photo|image|pictures|photos|images|the picture|the photo",
        "the image|the result|the output|the final image|the output image",
        "the final picture|the rendered image|the whole picture|the whole image",
    )),
    **map_words(Marker.BLOCK, (
        "不要|别|不用|不必|先别|勿|请勿|不能|无需|怎么|如何|为什么|为啥|什么是|是什么|有什么|干嘛|什么意思|多少个",
        "几个|有没有|哪个|哪些|有用吗|该不该|要不要|是否|don't|do not|dont|never|without|how|why",
        "what|which|who|where|should i|shall i|is there|are there|not|what's|whats|does|did|isn't",
        "cannot|can't|won't|stop|undo|redo|撤销|重做|no",
        "别让|不要让|别再|先不要|don't let|do not let|shouldn't|should not|must not|mustn't|w/o|wouldn't|hasn't",
        "不是|并不是|而不是|啊不是|哦不是|噢不是|haven't|didn't|aren't|wasn't|weren't|doesn't|谁|怎样|为何|咋|咋样|干什么|啥|哪里|哪儿",
    )),
    **map_words(Marker.CONDITION, ("如果|假如|要是|的话|假设|一旦|除非|if|unless|when|whenever|in case|once",)),
    **map_words(Marker.BRIDGE, (
        "保持链路连通|保持链路|保持流程连通|流程不断|链路不断|前后接上|前后连上|前后接起来|前后连起来|把前后接上",
        "把前后连上|把前后接起来|把前后连起来|前后直接连起来|前后直接接上|保持连通|保持连接",
        "链路保持连通|链路别断|链路不要断|别断开链路|上下游接起来|上下游连起来|把上下游接起来|把上下游连起来",
        *_list_bridges(),
        "前后直接连上|前后直接连|前后直连|首尾接上|前后连着|前后接好|前后连好|前后接着|前后保持连接|前后别断",
        "把前后直接连上|前后对接上",
        "缺口补上|补上缺口|把缺口补上|空缺补上|断口接上|缺口接上|接上缺口",
    )),
    **map_words(Marker.CORRECTION, (
        "no wait|wait no|no, wait|wait, no|wait|no no|no, no|actually no|actually, no|no actually|no, actually",
        "scratch that"
        "|correction|or rather|i meant|i mean|oops|oops no|my bad|my mistake|no sorry|sorry no|no, make it|no make it",
        "no, make that|no make that|make that|make it rather|on second thought|on second thoughts|rather make it",
        "forget that|forget it|forget about it|strike that|nope|never mind|nevermind|nvm|actually make it",
        "no, i meant|hold on",
        "cancel that|wait a second|hang on|no that's wrong|well no|just kidding|kidding|jk|开玩笑的|开玩笑",
        "逗你的|别改了|别删了|别加了|还是不要了|还是不了",
        "不对|哦不|噢不|啊不|不不|不不不|不是，|错了|说错了|我说错了|改主意了|算了|我是说|我的意思是|等等",
        "等一下|等下|慢着|还是算了",
        "sorry|哦不对|啊不对|不对不对|不对，|更正|更正一下|写错了|打错了|口误|算了吧",
    )),
    **map_words(Marker.FORMER, ("前者|前一个|the former|former",)),
    **map_words(Marker.LATTER, ("后者|后一个|the latter|latter",)),
    **map_words(Marker.TOO, (
        "有点过|有点过头|有点过分|过头|过火",
        "不需要|用不着|没用了|isn't needed|is not needed|not needed|no longer needed|太强|太弱|太少|太多|太高|太低",
        "太大|太小|太亮|太暗|太慢|太重|太糊|太长|太短|过高|过低|过强|过大|过小|不够|不够高|不够强",
        "看不清|看不清楚|too strong|too weak|too few|too many|too high|too low|too big|too small|too bright|too dark",
        "too much",
        "too little",
        "too heavy|too soft|too slow|too long|too short|too large|not enough|not strong enough|not high enough",
        "don't need|do not need|no longer need|no longer want|don't want|do not want|can do without",
        "need no|不想要|不想|用不上|用不到|没必要|不需要用|有点少|有点多|有点高|有点低|有点大|有点小|有点强",
        "有点弱|有点暗|有点亮|有点糊|有点重|有点轻|有点慢|偏少",
        "偏多|偏高|偏低|偏大|偏小|偏强|偏弱|偏暗|偏亮|偏重|少了点|多了点|高了点|低了点|大了点|小了点|强了点",
        "弱了点|轻点|轻一点|重一点|弱一点|强一点|暗一点|亮一点|多一点",
        "少一点|高一点|低一点|大一点|小一点|大点|小点|高点|低点|多点|少点|弱点|强点|暗点|亮点|清楚点|明显点",
        "is low|is high|is weak|is strong",
        "is small|are low|are high|are few|are small|looks weak|looks too|seems low|seems high|seems too",
        "looks dark|looks dull|太狠|太猛|太花|太淡|太浓|太密|太吵|太乱|too harsh|too aggressive|too subtle|too blurry",
        "too noisy|too sharp|too intense|too faint|too wide|too narrow|too tall|too fast",
        "再多一点|再少一点|再高一点|再低一点|再大一点|再小一点|再强一点|再弱一点|再暗一点|再亮一点|再多点",
        "再高点|再大点|再小点|暂时不用|先不用|不用了|现在不用",
        "宽一点|窄一点|宽点|窄点|长一点|短一点|厚一点|先不保存了|is wrong|are wrong",
    )),
    **map_words(Marker.ARTICLE, (
        "a|an|一个|个|another|some|再一个|一|a new|one more|另一个|多一个|一些|an extra|a second|a third",
        "an additional|新的一个",
    )),
    **map_words(Marker.FILLER, (
        "那儿|这儿|instead|算|彻底|完全|about|"
        "俺|咱|咱们|咗|嘅|哩|嘞|撒|噻|请|麻烦|帮我|帮忙|给我|我|你|您|吧|呢|啊|呀|哦|嘛|啦|了|一下|下|上|上面|里|里面|里头|末尾|吗|谢谢|多谢|想",
        "希望|可以",
        "能|能不能|可不可以|能否|先|首先|直接|就|那|那么|好|好的|嗯|也|还|又|只|来着|这|该|去|中|它自己|一点|我想",
        "我希望",
        "行吗|好吗|请你|请帮我|身上|那里|那边|这里|这边|位置|地方|看看|试试|现在|接下去|得|用来|以便|更|到位|掉",
        "分别",
        "各|仅|即可|就行|就好|可|后续|哈|呗|之类|稍微|做|竖版|横版|横的|竖的|横|竖|方的|横屏|竖屏|暂时|临时|暂且",
        "先暂时|最简单的|流程|工作流",
        "由于|对应|相应|自动|马上|立刻|统一|帮|劳烦|让|使|叫它|要",
        "please|pls|plz|can you|could you|would you|can u|will you|the|me|i|you|my|your|just|now|okay|ok|thanks",
        "thank you|hey|hi there|let's|lets|so|well|there|here|up|would like|i'd|like|kindly|too|some|directly",
        "again",
        "also please|right|want to|to be|for me|go ahead|exactly|only|back|actually|really|maybe|we|us|our",
        "and please|ll|i'll|gonna|going to|have to|need to|straight|simply|quickly|first of all|together with|over",
        "away|off of|out|do|one|ones|have|has|got|get|is|are|was|will|can|could|would|shall|then please",
        "if possible|should|run|a bit|a little|slightly|start with|start|take|down|portrait|landscape|for now",
        "temporarily|for the time being|for the moment|gets|being|turned|stuff|amount of|number of|count|single",
        "extra|own|same|at once|all at once|per run|at a time|in one go|per batch|square|widescreen|开始|始|type",
        "kind|respectively",
        "进来|进去|出来|下来|画布上|在画布上|图里|图中|图上|在图里|在图中|流程里|流程中|工作流里|工作流中|在流程里",
        "从图里|从图中|从流程里|从流程中|从工作流里|从画布上|这张图里|图里面",
        "那根|那条|那张|那步|那一步|这根|这条|这张|这步|这一步|那边的|同一个|一律|都给|给它|把它给|本来的",
        "原来的|原本的|好看点|整体",
        "具体|屁股|个儿|from the graph|out of the graph|in the graph|to the graph|into the graph",
        "from the workflow|out of the workflow|in the workflow|to the workflow|into the workflow",
        "from the flow|in the flow|on the canvas|to the canvas|from the canvas|onto the canvas",
        "from this graph|to this graph|in this graph|from my graph|to my graph|in my graph|in our graph",
        "out of the chain",
        "from the chain|in the chain|from here|in here|out of here|from the pipeline|out of the pipeline",
        "in the pipeline|to the pipeline|into the pipeline|let|try|either|wanna|shall we|teh|da",
        "level of|whole|entire|altogether|as follows|please do",
        "good old|little|comes out of|brand|fresh",
        "target|yo|somewhat|else|both of them|further|more|additional|nice|plain|proper",
        "standard|regular|usual|itself",
        "happens|happen|takes place|kicks in|is applied|gets applied|gets drawn|is drawn|comes in|come in|is read in",
        "go straight|go directly|看一眼|看两眼|瞅一眼|瞄一眼|竖着来|横着来|竖着|横着|"
        "already|at one time|in one batch|in a single run|each time|"
        "被|we're|i'm|you're|they're|font|字体|一起用",
        "瞅瞅|瞧瞧|瞅一眼|看一眼|瞄一眼|过过目|我瞅瞅|我瞧瞧",
        "应该|应|应当|才|该是|最终|最终的|也要",
        "wider|narrower|stronger|weaker|softer|过去|过来|往|点儿|wrong|wake|一起来|mode|模式里",
    )),
    **_COUNTS,
    **_ORDINALS,
}  # fmt: skip
WORDS: Lexicon[Word] = Lexicon(WORD_TABLE)
