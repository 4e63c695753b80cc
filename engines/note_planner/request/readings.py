"""What each clause of a request asks for: the candidates for the topic of the note.

A clause is read in one of four ways (`Basis`). The words around its content (the request for a note, the readers) are
removed, and the rest is a candidate in the user's own words. A candidate that is incomplete names no subject by itself.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from engines.language.characters import is_chinese
from engines.language.parsers.small_talk import is_greeting
from engines.language.phrase import Phrase, strip_edges
from engines.note_planner.request.completeness import is_complete, list_content
from engines.note_planner.request.english_verbs import ARTICLE, to_activity
from engines.note_planner.request.lexicon import CONTENT_TYPES, PLAIN_NOTES
from engines.note_planner.request.note_clauses import (
    NOTE_NOUN,
    find_occasion,
    is_about_note,
    list_subject,
    requests_text,
    split_readers,
)
from engines.note_planner.request.parts import find_tones
from engines.note_planner.request.situations import split_statements
from engines.note_planner.request.subjects import find_pronoun, name_subject
from engines.note_planner.request.topics import is_vague


class Basis(IntEnum):
    """Why a phrase may be the topic, the most certain first: a note on it is requested, or a question, or an intention.

    A detail is about the note itself, or a limit, and never the topic.
    """

    NAMED = 0
    QUESTION = 1
    INTENTION = 2
    STATEMENT = 3
    DETAIL = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """A candidate for the topic: the content of *clause*; `is_frame` if that requests a note, for its *readers*."""

    text: str
    basis: Basis
    is_complete: bool
    clause: str = ""
    is_frame: bool = False
    readers: str = ""


_SENTENCES = re.compile(
    r"(?<!\d)\.(?=\s|$)|(?<=\d\d)\.(?=\s[A-Z])|(?<=[ap]\.m)\.(?=\s[A-Z]|$)|[;!?。；：！？…\n]|:(?=\s)|(?<=[\u4e00-\u9fff]):| [-–—]+ |——"
)
_COMMAS = re.compile(r"，|,(?!\d{3})\s*|（|）|[()]")
_ENUMERATION = re.compile(
    r"[^,，;]+(?:, (?!(?:no|not|without|with|for|under|about|but|please|maybe|just|i|we|my|he|she|they|it|in|on|at|around|so|because|who|which|that|aimed|and|or)\b)[\w'’-]+(?: [\w'’-]+){0,3})+,? (?:and|or) [^,，;]+",
    re.IGNORECASE,
)
"""Things with commas between them, which are one phrase: "cooking rice, beans and lentils"."""
_SAME_QUESTION = re.compile(
    r"\b(?P<word>what|how|where|when|which) (?:not )?to [^,]+(?:, (?:and )?(?P=word) (?:not )?to [^,]+)+", re.IGNORECASE
)
_AND_CHINESE = re.compile(
    r"(?:还有|以及)(?![\d一二两三四五六七八九十半几多个点什么没我他她你]).{4,}(?:方法|办法|技巧|步骤|注意事项|经验|做法|建议)$"
)
"""A further thing that a note is requested on: 怎么挑菠萝蜜，还有手不粘胶的办法."""
_BRACKETS = re.compile(r"\s?[(（]([^()（）]*)[)）]")
_HEAD = re.compile(r"^(?:so |well )?(?:my|our|the|an?) (?:[\w'’-]+ ?){1,3}$", re.IGNORECASE)
_PREDICATE = re.compile(
    r"^(?:has|have|is|was|are|were|had|keeps?|won't|doesn't|can't|just|still|never|always) ", re.IGNORECASE
)
"""An English subject, and the predicate after an apposition to it: "Our cat, 14, has started yowling"."""
_NOUN = NOTE_NOUN
_IDEAS = r"(?:ideas?|tips|advice|suggestions|some thoughts)"
_ADJECTIVES = r"(?:(?:short|long|quick|little|simple|practical|helpful|honest|friendly|good|nice|new|proper|clear|useful|funny|gentle|warm) )*"
_FRAME = re.compile(
    rf"(?:^|\b(?:an?|another|one|this|the|some|your) ){_ADJECTIVES}{_NOUN}(?P<aud>(?: for| to)(?: [\w'’-]+){{1,5}}?)??"
    r" (?:about|on|covering|explaining|regarding|of|with(?= (?:\w+ )?(?:ways|tips|ideas|advice|tricks|methods|steps|rules|rituals|habits|exercises|recipes|questions))) (?P<x>\S.*)"
    rf"|\b(?:write|share|give|suggest|post)(?: me| us| up)?(?: some| a few)? {_IDEAS} (?:for|on|about) (?P<x5>\S.*)"
    rf"|\b(?:something|anything)(?: {_ADJECTIVES})?(?P<aud2>(?: for)(?: [\w'’-]+){{1,5}}?)?? (?:about|on) (?P<x2>\S.*)"
    r"|\bwrite (?:to me |me |us |up )?(?:(?:about|on) |(?=how to ))(?P<x3>\S.*)"
    r"|\b(?:(?:i|we)(?:'d| would)? (?:want|like|love|hope|plan|wish) to|let me|help me) (?:share|explain|write about|post about|write up|tell (?:people|others|everyone)|show (?:people|others)|teach (?:people|others)|warn (?:people|others)(?: about)?) (?P<x4>\S.*)"
)
_NOTE_ALONE = re.compile(
    rf"\b(?:an?|the|this|it|me|another)\b.*\b(?:{_NOUN}|guide|list|plan|checklist)s?\b|\bwrite (?:it|this|that)\b|\bmake (?:it|this|that) an?\b|\bwrite .*\b(?:post|note|article)\b|^(?:post|note)\b|\b(?:write|post|share) (?:something|anything)\b"
)
_READERS_AT_END = re.compile(
    r",? (?:for|aimed at|to) (?:(?:other|new|tired|fellow|all|busy|older|young|absolute|complete|total|first-time|my|our|the|people|those|anyone|everyone|someone)\b ?)+"
    r"(?:(?:people|parents|beginners|folks|friends|colleagues|neighbou?rs|owners|readers|learners|adults|students|mums|dads|moms|class|team|club|age|like me|in the same \w+|with|who|in|of|at|my|jobs?|wet|the)\b ?)*(?:in the same \w+|like me|my age)?$"
)
_LEAD = re.compile(
    r"^(?:(?:ugh|argh|omg|lol|honestly|anyway|sigh|so|and|but|now|then|also|please|hi|hello|hey|well|ok|okay|just|because) )+"
)
_HOW_TO = re.compile(r"^how (?:to|(?:do|can|should|would) (?:i|you|we)) (?P<verb>\S+)(?P<rest>.*)$")
_QUESTION = re.compile(
    r"^(?:any (?:ideas|tips|advice)|how|what|which(?! (?:is|are|was|has|have|had|makes?|means)\b)|why"
    r"|(?:is|are|can|could|should|do|does|would|will)(?! (?:not )?(?:be|for|to|in|on|at|about|from|always|never)\b)"
    r"|(?:who|where|when)(?= (?:is|are|can|could|should|do|does|would|will|else|to)\b))\b"
)
_INTENTION = re.compile(
    r"^(?:(?:i|we)(?:'m| am|'re| are|'d| would)? )?(?:really |just |also )*(?:need(?:ing)?|want(?:ing)?|looking|trying|hoping|planning|would like)\b(?: to| for)? (?P<x>\S.*)"
)
_FRAME_CHINESE = re.compile(
    r"^(?:[给为](?P<for>[^，。]{2,16}?)(?=写[个篇份一]))?(?:(?:请|麻烦|帮我|帮忙|给我|替我|能不能|可不可以|可以|你能|所以|就|再|也|顺便|我|想要?|打算|准备|需要|求))*"
    r"(?:(?:写写?|发|整|来|出|做|弄|搞|整理|推荐|求)(?:一|两|个|上)?(?:篇|份|条|点|段|期|则|个)|写写|写一写|(?:整理|写|做)成(?=帖子|笔记|文章|图文))(?P<noun>东西|帖子?|笔记|文章|内容|文案|推文|稿子|图文|干货|短文)?"
)
_SHARE_CHINESE = re.compile(
    r"^(?:所以|就|我|想要?|打算|准备|最好|主要|重点|帮我|帮忙|请|再|顺便|顺带)*(?:把(?P<what>[^，。]{2,20}?)(?:写出来|写下来|分享出来|讲出来)"
    r"|(?:给大家|跟大家|和大家|为大家|对大家)?(?:讲讲|说说|聊聊|介绍一?下|分享一?下|提醒大家|告诉大家|教大家|讲一讲|科普一?下|讲(?!座|究|台|课|价|话|故事|题|解|师|义|理)(?=[\u4e00-\u9fff]{4})))"
)
_READERS_CHINESE = re.compile(
    r"^(?:给|教|提醒|告诉|跟|写给|面向)(?P<name>(?:(?!怎么|如何|怎样)[^，。]){0,16}?(?:的人|人|者|同学|朋友|家长|父母|爸妈|妈妈|爸爸|子女|儿女|同事|邻居|学生|新手|小白|大家|年轻人|同龄人|老人|姐妹|们|粉丝|读者|党))们?"
    r"(?:看看?|参考|读|用|当参考)?(?:讲讲|讲一讲|讲|说说|聊聊|介绍|分享|写)?"
)
_READERS_AFTER = re.compile(
    r"(?:，|,)?(?P<name>(?:写?给|面向|供)[^，。]{1,16}?(?:的人|人|者|同学|朋友|家长|父母|爸妈|妈妈|爸爸|同事|邻居|学生|新手|小白|大家|年轻人|夫妻|老人|姐妹|粉丝)们?)(?:看看?|参考|读|用|做参考)?$"
)
_END_CHINESE = re.compile(
    r"(?:，?(?:帮忙|帮我|请|给我|麻烦)?(?:写成?|整理成?|发|出|来)(?:一)?(?:篇|份|个)(?:帖子?|笔记|文章|攻略)?|的?(?:帖子|笔记|文章|推文|文案|图文|稿子)|的)?(?:吧|呗|呀|啊|哦|谢谢)?$"
)
_QUESTION_CHINESE = re.compile(
    r"(?<!不)怎么|怎样|如何|咋|(?<!没)什么(?!都)|(?<!没)啥|哪|多[少大久长高]|有没有|为什么|吗$|要不要|值不值|(?P<yes>[\u4e00-\u9fff])不(?P=yes)"
)
_WHAT_NOW = re.compile(r"(?:那|我|这|该|应该|要|到底|现在|都)*(?:怎么办|咋办|怎么弄|咋整|怎么处理)(?:好|呢|啊)?")
_INTENTION_CHINESE = re.compile(
    r"^(?:我|就|也|又|还|所以|然后|现在|最近)*(?:想要?|打算|准备|计划|求|需要)(?![象到起法念过不着说])"
)


def find_readings(text: str) -> tuple[Reading, ...]:
    """Return the readings of the clauses of *text*, in its order."""
    parts = _SENTENCES.split(text)
    ends = [found[0] for found in _SENTENCES.finditer(text)]
    readings = list[Reading]()
    for part, end in zip(parts, (*ends, ""), strict=True):
        inserted = [found[1] for found in _BRACKETS.finditer(part)]
        found = [*_read_sentence(strip_edges(_BRACKETS.sub("", part)))]
        found += [reading for one in inserted for reading in _read_clauses(one)]
        if found and end in ("?", "？") and found[-1].basis is Basis.STATEMENT:
            found[-1] = replace(found[-1], basis=Basis.QUESTION)
        readings += found
    return tuple(_resolve(readings))


def _resolve(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield *readings* in which a Chinese phrase names what its pronoun refers to; a first demonstrative refers to nothing."""
    for place, reading in enumerate(readings):
        text = reading.text
        if is_chinese(text) and not place:
            text = _THAT_CHINESE.sub("", text)
        if is_chinese(text) and reading.basis is Basis.NAMED:
            text = name_subject(text, [one.clause for one in readings[:place]])
        yield reading if text == reading.text else replace(reading, text=text, is_complete=is_complete(text))


def split_sentences(text: str) -> list[str]:
    """Return the sentences of *text*, without what is in brackets."""
    return [strip_edges(_BRACKETS.sub("", one)) for one in _SENTENCES.split(text)]


def _read_sentence(sentence: str) -> Iterator[Reading]:
    if not sentence:
        return
    if not is_chinese(sentence) and (named := _read_frame(sentence)):
        before, reading = named
        yield from _read_clauses(before)
        yield reading
        return
    yield from _read_clauses(sentence)


def _split_clauses(text: str) -> list[str]:
    """Return the clauses of a sentence; the words after an apposition join their subject ("Our cat, 14, has started")."""
    clauses = list[str]()
    for one in filter(None, map(strip_edges, _split_commas(text))):
        if clauses and _AND_CHINESE.match(one):
            clauses[-1] = f"{clauses[-1]}，{one}"
        else:
            clauses.append(one)
    place = next((at for at, one in enumerate(clauses) if at and _PREDICATE.match(one)), 0)
    if place and _HEAD.match(clauses[0]):
        return [f"{clauses[0]} {clauses[place]}", *clauses[1:place], *clauses[place + 1 :]]
    return clauses


def _split_commas(text: str) -> list[str]:
    """Return the parts of *text* between its commas; questions with one word are one part: "what to wear, what to bring"."""
    questions = _SAME_QUESTION.search(text)
    if questions is None:
        return _COMMAS.split(text)
    before, after = text[: questions.start()], text[questions.end() :]
    return [*_COMMAS.split(before), questions[0], *_COMMAS.split(after)]


def _take_phrase(text: str) -> str:
    """Return *text* up to its first comma that does not enumerate things."""
    things = _ENUMERATION.match(text)
    if things is None or any(is_about_note(one) or find_tones(one) for one in _COMMAS.split(things[0])[1:]):
        return _COMMAS.split(text)[0]
    return things[0]


def _read_clauses(text: str) -> Iterator[Reading]:
    for clause in _split_clauses(text):
        if clause and not is_greeting(Phrase(clause)):
            if is_chinese(clause):
                yield _read_chinese(clause)
            else:
                yield from map(_read_english, split_statements(clause))


def _read_frame(sentence: str) -> tuple[str, Reading] | None:
    """Return what precedes the request for a note in an English *sentence*, and what the note is requested on."""
    folded = Phrase(sentence).folded
    match = _FRAME.search(folded)
    if match is None:
        return None
    group = next(name for name in ("x", "x2", "x3", "x4", "x5") if match[name])
    whole = _ABOUT_IT.split(_take_phrase(sentence[match.start(group) : match.end(group)]))[0]
    named = match["aud"] or match["aud2"] or ""
    if named and (later := _ABOUT.match(whole)):
        named, whole = (
            f"{named} {sentence[match.start(group) - 3 : match.start(group)].strip()} {later['of']}",
            later["x"],
        )
    content = _normalize_english(whole)
    comma = max(sentence.rfind(", ", 0, match.start()), 0)
    content = "" if _REFERS_ONLY.fullmatch(content.lower()) else content
    readers = named or ((end := _READERS_AT_END.search(whole)) and end[0]) or ""
    clause = _take_phrase(sentence[comma:].strip(", "))
    reading = Reading(content, Basis.NAMED, is_complete(content), clause, is_frame=True, readers=readers.strip(" ,"))
    return sentence[:comma], reading


_REFERS_ONLY = re.compile(r"(?:about |on |of )?(?:all |just )?(?:it|that|this|them|these|those)(?: all)?")
_NOTE_WHICH = re.compile(rf"\b(?:an?|the) {_ADJECTIVES}{_NOUN} (?:that|which|to) \w+")
_ABOUT_IT = re.compile(r" and (?:it|this|that) (?:should|must|has to|needs to|can) ", re.IGNORECASE)
"""What is stated on the note after its topic: "weird pet fears and it should be about him"."""
_ABOUT = re.compile(r"(?P<of>[^,]{3,40}?) about (?P<x>\S.*)", re.IGNORECASE)


def _read_english(clause: str) -> Reading:
    folded = Phrase(clause).folded
    start = len(folded) - len(_LEAD.sub("", folded))
    rest, folded = clause[start:], folded[start:]
    if _QUESTION.match(folded):
        content = _normalize_english(rest)
        return Reading(content, Basis.QUESTION, is_complete(content), clause, is_frame=bool(_NOTE_ALONE.search(folded)))
    if occasion := find_occasion(rest):
        return Reading(occasion, Basis.NAMED, is_complete(occasion), clause, is_frame=True)
    if (which := _NOTE_WHICH.search(folded)) and find_pronoun(_READERS_WITHIN.sub("", folded[which.end() :])):
        return Reading(rest, Basis.DETAIL, is_complete=False, clause=clause, is_frame=True)
    if _NOTE_ALONE.search(folded) and (is_about_note(rest) or not is_complete(_NOTE_WORDS.sub(" ", folded))):
        readers = split_readers(rest)[1]
        if _KIND.search(folded):
            return Reading(rest, Basis.DETAIL, is_complete=False, clause=clause, is_frame=True)
        return Reading("", Basis.NAMED, is_complete=False, clause=clause, is_frame=True, readers=readers)
    if _NAMED_IDEAS.match(folded):
        named = _normalize_english(_LIST_OF.sub("", rest))
        return Reading(named, Basis.NAMED, is_complete(named), clause)
    if intended := _INTENTION.match(folded):
        content = _normalize_english(rest[intended.start("x") :])
        return Reading(content, Basis.INTENTION, is_complete(content), clause)
    if doubted := _HOW_WITHIN.search(folded):
        content = _normalize_english(rest[doubted.start("x") :])
        return Reading(content, Basis.QUESTION, is_complete(content), clause)
    if is_about_note(rest):
        return Reading(rest, Basis.DETAIL, is_complete=False, clause=clause)
    rest = _SOMETHING.sub("", rest)
    return Reading(rest, Basis.STATEMENT, is_complete(rest), clause)


_READERS_WITHIN = re.compile(
    r"^ (?:other |all |new )?(?:parents|people|owners|others|families|neighbours)(?: in \w+)? \w+"
)
_KIND = re.compile(r"\b(?:goodbye|farewell|thank-you|announcement)\b")
"""Kinds of posts, which are a detail of what they are about."""
_NAMED_IDEAS = re.compile(
    r"(?:a )?list of |(?:(?:cheap|easy|quick|simple|humane|small|gentle|safe|good) )*"
    r"(?:ideas|ways|meals|recipes|lunches|dinners|snacks|activities|gifts|outfits) (?:for|to|on|about) "
)
"""A phrase without a verb that names what the note lists: "cheap meals for a shared kitchen"."""
_LIST_OF = re.compile(r"^(?:a )?list of ", re.IGNORECASE)
_SOMETHING = re.compile(r"^(?:something|anything) (?:for|about|on) ", re.IGNORECASE)
_HOW_WITHIN = re.compile(
    r"\b(?:ask\w*(?: me| us)?|wonder\w*|know|idea|sure|clue|learn\w*|figur\w+ out|struggl\w+ with)(?: about)? (?P<x>how to \S.*)"
)
_NOTE_WORDS = re.compile(rf"\b(?:{_NOUN}|guide|list|plan|checklist)s?\b")


def _normalize_english(content: str) -> str:
    """Return *content* without readers at its end, and an activity for "how to"."""
    stripped = _READERS_AT_END.sub("", content)
    content = stripped if is_complete(stripped) else content
    if activity := _HOW_TO.match(Phrase(content).folded):
        verb = content[activity.start("verb") : activity.end("verb")]
        content = to_activity(verb, content[activity.start("rest") :])
    return ARTICLE.sub("", strip_edges(content))


_TITLE_CHINESE = re.compile(r"^(?:标题|题目|主题)(?:就|想|可以)?(?:叫做?|是|为|用|写)(?P<title>[^，。]{3,})$")
_RECOMMENDED = re.compile(r"(?<=..)(?:求|跪求|蹲)(?:推荐|建议|思路|教程|攻略|方法|经验|指导|指点|分享|帮忙)+$")
_EXPLAINING = re.compile(
    r"^(?:讲讲|讲一讲|说说|说一说|聊聊|聊一聊|谈谈|介绍一?下?|关于|讲(?!座|究|台|课|价|话|故事|题|解|师|义|理))"
)
_THIS_CHINESE = re.compile(r"(?:就|把|关于)?[这那](?:件|个|些)?(?:事儿?|事情|情况|故事|经历)")
_WRITTEN_FOR = re.compile(r"(?:能|可以)?(?:写|整理|做)成?一?[篇份个](?:给.{1,12}[看读])?的?$")
_THAT_CHINESE = re.compile(r"^(?:话说|就是|那个|这个)+(?=[\u4e00-\u9fff]{4})")
"""A demonstrative at the start of a request, where nothing precedes that it could refer to."""


def _read_chinese(clause: str) -> Reading:
    if _WHAT_NOW.fullmatch(clause):
        return Reading("", Basis.QUESTION, is_complete=False, clause=clause)
    if titled := _TITLE_CHINESE.match(clause):
        return Reading(titled["title"], Basis.NAMED, is_complete(titled["title"]), clause, is_frame=True)
    if requested := _RECOMMENDED.search(clause):
        text = clause[: requested.start()]
        return Reading(text, Basis.NAMED, is_complete(text), clause)
    rest, is_frame, what = clause, False, ""
    if frame := _FRAME_CHINESE.match(clause) or _SHARE_CHINESE.match(clause):
        what = frame.groupdict().get("what") or ""
        rest, is_frame = what or clause[frame.end() :], True
    stripped = _END_CHINESE.sub("", rest)
    is_frame = is_frame or (stripped != rest and rest[len(stripped) :].strip("的吧呗呀啊哦") != "")
    if is_frame:
        readers = _READERS_CHINESE.match(stripped) or _READERS_AFTER.search(stripped)
        stripped = _READERS_AFTER.sub("", _READERS_CHINESE.sub("", stripped))
        stripped = _EXPLAINING.sub("", stripped).removeprefix("的")
        stripped = "" if _names_text(stripped) else stripped
        before = (frame and frame.groupdict().get("for")) or ""
        name = strip_edges(readers[0] if readers else before or (clause[frame.end() :] if frame and what else ""))
        return Reading(stripped, Basis.NAMED, is_complete(stripped), clause, is_frame=True, readers=name)
    if _QUESTION_CHINESE.search(clause):
        stripped = _WRITTEN_FOR.sub("", stripped)
        return Reading(stripped, Basis.QUESTION, is_complete(stripped), clause)
    if is_about_note(clause):
        return Reading(clause, Basis.DETAIL, is_complete=False, clause=clause, is_frame=requests_text(clause))
    if intended := _INTENTION_CHINESE.match(clause):
        return Reading(clause[intended.end() :], Basis.INTENTION, is_complete(clause[intended.end() :]), clause)
    return Reading(clause, Basis.STATEMENT, is_complete(clause), clause)


def _names_text(text: str) -> bool:
    """Return whether *text* names only the note that is requested: 吐槽加建议, 步骤版, 点什么发出来."""
    is_of_text = bool(list_content(text)) and not list_subject(text)
    return (
        bool(_THIS_CHINESE.fullmatch(text))
        or text in CONTENT_TYPES
        or text in PLAIN_NOTES
        or is_of_text
        or is_vague(text)
    )
