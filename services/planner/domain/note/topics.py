"""What a clause of a wish is about: the words left when those around the topic are gone."""

import re
from dataclasses import dataclass, replace

from services.planner.domain.note.brief_lexicon import (
    CONTENT_TYPES,
    KIND_OPENERS,
    NOT_OPENERS,
    OPENERS,
    PLAIN_NOTES,
    TONES,
)
from services.planner.domain.note.measure import shortened
from services.planner.domain.note.proper_names import bare, naturally
from services.planner.domain.note.values import ContentType
from services.planner.domain.note.wish_readers import is_reader
from services.planner.domain.phrase import EDGES, Phrase, tidy
from services.planner.domain.scanner import Lexicon, words
from services.planner.domain.script import is_chinese, simplify

WIDEST_TOPIC = 60
"""In halves of a Chinese character."""
_OPENERS = Lexicon(dict.fromkeys(OPENERS, True) | dict.fromkeys(NOT_OPENERS, False))
_KINDS = Lexicon(CONTENT_TYPES)
_WEAK_KINDS = frozenset(words("必备|好物|避坑|避雷|规划|探店|路线|玩法|食谱|菜谱|书单|片单|歌单"))
"""They say the kind, and the topic says less without them where a plainer word for the kind follows."""
_KEPT_KINDS = frozenset(words("必备|好物|避坑|避雷|规划|探店|路线|玩法|书单|片单|歌单"))
"""Those of them that stay where none follows, too."""
_LEFT_EDGES = re.compile(r"^(?:的|一下|关于|有关|以|为主题|主题|是|：|:|把|对|和|与|\s)+")
_ASKED_HOW = re.compile(
    r"(?<=..)(?:应该|该|要|到底)?(?:怎么|如何|怎样)(?:做|玩|选|办|去|写|弄|用|安排|搭配|搭|买|护理|挑|养|洗|拍|穿|存|收纳|整理|准备|学|练|吃|逛|过)?$"
)
_RIGHT_EDGES = re.compile(r"(?:的|为主题|为题|作为主题|主题|方面|相关|类|一下|吧|呗|呀|啊|哦|嘛|呢|谢谢|\s)+$")
_HOW = re.compile(r"^(?:应该|该|到底)?(?:如何|怎么样?|怎样)(?:(?:在家)?(?:做|制作)(?!到|好|人|事))?(?=..)")
_HOW_TO_DO = re.compile(r"(.{2,}?)(?:应该|该|要|到底)?(?:怎么|如何|怎样)(?!样|办|玩|做|选|去)([^的做]{2,6})$")
_WHAT_TO_TAKE = re.compile(r"(.{2,}?)(?:要|该|应该|需要)?(?:带|准备)(?:些|点)?(?:什么|啥)(?:东西)?$")
_PLANNED = re.compile(r"^(周末|假期|暑假|寒假|国庆|五一|过年|最近)(?:想|打算|准备|要)")
_NAMED = re.compile(r"^(?:主题|内容|话题|选题|题目)(?:是|为|就是|关于|讲的是|写)+")
_QUOTED = re.compile(r"[《“「『\"]([^《》“”「」『』\"]{2,24})[》”」』\"]")
_WORKS = frozenset(
    words("书|这本书|电影|这部电影|部电影|剧|这部剧|电视剧|歌|这首歌|纪录片|动画|综艺|小说|这部小说|游戏")
)
"""What a name in quotes may be the name of."""
_MINE = "我的"
_WORDS_OF_AMOUNT = re.compile(r"^(?:\d{1,3}|[一二两三四五六七八九十几]{1,2})(?:篇|份|条|个|期|组|则|款|家|种|件|本|样)")

_ENGLISH_LEAD = re.compile(
    r"^(?:(?:please|kindly|can you|could you|would you|will you|help me|i want you to|"
    r"i want to|i want|i would like to|i would like|i'd like to|"
    r"i'd like|i need|let's|we need|hi|hello|hey|now|just|to) )*"
    r"(?:(?:write|create|make|draft|compose|prepare|do|share|post|generate|recommend|suggest|compare|introduce|"
    r"give|produce|put together|plan|publish)(?: me| us| up)? )?"
    r"(?:(?:a|an|the|some|one|another|new) )?(?:\d{1,2} (?!days?|nights?|weeks?|hours?))?"
)
_HOW_TO = re.compile(r"^(?:how to|how do i|how can i|how i|ways to) (\S+)(.*)$")
_ABOUT = frozenset(("about", "on", "of", "to", "covering", "regarding", ":"))
_SIZES = frozenset(
    words(
        "short|long|quick|brief|detailed|simple|complete|full|little|small|big|good|great|nice|useful",
        "practical|honest|best|ultimate|xiaohongshu|rednote|instagram|social|media",
    )
)
_ARTICLE = re.compile(r"^(?:a|an|the|some) ")


@dataclass(frozen=True, slots=True)
class Topic:
    """What a clause is about ("" for nothing), the kind of note it names, its readers, and whether it asks anew.

    `named` where it says outright that this is the topic.
    """

    text: str
    content_type: ContentType | None = None
    audience: str = ""
    asks: bool = False
    named: bool = False


def topic_of(clause: Phrase) -> Topic:
    """Return what *clause*, freed of its other parts, is about."""
    return _chinese(clause) if is_chinese(clause.folded) else _english(clause)


def content_type_in(text: str) -> ContentType | None:
    """Return the last kind of note that *text* names."""
    kinds = [found.value for found in _KINDS.all(Phrase(text).folded)]
    return kinds[-1] if kinds else None


def bounded_topic(text: str) -> str:
    """Return *text* as a topic: simplified, no longer than a title."""
    return shortened(naturally(bare(simplify(text))), WIDEST_TOPIC)


def _chinese(clause: Phrase) -> Topic:
    if named := _NAMED.match(clause.folded):
        return replace(_chinese(clause.part(named.end())), asks=True, named=True)
    if quoted := _quoted(clause):
        return quoted
    return _unquoted(clause)


def _quoted(clause: Phrase) -> Topic | None:
    """Return a name in quotes as the topic, where the rest of *clause* only says what kind of thing or note it is."""
    found = _QUOTED.search(clause.written)
    if found is None:
        return None
    rest = _unquoted(Phrase(tidy(f"{clause.written[: found.start()]} {clause.written[found.end() :]}")))
    if rest.text and rest.text not in _WORKS:
        return None
    name = found[0] if found[0].startswith("《") else found[1]
    return replace(rest, text=name, asks=rest.asks)


def _unquoted(clause: Phrase) -> Topic:
    rest, opened, asks = _without_openers(clause)
    rest, kind = _without_kinds(rest)
    text = _LEFT_EDGES.sub("", rest.written)
    if how := _HOW.match(Phrase(text).folded):
        text, opened = text[how.end() :], ContentType.TUTORIAL
    text, opened = _asked_after(_RIGHT_EDGES.sub("", text).strip(EDGES), opened)
    asks = asks or (not text and kind is not None)
    if kind is ContentType.STORY and len(text) > len(_MINE):
        text = text.removeprefix(_MINE)
    if Phrase(text).folded in PLAIN_NOTES or not any(letter.isalpha() for letter in text):
        text = ""
    return Topic(text, kind or opened, asks=asks)


def _asked_after(text: str, kind: ContentType | None) -> tuple[str, ContentType | None]:
    """Return *text* without the question it ends with ("露营带什么"), and the kind of note that answers it."""
    if how := _HOW_TO_DO.match(text):
        return f"{how[1]}{how[2]}", kind or ContentType.TUTORIAL
    if what := _WHAT_TO_TAKE.match(text):
        return what[1], kind or ContentType.LIST
    return _PLANNED.sub(r"\1", _ASKED_HOW.sub("", text)), kind


def _without_openers(clause: Phrase) -> tuple[Phrase, ContentType | None, bool]:
    folded, start = clause.folded, 0
    kind: ContentType | None = None
    asks = False
    while start < len(folded):
        if folded[start] in EDGES:
            start += 1
            continue
        if amount := _WORDS_OF_AMOUNT.match(folded[start:]):
            start += amount.end()
            continue
        found = _OPENERS.at(folded, start)
        if found is None or not found.value:
            break
        word = folded[start : found.end]
        kind = KIND_OPENERS.get(word, kind)
        asks = asks or word in _ASKING
        start = found.end
    return clause.part(start), kind, asks


_ASKING = frozenset(
    words(
        "写|写写|写个|写一写|写一下|做|做个|做一个|来|来个|来点|出|出个|整|整个|生成|创作|撰写|发|发个",
        "发布|编写|起草|制作|写成|写出|做成|整理成|分享|分享一下|分享下|推荐|推荐一下|推荐下|介绍|介绍一下",
        "安利|安利一下|种草|种草一下|聊聊|讲讲|记录|记录一下",
    )
)


def _without_kinds(clause: Phrase) -> tuple[Phrase, ContentType | None]:
    """Return *clause* without the names of notes at its end, and what kind the last telling one says."""
    folded, kind = clause.folded, None
    end = len(folded)
    while True:
        end = len(_RIGHT_EDGES.sub("", folded[:end]).rstrip(EDGES))
        word = max(
            (word for word in (*CONTENT_TYPES, *PLAIN_NOTES) if folded.endswith(word, 0, end)), key=len, default=""
        )
        if not word or (word == "文" and end > 1 and folded[end - 2] in "语中英作人论散公散"):
            break
        if word in _WEAK_KINDS and kind is not None and end > len(word):
            break
        kind = kind or CONTENT_TYPES.get(word)
        if word in _KEPT_KINDS and end > len(word):
            break
        end -= len(word)
    return clause.part(0, end), kind or content_type_in(clause.written)


def _english(clause: Phrase) -> Topic:
    folded = clause.folded
    lead = _ENGLISH_LEAD.match(folded)
    begin = lead.end() if lead else 0
    asks = bool(lead and lead[0].strip())
    opened = next((kind for word, kind in _OPENED.items() if lead and word in lead[0].split()), None)
    rest = clause.part(begin)
    if how := _HOW_TO.match(rest.folded):
        text = _done(rest.written[how.start(1) : how.end(1)], rest.written[how.end(1) :])
        return Topic(text, ContentType.TUTORIAL, asks=asks)
    found = _first_kind(rest)
    if found is None:
        bare = _ARTICLE.sub("", _without_head(rest.written))
        about = re.match(r"(?:(?:something|anything)(?: \w+)? )?(?:about|on|regarding|for) ", bare, re.IGNORECASE)
        return Topic(bare[about.end() :] if about else bare, opened, asks=asks)
    return _around_kind(rest, *found, asks=asks)


_OPENED = {
    "recommend": ContentType.RECOMMENDATION,
    "suggest": ContentType.RECOMMENDATION,
    "compare": ContentType.REVIEW,
}
"""Words a wish begins with that say what kind of note it is."""


def _first_kind(clause: Phrase) -> tuple[int, int, ContentType | None] | None:
    """Return the first run of words for a note, and the kind it tells."""
    known = Lexicon(dict.fromkeys(PLAIN_NOTES, None) | CONTENT_TYPES)
    run: tuple[int, int, ContentType | None] | None = None
    for found in known.all(clause.folded):
        if run is None:
            run = (found.start, found.end, found.value)
        elif clause.folded[run[1] : found.start] == " ":
            run = (run[0], found.end, run[2] or found.value)
        else:
            break
    return run


def _around_kind(clause: Phrase, start: int, end: int, kind: ContentType | None, *, asks: bool) -> Topic:
    """Return the topic beside the word for a note: after "about", else before it ("a Kyoto travel guide")."""
    before, after = _without_head(clause.written[:start]), clause.written[end:].strip(EDGES)
    preposition, _, following = after.partition(" ")
    preposition = preposition.lower()
    following = _ARTICLE.sub("", following)
    if following and preposition in _ABOUT:
        if how := _HOW_TO.match(following.lower()):
            following = _done(following[how.start(1) : how.end(1)], following[how.end(1) :])
        elif preposition == "to":
            verb, gap, others = following.partition(" ")
            following = _gerund(verb) + gap + others if verb.lower() in _VERBS else following
        return Topic(following, kind, asks=asks)
    if following and preposition in ("for", "with"):
        if preposition == "for" and is_reader(following):
            return Topic(before, kind, following, asks=asks)
        before = "" if before.lower() in _OF_LISTS else before
        return Topic(f"{before} {after}" if before else following, kind, asks=asks)
    return Topic(" ".join(part for part in (before, after) if part), kind, asks=asks)


def _without_head(text: str) -> str:
    """Return *text* without words that only size or praise the note."""
    kept = text.strip(EDGES).split()
    while kept and (
        kept[0].lower().strip(",") in _SIZES or kept[0].lower().strip(",") in TONES or kept[0].lower() == "and"
    ):
        kept.pop(0)
    return " ".join(kept)


_OF_LISTS = frozenset(words("packing|to-do|todo|gear|check"))
"""What a list is called by; its topic is what it is for."""
_AT_HOME = re.compile(r"(?<=.) at home$", re.IGNORECASE)
_VERBS = frozenset(
    words(
        "make|do|get|cook|bake|clean|build|learn|plan|grow|choose|buy|find|start|use|save|brew|keep|train",
        "write|read|travel|pack|visit|sleep|eat|run|lose|stay|take|care|live|work|create|style|wear",
        "organise|organize|decorate|paint|draw|fix|prepare|wash",
    )
)
_DOUBLED = frozenset(words("get|plan|cut|run|set|swim|stop|shop|put|begin|hit|let|sit|win|wrap|pet|tan|jog"))


def _done(verb: str, others: str) -> str:
    """Return what is done: of what is made the thing alone ("make cold brew at home" is "cold brew")."""
    if verb.lower() in ("make", "do") and others.strip():
        return _ARTICLE.sub("", _AT_HOME.sub("", others.strip()))
    return _gerund(verb) + others


def _gerund(verb: str) -> str:
    """Return an English verb as the name of what is done ("make" is "making")."""
    folded = verb.lower()
    if folded.endswith("ing") or not folded.isascii() or not folded.isalpha():
        return verb
    if folded in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    if folded.endswith("ie"):
        return f"{verb[:-2]}ying"
    if folded.endswith("e") and not folded.endswith(("ee", "oe", "ye")) and folded != "be":
        return f"{verb[:-1]}ing"
    return f"{verb}ing"
