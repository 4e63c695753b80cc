"""Words of comments on a request, which request nothing themselves, as patterns over folded text."""

BREAKS = (
    r"[,，;；。!！?？…~～\n]+|\s+[-–—]+\s+|(?<!\d)[.:：](?!\d)|(?:但是|不过|可是|只是|就是(?=有点|太|不够|再)|所以|然后)"
    r"|\b(?:and|but|so|then|though|only)\b,? (?=(?:i need|i want|i'd|i would|can|could|please|pls|now|make|draw|"
    r"paint|a bit|a little|"
    r"slightly|maybe|still|it's|its|it is|too)\b)"
)
"""Between two clauses of a text."""

OF_IMAGE = (
    r"(?:(?:a|an|one|some|another|the) )?(?:[a-z]+ )?(?:picture|painting|drawing|image|photo|illustration|portrait|"
    r"sketch|"
    r"poster|sticker|pic)s? (?:of|with|showing) (?=.)"
)
"""Names an image and its subject."""

COMMENT = (
    r"^(?:let's (?:move|go) on|moving on|change of plans?|i'm|im|i've|i'll|it|it's|its|this|that|that's|there's|he|"
    r"she|they|because|since|cause|cuz|as|otherwise|for|"
    r"dear|honey|sweetie|love|darling|bruh|bro|dude|man|mate|guys|buddy|friend|sir|madam|ok|okay|well|hmm+|um+|ugh|oh|"
    r"wow|nice|great|cool|good|lovely|thanks|thank you|sorry|tbh|honestly|yeah|yes|yep|nah|no|nope|actually|oops|"
    r"nearly|close|getting there|scrap|forget|enough|ditch|never ?mind|not bad|almost|so|too|please|not)\b"
    r"|\b(?:i|my|me|we|our|us|mine|is|isn't|are|aren't|was|can't|cannot|doesn't|don't|looks?|seems?|feels?|hurts?|"
    r"thinks?|says?|said|hates?|dislikes?|prefers?|wants?|needs?|should|would|could)\b"
    r"|太(?!空|阳|平|极|后|子|监|行|原|湖|太)|[我你您咱他她是没不要像看显觉俺得]|有点|有些|因为|所以|这样|印|[了的]$|"
    r"^(?:好|行|嗯|哦|哎|唉|哇|对|可以)"
    r"|^(?:谢谢|谢|老师|师傅|亲|宝|大佬|兄弟|老铁|朋友|不错|挺好)"
)
"""The addressee of a clause, or a statement: a pronoun or a verb that no noun phrase of an image has."""

LIKED = (
    r"^(?:(?:my|the|our) )?(?!i\b)\w+ (?:really |just |all )?(?:loves?|likes?|adores?)\b|"
    r"^[\u3400-\u9fff]{1,4}(?:很|都|挺)?(?:喜欢|爱)"
)
"""The object of a preference; if it is the style of the image, the style is retained."""

REPEATED = (
    r"[,，. ]+(?:because |cause |as |since )?(?:she|he|they) (?:really |just )?(?:wants?|loves?|likes?|"
    r"prefers?) (?P<what>[^,，.]+)$"
    r"|[,，]?(?:[她他]|孩子|宝宝|女儿|儿子)(?:就|最|非|只)?(?:要|想要|喜欢|爱)(?P<what_zh>[^,，]{1,8})$"
)
"""The author of a request, at its end."""

DISLIKED = (
    r"^(?:(?:my|the|our) )?(?!i\b)\w+ (?:really |just )?(?:hates?|dislikes?|can't stand|(?:doesn't|does not|"
    r"didn't) like|"
    r"is(?:n't| not) (?:fond of|into|a fan of))\b"
    r"|^(?:我们?的?|你们?的?|这个?)?[\u3400-\u9fff]{1,4}(?:都|说)?(?:不太?喜欢|讨厌|看腻了?|嫌弃?)(?!的)"
)
"""A dislike, before the request that follows from it ("the client hates watercolor, go photorealistic")."""

ERRAND = (
    r"(?:what|who|whose|when|where|why|how|which|do you|does|did|can you|could you|will you|would you|are you|tell|"
    r"say|explain|write|translate|calculate|sing|search|summari[sz]e|remind|schedule|book|call|text|email|buy|send|"
    r"play|teach|read|give|add|put|place|remove|delete|erase|replace|swap|change|turn|move|make|let|draw|paint|"
    r"create|generate|crop|rotate|flip|undo|redo|i want|i need|i'd like|i would like)\b"
    r"|[把将给让加添去删换改移裁转翻放摆戴变]|画(?!面|里|中|质|得)|帮我|请帮|再|不要|别|我要|我想|想要|要(?!打印|印|"
    r"发|用|交|做|当|给)|怎么|什么|为什么|谁|哪|几|多少|讲|说|写|"
    r"翻译|告诉|推荐|查|订|买|播放|.*(?:吗|呢|什么|多少|几点)$"
)
"""A question, an errand or a verb of editing: a clause that requests something, even if it cannot be parsed."""

ASIDE_EN = (
    r"^(?:it|its|it's|they|they're|that|this|he|she|looks?|seems?|feels?|for|going|printing|posting|using|sending|"
    r"uploading|sharing|selling|making|as|since|because|cause|cuz|so|otherwise|or else|in case|before|after|when|"
    r"kind of|i'm|im|we're)\b"
    r"|^(?:(?:the|my|our|his|her|their|this|that) )?[a-z]+ (?:[a-z]+ )?(?:keeps?|rejects?|goes|is|are|was|were|will|"
    r"won't|"
    r"can't|doesn't|didn't|needs?|wants?|says?|said|hates?|thinks?|flipped|broke|ruined|requires?|likes?|only|cuts?|crops?|"
    r"comes?|looks?|asked|has|have|prints?|fits?|turned|came|got|went|loves?|prefers?)\b"
    r"|^(?:don't (?:overdo|go)|do not overdo|not too (?:much|far|crazy)|nothing (?:too|crazy|extreme)|but not too)\b"
    r"|^(?:crop|cut|chop|trim)(?: off| away| out)? (?:whatever|what|however|anything|as much)\b"
)
"""What may stand next to an adjustment and states why or what for; a noun phrase does not."""

ASIDE_ZH = (
    r"用$|用的|要用|用来|用于|放|发|当|印|贴|交|留给|配|看[着起]|显得|不然|否则|会|越|总|老是|一直|刚|这次|这样|跟|因为|太|"
    r"更|[了吧啦]$|尺寸|要求|规定|标准|对称|素材|封面|头像|比较|才|上传|传|失败|随便|都行|都可以|难看|好看|碍眼|多余|"
    r"不太|不好|不对|不行|不够|准备|需要|适合|适度|适可|别太|别过|方便|客户|老板|领导|孩子|手机|电脑|投影|打印|海报"
)
"""The same in Chinese."""

_MEASURED = "[一两二三四五六七八九十几][只个张条座匹朵棵艘辆盏盆杯本把位顶件束]"
NO_ASIDE_ZH = (
    f"{_MEASURED}|^(?:[把将让加添去删换改移转翻摆戴变画来]|再|还要|不要(?!太)|别(?!的|太|过)|给(?![\u3400-\u9fff]{{1,6}}(?:看|用|的)$))|"
    "背景|旁边|风格|[红黄蓝绿紫粉橙]色"
)
"""In what may request something of the image itself."""

STATEMENT = (
    r"(?:the|this|that|his|her|its|my|your|these|those) (?:[a-z']+ ){1,3}(?:is|are|was|were|isn't|aren't|looks?|"
    r"seems?|feels?|"
    r"needs?|does|do|did|doesn't|don't|didn't|should|could|will|would|cannot|has|have|lacks?)\b"
)
"""A sentence about a thing, not the name of one."""

PURPOSE = (
    r" (?:because|cause|cuz|since|so that|so (?=i |we |it |you |they |the |people )|in order to|for |to (?=make|"
    r"match|fit|look|see|show|suit|print|post|read|get)|"
    r"if |when |as (?=i|it|we) ).*$"
    r"| on (?:my|our|his|her|the) (?:phone|screen|laptop|tv|monitor|ipad|tablet|computer|wall|mobile|projector)\b.*$"
    r"|(?:好让|以便|方便|发(?=抖音|朋友圈|小红书|微博|微信|群|ins|b站|淘宝|公众号|给)|(?:当|做|作为|用作)(?=头像|"
    r"壁纸|封面|海报|屏保)|拿来|用来|因为|用来|这样|省得|免得|不然|否则|要不然).*$"
)
"""From the word that starts a reason or a purpose to the end of its clause."""

_DIALS_ZH = "亮度|明度|对比度?|饱和度|色温|锐度|清晰度|颜色|色彩|色调|尺寸|大小|比例|风格|画风|光线"
_DIALS_EN = (
    "brightness|exposure|contrast|saturation|warmth|sharpness|temperature|colou?rs?|tones?|size|style|lighting|light"
)
UNCHANGED = (
    rf"(?:[，,；; ]*(?:但是?|不过)?(?:{_DIALS_ZH})(?:都|先|就|还|继续|仍然?)*(?:不变|不动|别动|不要动|保持|维持|"
    rf"别改|不改|"
    rf"照旧|原样)(?:不变|原样)?(?:就行|就好|即可|了)?(?=[，,。；; ]|$))"
    rf"|(?:[，,；; ]*(?:但是?|不过)?(?:保持|维持|别动|不动|不要动|别改)(?:原来的|现在的)?(?:{_DIALS_ZH})(?:不变|"
    rf"不动)?(?=[，,。；; ]|$))"
    rf"|(?:[,;]? ?(?:but |and |while )?(?:keep|leave) (?:the |its |"
    rf"all the )?(?:{_DIALS_EN})(?: and (?:the )?(?:{_DIALS_EN}))?"
    rf"(?: (?:the same|as (?:it is|they are|is)|alone|unchanged|where it is))?(?=[,.;]|$))"
    rf"|(?:[,;]? ?(?:but |and |while )?(?:the )?(?:{_DIALS_EN}) (?:can |should |has to |must )?(?:stays?|remains?|"
    rf"unchanged|(?:is|are) fine)"
    rf"(?: the same| as (?:it is|is)| put| unchanged)?(?=[,.;]|$))"
    r"|(?:\b(?:(?:the )?same everything(?: else)?|everything(?: else)? the same|all else (?:the same|equal))(?=[,.]|$))"
    r"|(?:(?:其他|其它|其余|别的|剩下|剩余|构图|姿势|动作|内容|主体|样子|画面)(?:的|部分|地方|东西|元素|内容)*(?:都|"
    r"全|全部|还是|保持|先|就)*"
    r"(?:不变|不动|别动|不要动|不用动|别变|不要变|不改|别改|不用改|不要改|保留|保持|照旧|原样|一样|一致)(?:就行|就好|"
    r"即可|了)?"
    r"|(?:保持|保留|同样|一样的?|相同)(?:的)?(?:其他|其它|构图|姿势|动作|内容|主体|原有构图|原来的构图)(?:都|"
    r"全)?(?:不变|不动)?(?=[，,。 ]|$))"
    r"|(?:,? (?:but|and|while) )?\b(?:keep|keeping|leave|leaving) (?:the |everything |all )*(?:rest|else|other things|"
    r"others|composition|pose|subject|layout|scene|content)(?: else)?(?: the same| as (?:it is|is)| unchanged| alone| "
    r"intact)?(?:(?: but| and)? |(?=[,.]|$))"
    r"|(?:,? (?:but|and|while) )?\b(?:everything else|the rest|the others?)(?: should)? (?:stays?|remains?|unchanged|"
    r"(?:is|are) fine|as is)(?: the same| as is| as it is| unchanged)?(?=[,.]|$)"
)
"""Parts of the image that must not change."""

SOFT_BREAKS = (
    r"(?<=[了啦吧呢呀啊哦])(?=[给帮再把你我咱快能请换加调弄])|(?<=..)(?=(?:给我|帮我|你给我|你帮我|麻烦你?|能不能|可不可以)"
    r"(?![看]))|(?<=..)(?<![一也还就想要])(?=再[\u3400-\u9fff]{1,5}(?:一点|一些|点|些))|(?<=..)(?=往[左右上下里外]"
    r"[\u3400-\u9fff])|(?:(?<=一点)|(?<=一些)|(?<=[^一这那有某]些))(?=[\u3400-\u9fff]{2})"
    r"|(?:(?<= pls)|(?<= plz)|(?<= please)|(?<= thx)|(?<= lol)|(?<= thanks)) (?=\w)"
    r"| (?=(?:can|could|would|will) (?:you|u|we) |(?:please|pls) (?:make|add|put|remove|draw|change|turn|crop|give)\b)"
    r"| (?=(?:put|bring|take) (?:it )?back\b)| (?=(?:she|he|they) (?:wants?|says?|said|loves?|likes?|is|are)\b)"
    r"|(?<=.[色的了])(?=(?:她|他|我|孩子|宝宝|女儿|儿子)(?:要|想要|喜欢|说|就爱))"
    r"| (?=(?:so|and|now|just) (?:please |pls |can you |could you )?(?:make it|make the|add|put|remove|crop|turn it|"
    r"flip|rotate|draw|paint)\b)"
)
"""Positions of pauses in text that is dictated or typed without punctuation."""

REPORTER = (
    r"(?:(?:my|the|our) )?(?:\w+ )?(?:kids?|son|daughter|child|children|mom|mum|dad|wife|husband|boss|client|customer|"
    r"friend|teacher|sister|brother|grandma|grandpa|boyfriend|girlfriend|team|manager|editor|students?|"
    r"class)(?: \w+ly| just| "
    r"also| now)? (?:says?|said|thinks?|wants?|wanted|insists?|asks?|asked|suggests?|suggested|would like|would love|"
    r"prefers?|demands?)(?: for| that| to have| to see| us to| me to| you to)?,? "
    r"|(?:我(?:的|们|家)?|你|这|那)?(?:小)?(?:孩子|孩儿|小孩|宝宝|宝贝|女儿|闺女|儿子|孙子|孙女|外孙|娃|客户|老板|领导|甲方|老师|"
    r"同学|学生|朋友|老婆|老公|媳妇|爸爸|妈妈|爸|妈|爷爷|奶奶|主管|经理|同事|小朋友)(?:们)?(?:非|就|又|还|都|也|刚才|现在)*"
    r"(?:说了?|想|要求|要|喊着|吵着|嚷着|希望|觉得|建议|让我|提了?|非要)(?:是|要是|要|想要|想|让|得|最好)*"
    r"(?=还是|[再把给让加换改画在旁猫狗它里背前后左右上下头身多少][\u3400-\u9fff]|[\u3400-\u9fff]{1,3}(?:要|旁边|头上|身上))"
)
"""The author of a reported request ("my client wants a crown on the cat")."""
