"""Parses the topic of a clause: the words that remain after other words are removed."""

import re
from dataclasses import dataclass, replace

from engines.language.characters import is_chinese
from engines.language.phrase import EDGES, Phrase, normalize_spaces
from engines.language.scanner import Lexicon, split_words
from engines.language.traditional_chinese import simplify
from engines.note_planner.request.audiences import is_audience
from engines.note_planner.request.english_verbs import ARTICLE, VERBS, to_activity, to_gerund
from engines.note_planner.request.lexicon import (
    CONTENT_TYPE_OPENERS,
    CONTENT_TYPES,
    NON_OPENERS,
    OPENERS,
    PLAIN_NOTES,
    TONES,
)
from engines.note_planner.request.proper_names import normalize_case, strip_edges
from engines.note_planner.text_width import split_at_width
from services.common.contract.note import ContentType
from services.common.text.segmentation import segment

MAX_TOPIC_WIDTH, MAX_CHINESE_WIDTH = 130, 84
"""Width in halves of a Chinese character, of an English topic and of a Chinese one; a title has its first phrases."""
_OPENERS = Lexicon(dict.fromkeys(OPENERS, True) | dict.fromkeys(NON_OPENERS, False))
_CONTENT_TYPES = Lexicon(CONTENT_TYPES)
_WEAK_CONTENT_TYPES = frozenset(split_words("必备|好物|避坑|避雷|规划|探店|路线|玩法|食谱|菜谱|书单|片单|歌单|入门"))
"""Content types that are part of the topic if a plainer word for the content type follows."""
_TOPICAL_CONTENT_TYPES = frozenset(split_words("必备|好物|避坑|避雷|规划|探店|路线|玩法|书单|片单|歌单|入门"))
"""Content types that are also part of the topic if none follows."""
_LEFT_EDGES = re.compile(r"^(?:的|一下|关于|有关|以|为主题|主题|是|：|:|把|对|和|与|\s)+")
_HOW_AT_END = re.compile(
    r"(?<=..)(?<![能以会还再才都也就周天月年前后时手白人子妈爸生员党])(?:应该|该|要|到底)?(?:怎么|如何|怎样)(?:做|玩|选|办|去|写|弄|用|安排|搭配|搭|买|养|种|调|穿|准备|学|练|吃|逛|过)?$"
)
_RIGHT_EDGES = re.compile(r"(?:的|为主题|为题|作为主题|主题|方面|相关|类|一下|吧|呗|呀|啊|哦|嘛|呢|谢谢|\s)+$")
_HOW = re.compile(r"^(?:应该|该|到底)?(?:如何|怎么样?|怎样)(?:(?:在家)?(?:做|制作)(?!到|好|人|事))?(?=..)")
_HOW_TO_DO = re.compile(r"(.{2,}?)(?:应该|该|要|到底)?(?:怎么|如何|怎样)(?!样|办|玩|做|选|去)([^的做]{2,6})$")
_WHAT_TO_TAKE = re.compile(r"(.{2,}?)(?:要|该|应该|需要)?(?:带|准备)(?:些|点)?(?:什么|啥)(?:东西)?$")
_PLANNED = re.compile(r"^(周末|假期|暑假|寒假|国庆|五一|过年|最近)(?:想|打算|准备|要)")
_LABELED = re.compile(r"^(?:主题|内容|话题|选题|题目)(?:是|为|就是|关于|讲的是|写)+")
_QUOTED = re.compile(r"[《“「『\"]([^《》“”「」『』\"]{2,24})[》”」』\"]")
_WORKS = frozenset(
    split_words("书|这本书|电影|这部电影|部电影|剧|这部剧|电视剧|歌|这首歌|纪录片|动画|综艺|小说|这部小说|游戏")
)
"""Things whose name may be in quotes."""
_MY = "我的"
_AMOUNT = re.compile(r"^(?:\d{1,3}|[一二两三四五六七八九十几]{1,2})(?:篇|份|条|个|期|组|则|款|家|种|件|本|样)(?!人)")

_VAGUE = re.compile(
    r"(?:随便|随意|随机|任意|什么|啥|点|些|一点|一些|写|来|发|弄|搞|整|都行|都可以|都好|行|可以|你|您|看着办|决定|定|自由发挥|发挥|看"
    r"|吧|呗|呀|啊|的|就|我|不知道|没想好|想不出来?|东西|内容|笔记|文案|好玩|有意思|有趣|篇|个|一|随你|无所谓|话题|主题|帮|给|出)+"
)
_VAGUE_WORDS = frozenset(
    split_words(
        "something|anything|whatever|any|a|an|the|some|one|is|be|would|will|do|fine|ok|good|great|nice|cool|interesting"
        "|fun|new|me|my|i|you|your|it|up|to|for|with|about|on|of|help|surprise|choose|pick|choice|decide|random|topic"
        "|subject|note|notes|post|posts|content|thing|things|stuff|write|please|just|dont|care|mind|know|like|really|and"
        "|make|create|give|idea|ideas|text|article|caption|blog|anywhere|everything|want"
    )
)
_NAMES_SELF = re.compile(r"ideas?|blog")
"""Words that are vague only in combination with others."""

_COUNTED = (
    r"(?:(?:day|night|week|hour|min|minute|second|month|year|ingredient|step|bedroom|bed|room|person|pot|pan|bowl|dish"
    r"|skillet|tray|mile|course)s?\b|people\b|km\b|k\b)"
)
"""What a number belongs to that is a part of the topic: one pot pasta, 3 day trips."""
_ENGLISH_LEAD = re.compile(
    r"^(?:(?:please|kindly|can you|could you|would you|will you|help me|i want you to|"
    r"i want to|i want|i would like to|i would like|i'd like to|"
    r"i'd like|i need|let's|we need|hi|hello|hey|now|just|to) )*"
    r"(?:(?:write|create|make|draft|compose|prepare|do|share|post|generate|recommend|suggest|compare|introduce|"
    r"give|produce|put together|plan|publish)(?: me| us| up)? )?"
    rf"(?:(?:(?:a|an|the|some|one(?! {_COUNTED})|another)(?: new)?|new(?= (?:notes?|posts?|articles?|blog)\b)) )?"
    rf"(?:\d{{1,2}} (?!{_COUNTED}))?"
)
_AN_ARTICLE = re.compile(r"\b(?:a|an|the|some|one|another|new)\b")
_HOW_TO = re.compile(r"^(?:how to|how (?:do|can|should) (?:i|you|we)|ways to) (\S+)(.*)$")
_ABOUT = frozenset(("about", "on", "of", "to", "covering", "regarding", ":"))
_SIZES = frozenset(
    split_words(
        "short|long|quick|brief|detailed|simple|complete|full|little|small|big|good|great|nice|useful",
        "practical|honest|best|ultimate|xiaohongshu|rednote|instagram|social|media",
    )
)


@dataclass(frozen=True, slots=True)
class Topic:
    """Topic of a clause, "" for none.

    Attributes:
        text: the topic.
        content_type: content type that the clause names.
        audience: audience that the clause names.
        requests_note: the clause requests a note.
        is_labeled: the clause calls the text its topic.

    """

    text: str
    content_type: ContentType | None = None
    audience: str = ""
    requests_note: bool = False
    is_labeled: bool = False


def parse_topic(clause: Phrase) -> Topic:
    """Return the topic of *clause*, from which the requirements have been removed."""
    topic = _parse_chinese(clause) if is_chinese(clause.folded) else _parse_english(clause)
    return replace(topic, text="", requests_note=True) if is_vague(topic.text) else topic


def is_vague(text: str) -> bool:
    """Return whether *text* leaves the topic open: it has only words for any note or thing ("随便写点什么")."""
    folded = Phrase(text).folded.strip(EDGES)
    if not folded:
        return False
    if folded in PLAIN_NOTES or _VAGUE.fullmatch(folded):
        return True
    words = folded.replace("'", "").split()
    return folded.isascii() and all(word in _VAGUE_WORDS for word in words) and not _NAMES_SELF.fullmatch(folded)


def find_content_type(text: str) -> ContentType | None:
    """Return the last content type that *text* names, and does not exclude."""
    folded = Phrase(text).folded
    found = _CONTENT_TYPES.find_all(folded)
    content_types = [match.value for match in found if not _EXCLUDED.search(folded[: match.start])]
    return content_types[-1] if content_types else None


_EXCLUDED = re.compile(
    r"(?:别|不要|不想|不用|不是)[^，。；,;]{0,6}$|\b(?:not|no|don['’]?t|never|without)\b[^,.;，。；]{0,16}$"
)


def strip_frame(text: str) -> str:
    """Return *text* without "so" or "recommend" before it and the word for a kind of note after it (手冲咖啡教程)."""
    text = _strip_first_word(_THOUGHT.sub("", _NOTE_AT_END.sub("", text)))
    rest = _strip_content_types(Phrase(text))[0].text
    kind = text[len(rest) :].lstrip("的")
    return rest if rest and (kind in CONTENT_TYPES or kind in PLAIN_NOTES) and kind not in _WEAK_CONTENT_TYPES else text


_NOTE_AT_END = re.compile(r"(?<=\w) (?:post|note) (?:plz|pls|please)$", re.IGNORECASE)
_THOUGHT = re.compile(
    r"^i(?:['’]?m| am| was|['’]?ve been| have been) (?:just )?(?:thinking|dreaming) (?:of|about) ", re.IGNORECASE
)
_FIRST_WORDS = frozenset(
    split_words(
        "所以|那么|但是|可是|然后|不过|讲讲|讲|说说|聊聊|谈谈|推荐|求|跪求|分享|介绍|安利|种草|盘点|唉|哎|救命|求助|so|and|but|ugh|argh|ok|okay|omg|lol|hey|hi|help"
    )
)
"""Words that precede a topic, as whole words: 推荐课外书, and neither 推荐信 nor 不过敏."""
_AMOUNT_AFTER = re.compile(r"^(?:一下|下|[几一些]?[款本个种部些])(?=..)")


def _strip_first_word(text: str) -> str:
    first = next(iter(segment(text)), "") if is_chinese(text) else text.partition(" ")[0]
    if first.lower() not in _FIRST_WORDS or len(text) < len(first) + 2:
        return text
    return _AMOUNT_AFTER.sub("", text[len(first) :].lstrip())


def normalize_topic(text: str) -> str:
    """Return *text* as a topic: simplified, at most as wide as a title."""
    return split_long_topic(text)[0]


def split_long_topic(text: str) -> tuple[str, str]:
    """Return *text* as a topic, and what does not fit into it, "" for nothing."""
    return split_at_width(normalize_case(_close_quote(strip_edges(simplify(text)))), get_max_width(text))


def _close_quote(text: str) -> str:
    """Return *text* with the quote that belongs to an open one: goes 'any questions'."""
    if text.count('"') % 2:
        return f'{text}"'
    is_open = re.search(r"(?:^| )'(?=\w)", text) is not None and re.search(r"\w'(?!\w)", text) is None
    return f"{text}'" if is_open else text


def get_max_width(topic: str) -> int:
    """Return the maximum width of *topic*, in halves of a Chinese character."""
    return MAX_CHINESE_WIDTH if is_chinese(topic) else MAX_TOPIC_WIDTH


def _parse_chinese(clause: Phrase) -> Topic:
    if named := _LABELED.match(clause.folded):
        return replace(_parse_chinese(clause.slice(named.end())), requests_note=True, is_labeled=True)
    if quoted := _parse_quoted(clause):
        return quoted
    return _parse_unquoted(clause)


def _parse_quoted(clause: Phrase) -> Topic | None:
    """Return a name in quotes as the topic if the rest of *clause* names only a kind of thing or note."""
    match = _QUOTED.search(clause.text)
    if match is None:
        return None
    rest = _parse_unquoted(Phrase(normalize_spaces(f"{clause.text[: match.start()]} {clause.text[match.end() :]}")))
    if rest.text and rest.text not in _WORKS:
        return None
    name = match[0] if match[0].startswith("《") else match[1]
    return replace(rest, text=name, requests_note=rest.requests_note)


def _parse_unquoted(clause: Phrase) -> Topic:
    rest, implied_type, requests_note = _strip_openers(clause)
    rest, content_type = _strip_content_types(rest)
    text = _LEFT_EDGES.sub("", rest.text)
    if question := _HOW.match(Phrase(text).folded):
        text, implied_type = text[question.end() :], ContentType.TUTORIAL
    text, implied_type = _strip_question(_RIGHT_EDGES.sub("", text).strip(EDGES), implied_type)
    requests_note = requests_note or (not text and content_type is not None)
    if content_type is ContentType.STORY and len(text) > len(_MY):
        text = text.removeprefix(_MY)
    if not any(letter.isalpha() for letter in text):
        text = ""
    return Topic(text, content_type or implied_type, requests_note=requests_note)


def _strip_question(text: str, content_type: ContentType | None) -> tuple[str, ContentType | None]:
    """Return *text* without a question at its end ("露营带什么"), and the content type that answers it."""
    if question := _HOW_TO_DO.match(text):
        return f"{question[1]}{question[2]}", content_type or ContentType.TUTORIAL
    if what := _WHAT_TO_TAKE.match(text):
        return what[1], content_type or ContentType.LIST
    return _PLANNED.sub(r"\1", _HOW_AT_END.sub("", text)), content_type


def _strip_openers(clause: Phrase) -> tuple[Phrase, ContentType | None, bool]:
    folded, start = clause.folded, 0
    content_type: ContentType | None = None
    requests_note = False
    while start < len(folded):
        if folded[start] in EDGES:
            start += 1
            continue
        if amount := _AMOUNT.match(folded[start:]):
            start += amount.end()
            continue
        match = _OPENERS.match_at(folded, start)
        if match is None or not match.value:
            break
        word = folded[start : match.end]
        if word.endswith(("我", "教")) and _RELATIVE.match(folded, match.end):
            break
        content_type = CONTENT_TYPE_OPENERS.get(word, content_type)
        requests_note = requests_note or word in _REQUEST_VERBS
        start = match.end
    return clause.slice(start), content_type, requests_note


_RELATIVE = re.compile(r"[妈爸爷奶哥姐弟妹娃]|老[公婆爸妈人]|儿子|女儿|外[婆公]|孩子|父母|长辈")
"""Persons that are the recipient (给我妈报了瑜伽班 is not 妈报了瑜伽班) or the pupil (教老人用智能手机)."""
_REQUEST_VERBS = frozenset(
    split_words(
        "写|写写|写个|写一写|写一下|做|做个|做一个|来|来个|来点|出|出个|整|整个|生成|创作|撰写|发|发个",
        "发布|编写|起草|制作|写成|写出|做成|整理成|分享|分享一下|分享下|推荐|推荐一下|推荐下|介绍|介绍一下",
        "安利|安利一下|种草|种草一下|聊聊|讲讲|记录|记录一下",
    )
)


def _strip_content_types(clause: Phrase) -> tuple[Phrase, ContentType | None]:
    """Return *clause* without the words for notes at its end, and the content type that they name."""
    folded, content_type = clause.folded, None
    end = len(folded)
    while True:
        end = len(_RIGHT_EDGES.sub("", folded[:end]).rstrip(EDGES))
        word = max(
            (word for word in (*CONTENT_TYPES, *PLAIN_NOTES) if folded.endswith(word, 0, end)), key=len, default=""
        )
        if not word or (word == "文" and end > 1 and folded[end - 2] in "语中英作人论散公散"):
            break
        if word in _WEAK_CONTENT_TYPES and content_type is not None and end > len(word):
            break
        content_type = content_type or CONTENT_TYPES.get(word)
        if word in _TOPICAL_CONTENT_TYPES and end > len(word):
            break
        end -= len(word)
    return clause.slice(0, end), content_type or find_content_type(clause.text)


def _parse_english(clause: Phrase) -> Topic:
    folded = clause.folded
    opening = _ENGLISH_LEAD.match(folded)
    start = opening.end() if opening else 0
    requests_note = bool(opening and _AN_ARTICLE.sub("", opening[0]).strip(" 0123456789"))
    implied_type = next(
        (content_type for word, content_type in _CONTENT_TYPE_VERBS.items() if opening and word in opening[0].split()),
        None,
    )
    rest = clause.slice(start)
    if question := _HOW_TO.match(rest.folded):
        text = to_activity(rest.text[question.start(1) : question.end(1)], rest.text[question.end(1) :])
        return Topic(text, ContentType.TUTORIAL, requests_note=requests_note)
    match = _find_content_type_run(rest)
    if match is None:
        rest_text = ARTICLE.sub("", _strip_adjectives(rest.text))
        preposition = re.match(
            r"(?:(?:something|anything)(?: \w+)? )?(?:about|on|regarding|for) ", rest_text, re.IGNORECASE
        )
        return Topic(
            rest_text[preposition.end() :] if preposition else rest_text, implied_type, requests_note=requests_note
        )
    return _parse_around_content_type(rest, *match, requests_note=requests_note)


_CONTENT_TYPE_VERBS = {
    "recommend": ContentType.RECOMMENDATION,
    "suggest": ContentType.RECOMMENDATION,
    "compare": ContentType.REVIEW,
}
"""Verbs at the start of a request that imply a content type."""


def _find_content_type_run(clause: Phrase) -> tuple[int, int, ContentType | None] | None:
    """Return the span of the first adjacent words for a note, and the content type that they name."""
    known = Lexicon(dict.fromkeys(PLAIN_NOTES, None) | CONTENT_TYPES)
    run: tuple[int, int, ContentType | None] | None = None
    for match in known.find_all(clause.folded):
        if run is None:
            run = (match.start, match.end, match.value)
        elif clause.folded[run[1] : match.start] == " ":
            run = (run[0], match.end, run[2] or match.value)
        else:
            break
    return run


def _parse_around_content_type(
    clause: Phrase, start: int, end: int, content_type: ContentType | None, *, requests_note: bool
) -> Topic:
    """Return the topic next to the word for a note: after "about", else before it ("a Kyoto travel guide")."""
    before, after = _strip_adjectives(clause.text[:start]), clause.text[end:].strip(EDGES)
    if after and _WITH_OBJECT.match(before):
        return Topic(clause.text, content_type, requests_note=requests_note)
    preposition, _, following = after.partition(" ")
    preposition = preposition.lower()
    following = ARTICLE.sub("", following)
    if following and preposition in _ABOUT:
        if question := _HOW_TO.match(following.lower()):
            following = to_activity(following[question.start(1) : question.end(1)], following[question.end(1) :])
        elif preposition == "to":
            verb, gap, others = following.partition(" ")
            following = to_gerund(verb) + gap + others if verb.lower() in VERBS else following
        return Topic(following, content_type, requests_note=requests_note)
    if following and preposition in ("for", "with"):
        if preposition == "for" and is_audience(following):
            return Topic(before, content_type, following, requests_note=requests_note)
        before = "" if before.lower() in _LIST_NAMES else before
        if before.lower() == "packing" and preposition == "with":
            before = ""
        return Topic(clause.text if before else following, content_type, requests_note=requests_note)
    is_whole = before and (after or _TOPICAL_ENGLISH.fullmatch(clause.text[start:end]))
    whole = ARTICLE.sub("", _strip_adjectives(clause.text))
    return Topic(whole if is_whole else before or after, content_type, requests_note=requests_note)


_TOPICAL_ENGLISH = re.compile(r"recipes?|checklist|packing list", re.IGNORECASE)
"""Words for a kind of text that stay in a topic: a dumpling recipe is not about dumplings in general."""


def _strip_adjectives(text: str) -> str:
    """Return *text* without adjectives of the note ("short", "honest")."""
    words = text.strip(EDGES).split()
    while words and (
        words[0].lower().strip(",") in _SIZES or words[0].lower().strip(",") in TONES or words[0].lower() == "and"
    ):
        words.pop(0)
    return " ".join(words)


_WITH_OBJECT = re.compile(r"(?:taking|making|keeping|writing|reading|sharing|using)\b", re.IGNORECASE)
"""Verbs with the word for a note as the object: taking notes in a lecture."""
_LIST_NAMES = frozenset(split_words("to-do|todo|check"))
"""Names of lists whose topic is their purpose."""
