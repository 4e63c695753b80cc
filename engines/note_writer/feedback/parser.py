"""Parses feedback, clause by clause, in Chinese and English."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.language.parsers.measurements import parse_chinese_number
from engines.note_writer.feedback.changes import Change, Kind, Part

MAX_FEEDBACK_LENGTH, MAX_CHANGES = 4_000, 20
_BREAK = re.compile(r"[，。；！!？?\n,;]+|\.(?:\s|$)|(?:但是|不过|然后|另外|并且)|\s(?:but|and also|and then)\s")
_QUOTED = r"[“”\"「」『』‘’']"
_PARTS = (
    (Part.TITLE, re.compile(r"(?<!小)标题|题目|\btitle\b|\bheadline\b", re.IGNORECASE)),
    (Part.TAGS, re.compile(r"标签|话题|\b(?:hash)?tags?\b", re.IGNORECASE)),
    (
        Part.OPENING,
        re.compile(
            r"开头|开篇|首段|\bopening\b|\bintro(?:duction)?\b|\bfirst paragraph\b|\bbeginning\b", re.IGNORECASE
        ),
    ),
    (
        Part.CLOSING,
        re.compile(
            r"结尾|收尾|末段|最后一段(?!删)|\bending\b|\bclosing\b|\bconclusion\b|^end\b|\bend with\b", re.IGNORECASE
        ),
    ),
    (Part.BODY, re.compile(r"正文|内容|全文|段落|\bbody\b|\bthe text\b", re.IGNORECASE)),
)
_N = r"(\d+|[一二两三四五六七八九十]+|one|two|three|four|five|six|seven|eight|nine|ten|a single)"
_ORDINAL = r"(?:第([一二三四五六七八九十\d]+)|(最后一?|末尾)|\b(first|second|third|fourth|fifth|last)\b)"
_SECTION = r"(?:部分|段落?|节|小节|章|sections?|paragraphs?|parts?|points?)"
_WORD = rf"{_QUOTED}?([^“”\"「」『』]{{1,60}}?){_QUOTED}?"
_NUMBERS = {
    "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}  # fmt: skip


def _rule(kind: Kind, pattern: str, *parts: Part) -> tuple[Kind, re.Pattern[str], tuple[Part, ...]]:
    return kind, re.compile(pattern, re.IGNORECASE), parts


_T, _B, _G, _O, _C = Part.TITLE, Part.BODY, Part.TAGS, Part.OPENING, Part.CLOSING
_RULES = (
    _rule(
        Kind.NEEDS_MODEL,
        r"翻译|英文版|中文版|藏头诗|押韵|写成(?:诗|歌|剧本|对话)|文言文|模仿|像.{1,12}(?:的文章|的风格|那样|一样|的口吻)"
        r"|\btranslate|\bin (?:french|german|spanish|chinese|english|japanese)\b|\brhym|\bpoem|\bhaiku|\bsonnet|\bin the style of\b"
        r"|\b(?:write|sound)s? (?:it )?like\b|\blike (?:an? )?(?:hemingway|shakespeare|pirate)|\bsarcas",
    ),
    _rule(Kind.NEEDS_MODEL, r"以外的"),
    _rule(
        Kind.KEEP,
        r"不动|不变|别动|别改|保持原样|不用改|可以了$|没问题|\bleave\b.*\b(?:alone|as|unchanged)\b|\bkeep\b.*\b(?:as|same|unchanged)\b|\bis fine\b|\bdon't (?:touch|change)\b",
    ),
    _rule(
        Kind.REPLACE,
        rf"把?{_WORD}(?:全部|都)?(?:换成|改成|替换成|替换为|改为){_WORD}$|replace {_WORD} (?:with|by) {_WORD}$|change {_WORD} (?:to|into) {_WORD}$",
        _B,
    ),
    _rule(
        Kind.QUESTION,
        r"(?<!别)(?<!不要)(?:用|加|改成|写成|变成|以)(?:一个|个)?(?:问句|疑问句|提问|问题|反问)|问读者|\b(?:a|as a|with a) question\b|\bask (?:the readers? )?a question",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.NO_QUESTION,
        r"(?:别|不要|不用)(?:用)?(?:问句|疑问句|提问)|\b(?:no|not a|without a?) ?questions?\b",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.SET,
        rf"(?:标题|题目)(?:就)?(?:改成|改为|换成|叫做?|用|是|为)?[:：]?{_QUOTED}([^“”\"「」]+){_QUOTED}$|(?:标题|题目)(?:改成|改为|换成|叫做?)[:：]?(.+)$"
        rf"|(?:标题|题目)[:：](.+)$|(?:title|headline)(?: should be| to be|:| to| is) {_QUOTED}?([^“”\"]+){_QUOTED}?$|^call it {_WORD}$",
        _T,
    ),
    _rule(
        Kind.MAX_LENGTH,
        r"(?:不(?:要)?超过|不多于|别超过|最多|至多|少于|控制在|缩(?:短|减)?(?:到|至|成)|压缩(?:到|至)|减到|删到)\s*(\d+)\s*个?字?|(\d+)\s*个?字(?:以内|之内|以下|内)"
        r"|(?:at most|under|no more than|within|max(?:imum)?(?: of)?|up to|below|fewer than|less than|cut (?:it )?(?:down )?to|shorten (?:it )?to|down to)\s+(\d+)"
        r"|(\d+) (?:words|characters) (?:or less|max|at most)",
        _T,
        _B,
    ),
    _rule(
        Kind.MIN_LENGTH,
        r"(?:不少于|不低于|至少|最少|扩(?:写|充)?(?:到|至)|超过)\s*(\d+)\s*个?字?|(\d+)\s*个?字以上|(?:at least|no fewer than|no less than|more than|over)\s+(\d+)",
        _B,
    ),
    _rule(
        Kind.ABOUT_LENGTH,
        r"(\d+)\s*个?字(?:左右|上下)|(?:大概|大约|约)\s*(\d+)\s*个?字|(?:about|around|roughly)\s+(\d+)\s*(?:words|characters)",
        _B,
    ),
    _rule(
        Kind.COUNT,
        rf"(?:只留|只要|留|减到|改成|最多|保留|就)\s*{_N}\s*个|{_N}\s*个(?:就够|就行|以内)?$|(?:only|just|at most|exactly|no more than|up to|keep)\s+{_N}\b|\b{_N} (?:hash)?tags",
        _G,
    ),
    _rule(
        Kind.CONTAIN,
        rf"(?:加上?|添加|要有|带上|补上?|增加)(?:一个)?(?:标签|话题)?[:：#＃]*{_WORD}(?:这个)?(?:标签|话题)?$|\badd (?:the |a )?(?:hash)?tags? [#＃]?{_WORD}$|\badd [#＃]{_WORD}$|\btag (?:it )?(?:with )?[#＃]{_WORD}$",
        _G,
    ),
    _rule(
        Kind.LACK,
        rf"(?:不要|去掉|删掉?|删除|拿掉)(?:有|带)?(?:标签|话题)?[:：#＃]*{_WORD}(?:这个)?(?:标签|话题)?$|(?:no|remove|drop|delete|without)(?: the| any)?(?: (?:hash)?tags?)?(?: about| on| named)? [#＃]?{_WORD}(?: (?:hash)?tags?)?$",
        _G,
    ),
    _rule(
        Kind.NO_NUMBER,
        r"(?:不要|别|不带|去掉|没有)(?:有|带|出现|用)?数字|\b(?:no|without|remove(?: the)?) (?:numbers?|digits?)\b",
        _T,
    ),
    _rule(Kind.NUMBER, r"(?:加|带|有|用)(?:上|个|一个|点)?数字|\b(?:a|with a|add a|include a) (?:number|digit)\b", _T),
    _rule(
        Kind.NO_EXCLAMATION,
        r"(?:不要|别|去掉|少用|没有|别用|不用).{0,4}(?:感叹号|叹号)|\b(?:no|without|remove|fewer|drop)\b.{0,8}exclamation",
    ),
    _rule(
        Kind.NO_EMOJI,
        r"(?:不要|去掉|别|删掉|无|不用|少)[^，]{0,6}(?:表情|emoji|颜文字)|(?:表情|emoji)(?:太多|去掉|删)|\b(?:no|without|remove|drop|fewer|less)\b.{0,10}emoji|too many emoji",
    ),
    _rule(Kind.EMOJI, r"(?:加|多|用|带|配)[^，]{0,6}(?:表情|emoji|颜文字)|\b(?:more|add|use|with)\b.{0,10}emoji"),
    _rule(
        Kind.ADDRESS,
        r"第(一|二)人称|(?:用|以)?[“\"]?(我|你|您)[”\"]?来?(?:称呼|口吻|的角度|的视角)|\b(first|second) person\b|\buse [“\"]?(you|I)\b|\baddress the reader|\bspeak to the reader",
    ),
    _rule(
        Kind.REMOVE_PART,
        rf"(?:删掉?|去掉|删除|拿掉|不要){_ORDINAL}个?{_SECTION}|{_ORDINAL}个?{_SECTION}(?:删掉?|去掉|不要|拿掉|删除)|\b(?:drop|remove|delete|cut|lose)\b (?:the )?{_ORDINAL} {_SECTION}",
    ),
    _rule(
        Kind.COUNT,
        rf"(?:分成|分为|改成|只讲|只写|只要|只留|讲|写|缩成|变成|留)\s*{_N}\s*(?:个|条)?(?:部分|段|点|节|小节|章|方面)|\b{_N} {_SECTION}\b(?: only)?",
        _B,
    ),
    _rule(
        Kind.FIRST_PART,
        rf"(?:把)?{_WORD}(?:这?部分)?(?:放到?|移到?|提到?|挪到?)(?:最|到)?(?:前面|开头|第一|最前)|\b(?:put|move|start with|begin with) (?:the )?{_WORD} (?:first|to the (?:top|front|start|beginning))$",
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
        r"(?:不要|别用?|去掉)(?:清单|列表|条目|分条|项目符号)|连贯的?段落|写成段落|\bno (?:bullet|list)|\brunning text|\bin prose\b|\bfull paragraphs",
    ),
    _rule(
        Kind.LIST,
        r"清单的?形式|列成?清单|改成(?:清单|列表)|分条|逐条|每条一行|用列表|\bas a (?:check)?list\b|\bbullet points?\b|\bone item per line|\bbulleted",
    ),
    _rule(
        Kind.EVIDENCE,
        r"具体的?(?:数字|数据|例子|地点|步骤|信息)|(?:多给?|加|要|需要)[^，]{0,6}(?:数字|数据|事实|来源|出处|干货|例子)|引用来源|\b(?:concrete|specific|more|add|give)\b.{0,16}(?:numbers?|facts?|figures?|sources?|data|examples?)|\bcite\b|\bsources?\b",
        _B,
    ),
    _rule(
        Kind.AUDIENCE,
        rf"(?:面向|写给|针对){_WORD}(?:看|的人看)?$|给(.{{1,10}})看$|\b(?:write |make it )?(?:this )?(?:for|aimed at) ([a-z][a-z -]{{2,30}})$",
        _B,
    ),
    _rule(
        Kind.REWRITE,
        r"整篇|重写|重新写|再来一|另一种|换一?种|^不喜欢|重来|推翻|换一?[篇版]|换个?(?:一个)?(?:角度|写法|思路)|另一种写法|\bagain\b|^i don['’]t like (?:it|this)|\brewrite (?:it|this|everything|the (?:whole|note|text))|\bstart over|\bfrom scratch|\b(?:different|another|new) (?:angle|approach|version)",
        _B,
    ),
    _rule(
        Kind.TONE,
        r"(?:不要|别|没|不)?(?:那么|这么|太|过于).{0,2}(?:正式|活泼|严肃|专业|幽默|客观|可爱|热情)"
        r"|\b(?:less|too|not so|not too) (?:formal|lively|playful|serious|professional|casual|friendly)",
        _B,
        _T,
    ),
    _rule(
        Kind.LACK,
        rf"(?:不要|别|不能|去掉|删掉|删除|拿掉|没有|避免|不提|不写|别提)(?:再|有|出现|提到?|写|用|说|含有?|带)*{_WORD}(?:这个词|这种.*|的内容|这些词|字样)?$"
        rf"|\b(?:do not|don['’]t|never|without|no|remove|drop|leave out|skip|avoid)\b (?:mention(?:ing)?|us(?:e|ing)|say(?:ing)?|includ(?:e|ing)|talk about)? ?(?:the word|the|any|about)? ?{_WORD}$",
        _T,
        _B,
    ),
    _rule(
        Kind.CONTAIN,
        rf"(?:要有|加上?|加入|包含|含有|出现|带上|带|提到?)(?:关键词)?{_WORD}(?:这个词|两个字|这几个字)?$|(?:put|include|add|have|mention|use|with)(?: the word)? {_WORD}(?: in (?:the )?(?:title|headline|opening|intro|closing|ending))?$",
        _T,
        _O,
        _C,
    ),
    _rule(
        Kind.SHORTEN,
        r"更短|短一?[点些]|改短|再短|太长|精简|简短|缩短|过长|啰嗦|冗长|删减|简洁|压缩|\bshort(?:er|en)|too long|concise|\btrim|wordy|\bbriefer|\bcut it",
        _T,
        _B,
    ),
    _rule(
        Kind.LENGTHEN,
        r"更长|长一?[点些]|再长|详细|丰富|太短|展开|扩写|更具体|具体一?[点些]|不够具体|单薄|\blong(?:er)?\b|more detail|too short|expand|elaborate|richer|\bthin\b",
        _B,
    ),
    _rule(
        Kind.TONE,
        r"活泼|轻松|可爱|俏皮|有趣|热情|元气|幽默|欢快|亲切|正式|专业|严谨|商务|客观|稳重|学术|严肃|少用[“\"]?你"
        r"|livel|playful|\bfun\b|cheerful|casual|upbeat|friendl|formal|professional|serious|neutral|business",
        _B,
        _T,
    ),
    _rule(
        Kind.RENEW,
        r"换|重写|改一?[下改]|再想|不(?:好|行|吸引)|吸引人|抓人|平淡|\bnew\b|\bchange\b|\brewrite|\banother\b|\bdifferent\b|\bcatch|\bbetter\b|\bboring\b",
        _T,
        _G,
        _O,
        _C,
    ),
    _rule(
        Kind.CONTAIN,
        rf"(?:加|加上|加入|提到?|提一下|补充|写上|增加|多写|讲讲|说说|说一下|包含|要有|强调|突出)(?:一段|一点|一些|一下|关于|上|点|些|到|适合)*{_WORD}(?:的?(?:内容|部分|说明|安排))?$"
        rf"|\b(?:mention|include|add|talk about|say more about|write about|cover|stress|highlight)\b (?:something |a section |a paragraph |more |a bit |about |on |the |a |an |some )*{_WORD}$",
        _B,
    ),
)
_MISSING = re.compile(
    r"(?:没有?(?:说明|提到?|写|讲)|漏了|缺少?|忘了(?:写|提)?|少了)([^，。]{1,20}?)$|\byou (?:forgot|missed|left out) (?:the |to mention )?(.+?)$|^(.+?) (?:is|are) missing$|^我?的?(.{1,12}?)呢$|^(?:比如|例如|like|such as|for example) ?(.{1,30})$",
    re.IGNORECASE,
)
_FILL_IN = re.compile(r"^(?:补充|加上|补上|加)(?:一下|它|吧)?$|^(?:please )?add (?:it|them|that)$", re.IGNORECASE)
_NOT_ABOUT = re.compile(r"^(?:不是|别)(?:讲|写|说|要)?(.{1,20})$|^not (?:about )?(?:the |a )?(.{1,40})$", re.IGNORECASE)
_BUT_ABOUT = re.compile(
    r"^(?:而?是|要)(?:讲|写|说)?(.{1,20})$|^(?:but )?(?:about )(?:the |a )?(.{1,40})$", re.IGNORECASE
)
_FIRST_THEN = re.compile(r"^先(?:讲|写|说)(.{1,12})$|^first (.{1,30})$", re.IGNORECASE)
_THEN = re.compile(r"^(?:再|后|然后)(?:讲|写|说)(.{1,12})$|^then (.{1,30})$", re.IGNORECASE)
_AMOUNT = re.compile(
    r"^(?!(?:标题|正文|不|别|\d+字)).{0,8}[\d一二两三四五六七八九十百千]+ ?(?:元|块|百块|千|dollars|euros|pounds|yuan|%|小时|分钟|天|hours|minutes|days)?(?:以内|左右|at most)?$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:请|麻烦|帮我|能不能|可以|希望|我想|我觉得|please|can you|could you|i want|i'd like(?: it)?(?: to)?|you could)\s*|(?:吧|呢|啊|谢谢|好吗)$|\s+(?:please|thanks)$",
    re.IGNORECASE,
)
_NAMING = (
    Kind.SET,
    Kind.CONTAIN,
    Kind.LACK,
    Kind.REPLACE,
    Kind.HEADING,
    Kind.REMOVE_PART,
    Kind.UNKNOWN,
    Kind.NEEDS_MODEL,
)
_NOTHING_NAMED = re.compile(r"(?:like|love|want|enjoy)? ?(?:it|this|that|them)?|这样|那样|这个|它", re.IGNORECASE)
_SMALL_TALK = re.compile(r"^(?:谢谢|好的|辛苦了|thanks?|thank you|ok|hi|hello|你好)$", re.IGNORECASE)


def parse_changes(feedback: str) -> tuple[Change, ...]:
    """Return the changes in *feedback*, in its order; a clause that is not understood is one of kind UNKNOWN."""
    clauses = [clause for part in _BREAK.split(feedback[:MAX_FEEDBACK_LENGTH]) if (clause := part.strip(" 　:：\t"))]
    return tuple(_merge(_parse_clauses(clauses)))[:MAX_CHANGES]


def _parse_clauses(clauses: list[str]) -> Iterator[Change]:
    part, index = None, 0
    while index < len(clauses):
        text, following = clauses[index], clauses[index + 1] if index + 1 < len(clauses) else ""
        pair = _parse_pair(text, following)
        if pair is not None:
            yield from pair
            index += 2
            continue
        index += 1
        clause = _POLITE.sub("", _POLITE.sub("", text)).strip()
        if not clause or _SMALL_TALK.fullmatch(clause):
            continue
        if missing := _MISSING.search(text):
            index += bool(_FILL_IN.fullmatch(following))
            yield Change(text, Kind.CONTAIN, value=_strip(_first(missing)))
            continue
        named = next((part for part, pattern in _PARTS if pattern.search(clause)), None)
        change = _parse_clause(text, clause, named or part, is_named=named is not None)
        if change.kind is Kind.CONTAIN and change.part is Part.BODY and _AMOUNT.search(following):
            # "the budget, 20 dollars": what is added, and how much.
            change = replace(
                change, value=f"{change.value} {following}" if following.isascii() else f"{change.value}{following}"
            )
            index += 1
        yield change
        part = named or part


def _parse_pair(text: str, following: str) -> tuple[Change, ...] | None:
    """Return the changes of two clauses that belong together: not X but Y, first X then Y."""
    first, then = _FIRST_THEN.match(text), _THEN.match(following)
    if first and then:
        value, other = _strip(_first(first)), _strip(_first(then))
        return (Change(f"{text}，{following}", Kind.ORDER, value=value, other=other),)
    wrong, right = _NOT_ABOUT.match(text), _BUT_ABOUT.match(following)
    if wrong and right:
        return (
            Change(text, Kind.LACK, value=_strip(_first(wrong))),
            Change(following, Kind.CONTAIN, value=_strip(_first(right))),
        )
    return None


def _parse_clause(text: str, clause: str, part: Part | None, *, is_named: bool) -> Change:
    """Return the change of *clause* about *part*, the one it names or that of the clause before."""
    for kind, pattern, parts in _RULES:
        if parts and (part or Part.BODY) not in parts and (is_named or Part.BODY not in parts):
            continue
        match = pattern.search(clause)
        if match is None:
            continue
        about = part if part in parts or (part and not parts and is_named) else Part.BODY
        groups = [group for group in match.groups() if group]
        if kind in (Kind.LACK, Kind.CONTAIN) and _NOTHING_NAMED.fullmatch(_first(match).strip()):
            continue
        value = _strip(groups[0]) if groups else match[0]
        change = Change(text, kind, about or Part.BODY, value, _strip(groups[1]) if len(groups) > 1 else "")
        return replace(change, value=str(parse_count(value))) if kind is Kind.COUNT else change
    return Change(text, Kind.UNKNOWN)


def parse_count(word: str) -> int:
    """Return the number that *word* names; -1 for the last."""
    if word.isdigit():
        return int(word)
    if word.startswith(("最后", "末", "last")):
        return -1
    return _NUMBERS.get(word.lower()) or parse_chinese_number(word.replace("两", "二")) or 0


def _merge(changes: Iterator[Change]) -> Iterator[Change]:
    """Yield *changes*; "too long, make it shorter" is one, and a limit goes before a vaguer request."""
    listed = list(changes)
    limited = {one.part for one in listed if one.kind in (Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH)}
    seen = set[tuple[Kind, Part, str]]()
    for one in listed:
        key = (one.kind, one.part, one.value if one.kind in _NAMING else "")
        if key in seen or (one.kind in (Kind.SHORTEN, Kind.LENGTHEN) and one.part in limited):
            continue
        seen.add(key)
        yield one


def _first(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "")


def _strip(word: str) -> str:
    word = word.strip(" 　“”\"「」『』‘’'#＃:：。.")
    return re.sub(
        r"(?:这种|这类|之类|等等|的内容|这个词|这一?点)$|^(?:the |a |an |关于|任何)", "", word, flags=re.IGNORECASE
    ).strip()
