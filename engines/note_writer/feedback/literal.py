"""What feedback states literally: words that a text can be searched for, and texts that can be inserted as they are."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.retention import is_order
from engines.note_writer.feedback.rules import PARTS, RULES
from engines.note_writer.feedback.statements import states

_QUOTED = re.compile(r"[“”\"「」『』《》‘’]|(?<!\w)'[^']+'")
_INTRODUCED = re.compile(r"[:：]")
_NO_WORD = re.compile(
    r"^(?:命令|嘲笑|讽刺|取笑|批评|指责|教育|吓唬|劝|催|推销|铺垫|强调|渲染|抱怨|贬|超过|少于|低于|高于|多于|[讲谈](?=理论|道理)|教(?=别?人|大家|读者|我))|(?:理论|铺垫)$|^[一二三四五、]{2,}[条点]?$|^(?:只|光|都|老|总|太|又|这么|那么|写|分|讲给|给|跟|像|把)|道理|卖[萌惨]|装[嫩熟]|撒娇|啰[嗦唆]|[那这]么[多少长短]|鸡汤|[套空废官大]话|煽情|矫情|说教|口水|形容词|语气|口吻|[口官]?腔调?$|风格|感觉|冒号|竖线|括号|引号|逗号|分号|顿号|斜杠|横线|成语|网络用语|专业名词|术语"
    r"|^(?:再)?(?:出现|留着?|写|说|提|讲|有|弄|搞错?|[乱瞎]?编|[乱瞎]写|.?[多少长短错])了?$|^[多少].{0,2}[多少]$|第[一二三四五六七八九十\d]|最后"
    r"|\bclich|\bfluff|\bwaffl|\bjargon|\bfiller|\bpreach|\bnegativ|\bmorali|\blectur|\bpadding|\bbuzzword|\bslang\b|\bplatitud|\bhype\b|\bsappy|\bmush|\b(?:semi)?colons?\b|\bcommas?\b|\bpipes?\b|\bslash|\bbrackets?\b|\bparenthes|\bhyphens?\b|\bapostrophe|\bquotation marks"
    r"|\b(?:after|before) the\b|\b(?:first|second|third|fourth|fifth|last)\b|^[a-z]$",
    re.IGNORECASE,
)
"""Qualities of a text, verbs, and places in it: that no line has these words proves nothing."""
_REPEATED = re.compile(r"([\u4e00-\u9fff])\1{2,}")
_INSTRUCTION = re.compile(
    r"^(?:no|not|without|with|less|fewer|more|lose)\b.*\b(?:colons?|commas?|emojis?|numbers?|digits?|questions?|exclamation|caps|capitals?|brackets|hashtags?|words?|letters|punctuation|clickbait|puns?|dashes|quotes|hype|please)\b"
    r"|^(?:不要|别|不带|去掉|不用|要有?|带上?)[^，]{0,4}(?:冒号|标点|表情|数字|问号|问句|感叹号|引号|括号|字)|^(?:please )?(?:drop|remove|cut|delete|lose|change|replace|swap|shorten|shorter|longer|move|add) |^(?:删掉?|去掉|拿掉|换掉?|改|缩短?|加上?|别|不要|保留|短一?点)"
    r"|^(?:start|open|begin|lead|kick off|end|finish|close|wrap up) (?:it )?(?:with|on|by|from)\b"
    r"|^(?:something|anything|nothing|someone|maybe|tell (?:them|people|readers|the)|make it|write|talk about|mention|ask|explain|describe|say (?:that|something|how|why)|use|needs?|should|must)\b"
    r"|^先[^，]{1,8}$|^从.+(?:[讲说写聊]起|开始[讲说写聊]?)$|^(?:写|讲讲|说说|聊聊|[讲说提问]一[下句]|提到|加[上一个句点]|用一?[个句]|问问|换成|改成|要有|别写|不要写|来一?[个句]|先[说讲写]|更).+"
    r"|(?:那件事|的事|的那[次天]|的经历)$",
    re.IGNORECASE,
)
"""An instruction on how to write a text, not the text."""


def is_quoted(text: str) -> bool:
    """Return whether *text* has quotes."""
    return _QUOTED.search(text) is not None


def is_literal(change: Change) -> bool:
    """Return whether the removed words are words of a text, so that a search for them answers the reviewer."""
    value = change.value.strip()
    if is_quoted(change.text):
        return value != ""
    is_mentioned = re.search(rf"(?:提到?|写到?|出现){re.escape(value)}了?$", change.text) is not None
    return (len(value) > 1 or is_mentioned) and _NO_WORD.search(value) is None


def list_forms(word: str) -> tuple[str, ...]:
    """Return *word*, and the letter that it repeats: 你你你."""
    return tuple(dict.fromkeys((word, _REPEATED.sub(r"\1", word))))


_QUANTITY = re.compile(
    r"(?:约|大概|about |around )?[\d.一二两三四五六七八九十百千]+(?:[-到至~][\d.一二两三四五六七八九十百千]+)? ?(?:[\u4e00-\u9fff]{1,2}|[a-z%°]+)?(?:左右)?",
    re.IGNORECASE,
)
"""A quantity alone, which states nothing as a line of its own: 45分钟."""


_WRITES = re.compile(
    r"[加写改换说用叫]|\b(?:add|write|say|use|put|make|change|replace|with|end|start|begin|close|finish)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[\u4e00-\u9fff]{5}|\w+ \w+")
"""More than a word or a name: after a colon also a question."""
_STATED, _MIN_TITLE_WORDS = re.compile(r"\b(?:title|headline) is\b", re.IGNORECASE), 3
"""States how the title is: the title is meh."""


def is_given(change: Change) -> bool:
    """Return whether the text that *change* inserts is one that the reviewer wrote, and no instruction."""
    if change.kind not in (Kind.SET, Kind.ADD_TEXT) or change.part is Part.TAGS or is_quoted(change.text):
        return True
    if _STATED.search(change.text) and change.value.islower() and len(change.value.split()) < _MIN_TITLE_WORDS:
        return False
    if _INSTRUCTION.search(change.value.strip()) or _QUANTITY.fullmatch(change.value.strip()):
        return False
    is_introduced = _INTRODUCED.search(change.text) is not None
    if (
        change.part is not Part.TITLE
        and not states(change.value)
        and not (is_introduced and _SENTENCE.search(change.value))
    ):
        return False
    if is_introduced and change.kind is Kind.SET and change.part in (Part.OPENING, Part.CLOSING):
        label = re.split(r"[:：]", change.text)[0]
        return any(pattern.search(label) for _, pattern in PARTS) or _WRITES.search(label) is not None
    if change.kind is Kind.ADD_TEXT or is_introduced:
        return True
    # 换成夜宵, after a clause on the title: it may be about anything.
    names_part = any(part is change.part and pattern.search(change.text) for part, pattern in PARTS)
    return names_part or not is_chinese(change.value)


DESCRIPTION = re.compile(
    r"(?:[的点些样]|一下|一点儿)$|更|吸引|[短长]一|别的|其他|另一?[个种]|英文|中文|\b(?:better|catchier|shorter|longer|different|something|else|more|less|new)\b",
    re.IGNORECASE,
)
"""A description of a text, not the text itself."""


def quote_literals(feedback: str) -> str:
    """Return *feedback* with quotes around the user's own text after a colon, which goes on over commas."""
    if LITERAL_QUOTE.search(feedback):
        return feedback
    return _LITERAL.sub(_quote, _SPACE_FOR_COLON.sub("改成：", feedback))


def _quote(found: re.Match[str]) -> str:
    start, text = found[1], found[2].strip()
    first = re.split(r"[，,]", text)[0]
    is_described = any(kind is not Kind.SET and parts and pattern.search(first) for kind, pattern, parts in RULES)
    if _BARE_PART.search(start) and (is_described or DESCRIPTION.search(first) or _INSTRUCTION.search(first)):
        return found[0]
    if _NAMES_TAGS.search(re.split(r"[，。,.\n]", found.string[: found.end(1)])[-1]):
        return found[0]
    own = list[str]()
    for clause in re.split(r"(?<=[，,])", text):
        is_other = own and (any(pattern.search(clause) for _, pattern in PARTS) or is_order(clause))
        if is_other:
            return f"{start}『{''.join(own).rstrip('，, ')}』，{text.removeprefix(''.join(own))}"
        own.append(clause)
    return f"{start}『{text}』"


_SPACE_FOR_COLON = re.compile(r"(?:就写|改成|换成|写成)[ 　]+(?=[\u4e00-\u9fff])")
_LITERAL = re.compile(
    r"((?:叫|改成|改为|换成|写成|改叫|加一?句|加上|补一?句|写上?一?句|标题|结尾|开头|文末|\b(?:add|say|call it|title|headline|end with|start with|line|sentence|at the (?:very )?(?:end|start|top|bottom|beginning)))[^：:，。,.\n“\"「]{0,20}[:：] ?)([^“”\"「」《》。；;\n]{3,160}?)(?=[。；;\n]|[.](?:\s|$)|$)",
    re.IGNORECASE,
)
"""A colon before a text of the user, which extends to the end of the sentence."""
_BARE_PART = re.compile(
    r"^(?:标题|题目|结尾|开头|title|headline|opening|ending|intro|closing) ?[:：] ?$", re.IGNORECASE
)
_NAMES_TAGS = dict(PARTS)[Part.TAGS]
LITERAL_QUOTE = re.compile(r"[『』]")
"""Delimiters of a text of the user, which do not occur in written text."""
