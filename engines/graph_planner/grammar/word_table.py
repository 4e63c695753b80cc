"""What users write for the verbs and markers of requests, in Chinese and English."""

from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb, Word
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
    **{f"这两{one}": Count(2) for one in _CLASSIFIERS},
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
    """Return what asks to close the gap of a removed node, also after "but" or "and"."""
    return [f"{before}{words}" for words in _BRIDGES for before in ("", "but ", "and ")]


WORD_TABLE: dict[str, Word] = {
    **map_words(Verb.ADD, (
        "加|添加|增加一个|加上|加个|加入|新增|新建|创建|建|建一个|来|来个|来一个|放|放个|放一个|放上|弄个|弄一个",
        "搞个|插入|插|插个|插一个|接个|补|补个|补上|需要|想要|我要|整个|整一个|生成一个|生成|拖|拖个|要个",
        "要一个|add",
        "insert|create|put|put in|place|drop in|stick|stick in|throw in|i need|i want|i'd like|need|want|give me",
        "gimme|get me|lemme have|add in|append|attach|build|bring in|make me|make a|make an|set up|slot|slot in",
        "pop in|pop|toss in",
        "include|introduce",
        "prepend|show|display|搭|搭建|搭个|搭一个|搭出|做个|做一个|制作|弄出|弄一个出来|组一个",
    )),
    **map_words(Verb.REMOVE, (
        "删除|删|删掉|删了|删去|移除|移走|移掉|去掉|去除|拿掉|拿走|扔掉|清除|清掉|干掉|不要了|不需要了|砍掉",
        "丢掉|撤掉|撤销掉|remove|delete|del|erase|drop|get rid of|take out|take away|throw away|throw out",
        "kill|discard|trash|ditch|lose|scrap|nuke|toss|toss out|rm",
    )),
    **map_words(Verb.CLEAR, ("清空|置空|clear|clear out|empty|wipe|blank out",)),
    **map_words(Verb.CONNECT, (
        "连接|连|连上|连起来|连到|连接到|连接起来|连接上|连线|连在一起|接|接到|接上|接在|接起来|接入|接进|连入",
        "连进",
        "串起来|串联|串联起来|串|串上|串在一起|连通|链接|链接到|链接起来|相连|插到|插进|接给|送到|送给|送进|输入到",
        "传给|传到|输出到|喂给|连给|接回|连回|连好|接好|连成一条线|connect|connects|connected|link|link up|linked",
        "wire|wire up|wired|hook|hook up|hooked up|hook it up|plug|plug in|join|chain|join up|wired up|plugged",
        "feed",
        "feeding|feeds|route|attach it|pipe|connected up|connecting|chain up|linking|wiring|plugged in",
        "string together",
        "goes into|go into|going into|goes to|go to|goes|leads to|leading to|connect up|string up|fed|send|sends",
        "send it|pass|passes",
    )),
    **map_words(Verb.DISCONNECT, (
        "断开|断|断掉|断开连接|解除连接|拔掉|拔|取消连接|解除|拆开|断连|断线|剪断|切断|取消|disconnect|unlink",
        "unplug",
        "unhook|detach|unwire|cut|sever|break|disconnected|decouple",
    )),
    **map_words(Verb.REPLACE, (
        "替换|换成|换为|替换成|替换为|代替|替代|取代|换掉|换|换做|更换为|更换成|更换|replace|swap|swap out",
        "substitute|exchange|switch out|swap in|对调|互换|交换|调换|instead of|in place of|rather than|in lieu of",
        "换个|换一个",
    )),
    **map_words(Verb.SET, (
        "转|裁|一次出|每次出|一次生成|每次生成|一次跑|设|设为|设成|设置|设置为|设置成|设定|设定为|改|改为|改成",
        "改到|修改|修改为|修改成|调|调到|调成|调为|调整",
        "调整为|调整到|写|写成|写上|填|填成|填上|变成|变为|弄成|用|选|选成|选择|改用|切换|切到|切换到|切换成",
        "切换为",
        "降到|降至|降为|降低到|降低为|降低至|减到|减至|减少到|减小到|加到|加至|加大到|增加到|增大到|增至|增到",
        "提高到|提高至",
        "提到|提升到|升到|升至|升高到|调高到|调低到|give|gives|should say|should read|has to say",
        "调节|调节到|拉到|更改为|更改|更改成|输入|指定为|定为|定在|使用|set|change|adjust|make|turn|use|switch",
        "update|modify|put it|should be|edit|tweak|pick|select|choose|write|type|enter|must be|crank|bump|is now",
        "becomes|be|has to be|ought to be|i want it|assign|configure|render|render at|generate|generate at|says",
        "say|saying|reading|bring|push|dial|reads|that says|that reads",
    )),
    **map_words(Verb.INCREASE, (
        "增加|增大|提高|加大|调高|调大|升高|上调|增多|增强|增加了|提升|increase|raise|bump up|turn up",
        "crank up|up|boost|higher|increment|increase it",
    )),
    **map_words(Verb.DECREASE, (
        "减少|减小|降低|减|调低|调小|下调|少|缩小|降|减掉|减弱|decrease|reduce|lower|turn down|bump down",
        "cut down|shrink|decrement|drop down|lower it",
    )),
    **map_words(Verb.DOUBLE, (
        "翻倍|加倍|乘以二|翻一倍|翻一番|double|doubled|twice as many",
    )),
    **map_words(Verb.HALVE, (
        "减半|砍半|折半|减少一半",
        "降低一半|减小一半|减一半|砍一半|降一半|调低一半|少一半|减掉一半|缩小一半|砍掉一半|下调一半",
        "halve|in half|by half|cut in half|cut by half|halved|half as many",
    )),
    **map_words(Verb.RESET, (
        "重置|恢复|还原|复位|恢复默认|恢复成默认|恢复为默认|恢复默认值|重置为默认|重置为默认值|改回默认|改回默认值",
        "还原为默认值|恢复到默认|还原默认|恢复成默认值|恢复到默认值|设回默认|设回默认值|调回默认|调回默认值",
        "还原成默认|用默认值|恢复出厂|reset|restore|revert|set back to default|back to default|put back to default",
        "back to its default|back to defaults|to default|to its default|to defaults|to the default",
        "to their defaults",
        "to its defaults|clear back|default again",
    )),
    **map_words(Verb.MUTE, (
        "静音|禁用|关闭|关掉|停用|关了|屏蔽|禁止|暂停|先关掉|mute|disable|turn off|switch off|deactivate|silence",
        "muted|disabled|shut off",
    )),
    **map_words(Verb.BYPASS, (
        "绕过|跳过|旁路|忽略|略过|绕开|先跳过|直通|bypass|skip|pass through|skip over|bypassed",
    )),
    **map_words(Verb.ENABLE, (
        "启用|重新启用|激活|打开|开启|取消静音|恢复启用|解除静音|取消禁用|取消绕过|取消旁路|重新打开|取消跳过",
        "解除禁用|恢复使用|开回来|不再跳过|unmute|enable|re-enable|reenable|activate|turn on|switch on|unbypass",
        "turn back on|switch back on|back on|un-mute|un-bypass|reactivate|stop bypassing|stop muting",
        "no longer bypass|unskip",
    )),
    **map_words(Verb.RENAME, (
        "改名|改名为|改名叫|改名成|重命名|重命名为|重命名成|命名|命名为|叫|叫做|名字改成|名字改为|标题改成",
        "标题改为",
        "取名|取名为|起名|起名叫|改叫|名称改为|名称改成|改名字|改个名字|改个名|的名字改成|的标题改成|的名字改为",
        "标题设为|名字叫|名字换成|标题换成|名字设为|名称设为|rename|name|call|title|retitle|named|titled|called",
        "relabel|label",
    )),
    **map_words(Verb.MOVE, (
        "移到|移动到|挪到|移动|挪|挪动|搬到|move|moved|shift|relocate|reposition",
    )),
    **map_words(Verb.DUPLICATE, (
        "复制|复制一份|复制一个|拷贝|克隆|再来一份|复制成|拷贝一份|克隆一个|复制出|多复制|再复制|duplicate|copy",
        "clone|make a copy of|make a copy|make a duplicate of|copies of|another copy of|a copy of|make copies of",
        "replicate",
    )),
    **map_words(Marker.BREAK, (
        "然后|接着|并且|并|同时|再|顺便|另外|最后|还有|而且|随后|，|,|;|；|。|!|！|\n|以及把|最后再|接下来",
        "此外|？|?|其次|and then|then|also|after that|afterwards|finally|next|plus|as well as|. ",
        "while you're at it|but|in addition|additionally",
    )),
    **map_words(Marker.AND, (
        "和|与|及|以及|跟|、|and|&|同|还有个|as well",
    )),
    **map_words(Marker.OR, ("or|或|或者|或是|还是",)),
    **map_words(Marker.ARROW, (
        "followed by|->|→|=>|-->|➜|➡|>|⇒|--->|>>",
    )),
    **map_words(Marker.TO, (
        "到|成|为|至|给|作为|当作|当成|to|into|onto|as|=|等于|是|in to|==|:=",
    )),
    **map_words(Marker.COLON, (
        ":|：",
    )),
    **map_words(Marker.WITH, (
        "with|using|having|at|带|带上|参数为|带着",
    )),
    **map_words(Marker.FOR, (
        "for|on|对|in",
    )),
    **map_words(Marker.OF, (
        "的|'s|’s|of|s'|之|its own",
    )),
    **map_words(Marker.FROM, (
        "from|从|out of|自|由",
    )),
    **map_words(Marker.BY, (
        "by|多少",
    )),
    **map_words(Marker.BETWEEN, (
        "between|in between|in-between|halfway between",
    )),
    **map_words(Marker.AFTER, (
        "after|behind|following|right after|downstream of|directly after|just after|to the right of",
    )),
    **map_words(Marker.BEFORE, (
        "before|in front of|ahead of|right before|upstream of|directly before|just before|preceding|to the left of",
    )),
    **map_words(Marker.BETWEEN_THEM, (
        "之间|中间|当中|中间位置|的中间|的之间|两者之间",
    )),
    **map_words(Marker.AFTER_IT, (
        "后面|之后|后边|以后|的后面|下游|后头|的后边|后|完之后|完后|完",
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
    )),
    **map_words(Marker.LAST, (
        "最后一个|末尾的|最后那个|最后的|last|final|倒数第一个",
    )),
    **map_words(Marker.IT, (
        "它|它的|该节点|其|这玩意|it|its|that one|that|it's|this one|那个|那个节点|this thing|the thing",
        "the same one",
        "same node",
    )),
    **map_words(Marker.THEM, (
        "它们|他们|them|em|'em|these|those|they|这些|那些|他们的|their|each other|together|起来|the two|这俩|彼此",
        "二者",
        "两者",
        "它俩|it all|相互|互相|这两者|一起|all together",
    )),
    **map_words(Marker.THIS, (
        "这个|选中的|当前|当前节点|选中|this|selected|the selected|currently selected|current|选定的|所选|选择的",
        "我选的|选的|highlighted",
    )),
    **map_words(Marker.RECENT, (
        "刚才|刚才那个|刚刚|刚加的|刚才加的|刚刚那个|刚添加的|新加的|刚才的|上一个|刚刚加的|新的|刚建的|刚才建的",
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
    )),
    **map_words(Marker.DEFAULT, (
        "默认|默认值|缺省|default|default value|the default|its default|defaults",
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
        "图|图片|照片|画面|图像|成图|最终的图|picture|photo|image|pictures|photos|images|the picture|the photo",
        "the image|the result|the output|the final image|the output image",
        "the final picture|the rendered image|the whole picture|the whole image",
    )),
    **map_words(Marker.BLOCK, (
        "不要|别|不用|不必|先别|勿|请勿|不能|无需|怎么|如何|为什么|为啥|什么是|是什么|有什么|干嘛|什么意思|多少个",
        "几个|有没有|哪个|哪些|有用吗|该不该|要不要|是否|don't|do not|dont|never|without|how|why",
        "what|which|who|where|should i|shall i|is there|are there|not|what's|whats|does|did|isn't",
        "cannot|can't|won't|stop|undo|redo|撤销|重做|no",
    )),
    **map_words(Marker.CONDITION, ("如果|假如|要是|的话|假设|一旦|除非|if|unless|when|whenever|in case|once",)),
    **map_words(Marker.BRIDGE, (
        "保持链路连通|保持链路|保持流程连通|流程不断|链路不断|前后接上|前后连上|前后接起来|前后连起来|把前后接上",
        "把前后连上|把前后接起来|把前后连起来|前后直接连起来|前后直接接上|保持连通|保持连接",
        "链路保持连通|链路别断|链路不要断|别断开链路|上下游接起来|上下游连起来|把上下游接起来|把上下游连起来",
        *_list_bridges(),
    )),
    **map_words(Marker.CORRECTION, (
        "no wait|wait no|no, wait|wait, no|wait|no no|no, no|actually no|actually, no|no actually|no, actually|scratch that"
        "|correction|or rather|i meant|i mean|oops|oops no|my bad|my mistake|no sorry|sorry no|no, make it|no make it",
        "no, make that|no make that|make that|make it rather|on second thought|on second thoughts|rather make it",
        "forget that|forget it|forget about it|strike that|nope|never mind|nevermind|nvm|actually make it|no, i meant|hold on",
        "cancel that|wait a second|hang on|no that's wrong|not that|well no",
        "不对|哦不|噢不|啊不|不不|不不不|不是|错了|说错了|我说错了|改主意了|算了|我是说|我的意思是|应该是|等等|等一下|等下|慢着|还是算了",
        "哦不对|啊不对|不对不对|不对，|更正|更正一下|写错了|打错了|口误|算了吧",
    )),
    **map_words(Marker.FORMER, ("前者|前一个|the former|former",)),
    **map_words(Marker.LATTER, ("后者|后一个|the latter|latter",)),
    **map_words(Marker.TOO, (
        "不需要|用不着|没用了|isn't needed|is not needed|not needed|no longer needed|太强|太弱|太少|太多|太高|太低",
        "太大|太小|太亮|太暗|太慢|太重|太糊|太长|太短|过高|过低|过强|过大|过小|不够|不够高|不够强",
        "too strong|too weak|too few|too many|too high|too low|too big|too small|too bright|too dark|too much",
        "too little",
        "too heavy|too soft|too slow|too long|too short|too large|not enough|not strong enough|not high enough",
    )),
    **map_words(Marker.ARTICLE, (
        "a|an|一个|个|another|some|再一个|一|a new|one more|另一个|多一个|一些|an extra|a second|a third",
        "an additional|新的一个",
    )),
    **map_words(Marker.FILLER, (
        "请|麻烦|帮我|帮忙|给我|我|你|您|吧|呢|啊|呀|哦|嘛|啦|了|一下|下|上|上面|里|里面|里头|末尾|吗|谢谢|多谢|想",
        "希望|可以",
        "能|能不能|可不可以|能否|先|直接|就|那|那么|好|好的|嗯|也|还|又|只|来着|这|该|去|中|它自己|一点|我想",
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
    )),
    **_COUNTS,
    **_ORDINALS,
}  # fmt: skip
WORDS: Lexicon[Word] = Lexicon(WORD_TABLE)
