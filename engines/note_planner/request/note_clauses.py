"""Clauses about the note itself (its form, its readers, its length) and limits: details, never what the note is about.

写成适合收藏的那种, "200 words tops", "aimed at families like ours", "under $30 total", 别太刻薄.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.language.scanner import split_words
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.lexicon import AUDIENCES

NOTE_NOUN = r"(?:blog post|post|note|article|write-?up|piece|blog|thread|caption|rant|few words)"
_PERSONS = frozenset(
    split_words(
        "people|folks|anyone|everyone|someone|those|colleagues|neighbours|neighbors|owners|beginners|relatives|mates|flatmates"
        "|housemates|patients|nurses|guests|visitors|customers|subscribers|followers|newcomers|mums|moms|dads|familys|families"
    )
)
_AGENTS = re.compile(r"\w{3,}(?:ers|ors|ists|ees|ians)")
"""Plurals of persons by what they do."""
_READERS = re.compile(
    r"(?:^|,? )(?:for|aimed at|meant for|written for|intended for|addressed to|to)(?= )(?P<who>(?: [\w'’-]+){1,4}?)(?= (?:who|with|in|on|at|of|like|stuck|from|that|about)\b|[’']ve|$)(?P<rest>.*)$"
)
_LIMIT = re.compile(
    r"^(?:(?:under|below|at most|around|about|up to|max(?:imum)?|less than|no more than|within) )?[$€£]?\d[\d,.]*\+?(?: ?[$€£%])?"
    r"(?: (?:total|max|each|or less|or so|tops|altogether|words?|lines?|sentences?|paragraphs?|characters?|dollars|pounds|euros|please|per \w+|a \w+|ft|cm|m|kg|lbs|by|x|\d+))*$"
)
_RESTRICTION = re.compile(
    r"^(?:and |but )*(?:no|not|nothing|without|only|none of|avoid|don't|do not|never|skip|just not) (?!idea|clue|sure|longer|one\b|matter|energy|time|works)(?=\w)"
)
_FORM = re.compile(
    r"^(?:and |but |please |maybe |just )*(?:(?:keep|make|write|turn|format|structure) (?:it|this|that|them)\b|(?:do|write|make|give me|want) (?:me )?(?:one|something) (?:that|which)\b|(?:start|end|open|close|finish) (?:it )?(?:with|on)\b|(?:and )?(?:it|this|that|the (?:post|note|text)) (?:should|must|has to|needs to|can)\b)"
)
_EXPLAINS = re.compile(
    r"^(?:please |can you |could you )*(?:explain|tell|teach|show|remind|warn) (?:to )?(?:my|our|the|other|new) [\w'’-]+(?: [\w'’-]+)?$"
)
_WRITES = re.compile(
    rf"\b(?:want|need|write|post|share|put|do|make|create|give|draft|help)\b.*\b(?:{NOTE_NOUN}s?|guide|list|plan|checklist|something|anything|story|this|that|it)\b"
)
_TEXT_ENGLISH = frozenset(
    split_words(
        "post|posts|note|notes|article|blog|piece|thread|caption|rant|story|guide|list|checklist|write-up|short|long|quick|little"
        "|funny|helpful|light-hearted|lighthearted|warm|practical|friendly|gentle|detective|quiet|quietly|kind|simple|chatty|style|tone|voice"
        "|goodbye|farewell|thank-you|announcement|words|sentences|lines|paragraphs|length|end|ending|beginning|middle|title|headline|scene|boat|board|stage|readers|tenderness|humour|humor"
    )
)
_WRITES_CHINESE = re.compile(
    r"^(?:(?:请|麻烦|帮我|帮忙|帮|给我|能不能|可以|最好|就|再|也|顺便|我|你|想要?|打算|准备|求|所以|就?[这那]件?事)*)(?:写|发|做|整理?|弄|搞|来|出)(?:成|得|个|篇|份|点|几句|一[个篇份条点]|出|下|写)"
)
_READERS_CHINESE = re.compile(r"(?<=.)(?:来|，)?给[^，。]{1,14}[看听读](?:看)?的?$")
_OCCASION = re.compile(rf"\b{NOTE_NOUN} for (?P<x>(?!my|our|the|your)[a-z].*)$")
_PLACES = re.compile(
    r"\b(?:page|group|board|blog|site|newsletter|channel|chat|feed|website|club|class|team|instagram|account)\b"
)
_WRITING_CHINESE = re.compile(
    r"支一?支?招|出出?主意|[说讲](?:一声|一说|个?明白|个?清楚)|[记写发讲说](?:下来|出来)|打打?气|吐吐槽"
)
_TEXT_CHINESE = frozenset(
    split_words(
        "写成|写个|写篇|写点|帮写|发出|发出来|收藏|吐槽|征求|意见|支招|版|版本|形式|格式|风格|列表|表格|问答|转发|评论|评论区|点赞|关注|标题|部分|图文"
        "|题目|正文|结尾|字数|随手记|短文|小短文|感想|段子|文字|语气|口吻|表情|配图|参考|思路|干货|对比|步骤|小文|体|支支招|说一声|说明|记下|记下来|写出|写出来|讲明白|说清楚|讲清楚|明白|清楚|鼓励|安慰|几句|几句话|姐妹|顾客|老顾客|粉丝|群友"
    )
)
_DETAIL_CHINESE = re.compile(
    r"^(?:不要|别(?![人墅的])|不想|不用|不需要|拒绝|避免|语气|文风|风格|标题(?!党)|结尾|开头|字数|篇幅|控制在)|^.{0,3}(?:短|长|轻松|温柔|好笑|实在|幽默|活泼|搞笑|简单|口语)(?:一?点儿?|些)就?[好行]?$"
    r"|^(?:写|发|讲|说|念|拿)?给.{1,10}[看听]的?$|^我?(?:不太?会|不知道怎么|不擅长)写|^(?:整篇|全文|通篇).{1,8}$|^[^，]{0,6}求助$|^\d+字|^(?:[一二两三四五六七八九十百\d]+(?:分钟|字|百字))(?:左右|以内|之内)?(?:就行|就好|就可以)?$"
)


def is_about_note(clause: str) -> bool:
    """Return whether *clause* is about the note itself, or a limit: it names nothing that a note could be about."""
    folded = Phrase(clause).folded
    if is_chinese(folded):
        if _DETAIL_CHINESE.search(folded):
            return True
        folded = _READERS_CHINESE.sub("", folded)
        return _WRITES_CHINESE.match(folded) is not None and not list_subject(folded)
    if _LIMIT.match(folded) or _RESTRICTION.match(folded) or _FORM.match(folded) or _EXPLAINS.match(folded):
        return True
    if readers := _READERS.search(folded):
        is_named = _names_persons(readers["who"])
        if is_named and not readers.start():
            return True
    return _WRITES.search(folded) is not None and not list_subject(split_readers(clause)[0])


def find_occasion(clause: str) -> str:
    """Return what an English note is requested for, if these are no readers: "a post for pancake day"; "" for none."""
    found = _OCCASION.search(Phrase(clause).folded)
    if found is None or _names_persons(found["x"]) or _PLACES.search(found["x"]):
        return ""
    return clause[len(clause) - len(found["x"]) :]


def list_subject(text: str) -> list[str]:
    """Return the content of *text* without the words for texts and what readers do with them."""
    words = _TEXT_CHINESE if is_chinese(text) else _TEXT_ENGLISH
    return [word for word in list_content(_WRITING_CHINESE.sub("，", text)) if word not in words]


def requests_text(clause: str) -> bool:
    """Return whether a Chinese *clause* requests a text: 帮我写几句发出来."""
    return _WRITES_CHINESE.match(clause) is not None


def split_readers(clause: str) -> tuple[str, str]:
    """Return an English *clause* without the readers at its end, and the readers: "a note", "for people in my boat"."""
    found = _READERS.search(Phrase(clause).folded)
    if found is None or not _names_persons(found["who"]):
        return clause, ""
    return strip_edges(clause[: found.start()]), strip_edges(clause[found.start() :])


def _names_persons(text: str) -> bool:
    return any(word in _PERSONS or word in AUDIENCES or _AGENTS.fullmatch(word) for word in text.split())
