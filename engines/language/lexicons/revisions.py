"""Words of requests that restore an earlier image, and of requests that do not specify the change."""

import re

from engines.language.scanner import Lexicon, map_words, split_words
from services.common.contract.image_chat import Control, Restore

RESTORES: Lexicon[Restore] = Lexicon({
    **map_words(Restore.UNDO, (
        "撤|撤了|撤了吧|撤销吧|先撤销|上一步|退回去|退回|回退|上一张|撤销修改|退一步|回去|变回去|改回去|换回去|"
        "revert|revert it|"
        "revert that",
        "revert the change|go back|go back one|step back|back|previous|previous one|previous image|"
        "the previous one|roll back",
    )),
    **map_words(Restore.REDO, ("重做|撤销撤销|再做一次撤销的|恢复刚才那步|恢复刚才的修改",)),
    **map_words(Restore.ORIGINAL, (
        "还原|还原图片|重置|全部撤销|重置图片|reset|reset it|start over from the original",
    )),
})  # fmt: skip
"""Whole requests that name no earlier image."""

VAGUE: Lexicon[Control] = Lexicon({
    **map_words(Control.PARAMETERS, (
        "再调整一下|调整一下|调整图片|调整|调一下|调调|修改图片|修改",
        "第二张|第三张|第四张|改一改|调一调|修一修|动一动|修改一下|改一下|改改|再改改|再改一下|编辑图片|编辑|编辑一下",
        "调整风格强度|调整尺寸|调整大小|改尺寸|改大小|换个尺寸",
        "换个大小|调整亮度|调整对比度|调整饱和度|调整色温|调整锐度|调参数",
        "调整参数|修改风格强度|微调|微调一下|再微调一下|改图|修图|处理一下|再处理一下",
        "the second one|the third one|second one|third one|number two|the second|edit|edit it|edit the picture|"
        "edit the image|edit this|change it|change this|change the picture|modify it",
        "change the image|adjust|adjust it|adjust the image|adjust the picture|change the size|resize it|modify",
        "adjust the size|adjust the style strength|change the style strength|adjust brightness|tweak it|tweak",
        "edit picture|edit image|adjust image|modify the image|modify the picture|change size|resize|fine-tune it",
        "弄好看点|弄好看一点|好看一点|更好看|更好看一点|优化",
        "优化一下|改进一下|改善一下|完善一下|美化一下|换个感觉|换种感觉|换个样子|换个样|换一个样子|变个样子",
        "感觉不太对|感觉不对|不太对|怪怪的|有点怪|差点意思",
        "差一点|还差一点|不太满意|还不够好|一般般|更有感觉|能不能更有感觉",
        "再高级一点|高级一点|高级感|更高级|再来点氛围感|氛围感",
        "有氛围一点|来点感觉|精致一点|再精致一点|更精致|有质感一点|更有质感",
        "再好一点|更好一点|好一点|更自然一点|自然一点|再改好一点|再优化一下|再优化|提升一下|升级一下",
        "make it better|make it nicer|better|nicer|improve it|improve|improve this|fix it|fix this|enhance it",
        "something is off|something's off|it looks off|looks off|looks weird|weird|not quite there|not quite|meh",
        "make it pop|make it pop more|make it pop more somehow|more premium vibes|more premium|more vibes",
        "make it cooler somehow|more atmosphere|more feeling|make it more interesting|make it more beautiful",
        "fix the picture|fix the image|fix the photo|make it look better|do something with it|polish it|refine it|"
            "make it special|more professional",
    )),
    **map_words(Control.AREA, (
        "换个场景|换个环境|换个地方|换一个场景|换一个环境|场景换一下|换场景|改个背景|换个新背景|换个新的背景|"
        "换一个背景|背景换一换|背景换换|背景能换|背景能不能换|背景改一下|背景改改|背景可以换|换一下背景|换背景|"
        "换个背景|改背景|修改背景|背景换一下|换掉背景|改一下背景|替换背景|更换背景|改局部|修改局部",
        "change the background|change background|edit the background|replace the background|new background",
        "swap the background|another background|different background",
    )),
})  # fmt: skip
"""Whole requests that refer to the last image without specifying the change, with the choices to display."""

DISSATISFIED = re.compile(
    r"(?:hmm+ |well |mm )?(?:(?:it|this|that|something|the picture|the image)(?:'s| is| looks| feels| seems| does)?|"
    r"i'm|im|i am)?"
    r" ?(?:still |just |kind of |kinda |really )*(?:not|isn't|doesn't|don't) (?:\w+ ){0,3}"
    r"(?:right|there|perfect|happy|convinced|what i had in mind|what i want|what i wanted|great|working|"
    r"sure)(?: yet| about it| about this one| about this| about that| with it)?"
    r"|(?:the |this )?(?:result|outcome|output|picture|image|painting|drawing|it|this) (?:does|did|do|is)(?: not|n't)"
    r"(?: \w+){0,2} (?:meet|match|satisfy|reflect|correspond|live up|fulfil?l|suit|convince|please|resemble)\b.{0,60}"
    r"|(?:i'm |i am )?(?:really |still |just )*not (?:a (?:huge |big )?fan|loving|digging|my thing|"
    r"my style)(?: of)?(?: it| this| that)?"
    r"|(?:it|this|that)(?:'s| is) (?:missing|lacking) something|(?:the |this )?style (?:is|feels|looks|seems)(?: all|"
    r" just)? (?:wrong|off|weird|bad|strange)|(?:画风|"
    r"风格)(?:不对|不太对|不好|不合适|怪怪的|有点怪|不搭)"
    r"|make it (?:more )?(?:like )?what i (?:had in mind|wanted|asked for|meant|imagined|described|was picturing)"
    r"|(?:i )?(?:don't|do not) (?:really )?(?:love|dig|feel) (?:it|this|that)|(?:it |this |"
    r"that )?(?:just )?doesn't do it for me"
    r"|(?:能|可以|能不能|可不可以)?(?:把)?背景(?:能|可以|能不能|可不可以)?(?:再|给我)*(?:换|改|变)(?:一?换|一?改|"
    r"一下|个|掉|的)*(?:吗|么|吧|嘛)?"
    r"|(?:总|老|就是)?(?:觉得|感觉|好像|还是)(?:哪里|有点|有些|少了点|差了点|缺了?点|缺)+(?:不太?对|不太?好|什么|"
    r"东西|意思|怪|问题|别扭)*"
)
"""States that something is wrong, but not what."""

_ONE_ZH = "(?:那|这)?(?:一)?(?:张|个|版|幅|稿|次|回)?(?:图|图片|照片|版本|样子|状态|效果)?"
_FIRST_ZH = f"(?:第一|第1|最初|最开始|最早|最先|最前面|一开始|起初|开头|首)(?:的|次|版)?{_ONE_ZH}"
_ORIGINAL_ZH = f"(?:原图|原样|原状|(?:原来|原始|原先|原本|初始|本来|(?:修改|调整|改|没改)(?:之)?前)(?:的)?{_ONE_ZH})"
_UNDO_ZH = f"(?:(?:上|前)(?:一|1)?(?:个)?(?:步|张|版|幅|次|回|稿)?|前面|刚才|刚刚|之前|先前)(?:的)?{_ONE_ZH}"
_BACK_ZH = (
    "(?:拿回|找回|调出|把图|把它|给我|帮我|直接|都|全部|全|我|还是|更|比较|只|想)*(?:喜欢|退回去|退回到|退回|返回到|"
    "返回|回退到|回退|倒回|恢复成|恢复到|"
    "恢复为|恢复|"
    "还原成|还原到|还原|变回|改回|换回|切回|退到|回到|回|用回|用|要回|要|还是用|还是要|还是|想要|给我|给|看|看看|选|保留|"
    "跟|和|像|按|"
    "照着|照)"
)
_GOOD_ZH = "(?:拿回来|找回来|回来|拿出来|去|吧|好|更好|最好|比较好|好看|更好看|一样|那样|那种|来|就行|就好|了|的)*"
_STEP_ZH = "(?:刚才|刚刚|上一步|前一步|最后)(?:那|这)?(?:一)?(?:步|下|次|个)?(?:的)?(?:修改|改动|操作|调整|更改)?"
_ONE_EN = "(?: (?:one|image|picture|pic|photo|version|attempt|try|draft|result|state|look|step|edit))?"
_FIRST_EN = f"(?:the |my |our )?(?:very )?(?:first|1st|initial|earliest){_ONE_EN}"
_ORIGINAL_EN = f"(?:the |my )?(?:original{_ONE_EN}|way it was(?: originally| before)?|unedited{_ONE_EN})"
_UNDO_EN = (
    f"(?:the )?(?:previous|prior|last|earlier|preceding){_ONE_EN}|(?:the )?one before|before{_ONE_EN}|(?:a|one) step"
)
_BACK_EN = (
    "(?:(?:go|take (?:me|it|us)|bring(?: me)?(?: it)?|get(?: me)?(?: it)?|put(?: it)?|change(?: it)?|turn(?: it)?|"
    "switch"
    "(?: it)?|roll(?: it)?|step|move|jump|come|send me|let's go|i want to go) )?back(?: to| with)?|"
    "(?:return|revert|restore|reset|go|switch)(?: it| this| that)?(?: back)?(?: to)?|use|keep|i want|i prefer|"
    "i'd prefer|"
    "give me back|get back|give me|show me|like|same as|bring back|i (?:still )?(?:liked?|loved?|preferred)|stick with"
)
_GOOD_EN = "(?: (?:was|is|looked|looks))?(?: (?:better|best|nicer|more|again|instead|after all|then|back))*"
RESTORE_PATTERNS: tuple[tuple[Restore, re.Pattern[str]], ...] = tuple(
    (restore, re.compile(pattern))
    for restore, pattern in (
        (Restore.FIRST, f"(?:{_BACK_EN}) (?:to )?(?:where (?:we|i|it) (?:started|began)|the (?:start|beginning)|"
            f"square one)|"
         f"(?:{_BACK_ZH})?{_FIRST_ZH}{_GOOD_ZH}|(?:(?:{_BACK_EN}) )?{_FIRST_EN}{_GOOD_EN}"),
        (Restore.ORIGINAL, f"(?:{_BACK_ZH})?{_ORIGINAL_ZH}{_GOOD_ZH}|(?:(?:{_BACK_EN}) )?{_ORIGINAL_EN}{_GOOD_EN}"),
        (Restore.ORIGINAL, "(?:撤销|取消|撤回|丢掉|放弃|清除|去掉|清空)(?:掉)?(?:全部|所有|一切)(?:的)?(?:修改|"
            "改动|操作|调整)?"
         "|(?:把)?(?:全部|所有|一切)?(?:的)?(?:修改|改动|操作|调整|更改)(?:都|全|全部|统统)(?:撤销|取消|撤回|去掉|"
         "不要|还原|丢掉)(?:掉|了)?"
         "|(?:把)?我?(?:所有|全部)?(?:改|做|调|弄)(?:过)?的(?:都|全|全部|统统)?(?:撤销?|撤回|不要|去掉|还原|取消)(?:了|掉)?"
         "|(?:undo|discard|drop|revert|cancel|remove|reset|clear|forget|throw away|scrap|lose) (?:everything|"
         "all)(?: of)?(?: the| my|"
         " these)?(?: changes|"
         " edits)?"),
        (Restore.REDO, "(?:恢复|取消)(?:刚才|刚刚)?(?:的)?撤(?:销|回)(?:的)?(?:那步|操作|修改|图)?|前进一步|"
            f"(?:重做|恢复){_STEP_ZH}|再?(?:{_BACK_ZH})?后(?:面)?一?(?:步|张|版|个)|"
            "redo(?: it| that| this)?"
         "(?: the)?(?: last)?(?: change| edit| step)?|undo the undo|(?:go|step) forward|ctrl[ +-]?(?:y|shift[ +-]?z)"),
        (Restore.UNDO, f"{_BACK_ZH}{_UNDO_ZH}{_GOOD_ZH}|(?:{_BACK_EN}) (?:{_UNDO_EN}){_GOOD_EN}"
         f"|(?:{_UNDO_ZH})(?:反而|倒|其实|还是)?(?:更好看|更好|好看|比较好|最好|好|更美|更漂亮|不错)(?:一些|一点|些|"
         f"点|了|吧)*"
         f"|(?:{_UNDO_EN}) (?:was|is|looked|looks) (?:much |way |a lot )?(?:better|best|nicer|prettier|good)"
         f"|再?(?:撤销|撤回)(?:一下|来|去|回来|掉|一次|一步)?|(?:撤销|撤回|取消|撤掉|去掉|不要)(?:掉)?{_STEP_ZH}|"
         f"(?:把)?{_STEP_ZH}"
         "(?:我)?(?:不要|不算|算了|取消|撤销|撤回|撤掉|作废)(?:了)?"
         "|(?:i )?(?:liked?|preferr?e?d?|loved?|want) (?:it )?(?:how|the way) it was(?: before)?"
         "|(?:i )?(?:liked|preferred|loved) (?:it|that|this)(?: better| more)? (?:before|the way it was|how it was)"
         "|(?:it|that|this) (?:was|looked) (?:better|nicer|best|good) before"
         "|(?:put|change|turn|bring|set|get|have|make) (?:it|that|this)(?: back)?(?: to)? (?:how|the way|what|"
         "like) it was(?: before)?"
         "|undo(?: it| that| this)?(?: the)?(?: last| previous)?(?: change| edit| step| one| thing| bit)?"
         "|(?:take|roll|put|change|turn) (?:it|that|this) back|scratch that|ctrl[ +-]?z|(?:cancel|forget|"
         "drop) (?:that|it)"
         "(?: change| edit)?|(?:cancel|drop|forget) the last (?:change|edit|step)"),
    )
)  # fmt: skip
"""Whole requests with a verb of returning and a name of the earlier image; the first match counts."""

NUMBERS = {
    "two": 2,
    "twice": 2,
    "three": 3,
    "thrice": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "a couple of": 2,
    "a couple": 2,
}
_N_EN = r"(two|three|four|five|six|a couple of|a couple|\d{1,2})"
_N_ZH = r"([一二两三四五六七八九十]|\d{1,2})"
_UNIT_EN = "(?: (?:steps?|versions?|changes?|edits?|times?|images?|pictures?|things|ones))?"
_WHAT_ZH = "(?:步|次|下|个|张|版)(?:操作|修改|改动|调整|图|之前|以前|前)?"
STEP_PATTERNS: tuple[tuple[Restore, re.Pattern[str]], ...] = (
    (Restore.REDO, re.compile(
        f"redo (?:the )?(?:last |next )?{_N_EN}{_UNIT_EN}|redo (?:it )?(twice|thrice)|(?:go |"
        f"step )?forward (?:by )?{_N_EN}{_UNIT_EN}"
        f"|(?:重做|前进|恢复)(?:刚才|最近|撤销的?)?(?:的)?{_N_ZH}(?:步|次|下)(?:撤销|操作|修改)?")),
    (Restore.UNDO, re.compile(
        f"(?:go |step |take me |take it |move |roll )?back (?:by )?{_N_EN}{_UNIT_EN}|{_N_EN} (?:steps?|versions?|"
        f"images?) (?:back|ago)"
        f"|(?:undo|revert|cancel|drop|discard|take back) (?:my |the )?(?:last |previous |latest )?{_N_EN}{_UNIT_EN}"
        f"|undo (?:it |that )?(twice|thrice)|(?:go|take me|take it|bring me|put it) back (?:to )?{_N_EN} (?:steps?|"
        f"versions?|images?) (?:ago|earlier|before)"
        f"|(?:往回|向后|往前|连续|连着|一次)?(?:撤销|撤回|退回|回退|后退|倒退|倒回|返回|取消|撤|退|回到|退到|恢复到|"
        f"倒)(?:掉|到|去|回)?(?:最近|最后|前面|刚才|前|上)?(?:的)?"
        f"{_N_ZH}{_WHAT_ZH}"
        f"|(?:把)?(?:最近|最后|刚才|前面|前|上)(?:的|这|那)?{_N_ZH}(?:步|次|个)(?:操作|修改|改动|调整)?(?:都|全|全部)?"
        "(?:撤销|撤回|取消|不要|去掉)(?:掉|了)?")),
)  # fmt: skip
"""Whole requests that move several steps in the history, with their number."""

LEADS = split_words(
    "给她|给它|给他|让我|让我们|我想|我要|麻烦|不对|不对不对|哎|唉|唉呀|哎呀|呃|嗯|呃|额|那|我觉得|能不能|可以|"
    "可不可以|帮我|请|再",
    "ew|eww|yikes|不行|不行不行|还是|把|不喜欢|不好|算了|不改了|先|maybe|hmm|no|nah|nope|can we|could we|can i|"
    "could i|may we|may i|i'd like to|"
    "i want to|i would like to|i wanna|ugh|oh|wait|wait no|hey|yo|ok|okay|sorry|oops|actually|never mind|let's|"
    "please|"
    "can you|"
    "could you|just|then",
)
TAILS = split_words("吧|呢|啊|呀|一下吧|吗|嘛|呗|了|好了|好吗| please| pls| now| instead| then| somehow| again")
