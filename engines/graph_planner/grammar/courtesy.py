"""Finds parts without content for a request: greetings, thanks, politeness, opinions, reasons."""

import re

_END = r"(?=[\s,.;:!?，。；：！？~]|$)"
_START = r"(?:(?<=[\s,.;:!?，。；：！？~(])|^)"
_BREAK = r"[,.;:!?，。；：！？~\n]"

_YOU = "(?:you|u|ya|we|i|it|someone|somebody)"
_CAN = "(?:could|can|would|might|will|may)"
_SOFTLY = "(?:possibly|please|maybe|perhaps|kindly|just|also|quickly|still|now|then|again|simply)"

_OPENINGS = (
    "(?:all good|hello|hi|hey+|yo|hiya|heya|howdy|greetings|dear)"
    "(?: (?:there|all|everyone|team|assistant|buddy|friend|again|reflow|sir|madam|bot|mate|guys?|folks))*",
    "good (?:morning|afternoon|evening|day)(?: (?:to you|everyone|there|all))?",
    "(?:ok|okay|alright|all right|right|well|so|now|anyway|anyways|basically|actually|honestly|oh|ah|aha|great|"
    "nice|cool|"
    "perfect|awesome|sure|all good|yes|yeah|yep|yup|excellent|lovely|looks good|good|fine|lol|never ?mind|nvm|"
    "hmm+|"
    "first of all|to start|to begin with|for starters|quick one|one more thing|one more|fyi|btw|by the way|"
    "one last thing|last thing|small change|quick change|change of plan|change of plans|new plan|new idea|next up|"
    "next step|step one|todo|request|note|first(?:ly)?(?=,| \\w+ (?:an?|it)\\b))",
    "(?:time|it's time|it is time|the plan is|the goal is|my goal is|the idea is|the task is|your task is|your job is)"
    r" to(?= \w)",
)
"""At the start of a sentence."""

_ANYWHERE = (
    "(?:many thanks|thanks|thank you|thank u|thx|ty|tysm|tnx|cheers|much appreciated|appreciate it|appreciated)"
    "(?: (?:a lot|so much|very much|in advance|again|a bunch|a million|a ton|mate|buddy|pal|man|dude|for (?:your|the) "
    "(?:help|time)|for helping))*",
    "(?:with )?(?:best|kind|warm) regards|regards|sincerely|have a (?:nice|great|good|lovely) (?:day|one|evening|"
    "weekend)",
    "(?:i'?m |i am )?(?:so |very |really )?sorry(?: (?:to (?:bother|disturb|trouble) you(?: again)?|(?:about|"
    "for) (?:that|this|(?:the|any|all "
    "the) \\w+)))?",
    "why (?:not|don't (?:you|we))(?= )|how about|what about|(?:is there )?any (?:way|chance) (?:to get|to|(?:you|"
    "we) (?:can|could)|of)|(?:do you )?"
    "mind if (?:you|we)|(?:i|we) (?:was|were|am|are|'m) (?:just )?(?:hoping|wondering) (?:you|we|to)(?: (?:can|could|"
    "would|might))?|you'd "
    "better|we'd better|had better|pretty please(?: with \\w+(?: \\w+)* on top)?|with \\w+ on top|"
    "would you (?:be )?mind|mind(?= \\w+ing\\b)",
    "(?:as for|as far as|regarding|concerning|with regards? to|when it comes to|speaking of|in terms of)(?= )|"
    "about(?= (?:the |my "
    ")?[a-z]+ ?[-,:–—])",
    "(?:it (?:is|was) |it's )?(?:hereby )?(?:requested|required|suggested|recommended|agreed|decided) that",
    "already(?=\\s*[.!]*$)|(?:it'?s|its|it is|that'?s|thats) (?:(?:too|so|just|really|totally|pretty|way too) )*"
    "(?:useless|ugly|awful|bad|horrible|terrible|boring|annoying|pointless|wrong|dumb|stupid|garbage|silly|in the way)"
    "(?=\\s*[.!]*$)",
    "(?:would|should|will|'ll|ought to) (?:be (?:enough|plenty|fine|sufficient|better|nicer|ideal|nice|great|good|"
    "lovely|perfect|cool|awesome|useful|helpful)|help|do|"
    "suffice)(?=\\s*[.!,]*$)|(?:is|are) "
    "(?:enough|plenty|sufficient)(?=\\s*[.!,]*$)",
    "(?:first|second|third|then|next|finally)(?= (?:set|add|mute|remove|delete|change|make|put|connect|rename|turn|"
    "bypass|insert)\\b)|"
    "(?:first|second|third|fourth)(?:ly)?(?=[,:])|(?:step |point |no\\. ?)\\d(?=[,:.])",
    "(?:and |but )?(?:nothing (?:else|more)|only that|that alone)(?=\\s*[.!]*$)",
    "excuse me|pardon me|pardon|apologies",
    f"(?:i (?:was|am)|i'm|was|just) (?:just )?wondering (?:if|whether) {_YOU}(?: {_CAN})?(?: {_SOFTLY})*",
    f"(?:do you think|is there any chance|any chance) (?:that )?{_YOU}(?: {_CAN})?(?: {_SOFTLY})*",
    f"{_CAN} {_YOU}(?: {_SOFTLY})*(?: (?:be so (?:kind|good|nice)(?: as)? to|be (?:kind|good|nice) enough to|"
    f"mind|manage to|"
    "help me(?: out)?(?: to| by|$)?|ask (?:you )?to|request(?: you)? to|trouble you to|bother you to|ask you to|"
    "go ahead "
    "and|please|try to|try and|make sure (?:that )?|see to it that|have))",
    "(?:please )?be (?:so )?(?:kind|good|nice)(?: enough| as)? (?:as )?to|do me a fav(?:o|ou)r(?: and)?|help "
    "me(?: out)? "
    "(?:to|by)|help me",
    "(?:would|is|might|could|will) it be possible (?:for you )?to|would it be (?:ok|okay|fine|alright) (?:to|if "
    "(?:you|we))",
    f"(?:i'd|i would|we'd|we would|i|we|i'll)(?: (?:really|very much|greatly|also))? (?:be (?:very |really |most "
    f"|so |forever )?"
    f"(?:grateful|happy|glad|thankful|obliged|delighted)|appreciate it|love it|like it|prefer it) if(?: "
    f"{_YOU}(?: {_CAN})?)?"
    f"(?: {_SOFTLY})*",
    "(?:it would|it'd|it might|it will|that would|would) be (?:so |very |really )?(?:nice|great|good|cool|lovely|"
    "helpful|"
    f"better|best|awesome|perfect|wonderful|useful|ideal|fantastic|amazing) (?:to|if(?: {_YOU}(?: {_CAN})?)?)(?: "
    f"have)?",
    "(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer|ask|expect|request)(?: for)? (?:you|u) to(?: please)?"
    "(?: go ahead and)?",
    "(?:i|we) (?:'d |would |do |just |really |still |also )*(?:want|need|like|love|prefer|rather|wanna) (?:to "
    ")?(?=have )",
    "(?:go|please go) ahead and|feel free to|be sure to|make sure(?: that| to| you)?|see to it that|(?:don't|do "
    "not) forget "
    "to|remember to|try to|try and|ensure(?: that)?|please note that|let(?:'s| us)(?: just| now| also| please)*|"
    "proceed to",
    "if (?:you|it|that|this)(?:'s| is| are| would be)? ?(?:do not mind|don't mind|ok|okay|fine|possible|alright|"
    "all right|"
    "not too much (?:trouble|work|to ask)|isn't too much (?:trouble|work|to ask)|can|could|would|may|please|like|"
    "want|wish|"
    "have (?:a|the) (?:moment|minute|second|sec|time)|works|makes sense|helps)(?: (?:with|for|by) (?:you|me|us))?"
    "(?= ?(?:[,.;!?，。；！？]|$|please|set|add|remove|delete|rename|change|make|put|connect|mute|turn|move|"
    "replace|insert))",
    "if (?:possible|you please|so)|if (?:that is|that's|it is|it's) (?:ok|okay|fine|possible|alright|not too "
    "much (?:trouble|"
    "work|to ask))(?: (?:with|for|by) (?:you|me|us))?",
    "when(?:ever)? you (?:can|could|have (?:a|the|some) (?:moment|minute|second|sec|chance|time)|get (?:a|the) "
    "(?:moment|"
    "minute|second|sec|chance)|are ready|'re ready)|at your (?:earliest )?convenience",
    "(?:i|we) (?:think|guess|believe|feel|suppose|reckon|figure|feel like|decided|have decided|'ve decided|"
    "suggest|propose|"
    "recommend)(?: that| like)?(?: (?:i|we|you|it)(?:'d| would| should| could| need to| want to| better|'d better)+"
    "(?: (?:rather|like|need|better|want))?(?: to)?(?: have)?)?",
    "in my opinion|imo|imho|to be honest|tbh|for what it's worth|as far as i can see|as discussed|as agreed|as usual|"
    "as mentioned|like i mentioned|for clarity",
    r"u+h+m*|u+m+|e+r+m*|h+m+|mm+|you know|kind of|sort of|sorta|kinda|lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|xd|btw|"
    r"by the way|asap|right away|immediately|at once please|real quick|real fast|this time|as well please|today|"
    r"tonight|"
    "this morning|anymore|any more|any longer|after all|instead please|once more please|once more|somewhere|"
    "somehow|okay"
    " so|for good|a notch|a touch|a tad|a little bit|a bit|a wee bit|a hair|way|by far|far|or so|or something|or "
    "whatever|and stuff|and so"
    " on|or thereabouts|give or take|from now on|going forward|moving forward|in the end|at the moment|for me|"
    "for us|for "
    "this(?! (?:one|node))|for that(?! (?:one|node))|for it please|if anything",
    r"(?:so (?:that )?|in order )(?:i|we|you|they|one|people|everyone) (?:can|could|will be able to|may|get to)"
    r"(?: (?:easily|quickly|better|actually|still|also))*"
    r"(?: (?:see|check|compare|look at|review|inspect|view|verify|judge|have a look at|keep an eye on|watch))?"
    r"(?: (?:it|this|that|what happens|what it (?:does|looks like)|what is going on|what's going on|how it looks|the "
    "(?:result|results|outcome|effect|difference|output|change))"
    rf"{_END})?",
    "(?:(?:i|we) (?:just |only )?(?:want|need|would like|'d like) )?(?:just )?(?:in order )?to "
    "(?:see|check|compare|inspect|judge|verify|have a look at|keep an eye on|look at) "
    "(?:it|this|"
    rf"that|the (?:result|results|outcome|effect|difference|change)){_END}",
    r"(?:because|cause|cuz|coz|given that|seeing that|seeing as)\b[^,.;!?，。；！？\n]*",
    r"(?:since|as) (?:it|it's|this|that|the \w+(?: \w+)?|we|i|my \w+|our \w+) ?(?:is|was|are|looks?|seems?|"
    r"feels?|isn't|"
    r"needs?|takes?|has|have|'s|'m|'re)\b[^,.;!?，。；！？\n]*",
)
"""English, as whole words."""

_CHINESE = (
    "关于|至于|说到(?!做到)|针对|要不(?:然)?(?=[把将给先还就我咱]|[\u4e00-\u9fff]+吧)|别忘(?:了|记)|不要忘(?:了|记)?|记得|务必",
    "(?:出来)?(?:留着|以)?备用(?=[，,。.！!]|$)|以备后用|留个底|(?<=[，,])等(?![比宽高分距于待])[^，,。；;！!？?\n]{2,12}(?=[。！!]?$)",
    "就(?:够|行|好|可以|差不多|成|得|完事)(?:了|啦|的)?(?=[，,。.！!]|$)|得了(?=[，,。.！!]|$)|(?<=[0-9a-z])[不伐么](?=[?？]?$)",
    "(?<![\u4e00-\u9fff0-9])(?:第?[一二三四五六]|[0-9])[、)）](?![0-9])|(?:首先|第[一二三四]步?)(?=[，,：:])",
    "(?:你|您|大家|各位)好(?:呀|啊)?|早上好|下午好|晚上好|早安|晚安|嗨|哈喽|哈罗|亲爱的|亲|小助手|小助理|助手",
    "不好意思(?:打扰(?:一下)?)?|打扰(?:一下|了|您了|你了)?|抱歉|对不起|劳驾(?:您|你)?|借过",
    "辛苦(?:你|您|大家)?(?:了|啦)?|(?:非常|十分|万分|太)?感谢(?:您|你|啦|了|不尽|支持)?|(?:谢谢|多谢|谢)(?:你|"
    "您|啦|了|哈|啊|咯)*"
    "|谢啦|谢过|感恩|拜托(?:了|你了|您了|你|您)?|求求?(?:你|您)(?:了)?|求求?了|有劳(?:您|你)?(?:了)?|麻烦(?:你|"
    "您)?(?:了|啦)",
    "请问(?:一下)?(?!.*(?:怎么|什么|为什么|多少|哪))",
    "(?:如果|要是|若|假如|倘若)?(?:方便|可以|可能|行|没问题|不麻烦|有空|有时间|不介意)的话|如果(?:方便|可以|"
    "可能|行|没问题|不麻烦)(?=[，,])",
    "(?:我|我们|个人|咱|咱们)(?:个人)?(?:觉得|感觉|认为|寻思|琢磨|打算|准备|计划|决定|建议)(?:一下|还是|可以|"
    "应该|要|着)*",
    "(?:我|我们|咱|咱们)(?:现在|目前|这边|这里)(?:想|要|需要)?",
    "(?:你|您)?(?:帮我|给我|替我|帮忙)?(?:看一下|看一看|看看|看下)(?:能不能|能否|可否|可不可以)?(?=把|将)",
    "(?:让我|我|好|方便|这样)?(?:看看|看一下|看下|瞧瞧|瞅瞅|对比一下|对比下|检查一下|确认一下)(?:效果|结果|情况|"
    "成果|成品|怎么样|如何)",
    "(?<![不很真挺太最])(?:这样|好让|以便|方便|便于|好)(?:我|我们|大家|咱们)?(?:可以|能|能够|好)?(?:查看|看到|看看|观察|对比|检查|"
    "确认|看|比较|核对)"
    "(?:一下)?(?:效果|结果|情况|成果|成品|区别|变化)?",
    "(?:因为|由于)[^，,。；;！!？?\n]*[，,](?:所以|因此)?|(?:，|,)?(?:因为|毕竟)[^，,。；;！!？?\n]*",
    "(?<![\u4e00-\u9fff])(?:那个|这个|就是说?|嗯+|呃+|额+|啊+|哦+|噢+|喔+|哎+|唉+|诶+|欸+|好了|好嘞|好哒|行了|"
    "行吧|没事|对了|话说|其实|反正|"
    "那啥|内个|哈+|嘿+|嘻+|呵+)(?=[，,、…。\\s]|$)",
    "呃+|额(?!度|外)|嗯+|诶|欸|唔|哈哈+|嘿嘿+|嘻嘻+|呵呵+|h{3,}|233+|666+|哦哦?(?!不)|噢|喔|嘞|哟|呦|咯|喽|哒|"
    "咧|嗷|滴(?=$|[，。！])",
    "其实|反正|(?<!句)话说|老实说|说实话|一般来说|总之|那啥|随便|尽量|大概|差不多|左右(?=[，。！]|$)|冲(?:冲)+|"
    "赶紧|赶快|尽快|快点|抓紧|"
    "老板|大佬|大哥|师傅|朋友|兄弟|姐妹|宝子?们?|才对|才行|才好|为好|没问题吧|可好|中不中|成不成|成吗|妥不妥|怎么样$|"
    "咋样$|如何$|哈$|今天|等会儿?再.*?(?=[，。！]|$)|回头再.*?(?=[，。！]|$)|一会儿?|这次|这回|本次|目前|眼下|"
    "当下|顺手|顺带|顺道|另外再|手动|重新(?=设|调|改|连|接)",
)
_EMOTICON = re.compile(
    r"[:;=]-?[)(dpo/\\](?![a-z0-9])|<3|\^_?\^|[\u2600-\u27bf\U0001f000-\U0001faff\u2b50\ufe0f\u200d]+"
    r"|(?<=\s)[~～]+|[~～]+$"
)
_ADVERB = re.compile(r"\b(?!only\b|hardly\b|barely\b|partly\b|partially\b|scarcely\b|temporarily\b|nearly\b|likely\b|"
                     r"exponentially\b|horizontally\b|vertically\b|sequentially\b|fly\b|apply\b|multiply\b|reply\b|"
                     r"family\b|supply\b|respectively\b|newly\b|recently\b|currently\b|unlikely\b|early\b|assembly\b|"
                     r"july\b|ally\b|butterfly\b|lily\b|ugly\b|silly\b|friendly\b|lovely\b|italy\b|fully\b|elderly\b|"
                     r"lonely\b|jelly\b|belly\b|daily\b|curly\b|holy\b|directly\b|finally\b|lastly\b)"
                     r"[a-z]{3,}ly\b")  # fmt: skip
"""Words of manner: "possibly", "nicely". Those that limit a request, and those of the grammar, are not among them."""
_SENTENCE = r"(?:(?<=[.!?;。！？；\n])|(?<=[.!?;。！？；\n] )|^)[\s,，]*"
_AT_START = re.compile(rf"{_SENTENCE}(?:(?:{'|'.join(_OPENINGS)}){_END}[\s,，.!！。~]*)+", re.MULTILINE)
_WITHIN = re.compile(rf"{_START}(?:{'|'.join(f'(?:{one})' for one in _ANYWHERE)}){_END}")
_IN_CHINESE = re.compile("|".join(f"(?:{one})" for one in _CHINESE))
_QUOTED = re.compile(
    "\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|‘[^’\n]*’|(?<![a-z0-9])'[^'\n]*'(?![a-z0-9])"
)
_SPOKEN = re.compile(
    r"(?:\b(?:says?|saying|said|reads?|reading|writes?|writing|written|words?|shouts?|shouting|whispers?|titled|labell?ed)"
    r"[ :]+|(?:说|写着|写上|写|喊|喊着|内容是|内容为)[:：]?)$"
)
"""Before a quoted text: 写着谢谢."""
_VALUE = re.compile(
    r"(?:\b(?:to|into|as|be|call \w+|title)[ :]+|(?:改成|改为|换成|设为|设成|改名为|改名叫|命名为)[:：]?)$"
)
_MAX_BEFORE = 20
_CORRECTS = re.compile(
    r"(?<=[,;.…—–-])\s*(?:oh |ah |uh |um |er )?(?:i'?m )?sorry,? *"
    r"(?=(?:no,? )?(?:not )?(?:(?:the|a|make it) )?(?!(?:for|to|about|but|if|that|i|"
    r"again)\b)[\w.%]+(?: [\w.]+)?\s*[.!]*$)"
)
"""An apology that corrects: "0.6, sorry, 0.5"."""
_AFTER_VALUE = re.compile(r"\s*[.!。！~]*\s*$")


def remove_courtesy(folded: str) -> str:
    """Return *folded* of the same length with spaces for parts that change nothing.

    Quoted texts remain, and so do texts within an image, and texts to set: "the headline to thank you".
    """
    quoted = [match.span() for match in _QUOTED.finditer(folded)]

    def blank(match: re.Match[str]) -> str:
        is_quoted = any(match.start() < end and start < match.end() for start, end in quoted)
        start = max(0, match.start() - _MAX_BEFORE)
        before = folded[start : match.start()]
        is_spoken = _SPOKEN.search(before) or (_VALUE.search(before) and _AFTER_VALUE.match(folded, match.end()))
        corrects = "sorry" in match[0] and any(
            one.start() <= match.start() + match[0].index("sorry") < one.end() for one in _CORRECTS.finditer(folded)
        )
        return match[0] if is_quoted or is_spoken or corrects else " " * len(match[0])

    for pattern in (_EMOTICON, _AT_START, _WITHIN, _WITHIN, _AT_START, _IN_CHINESE, _ADVERB):
        folded = pattern.sub(blank, folded)
    return folded
