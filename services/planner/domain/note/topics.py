"""What a clause of a wish is about: the words left when those around the topic are gone."""

import re
from dataclasses import dataclass

from services.planner.domain.note.brief_lexicon import (
    CONTENT_TYPES,
    KIND_OPENERS,
    NOT_OPENERS,
    OPENERS,
    PLAIN_NOTES,
    TONES,
)
from services.planner.domain.note.measure import shortened
from services.planner.domain.note.values import ContentType
from services.planner.domain.note.wish_parts import is_reader
from services.planner.domain.phrase import EDGES, Phrase
from services.planner.domain.scanner import Lexicon, words
from services.planner.domain.script import is_chinese, simplify

WIDEST_TOPIC = 60
"""In halves of a Chinese character."""
_OPENERS = Lexicon(dict.fromkeys(OPENERS, True) | dict.fromkeys(NOT_OPENERS, False))
_KINDS = Lexicon(CONTENT_TYPES)
_WEAK_KINDS = frozenset(
    words("日常|方法|技巧|窍门|入门|必备|心得|避坑|避雷|记录|规划|探店|经历|心情|回忆|对比|路线|玩法|步骤")
)
"""They say the kind, and the topic says less without them."""
_LEFT_EDGES = re.compile(r"^(?:的|一下|关于|有关|以|为主题|主题|是|：|:|把|对|和|与|\s)+")
_ASKED_HOW = re.compile(
    r"(?<=..)(?:应该|该|要|到底)?(?:怎么|如何|怎样)(?:做|玩|选|办|去|写|弄|用|安排|搭配|搭|买|护理|挑)?$"
)
_RIGHT_EDGES = re.compile(r"(?:的|为主题|为题|作为主题|主题|方面|相关|类|一下|吧|呗|呀|啊|哦|嘛|呢|谢谢|\s)+$")
_MINE = "我的"
_WORDS_OF_AMOUNT = re.compile(r"^(?:\d{1,3}|[一二两三四五六七八九十几]{1,2})(?:篇|份|条|个|期|组|则|款|家|种|件|本|样)")

_ENGLISH_LEAD = re.compile(
    r"^(?:(?:please|kindly|can you|could you|would you|will you|help me|i want you to|"
    r"i want to|i want|i would like to|i would like|i'd like to|"
    r"i'd like|i need|let's|we need|hi|hello|hey|now|just|to) )*"
    r"(?:(?:write|create|make|draft|compose|prepare|do|share|post|generate|"
    r"give|produce|put together|plan|publish)(?: me| us| up)? )?"
    r"(?:(?:a|an|the|some|my|one|another|new) )?(?:\d{1,2} )?"
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
    """What a clause is about ("" for nothing), the kind of note it names, its readers, and whether it asks anew."""

    text: str
    content_type: ContentType | None = None
    audience: str = ""
    asks: bool = False


def topic_of(clause: Phrase) -> Topic:
    """Return what *clause*, freed of its other parts, is about."""
    return _chinese(clause) if is_chinese(clause.folded) else _english(clause)


def content_type_in(text: str) -> ContentType | None:
    """Return the last kind of note that *text* names."""
    kinds = [found.value for found in _KINDS.all(Phrase(text).folded)]
    return kinds[-1] if kinds else None


def bounded_topic(text: str) -> str:
    """Return *text* as a topic: simplified, no longer than a title."""
    return shortened(simplify(text).strip(EDGES), WIDEST_TOPIC)


def _chinese(clause: Phrase) -> Topic:
    rest, opened, asks = _without_openers(clause)
    rest, kind = _without_kinds(rest)
    text = _LEFT_EDGES.sub("", rest.written)
    text = _ASKED_HOW.sub("", _RIGHT_EDGES.sub("", text).strip(EDGES))
    asks = asks or (not text and kind is not None)
    if kind is ContentType.STORY and len(text) > len(_MINE):
        text = text.removeprefix(_MINE)
    if Phrase(text).folded in PLAIN_NOTES or not any(letter.isalpha() for letter in text):
        text = ""
    return Topic(text, kind or opened, asks=asks)


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
        "发布|编写|起草|制作",
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
        kind = kind or CONTENT_TYPES.get(word)
        if word in _WEAK_KINDS and end > len(word):
            break
        end -= len(word)
    return clause.part(0, end), kind or content_type_in(clause.written)


def _english(clause: Phrase) -> Topic:
    folded = clause.folded
    lead = _ENGLISH_LEAD.match(folded)
    begin = lead.end() if lead else 0
    asks = bool(lead and lead[0].strip())
    rest = clause.part(begin)
    if how := _HOW_TO.match(rest.folded):
        verb_end = how.end(1)
        text = _gerund(rest.written[how.start(1) : verb_end]) + rest.written[verb_end:]
        return Topic(text, ContentType.TUTORIAL, asks=asks)
    found = _first_kind(rest)
    if found is None:
        bare = _ARTICLE.sub("", _without_head(rest.written))
        about = re.match(r"(?:about|on|regarding|for) ", bare, re.IGNORECASE)
        return Topic(bare[about.end() :] if about else bare, asks=asks)
    return _around_kind(rest, *found, asks=asks)


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
            following = _gerund(following[how.start(1) : how.end(1)]) + following[how.end(1) :]
        elif preposition == "to":
            verb, gap, others = following.partition(" ")
            following = _gerund(verb) + gap + others if verb.lower() in _VERBS else following
        return Topic(following, kind, asks=asks)
    if following and preposition in ("for", "with"):
        if preposition == "for" and is_reader(following):
            return Topic(before, kind, following, asks=asks)
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


_VERBS = frozenset(
    words(
        "make|do|get|cook|bake|clean|build|learn|plan|grow|choose|buy|find|start|use|save|brew|keep|train",
        "write|read|travel|pack|visit|sleep|eat|run|lose|stay|take|care|live|work|create|style|wear",
        "organise|organize|decorate|paint|draw|fix|prepare|wash",
    )
)
_DOUBLED = frozenset(words("get|plan|cut|run|set|swim|stop|shop|put|begin|hit|let|sit|win|wrap|pet|tan|jog"))


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
