"""Rules of feedback: the first one whose pattern and parts match a clause determines the kind of the change."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Kind, Part
from engines.note_writer.feedback.counts import NUMBER as _N
from engines.note_writer.feedback.words import CUT_EN as _CUT_EN
from engines.note_writer.feedback.words import CUT_ZH as _CUT_ZH
from engines.note_writer.feedback.words import ORDINAL as _ORDINAL
from engines.note_writer.feedback.words import SECTION as _SECTION

_UNSTATED = r"一?下|为什么|怎么|如何|原因|理由|来源|出处|预算|时间|地点"
"""Names of parts in a request to state something, without the text."""
_QUOTED = r"[“”\"「」『』‘’'《》]"
PARTS = (
    (
        Part.TITLE,
        re.compile(
            r"(?<!小)(?<!每条)(?<!每个)(?<!每段)标题|题目|(?<![a-z])(?<!sub)(?:title|headline)(?![a-z])|\brename\b|^(?:call|name) (?:it|(?:the|this) (?:post|note|piece|article))\b|\bit (?:called|titled|named)\b",
            re.IGNORECASE,
        ),
    ),
    (Part.TAGS, re.compile(r"标签|(?<![这那个种])话题|[#＃][^\W\d]|(?<![a-z])(?:hash)?tags?(?![a-z])", re.IGNORECASE)),
    (
        Part.OPENING,
        re.compile(
            r"开头|开篇|首段|首句|第一句|\bfirst (?:sentence|line)\b|\bopening\b(?! (?:hours|times))|\bintro(?:duction)?\b|\bfirst paragraph\b|\bbeginning\b|^(?:start|open|begin) with\b|\b(?:add|write|say|include|mention|put|note|state|remind|tell|point out)\b.*\bat the (?:very )?(?:start|top|beginning)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Part.CLOSING,
        re.compile(
            r"结尾|收尾|末段|结语|结束语|最后(?=加|用|来|问|以|再|补)|最后(?:那|一)?[段句](?!删)|\bending\b|\boutro\b|\bclosing\b|\bconclusion\b|\blast (?:line|sentence|paragraph)\b|^end\b|\b(?:end|finish|close) with\b|文末|\bsign off\b|\b(?:question|line|sentence|bit|thing|stuff) at the (?:very )?(?:end|bottom)\b|\b(?:add|write|say|include|mention|put|note|state|remind|tell|point out)\b.*\bat the (?:very )?(?:end|bottom)\b",
            re.IGNORECASE,
        ),
    ),
    (Part.BODY, re.compile(r"正文|内容|全文|段落|\bbody\b|\bthe text\b", re.IGNORECASE)),
)
_ORDINAL_OR_N = r"(\d|one|two|three|four|five|first|second|third|fourth|fifth|last)"
_WORD = rf"{_QUOTED}?([^“”\"「」『』]{{1,60}}?){_QUOTED}?"
ORDINAL_SECTION = re.compile(rf"{_ORDINAL}个?{_SECTION}|{_ORDINAL} {_SECTION}", re.IGNORECASE)


def _rule(kind: Kind, pattern: str, *parts: Part) -> tuple[Kind, re.Pattern[str], tuple[Part, ...]]:
    return kind, re.compile(pattern, re.IGNORECASE), parts


_T, _B, _G, _O, _C = Part.TITLE, Part.BODY, Part.TAGS, Part.OPENING, Part.CLOSING
RULES = (
    _rule(
        Kind.LACK,
        r"[#＃]([\w-]+)[^#＃]*(?:不合适|不对|不搭|无关|没关系|不要|别用|去掉|删|拿掉|多余|\b(?:wrong|off|out|irrelevant|unrelated|has nothing|doesn['’]t|isn['’]t|can go)\b)",
        _G,
    ),
    _rule(
        Kind.CONTAIN,
        r"^(?!.*(?:不要|别|不用|去掉|删|拿掉|不是|换成|改成|\b(?:not?|no|remove|drop|delete|without|lose|instead|change|to)\b)).*?([#＃][\w-]+(?:[\s、和]*[#＃][\w-]+)*)",
        _G,
    ),
    _rule(
        Kind.TONE,
        r"像.{0,8}(?:聊天|说话|唠嗑|谈心)(?:那样|一样|似的)?|(?:聊天|唠嗑)的?(?:口气|语气|口吻)"
        r"|(?:口气|语气|口吻)?(?:别|不要)?(?:太|这么|那么)(?:凶|冲|硬)|软一?[点些]|像.{0,6}(?:训人|教训|老师|吐槽).{0,6}"
        r"|\b(?:sounds?|reads?|feels?) (?:too )?(?:bossy|harsh|preachy|patroni[sz]ing|cold)|\bsoften (?:it|the tone)|\bcalm(?:er)?\b|\bsounds? angry|\bchatt(?:y|ier)|\bpreachy|\bless (?:pally|harsh|bossy)"
        r"|\b(?:sounds?|reads?|reading) like an? (?:brochure|manual|press release|robot|textbook|lecture|leaflet|teacher)\b|\blike (?:you['’]re|i['’]m|we['’]re) (?:texting|talking to|chatting with) an? friend|\blike a friend talking",
        _B,
        _O,
        _C,
    ),
    _rule(
        Kind.NEEDS_MODEL,
        r"翻译|(?:改成|换成|写成|用|[翻译]成)(?:全)?(?:英文|英语|中文|日[文语]|韩[文语]|法[文语]|德[文语]|繁体字?|繁体中文|简体字?|粤语|方言|双语)|[英中日法德韩]文版|藏头诗|押韵|写成(?:诗|歌|剧本|对话)|文言文|模仿|像.{1,12}(?:的文章|的风格|那样|一样|的口吻)"
        r"|\btranslate|\b(?:in|into|to) (?:french|german|spanish|chinese|english|japanese|italian|portuguese|korean|dutch|russian)\b|\brhym|\bpoem|\bhaiku|\bsonnet|\bin the style of\b"
        r"|\b(?:write|sound)s? (?:it )?like\b(?! an? ad)|\blike (?:an? )?(?:hemingway|shakespeare|pirate)|\bsarcas",
    ),
    _rule(
        Kind.NO_SOURCES,
        rf"(?:{_CUT_ZH}|别写|不写|别带)[^，]{{0,6}}(?:来源|出处|引用)|(?:来源|出处|引用)[^，]{{0,4}}(?:{_CUT_ZH}|删|别写)|\b{_CUT_EN} (?:the |all )?(?:sources?|citations?|references?)",
    ),
    _rule(
        Kind.NEEDS_MODEL,
        r"以外的|专业(?:词|术语|名词|用语)|术语|行话|黑话|\bjargon\b|\btechnical (?:terms?|words?|language)\b|拆开|拆分|合并|通俗|口语化|机器写|AI ?味|\b(?:split|merge|combine)\b|\bsimpler (?:words|language)|第三人称|核[实对查]|查证|查一?[查下]|属实|错别字|错字|病句|语法|拼写|标点|加粗|斜体|字体|字号|链接|二维码|配乐|音乐|视频|录音|朗读|念给|(?:发到|发布|发送|转发|投稿)|朋友圈|打印|导出"
        r"|\bread (?:it|this) (?:aloud|out|to)|\bthird person\b|\bas [“\"]?we\b|\b(?:use|say|write) [“\"]?(?:we|us)\b|[用改换成][“\"「]?(?:我们|咱们)[”\"」]?(?:来|的口吻|的口气)?(?:写|说|讲|称呼|$)|(?:做成|改成|换成|用)表格|\b(?:as|into) a table\b|\b(?:double-?check|fact-?check|verify|look up|proofread|typos?|spelling|grammar|bold|italics?|fonts?|links?|url|qr code)\b|\bcheck (?:whether|if|that|the)\b|\b(?:music|video|podcast|voice-?over)\b|\b(?:post|publish|send|share|print) (?:it|this)\b",
    ),
    _rule(
        Kind.KEEP,
        r"^(?!.*\b(?:mention|say|add|note|state|remind)\b).*(?:留着(?!.*[写加])|(?:要|必须|得|一定|可以)留$|保留$|不用管|别管|(?<![走跑爬拿搬做背抱拉推搞])不动|不变|不[要用]动|别动|别碰|别改|不要改(?!成)|保持原样|不用改|可以了$|没问题|^(?:图文|文字|内容|整体|其他|其余|别的)?都?(?:很|挺|还)?(?:不错|挺好|很好|可以|满意)的?$|\bleave\b.*\b(?:alone|as|unchanged)\b|\bkeep\b.*\b(?:as|same|unchanged)\b|\bis (?:fine|good|great|perfect)\b|^(?:the rest|everything else|all else|the others?) (?:is|are|looks?|reads?) (?!too|not|n['’]t)\w+$|\bis (?:grand|lovely|spot on|ok(?:ay)?|nice|brilliant|solid|perfect)$|^(?:nice|good|great|looks? good|i like it|perfect|lovely|awesome|brilliant|love (?:it|this)|ship it|all good|no notes)(?: work| job)?$|^(?:就这样|没意见|没毛病|完美|没有?问题)$|\bdon't (?:touch|change)\b|\b(?:leave|keep) (?:the )?(?:rest|others?|everything(?: else)?|question|ending|opening|closing|title|tags)\b(?!.* (?:to|under|at|in)\b)|^(?:the )?rest stays?)",
    ),
    _rule(
        Kind.REPLACE,
        rf"把?{_WORD}(?:全部?|都|统一|一律)*(?:换成|改成|替换成|替换为|改为|写成|叫成)(?!.*了$){_WORD}$|replace {_WORD} (?:with|by) {_WORD}(?: everywhere| throughout| please)*$|change {_WORD} (?:to|into) {_WORD}(?: everywhere| throughout| please)*$",
        _B,
    ),
    _rule(
        Kind.REPLACE,
        rf"(?:标题|题目)(?:(?:里面?|中|上)(?:的)?(?:把)?|把){_WORD}(?:换成|改成|改为|换为){_WORD}$|\b(?:change|replace|swap) (?:the word )?{_WORD} (?:to|with|by|for) {_WORD} in the (?:title|headline)$|\bin the (?:title|headline)[,:]? (?:change|replace) {_WORD} (?:to|with|by) {_WORD}$",
        _T,
    ),
    _rule(
        Kind.REPLACE,
        rf"^(?:the word )?(?!.*\b(?:title|headline)\b){_WORD} (?:should|must|needs to) (?:be|read|say) (?!a question|shorter|longer|more|less){_WORD}$",
        _T,
    ),
    _rule(
        Kind.WARN,
        rf"(?:[加写补来给放][上个点]?[一个条句点]*(?:提醒|警告|警示|提示)|^(?:记得|也|要|得)*(?:提醒|警告)(?:一下|大家|读者|他们|人家|家长)*)[:：]?(?![的太就也都]|{_UNSTATED}){_QUOTED}?([^“”\"「」『』]{{3,160}}?){_QUOTED}?$"
        rf"|\b(?:add|put|include|give|write)s? (?:in )?(?:them |people |readers )?(?:an?|the|some|one) (?:\w+ )?(?:warning|caution|note of caution|word of warning|heads-up)s? ((?:about|against|on|of|for|that|not to) .{{3,160}})$|^(?:warn|caution|alert)(?: them| people| readers| everyone| folks| others)? ((?:about|against|of|that|not to) .{{3,160}})$",
        _B,
    ),
    _rule(
        Kind.ADD_TEXT,
        rf"(?:加|加上|补|补上|补充|写|写上|添)一?句话?[:：]?{_QUOTED}?([^“”\"「」]{{4,160}}?){_QUOTED}?$|(?:加上|加|补上|写上|写明|注明|补充)[^“”：:]{{0,8}}[:：]{_QUOTED}?([^“”\"「」]{{4,160}}?){_QUOTED}?$|(?:注明|写明|标明|点明|写清楚|说清楚|讲清楚|交代清楚|提醒大家|提醒一下大家|告诉大家)(?!{_UNSTATED})([^“”\"「」]{{4,160}})$"
        rf"|\b(?:mention|say|add|note|state|point out|make (?:it )?clear|include|write|remind (?:them|people|readers)) that (.{{4,160}})$|\b(?:add|include|write|put)\b[^:]{{0,40}}: ?{_QUOTED}?([^“”\"]{{4,160}}?){_QUOTED}?$|\b(?:line|sentence)\b[^:]{{0,40}}: ?{_QUOTED}([^“”\"]{{4,160}}?){_QUOTED}$|\b(?:tell|remind) (?:people|them|readers|everyone|folks) (?:to|that) (.{{4,160}})$|\b(?:line|sentence|note) (?:saying|that says|to say)(?: that)? {_QUOTED}?([^“”\"]{{4,160}}?){_QUOTED}?$"
        rf"|\b(?:add|include) (?:the )?(?:sentence|line) {_QUOTED}([^“”\"]{{4,160}}?){_QUOTED}",
        _B,
        _O,
        _C,
    ),
    _rule(
        Kind.QUESTION,
        r"(?<!别)(?<!不要)(?:用|加|改成?|换成?|写成|变成|以|来|抛)(?:出|上)?(?:一个|个|一句|句)?(?:问句|疑问句|提问|问题|反问)|问(?:大家|读者|他们|粉丝)(?:一?个)?问题|问读者|(?<!not be )(?<!n.t be )(?<!nt be )(?<!starts )(?<!begins )(?<!opens )(?<!ends )(?<!starts with )(?<!begins with )(?<!opens with )(?<!ends with )\b(?:a|as a|with a) question\b|\bask (?:the readers? )?a question",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.NO_QUESTION,
        r"(?:别|不要|不用)(?:用)?(?:问句|疑问句|提问)|(?:问|提问)[^，]{0,8}(?:删|去掉|不要|拿掉)|\b(?:don['’]t (?:want|need|like)|no need for|remove|drop|lose|cut|delete|skip|ditch) (?:the |a |that |any )?questions?\b|\b(?:no|not a|without a?) ?questions?\b|\b(?:shouldn.?t|should not|must not|mustn.?t|can.?t) be (?:\w+ as )?a question\b|\ba statement\b|陈述句",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.SET,
        rf"(?:标题|题目)[^里有带加去不别中含现提删把“”\"「」『』《》]{{0,14}}{_QUOTED}([^“”\"「」《》]+){_QUOTED}$|\brename (?:it|this|the (?:post|note|title))?(?: to)?:? ?{_WORD}$",
        _T,
    ),
    _rule(
        Kind.SET,
        rf"(?:标题|题目)(?:就)?(?:改成|改为|换成|换为|写成|定为|改叫|叫做?|用|是|为)?[:：]?{_QUOTED}([^“”\"「」《》]+){_QUOTED}$|(?:标题|题目)(?:就)?(?:改成|改为|换成|换为|定为|改叫|叫做?)[:：]?(.+)$"
        rf"|(?:标题|题目)[:：](.+)$|(?:title|headline)(?:(?: should be| to be| to| is)(?: exactly| simply)?:?|:) (?!under|below|at most|about|around|less|(?:so|too|very|really|a bit|kind of|kinda|way|not|still|just|pretty|quite|rather|fine|good|great|nice|generic|boring|bland|dull|vague|long|short|wrong|weak|off|misleading|confusing)\b|\d+ (?:word|char)){_QUOTED}?([^“”\"]+){_QUOTED}?$|^(?:call|name) (?:it|(?:the|this) (?:post|note|piece|article)) {_WORD}$|\b(?:called|titled|entitled|named) {_WORD}$|(?:title|headline) (?:changed )?(?:to|into) {_QUOTED}([^“”\"]+){_QUOTED}$",
        _T,
    ),
    _rule(
        Kind.SET,
        rf"(?:改成|改为|换成|换为|写成|写|用|来|加上?|说|问|是)(?:一?句)?[:：]?{_QUOTED}([^“”\"「」《》]{{2,}}){_QUOTED}(?:这?一?句话?|开头|结尾|收尾|开始|结束|就行|就好|就可以)*$|(?:改成|改为|换成|换为|写成)?[:：](.{{3,}})$"
        rf"|\b(?:with|to|be|is|on|say|saying|read|use|add)(?: the)?(?: (?:sentence|line|words?|phrase))?:? {_QUOTED}([^“”\"]{{2,}}){_QUOTED}(?: (?:at the (?:start|end|beginning)))?$|\b(?:opening|ending|closing|intro|last line|first line)(?: should be)?: (.{{3,}})$",
        _O,
        _C,
    ),
    _rule(
        Kind.SET,
        rf"^(?:就|直接)?(?:改成|改为|换成|换为|叫做?|就叫|写成)[:：]?{_WORD}$|^(?:make it|try|use|how about) {_QUOTED}([^“”\"]+){_QUOTED}$",
        _T,
    ),
    _rule(
        Kind.MAX_LENGTH,
        r"(?!.*\d\s*个?字(?:左右|上下))(?:不(?:要)?超过|不多于|别超过|最多|至多|少于|控制在|(?:缩|缩短|缩减|压缩|精简|砍)(?:到|至|成)|减到|删到)\s*(\d+)\s*个?字?|(\d+)\s*个?字(?:以内|之内|以下|内)"
        r"|(?:at most|under|no more than|within|max(?:imum)?(?: of)?|up to|below|fewer than|less than|(?:cut|trim|shorten) (?:it |this |the text )?(?:down )?to|down to)\s+(\d+)(?!\d| (?:tips?|points?|steps?|ideas?|items?|bullets?|sections?|paragraphs?|sentences?|lines?|tags?|hashtags?|pictures?|images?|things)\b)"
        r"|(\d+) (?:words|characters) (?:or (?:less|fewer)|max(?:imum)?|at most|tops|at the most)",
        _T,
        _B,
    ),
    _rule(
        Kind.MIN_LENGTH,
        r"(?:不少于|不低于|至少|最少|扩(?:写|充)?(?:到|至|成)|凑(?:到|够|满)|写(?:到|够|满)|超过)\s*(\d+)\s*个?字?|(\d+)\s*个?字以上|(?:at least|no fewer than|no less than|more than|over)\s+(\d+)",
        _B,
    ),
    _rule(
        Kind.ABOUT_LENGTH,
        r"(\d+)\s*个?字(?:左右|上下|吧|就行|就好|就够了?)?$|(\d+)\s*个?字(?:左右|上下)|(?:大概|大约|约)\s*(\d+)\s*个?字|(?:about|around|roughly|approximately|some|say|maybe|like|to)\s+(\d+)\s*(?:words|characters)|^(?:make it |is )?(\d+) (?:words|characters)(?: is (?:enough|plenty|fine))?$",
        _B,
    ),
    _rule(
        Kind.COUNT,
        rf"(?:只留|只要|留|减到|改成|换成|最多|保留|就)\s*{_N}\s*个|(?<![第多加来]){_N}\s*个(?:就够了?|就行|就好|以内|以下|之内)?$|(?:only|just|at most|exactly|no more than|up to|keep)\s+{_N}\b|\b{_N} (?:hash)?tags",
        _G,
    ),
    _rule(Kind.COUNT, rf"^{_N} (?:is|are|will be|would be)? ?(?:plenty|enough|fine|max|tops|at most|do)\b", _G),
    _rule(Kind.COUNT, rf"(?:凑|加到|加够|至少|不少于)\s*{_N}\s*个|\b(?:at least|make it) {_N}\b", _G),
    _rule(
        Kind.DROP,
        rf"(?:标签|话题)(?:标签)?(?:都|全部?|统统|一个)?(?:也|就|可以)?(?:不要|删掉?|去掉|拿掉|不用)(?:了|吧)?$|^(?:不要|去掉|删掉?|别加|不加|拿掉)(?:所有|全部|任何)?的?(?:标签|话题)(?:标签)?$"
        rf"|\b{_CUT_EN} (?:all )?(?:of )?(?:the |any )?(?:hash)?tags?(?: (?:completely|altogether|please|at all|entirely))?$|\b(?:take|leave) (?:all )?(?:the )?(?:hash)?tags out\b|^{_CUT_EN} (?:them all|all of them|the lot)$",
        _G,
    ),
    _rule(Kind.LENGTHEN, r"(?:多|再)[加来给]?[几一两三些]{1,2}个?|太少|\bmore\b|\btoo few\b", _G),
    _rule(Kind.SHORTEN, r"少[几一两三些]{0,2}个?|太多(?!余)|\bfewer\b|\bless\b|\btoo many\b", _G),
    _rule(Kind.SET, rf"(?:换成|改成|改为|(?<![别不])用){_WORD}$|\b(?:change|set|switch) .*\bto {_WORD}$", _G),
    _rule(
        Kind.CONTAIN,
        rf"(?:加上?|添加|要有|带上|补上?|增加)(?:一?个)?(?:标签|话题)?[:：#＃]*{_WORD}(?:这个)?(?:标签|话题)?$|\b(?:add|put|include) {_WORD} (?:to|in|into|among) (?:the |my )?(?:hash)?tags$|\badd (?:the |a )?(?:hash)?tags? (?:for |about |on )?[#＃]?{_WORD}$|\badd [#＃]{_WORD}$|\btag (?:it )?(?:with )?[#＃]{_WORD}$",
        _G,
    ),
    _rule(
        Kind.LACK,
        rf"(?:不要|别用|不用(?!改)|去掉|删掉?|删除|拿掉)(?:有|带)?(?:标签|话题)?[:：#＃]*{_WORD}(?:这?[一二两俩三四五六七八几]+个?字|这个)?(?:标签|话题)?$|\bno (?:hash)?tags? with (?:the word )?{_WORD}(?: in (?:them|it))?$|(?:no|remove|drop|delete|without)(?: the| any)?(?: (?:hash)?tags?)?(?: about| on| named)? [#＃]?{_WORD}(?: (?:hash)?tags?)?$",
        _G,
    ),
    _rule(
        Kind.NO_NUMBER,
        r"(?:不要|别|不[带加用]|去掉|没有)(?:有|带|加|出现|用)?数字|\b(?:no|without|remove(?: the)?) (?:numbers?|digits?)\b",
        _T,
    ),
    _rule(
        Kind.NUMBER,
        r"(?<![不别])(?:加|带|有|用)(?:上|个|一个|点)?数字|\b(?:a|with a|add a|include a) (?:number|digit)\b",
        _T,
    ),
    _rule(
        Kind.NO_EXCLAMATION,
        r"(?:不要|别|去掉|少用|没有|别用|不用).{0,4}(?:感叹号|叹号)|(?:感叹号|叹号)(?:也|再|能不能|可以|都)*(?:太多|有点多|少|去掉|删|不要|都)|\btoo many exclamation|exclamation (?:marks?|points?) (?:out|off|away|have to go)|\b(?:no|without|remove|fewer|drop)\b.{0,8}exclamation",
    ),
    _rule(
        Kind.NO_EMOJI,
        rf"(?:{_CUT_ZH}|别|无|不用|不需要|不适合|少)[^，]{{0,8}}(?:表情|emoji|颜文字|笑脸|爱心|小心心)|(?:表情|emoji|颜文字|笑脸|爱心|小心心)(?:符号)?(?:太多|太花|也|都|全部?|可以)*(?:太多|去掉|删|不要|拿掉)|\b(?:{_CUT_EN}|fewer|less)\b.{{0,12}}(?:emoji|smil(?:ey|ie)s?|hearts|sparkles)|too many (?:emoji|smil(?:ey|ie)s?)",
    ),
    _rule(
        Kind.EMOJI,
        r"(?:加|多|用|带|配|来|放|撒|要)[^，]{0,6}(?:表情|emoji|颜文字|笑脸)|\b(?:more|add|use|with|few|some|couple of|want|need|like)\b.{0,32}(?:emoji|smil(?:ey|ie)s?)",
    ),
    _rule(
        Kind.ADDRESS,
        r"第(一|二)人称|(?:用|以)?[“\"]?(我|你|您)[”\"]?来?(?:称呼|口吻|的角度|的视角)|用[“\"](我|你)[”\"]|(我)的(?:角度|视角|口吻)|\b(first|second) person\b|\bfrom (my) (?:point of view|perspective)|\b(?:write|tell it) (?:it )?as [“\"]?(I)\b|\buse [“\"]?(you|I)\b|\baddress the reader|\bspeak to the reader",
    ),
    _rule(
        Kind.SWAP,
        rf"第?{_N}{_SECTION}?(?:和|跟|与|、|同)第?{_N}{_SECTION}?的?(?:位置|顺序)?(?:对调|互换|调换|交换|颠倒|调|换|倒)|(前两){_SECTION}(?:的?(?:位置|顺序))?(?:对调|互换|调换|交换|换|颠倒|倒)"
        rf"|\b(?:swap|switch|exchange)\b (?:the )?(?:{_SECTION} )?{_ORDINAL_OR_N}(?: {_SECTION})? (?:and|with) (?:the )?(?:{_SECTION} )?{_ORDINAL_OR_N}|\b(?:swap|switch) (?:the )?(first two)",
    ),
    _rule(
        Kind.REMOVE_PART,
        rf"{_CUT_ZH}{_ORDINAL}个?{_SECTION}|{_ORDINAL}个?{_SECTION}(?:可以|就|都|也|整个|全部?|直接|干脆)*(?:多余|没必要|用不着|删|去掉|不要|拿掉|砍|撤)|\b{_CUT_EN}\b (?:the )?{_ORDINAL} {_SECTION}|{_ORDINAL} {_SECTION} (?:can|should|must|has to) go\b|\b{_CUT_EN} (?:section|paragraph|part|point|tip) (?:number )?{_N}",
        _B,
    ),
    _rule(
        Kind.DROP,
        rf"{_CUT_ZH}(?:开头|开篇|首段|结尾|收尾|末段|最后(?:那|一)?句?)|(?:开头|开篇|结尾|收尾|末段|结语|最后)(?:那|一|的)?[段句]?话?(?:[^，改换加]{{0,10}}的话)?(?:可以|就|都|也|整个|直接)*(?:多余|没必要|用不着|删|去掉|不要|拿掉|砍|撤)"
        rf"|\b{_CUT_EN} (?:the )?(?:opening|intro(?:duction)?|ending|closing|conclusion|last (?:line|sentence|paragraph)|first paragraph)",
        _O,
        _C,
    ),
    _rule(
        Kind.DROP,
        r"\b(?:opening|intro(?:duction)?|ending|closing|conclusion|last (?:line|sentence|paragraph)|first (?:line|sentence|paragraph)) (?:can|should|must|has to) go\b|\b(?:opening|intro|ending|closing)\b.*\b(?:isn['’]t needed|not needed|unnecessary|superfluous)\b",
        _O,
        _C,
    ),
    _rule(Kind.DROP, r"^(?:remove|delete|drop|cut|lose) it$|^(?:删|去|拿)掉(?:它|吧|就行)?$", _O, _C),
    _rule(
        Kind.LIST,
        r"\bone (?:line|row|bullet) (?:per|for each|for every|each)\b|\bone (?:tip|point|item|step) (?:per|a|each|on each) line\b",
        _B,
    ),
    _rule(
        Kind.COUNT,
        rf"(?:分成|分为|分|改成|只讲|只写|只要|只留|讲|写|写成|缩成|变成|留|要|列|凑|最多|至多|不超过|保留|只有|只保留)\s*(?:成|出|够|前)?(?!一点|一条一条|一段话|一二三){_N}\s*(?:个|条)?(?:部分|段|要?点|建议|条|节|小节|章|方面|小标题)|(?<!last )(?<!first )\b{_N} {_SECTION}\b(?! (?:per|for each|for every|each|a day)\b)(?: only)?",
        _B,
    ),
    _rule(
        Kind.FIRST_PART,
        rf"(?:把)?{_WORD}(?:这?部分)?(?:放到?|移到?|提到?|挪到?)(?:最|到)?(?:前面|开头|第一|最前)|\b(?:put|move|start with|begin with) (?:the )?{_WORD} (?:first|to the (?:top|front|start|beginning))$",
        _B,
    ),
    _rule(
        Kind.ORDER,
        rf"先(?:讲|写|说){_WORD}(?:再|后|然后)(?:讲|写|说){_WORD}$|把?{_WORD}(?:放|移|挪|写|提)(?:在|到){_WORD}(?:的?前面|之前|的上面|上面|前头)$"
        rf"|\b(?:put|move|have|mention) (?:the )?{_WORD} (?:before|above|ahead of) (?:the )?{_WORD}$|^(?:the )?{_WORD} (?:should come|comes?|goes|first, then|first then) (?:before )?(?:the )?{_WORD}$|\bfirst (?:the )?{_WORD}[,]? then (?:the )?{_WORD}$",
        _B,
    ),
    _rule(
        Kind.LAST_PART,
        rf"(?:把)?{_WORD}(?:这?部分)?(?:放到?|移到?|挪到?)(?:最|到)?(?:后面|最后|末尾)|\b(?:put|move) (?:the )?{_WORD} (?:last|to the (?:end|bottom))$",
        _B,
    ),
    _rule(
        Kind.HEADING,
        rf"(?:加|添加|增加)一?个?小标题(?:叫做?|是|为|[:：])?{_WORD}$|\badd a (?:sub)?heading(?: called| named|:)? {_WORD}$",
        _B,
    ),
    _rule(
        Kind.RUNNING_TEXT,
        r"(?:不要|别用?|去掉|不)(?:清单|列表|条目|分条|分点|项目符号)|一点一点列|连贯的?段落|成整段|(?:写|改|换)成(?:[一整几]+段)*(?:的)?(?:段落|文字|文章)|一整?段话|一整段|(?:不要|别|不用|别再)(?:这样|那么)?一条一条|\bflowing\b|\b(?:as|into|in) (?:normal |proper |plain )?(?:paragraphs|prose)\b|\bplain paragraphs|\b(?:no|without) (?:bullet|list)|\brunning text|\bin prose\b|\bfull paragraphs",
    ),
    _rule(
        Kind.LIST,
        r"清单的?(?:形式|方式|样子)|列表的?(?:形式|方式)|一条条列|(?<!不要)(?<!别)(?<!不用)一条一条|分点|做成(?:清单|列表)|列成?清单|改成(?:清单|列表)|分条|逐条|每条一行|用列表|\bas a (?:check)?list\b|\bbullet points?\b|\bone item per line|\bbulleted",
    ),
    _rule(
        Kind.EVIDENCE,
        r"具体的?(?:数字|数据|例子|地点|步骤|信息)|(?<![不别])(?:多给?|加|要|需要)[^，]{0,6}(?:数字|数据|事实|来源|出处|干货|例子)|引用来源|(?:数据|来源|出处|依据|证据|事实)(?:也|都|和.{0,4})?(?:要|得|给|写|标|补|加|注|呢)|(?:写|标|注|补|给|附)[上明出]?(?:数据|来源|出处|依据)|具体依据|哪来的|空口|空洞|太空|泛泛|没(?:什么)?内容|\btoo (?:generic|vague|general)\b|没(?:有)?(?:依据|根据|出处)|\b(?:where|how) do .* (?:come from|know)|\b(?:evidence|proof|references?|citations?)\b|\bsays who\b|\b(?:concrete|specific|more|add|give)\b.{0,16}(?:numbers?|facts?|figures?|sources?|data|examples?)|\bcite\b|\bsources?\b|\bback (?:it|this|that) up\b|举个?例",
        _B,
    ),
    _rule(
        Kind.AUDIENCE,
        rf"\bnot (?:for|aimed at) .+? but (?:for |aimed at )?([a-z][a-z -]{{2,30}})$|(?:面向|写给|针对){_WORD}(?:看|的人看|看的|的)?$|给(.{{1,10}})看$|^(?:(?:re)?write|make|aim|pitch|target|gear)? ?(?:it|this|the (?:note|post))?(?: one| should be|['’]s(?! written)| is(?! written)| meant| aimed| written)*(?: more)? ?(?:for|at|towards?|to) ([a-z][a-z -]{{2,30}})$",
        _B,
    ),
    _rule(
        Kind.REWRITE,
        r"整篇(?![最只不都里的])|重写|重新写|再来一[篇个遍版次份稿]|再写一[篇遍版次]|另一种|换一?种|^不喜欢|重来|推翻|换一?[篇版]|换个?(?:一个)?(?:角度|写法|思路)|另一种写法|\bagain\b|^i don['’]t like (?:it|this)(?! (?:being|when|that|how|to|if|as|in|so)\b)|\brewrite (?:it|this|everything|the (?:whole|note|text))|\bstart over|\bfrom scratch|\b(?:different|another|new) (?:angle|approach|version)",
        _B,
    ),
    _rule(
        Kind.TONE,
        r"(?:不要|别|没|不)?(?:那么|这么|太|过于).{0,2}(?:正式|官方|生硬|活泼|严肃|专业|幽默|客观|可爱|热情)"
        r"|\b(?:less|too|not so|not too) (?:formal|lively|playful|serious|professional|casual|friendly)",
        _B,
        _T,
    ),
    _rule(
        Kind.LACK,
        rf"(?:跟|和|与)?{_WORD}(?:有关|相关)的(?:内容|部分|句子)?都?(?:不要|删掉?|去掉|拿掉)了?$|(?:不要|别|(?<!能)不能|去掉|删掉|删除|拿掉|没有|避免|不提|不写|别提)(?:再|有|出现|提到?|写|用|说|含有?|带)*(?!了$|这么|那么|太){_WORD}(?:这个词|这种.*|的内容|这些词|字样|这[几一两三四五六七八九]+个字|这句话?)?$|{_WORD}(?:那块|这块|那段|的部分|的内容)?(?:不要写|别写|不用写|不用提|不必提|删掉|去掉)了?$"
        rf"|\b(?:do not|don['’]t|never|avoid|stop|{_CUT_EN})\b (?:mention(?:ing)?|us(?:e|ing)|say(?:ing)?|includ(?:e|ing)|talk about)? ?(?:(?:everything|anything|all|any mention|whatever (?:you have|there is|it says|is there)) (?:about|on|of)|the word|the|any|about)? ?{_WORD}$",
        _T,
        _B,
    ),
    _rule(
        Kind.CONTAIN,
        rf"^(?:the )?{_WORD} (?:should|must|needs? to|has to|ought to) (?:be|go|appear|stand) (?:in|into) (?:the |my )?(?:title|headline)$",
        _T,
    ),
    _rule(
        Kind.CONTAIN,
        rf"(?:要有|加上?|加入|包含|含有|出现|带上|带|提(?!醒)到?)(?:一下)?(?:关键词)?{_WORD}(?:这个词|这?[一二两三四五六七八九十几]个?字)?$|(?:写上|放上|点明|体现|突出)(?!去){_WORD}$|(?:should )?(?:say|read|mention|include)s? (?!(?:that|this|it|them|those)\b){_WORD}(?: in (?:it|(?:the )?(?:title|headline|opening|intro|closing|ending)))?(?: too| as well)?$|(?:put|include|add|have|mention|use|with)(?: the word)? (?!(?:that|this|it|them|those)\b){_WORD}(?: in (?:it|(?:the )?(?:title|headline|opening|intro|closing|ending)))?(?: too| as well)?$",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.CONTAIN,
        rf"多(?:写|讲|说|来|加|放)一?[点些](?:关于|有关)?(?!内容|细节|字|东西|文字|就|行){_WORD}(?:的?(?:内容|部分))?$",
        _B,
    ),
    _rule(
        Kind.CONTAIN,
        rf"^(?:they|people|readers|customers|everyone|folks?|my \w+|our \w+) (?:need|have|ought|should|must) (?:to )?know (?:about |that )?{_WORD}$|(?:让|叫)(?:大家|客人|人家|读者|他们)(?:都)?知道{_WORD}$|^{_WORD}(?:这个|这点|这句)?(?:也|都|一定|必须|得|要)+(?:写上|写进去|加上|提到|提一下|说清楚)$"
        rf"|\b(?:get|put|work|squeeze|slip|fit) {_WORD} in(?: there| somewhere)?$",
        _B,
    ),
    _rule(
        Kind.SHORTEN,
        r"更短|短一?[点些]|(?:^|[字话写说]|内容|文字|篇幅)(?:再|也|能|可以)?少一?[点些]$|改短|再短|太长|精简|简短|减半|一半(?![都全]?[是在])|缩短|过长|啰[嗦唆]|罗嗦|冗长|删减|简洁|压缩|拖沓|废话|注水|太水|有点水|字(?:数)?太多|精炼|紧凑|没人看|看不完|\bshort(?:er|en)|\bhalf\b(?! (?:of )?(?:it|this|that|them|these|those|the \w+) (?:i|we|you|people|is|are|was|were|sounds?|reads?|feels?|seems?|looks?)\b)|\b(?:too|to|so|way|very|that) long\b|concise|\btrim|wordy|\bbriefer|\bcut it|\bsnapp|\bcut (?:it|this) down|\bsays? everything twice|\btight|\bcondense|\bdrags?\b|\btoo much text|\bwalls? of text|\brambl|\bwaffl|\bpadding\b|\bget to the point|\blong-?winded|\bshrink|\bcompact",
        _T,
        _B,
    ),
    _rule(
        Kind.LENGTHEN,
        r"更长|长一?[点些]|多写一?[点些]|再多写|再长|详细|丰富|太短|展开|扩写|更具体|具体一?[点些]|不够具体|单薄|细节|字(?:数)?太少|太少|太简单|太简略|不够(?:长|多|详)|充实|\blonger\b|\bmake (?:it|this) long\b|more detail|too short|expand|elaborate|richer|\bthin\b|\bflesh(?:ed)? (?:it |this )?out|\bbeef (?:it |this )?up|\bmore (?:depth|substance|to go on|content|text)\b|\bsparse\b|\bskimpy\b",
        _B,
    ),
    _rule(
        Kind.TONE,
        r"活泼|轻松|可爱|俏皮|有趣|热情|元气|幽默|欢快|亲切|正式|专业|严谨|商务|客观|稳重|学术|严肃|温柔|温暖|温和|少用[“\"]?你"
        r"|正经|太客气|人话|热闹|接地气|公文|官腔|说明书|教科书|领导讲话|像广告|太广告|\bnobody (?:talks|speaks) like|\bloosen\b|\blike an? (?:brochure|manual|press release|robot|textbook|lecture|leaflet)\b|\bhuman\b|\btone it down|salesy|\blike an ad\b|\bstiff|\bwarm|gentle|funn|livel|playful|(?<!make )\bfun\b(?! of)|cheerful|casual|upbeat|(?<!wheelchair[ -])(?<!kid[ -])(?<!kids[ -])(?<!family[ -])(?<!budget[ -])(?<!pet[ -])(?<!dog[ -])(?<!beginner[ -])(?<!eco[ -])friendl|formal|professional|serious|neutral|business",
        _B,
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.RENEW,
        r"换(?=$|[个一成掉种下了吧呀啊句段条新别其]|标题|题目|标签|话题|开头|结尾)|官方|俗|无聊|普通|clickbait|shouty|\bweak\b|cheesy|dull|bland|重写|改一?[下改]|再想|不(?:好|行|吸引)|吸引人|抓人|平淡|夸张|标题党|起得|弱|[差烂土丑]|难看|难听|老套|没意思|没新意|太?一般|不合适|不满意|不喜欢|不对|不搭|不像|看不懂|没感觉|没特色|\bnew\b|\bchange\b|\brewrite|\banother\b|\bdifferent\b|\bcatch|\bbetter\b|\bboring\b|\brubbish\b|\bawful\b|\bterrible\b|\bbad\b|\bmeh\b|\blame\b|\bcorny\b|\bhate\b|\bdon['’]t like\b|\bnot (?:great|good|working|right|for me)\b|\bdoesn['’]t work\b|\bwrong\b|\bgeneric\b|\bflat\b|\bstale\b|\bclich|\bsomething else\b|\btired\b|\bugly\b|\bpunch|\bredo\b|\bfix\b|\brework\b|\bimprove\b|太(?![高低大小]了?$)[^，长短多少]{1,4}了?$|不够|改改|\btoo (?!long|short|many|few|low|high|big|small|large|tiny|far|close|dark|bright)\w+",
        _T,
        _G,
        _O,
        _C,
    ),
    _rule(
        Kind.CONTAIN,
        rf"(?:再|多|另外)?(?:补充?|加|添|写|来)(?:上|写)?(?:一|两)?(?:小)?(?:节|段|点|条|部分|块)(?:内容)?(?:来?(?:讲讲?|说说?|写|谈|介绍)|关于|是)?(?:一下)?{_WORD}(?:的?(?:内容|部分|说明))?$"
        rf"|(?:加|加上|加入|提(?!醒)到?|提一下|补充|补上|写上|增加|多写|讲讲|说说|说一下|包含|要有|强调|突出)(?:一段|一点|一些|一下|关于|上|点|些|到|适合)*{_WORD}(?:的?(?:内容|部分|说明|安排))?$"
        rf"|\b(?:mention|include|add|talk about|more (?:about|on)|say more about|say something about|write about|cover|stress|highlight|bring up|touch on)\b (?:something |a section |a paragraph |more |a bit |about |on |the |a |an |some )*{_WORD}$",
        _B,
    ),
)
