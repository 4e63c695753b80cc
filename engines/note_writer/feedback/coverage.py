"""Whether a change covers its clause: a clause with more words than its change explains was not understood."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese
from engines.language.scanner import split_words
from engines.note_writer.feedback.changes import Kind
from engines.note_writer.feedback.rules import PARTS
from engines.note_writer.lengths import find_pictographs

_MAX_WORDS, _MAX_LETTERS = 2, 4
_BY_KEYWORD = frozenset(
    (
        Kind.SHORTEN,
        Kind.TONE,
        Kind.LENGTHEN,
        Kind.COUNT,
        Kind.EMOJI,
        Kind.NO_EMOJI,
        Kind.NO_EXCLAMATION,
        Kind.LIST,
        Kind.NO_QUESTION,
    )
)
"""Kinds that one word of a clause determines."""
_REASON = re.compile(r"^(?:不然|否则|要不然|因为|毕竟|所以说)|^(?:otherwise|or else|because|since)\b", re.IGNORECASE)
_ADDING = (Kind.ADD_TEXT, Kind.CONTAIN, Kind.WARN, Kind.EMOJI, Kind.QUESTION, Kind.LENGTHEN, Kind.EVIDENCE, Kind.HEADING, Kind.NUMBER,
           Kind.LIST, Kind.AUDIENCE, Kind.REWRITE)  # fmt: skip
_NEGATED = re.compile(
    r"(?:(?<![特分区个级])别|不要|不用|不必|不许|不能)[^，]{0,6}$|\b(?:(?:do|did|does|should|must|would|could)n['’]?t|do not|never|stop|no need to|without|avoid)\b[^,]{0,24}$|\b(?:no|not) $",
    re.IGNORECASE,
)
"""Before what a clause does not want."""
_INTERROGATIVE = re.compile(r"^(?:how|why|what|who|when|where)\b|^(?:怎么|为什么|为啥|凭什么|谁)", re.IGNORECASE)
"""A question, which bans nothing."""
_PURPOSE = re.compile(
    r"\b(?:so (?:that )?(?:people|they|we|it|i|you|readers|everyone|the)|because|since|as (?:it|we|they|i|people))\b.*$|(?:因为|这样|好让|方便).*$",
    re.IGNORECASE,
)
"""Why the reviewer requests a change, at the end of a clause."""
OF_HALF = re.compile(r"\b(?:first|second|other|last|top|bottom) half\b|[前后上下]半(?:部分|段|截|篇)?", re.IGNORECASE)
"""A half of the text, and no length of it."""
_OF_OTHER = re.compile(rf"{OF_HALF.pattern}|小标题|\bheadings?\b|\btone\b", re.IGNORECASE)
"""A half, the headings or the tone, and not the length of the text."""
_TAKES_OUT = re.compile(
    r"\b(?:take|cut|drop|remove|lose) (?:out )?(?:one|two|three|four|\d) \w+(?: out)?\b(?! (?:per|each))", re.IGNORECASE
)
"""So many parts less, and not so many parts."""
_SOME_EMOJI = re.compile(
    r"\b(?:no|without|drop|remove|lose) (?!the\b|any\b|more\b|all\b|of\b|these\b|those\b|such\b|your\b|please\b)[a-z]+ emojis?\b",
    re.IGNORECASE,
)
"""Emoji of one kind."""
_EITHER = re.compile(r"\b(?:whichever|either)\b|随便|哪个都", re.IGNORECASE)
_QUOTATION = re.compile(r"[“\"「『][^”\"」』]+[”\"」』]")
_STATEMENT = re.compile(
    r"^(?:我们?这?|我家|我们家|家里|他们?|她们?|人家)(?:里|这儿?|那儿?)?(?:没有?|不)"
    r"|^(?:i|we|they|he|she|nobody|there|my \w+|our \w+)\b.{0,20}\b(?:don['’]?t|doesn['’]?t|never|no|isn['’]?t|aren['’]?t)\b(?! (?:want|like|need)\b)",
    re.IGNORECASE,
)
"""A statement about the user, which requests nothing by itself."""
_FILLERS_EN = frozenset(
    split_words(
        "a|an|the|this|that|it|its|it's|these|those|there|here|i|i'd|i'll|i'm|me|my|we|us|our|you|your|they",
        "them|their|he|she|is|are|was|be|been|being|am|do|does|did|have|has|had|can|could|would|should|will",
        "shall|may|might|must|let|lets|let's|please|make|makes|making|made|want|wants|wanted|need|needs|like",
        "likes|love|prefer|think|feel|feels|seems|seem|look|looks|sound|sounds|read|reads|give|gives|get|gets",
        "keep|put|take|bring|write|writes|written|writing|tell|use|try|go|and|or|but|so|also|too|very|really",
        "quite|rather|just|only|even|still|maybe|perhaps|honestly|kind|sort|of|bit|little|tad|touch|more|less",
        "much|many|few|some|any|all|whole|entire|every|each|overall|everywhere|for|to|in|on|at|with|from|by",
        "as|than|into|up|out|not|no|don't|yes|now|then|again|though|way|note|post|text|body|piece|article",
        "title|headline|tone|voice|style|wording|words|word|version|thing|things|stuff|opening|ending|closing",
        "intro|tags|hashtags|section|sections|paragraph|paragraphs|part|parts|point|points|tip|tips|how|about",
        "what|could've|instead|max|maximum|most|least|exactly|end|start|last|first|people|readers|audience",
        "both|everything|somewhere|pls|cut|number|numbers|characters|letters|mention|add|say|says|saying",
        "change|include|sentence|sentences|line|lines",
    )
)
_FILLERS_ZH = re.compile(
    r"能不能|可不可以|可以|麻烦|希望|感觉|觉得|读起来|看起来|听起来|看着|读着|整体|语气|口气|口吻|风格|措辞|文风|语言|这篇|笔记|文章|内容|正文|全文|文字|稍微|反正|一下|出来|起来|那么|这么|现在|有点|一点|一些|大家|部分|就行|就够|就好|行不行|好不好"
    r"|编号|序号|两个?词|[这那]句|带上?|出现|包含|加上?|体现|突出|记得|必须|一定|顺序|[请把将的了吧呢啊呀就都也再更太很点些写说改变弄搞做成得地要我你它们是在给让不别没够会用有来个从头到尾放]|[\W_]"
)


def covers(clause: str, kind: Kind, match: re.Match[str]) -> bool:
    """Return whether a change of *kind*, found as *match* in *clause*, explains the clause."""
    if _REASON.search(clause):
        return False
    if kind in (Kind.LACK, Kind.CONTAIN) and _STATEMENT.search(clause):
        return False
    if kind is Kind.LACK and _INTERROGATIVE.search(clause):
        return False
    if kind in _ADDING and _NEGATED.search(clause[: match.start()]):
        # "Don't mention that …"
        return False
    if kind is Kind.DROP:
        # 结尾不要求点赞: what is not wanted is in the part, and not the part.
        return count_unread(clause, match) <= (_MAX_LETTERS / 2 if is_chinese(clause) else 1)
    if kind is Kind.RENEW and count_unread(clause, match) > (
        2 * _MAX_LETTERS if is_chinese(clause) else 2 * _MAX_WORDS
    ):
        return False
    if kind not in _BY_KEYWORD:
        return kind is not Kind.RENEW or _EITHER.search(clause) is None
    if any(found.start() < match.start() < found.end() for found in _QUOTATION.finditer(clause)):
        # A word that the reviewer quotes requests no tone or length.
        return False
    if (kind is Kind.SHORTEN and _OF_OTHER.search(clause)) or (kind is Kind.COUNT and _TAKES_OUT.search(clause)):
        return False
    if kind is Kind.NO_EMOJI and _SOME_EMOJI.search(clause) and not find_pictographs(clause):
        return False
    if kind is Kind.COUNT and (re.search(r"[:：]\s*\S", clause) or _DIVIDED_BY.search(clause)):
        # The parts are named, and only their number would be met.
        return False
    return count_unread(clause, match) <= (_MAX_LETTERS if is_chinese(clause) else _MAX_WORDS)


_DIVIDED_BY = re.compile(r"按[^，]{1,8}分|\bby (?:season|month|week|day|age|price|room|size|step)s?\b", re.IGNORECASE)
_COMPARATIVE = re.compile(
    r"\b(?:nicer|kinder|warmer|funnier|friendlier|softer|sharper|clearer|simpler|livelier|calmer|more \w{4,})\b",
    re.IGNORECASE,
)
"""Another quality that the same clause requests: nicer and shorter."""


def loses_quotation(clause: str, *values: str) -> bool:
    """Return whether *clause* quotes a text that is not among the *values* of its change."""
    read = _join_letters("".join(values))
    return any(_join_letters(found[0]) not in read for found in _QUOTATION.finditer(clause))


def _join_letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def is_partial(clause: str, kind: Kind, match: re.Match[str]) -> bool:
    """Return whether *clause* has words that a change of *kind*, found as *match*, leaves unread."""
    if kind is Kind.WORDS:
        # The pattern matches all words between the quotes, whatever they are.
        rest = _QUOTATION.sub(" ", clause)
        return count_content(rest) > (_MAX_LETTERS / 2 if is_chinese(rest) else 0)
    if kind in (Kind.SHORTEN, Kind.LENGTHEN) and _COMPARATIVE.search(
        f"{clause[: match.start()]} {clause[match.end() :]}"
    ):
        return True
    return kind not in _BY_KEYWORD and count_unread(clause, match) > (_MAX_LETTERS / 2 if is_chinese(clause) else 1)


def count_unread(clause: str, match: re.Match[str]) -> int:
    """Return the number of words, or Chinese letters, of *clause* outside *match* that state more than a request."""
    return count_content(f"{clause[: match.start()]} {clause[match.end() :]}")


def count_content(rest: str) -> int:
    """Return the number of words, or Chinese letters, of *rest* that name neither a part nor a request."""
    content = strip_fillers(rest)
    return len(re.sub(r"\s", "", content)) if is_chinese(rest) else len(content.split())


def strip_fillers(rest: str) -> str:
    """Return the words of *rest* that name neither a part nor a request, separated by spaces."""
    rest = _PURPOSE.sub(" ", rest)
    for _, pattern in PARTS:
        rest = pattern.sub(" ", rest)
    if is_chinese(rest):
        return _FILLERS_ZH.sub(" ", rest)
    words = re.findall(r"[a-z][a-z'’-]*", rest.lower())
    return " ".join(word for word in words if word.replace("’", "'") not in _FILLERS_EN)


_NO_NAME = re.compile(
    r"吓人|骗人|说教|煽情|鸡汤|[废套空]话|口号|术语|名词|形容词|\b(?:jargon|slang|fluff|filler|waffle|preach\w*|nonsense|chit-?chat|hype|buzzwords?|clich\w*)\b"
    r"|(?:问句|问号|引号|括号|标点|数字|小标题|长句|段落|句子|大写|英文)$|\b(?:questions?|question marks?|quotes|brackets|headings?|bullets?|lists?|numbers|digits|capitals?|caps|sentences?|paragraphs?|words)$"
    r"|^(?:一?半|几[个条句]|[一两三][句下段]|全部|所有|全都)$|^(?:no|nope|not|yes|way|(?:want )?(?:any )?(?:tips?|advice|points?))$|^(?:one|two|three|half|a few|the rest)$|^(?:points?|tips?|bullets?|items?) \d"
    r"|[我你您他她它谁]|^[的得地了]|[这那]样?$|^[这那像会能]|^(?:老是|什么|怎么|这个|那个)|都$"
    r"|\b(?:i|you|he|she|it|we|they|me|us|them|him|her|this|that|these|those|is|are|was|were|am|be|been|do|does|did|would|could|can|will|should|if|so|nothing|something|anything|else|same)\b|n['’]t\b",
    re.IGNORECASE,
)


def is_name(value: str) -> bool:
    """Return whether *value* names something that a text may have or lack, and is no clause or pronoun."""
    return re.search(r"\w", value) is not None and _NO_NAME.search(value) is None


_FRAGMENT = re.compile(
    r"^(?:是|不是|不(?![同少])|没有?|有(?!人|些|的)|会|能|可以|可|要(?!是)|应该|该|被|把|就|都|也|还|很|太|的|了|为|属于|由|在|用|让)"
    r"|^(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|should|must|may|of|for|with|from|by|not|and|but|or|so|because|which|who)\b",
    re.IGNORECASE,
)
"""The start of a predicate or of the rest of a clause: 是无偿的. A text of the reviewer names what it is about."""
_IMPERATIVE = re.compile(r"^(?:不要|不能|不可|不得|不许|不必|请|do not|don['’]t)", re.IGNORECASE)
"""A sentence without a subject that is complete: 不要暴晒."""


def is_fragment(value: str) -> bool:
    """Return whether *value*, which the reviewer did not quote, is a remainder of a clause and no sentence of its own."""
    return _FRAGMENT.search(value) is not None and _IMPERATIVE.search(value) is None
