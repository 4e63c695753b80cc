"""Words and patterns of requirements, in Chinese and English."""

import re

_NOT = r"(?:不要|不用|不必|别|不能|不得|不可|避免|禁止|不提|勿|无需|去掉|删掉|删去|删除|拿掉)"
_NOT_EN = r"(?:do not|don['’]t|never|avoid|without|no|remove|drop|leave out|delete)"
LIVELY = re.compile(
    r"活泼|轻松|可爱|俏皮|有趣|热情|元气|幽默|欢快|亲切|温柔|温暖|温和|人话|热闹|接地气"
    r"|lively|livelier|playful|\bfun\b|cheerful|casual|upbeat|friendl|\bwarm|gentle|\bloosen|\bhuman\b",
    re.IGNORECASE,
)
FORMAL = re.compile(
    r"正式|专业|严谨|商务|客观|稳重|学术|严肃|官方|生硬|\bstiff|formal|professional|serious|neutral|business",
    re.IGNORECASE,
)
TOO_MUCH = re.compile(r"(?:太|过于|不要那么|别那么|不要|别|less |too |sounds? |not (?:so|too) )$", re.IGNORECASE)
_EMOJI = r"(?:表情(?:符号)?|emojis?|颜文字)"
NO_EMOJI = re.compile(
    rf"(?:{_NOT}|无|不带|不加|没有|少)[^，。；,;]{{0,6}}{_EMOJI}|(?:{_NOT_EN}|fewer)\b[^,.;]{{0,12}}{_EMOJI}"
    rf"|{_EMOJI}[^，。；,;]{{0,4}}(?:太多|去掉|删)",
    re.IGNORECASE,
)
WITH_EMOJI = re.compile(
    rf"(?:加|多|用|带|配)[^，。；,;]{{0,6}}{_EMOJI}|(?:add|more|use|with)\b[^,.;]{{0,12}}{_EMOJI}", re.IGNORECASE
)
MAX_LENGTH = re.compile(
    r"(?:不超过|不多于|不要超过|别超过|最多|至多|(?<!不)少于|(?<!不)低于|控制在|限制在|限)\s*(\d+)\s*个?字|(\d+)\s*个?字(?:以内|之内|以下|内)"
    r"|(?:at most|under|no more than|not more than|max(?:imum)?(?: of)?|within"
    r"|(?<!no )less than|(?<!no )fewer than|up to|below)"
    r"\s+(\d+)\s+(words|characters)|(\d+)\s+(words|characters)\s+(?:or less|or fewer|max\w*|at most)",
    re.IGNORECASE,
)
MIN_LENGTH = re.compile(
    r"(?:不少于|不低于|至少|最少|(?<!不)(?<!不要)(?<!别)超过|(?<!不)多于)\s*(\d+)\s*个?字|(\d+)\s*个?字(?:以上|左右|上下)"
    r"|(?:at least|no fewer than|no less than|(?<!not )over|about|around)\s+(\d+)\s+(words|characters)",
    re.IGNORECASE,
)
_WORD = r"[“「『‘\"']?([^，。；！!？?“”「」『』\"\n]{1,24})"
EXCLUDED_WORDS = re.compile(
    rf"(?:(?<![特区级分个识辨]){_NOT}再?(?:出现|提到|提及|提|写|说|使用|用|有|含有|包含|含|放|加)"
    rf"|不要|不提|不写|去掉|删掉|删去|删除|拿掉)(?:任何)?{_WORD}"
    rf"|\b{_NOT_EN}\s+(?:mention(?:ing)?|us(?:e|ing)|say(?:ing)?|writ(?:e|ing)|includ(?:e|ing)|talk about)?\s*"
    r"(?:the |any |words? |of )*[“\"']?([A-Za-z][\w’' -]{1,40})",
    re.IGNORECASE,
)
REQUIRED_WORDS = re.compile(
    r"(?:提到|提及|提一下|包含|包括|加上|加入|加一段|加一点|加点|加个|补充|写上|写到|写一下|说说|说一下|突出|强调|增加|多写|多说|讲讲)"
    rf"(?:一下|一点|一些|一段|些|点|关于)*{_WORD}"
    r"|\b(?:mention|include|add|talk about|say more about|write about|cover|stress|highlight)\s+"
    r"(?:something |a section |a paragraph |a few words |more |about |on |the |a |an |some )*"
    r"[“\"']?([A-Za-z][\w’' -]{1,40})",
    re.IGNORECASE,
)
TAG_COUNT = re.compile(
    r"(?:标签|话题)[^，。；]{0,6}?(\d{1,2})\s*个|(?:at most|up to|max(?:imum)?)? ?(\d{1,2}) (?:hash)?tags?\b"
)
NO_TAGS = re.compile(
    r"(?:不[要加带用]|别[加带用])(?:任何)?(?:话题)?标签[了吧啊]?$|\b(?:no|without(?: any)?) (?:hash)?tags\b",
    re.IGNORECASE,
)
MAX_TITLE = re.compile(
    r"(?:不超过|不多于|不要超过|别超过|最多|至多|(?<!不)少于|控制在|限制在|限|在)?\s*(\d+)\s*个?字(?!以上)"
    r"|(\d+)\s*(?:characters|chars|letters)",
    re.IGNORECASE,
)
TITLE = re.compile(r"标题|题目|\btitle|headline", re.IGNORECASE)
TAGS = re.compile(r"标签|话题|\b(?:hash)?tags?\b", re.IGNORECASE)
OPENING = re.compile(r"开头|开篇|首段|第一段|\bopening|\bintro|first paragraph|\bbeginning", re.IGNORECASE)
CLOSING = re.compile(r"结尾|收尾|末段|最后一段|\bending|\bclosing|\bconclusion|last paragraph", re.IGNORECASE)
CATCHY = re.compile(
    r"吸引人|抓人|吸睛|抓眼球|爆款|亮眼|有冲击力|有意思|catchy|catchier|eye-catching|exciting|attractive", re.IGNORECASE
)
SHORTER = re.compile(
    r"更短|短一?[点些]|再短|精简|简短|缩短|太长|过长|啰嗦|冗长|删减|简洁|压缩"
    r"|shorter|shorten|too long|concise|\btrim|wordy|brief",
    re.IGNORECASE,
)
LONGER = re.compile(
    r"更长|长一?[点些]|再长|详细|丰富|太短|过短|展开|扩写|多写一?[点些]|写多一?[点些]"
    r"|更具体|具体一?[点些]|不够具体|内容太少|单薄"
    r"|longer|lengthen|more detail|too short|expand|elaborate|richer|\bthin\b",
    re.IGNORECASE,
)
REWRITE = re.compile(
    r"重写|重新写|重来|再来一|换一?[篇版]|推翻|全部重|换一?[个种](?:角度|写法|思路|方式|风格|说法|切入)|另一种写法|不一样的写法"
    r"|rewrite|another version|start over|from scratch|(?:different|another|new) (?:angle|approach|take|way)",
    re.IGNORECASE,
)
# Words about the form of the text are not required or excluded words.
ABOUT_FORM = re.compile(
    r"表情|emoji|标题|题目|标签|话题|开头|结尾|正文|字数|\d+\s*字|超过|太|过于|这么|那么|一点$|一些$|内容$|细节$|段落"
    r"|\bmore than|\btitle|\btags?\b|\bwords?$|\bcharacters$|\btoo\b|\bso\b|^it\b|details?$",
    re.IGNORECASE,
)
TRAILING_FILLER = re.compile(
    r"(?:之类|等等|等|的话|字样|这个词|这些词|的部分|部分|的内容|内容|方面|相关|了|啦|吧|呢|please)+$", re.IGNORECASE
)
LIST_SEPARATOR = re.compile(r"、|和|与|或者|或|以及|及|,|\band\b|\bor\b", re.IGNORECASE)
CLAUSE_SEPARATOR = re.compile(r"[，。；！!？?\n,;]|\.\s|但是?|\bbut\b", re.IGNORECASE)
