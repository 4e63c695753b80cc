"""The topic of a request, composed of the clauses that name it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from engines.language.characters import fold, is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.language.traditional_chinese import simplify
from engines.note_planner.request.completeness import REFERRING, is_complete, list_content
from engines.note_planner.request.parts import RequestParts, extract_parts, find_tones, strip_form
from engines.note_planner.request.roles.clauses import split_request
from engines.note_planner.request.roles.selection import estimate_parts
from engines.note_planner.request.roles.tagger import Role, RoledClause, Span, read_roles
from engines.note_planner.request.topics import get_max_width, parse_topic, strip_frame
from engines.note_planner.text_width import is_cut, split_at_clause
from services.common.text.width import measure_width

MIN_PART, CERTAIN_PART = 0.42, 0.6
"""Probabilities from which on a clause is part of the topic where there is room, since a word too many is better than a
missing subject, and before others."""
MAX_WIDE = 0.6
"""Share of the width of a topic that one clause may take before the others have their place."""
_FIGURE = re.compile(
    r"[\d一二两三四五六七八九十百千万]+(?:[年岁级天月块元]|个月)|\d+|[下上这]个?[月周]|[明后昨]天|周末"
    r"|\b(?:next|this|last|every) (?:day|night|week|weekend|month|year)\b|\b(?:tomorrow|tonight)\b"
)
_HOW_TO, _LEAST_REQUESTED = re.compile(r"怎么|如何|怎样|\bhow to\b", re.IGNORECASE), 2
"""Words of a request for how something is done, and the content words of one that names its subject."""
MIN_STEM, MAX_LACKING, MIN_SHARED = 5, 1, 0.6
"""Letters by which two forms of an English word are the same; Chinese characters that a known text may lack; share of
the content of a phrase that another one about the same has."""


@dataclass(frozen=True, slots=True)
class TopicChoice:
    """The topic of a request, and what else the request states.

    Attributes:
        stated: what the clauses state beyond the topic, in their order.

    """

    topic: str
    stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicPart:
    """A clause that is part of the topic, and the words of it that name it."""

    clause: RoledClause
    name: str


def choose_topic(text: str, proposed: str, audience: str = "") -> TopicChoice:
    """Return the topic of the request *text*.

    In a single clause it is as the rules *proposed* it, if they name the same apart from the *audience*.
    """
    text, proposed = _HELP_AT_END.sub("", simplify(text)), _HELP_AT_END.sub("", _REQUEST_AT_END.sub("", proposed))
    clauses = read_roles(text)
    parts = _retain_requested(text, select_parts(text, clauses))
    topic = join_phrases([one.name for one in parts])
    if not topic:
        topic = proposed
    elif len(parts) == 1:
        alone = _strip_audience(text, parts[0], audience)
        topic = proposed if is_complete(proposed) and _names_same(proposed, alone) else topic
        topic = _restore_notes(topic, cut_phrase(text, parts[0].clause)) if len(clauses) == 1 else topic
    return TopicChoice(topic, tuple(_list_stated(text, clauses, parts)))


def _retain_requested(text: str, parts: Sequence[TopicPart]) -> Sequence[TopicPart]:
    """Return *parts* without those before a request for how to do something, which names all of its subject.

    "Nobody cleans here. Post about how to share chores" is about sharing chores alone.
    """
    for number, part in enumerate(parts):
        whole = Phrase(cut_phrase(text, part.clause))
        is_requested = _HOW_TO.search(part.name) is not None and parse_topic(whole).requests_note
        if is_requested and len(list_content(part.name)) >= _LEAST_REQUESTED and not REFERRING.search(part.name):
            return parts[number:]
    return parts


def _strip_audience(text: str, part: TopicPart, audience: str) -> str:
    """Return the fewest words that name the topic in *part*, without the *audience* of the note."""
    name = (list_names(text, part.clause) or (part.name,))[-1]
    return strip_edges(name.replace(audience, "")).removeprefix("的") if audience else name


def _restore_notes(topic: str, whole: str) -> str:
    """Return *topic* with the word for a text next to it that is its subject, in a clause that requests nothing.

    Note taking, grocery list, 课堂笔记怎么记, 康奈尔笔记法, 睡前故事.
    """
    if topic not in whole or parse_topic(Phrase(whole)).requests_note:
        return topic
    before, _, after = whole.partition(topic)
    start = before if _NOTE_AT_START.search(before) else ""
    is_subject = any(after == word and pattern.search(topic) for word, pattern in _SUBJECTS_ZH.items())
    end = after if _NOTES_AT_END.fullmatch(after) or is_subject else ""
    return strip_edges(f"{start}{topic}{end}")


_NOTE_AT_START = re.compile(r"[\u4e00-\u9fff]{2,}笔记$|\bnote $", re.IGNORECASE)
_NOTES_AT_END = re.compile(r" (?:notes|lists?|ideas)", re.IGNORECASE)
_SUBJECTS_ZH = {
    "笔记": re.compile(r"(?:[记做抄]|读书|课堂|学霸|手写|会议|错题)$"),
    "故事": re.compile(r"(?:睡前|童话|寓言|成语|历史|民间|神话|爱情|鬼|恐怖)$"),
}
"""Words for a text, and what precedes them where they are the subject."""


def _list_stated(text: str, clauses: Sequence[RoledClause], parts: Sequence[TopicPart]) -> Iterator[str]:
    names = {one.clause: one.name for one in parts}
    for clause in clauses:
        whole = cut_phrase(text, clause)
        if name := names.get(clause):
            before, _, after = whole.partition(name)
            yield from (strip_edges(one) for one in (before, after) if after and one)
            yield from (_DANGLING.sub("", cut_phrase(text, one)) for one in clause.others)
        elif clause.role is not Role.REQUEST or is_missing(whole, ""):
            yield whole


_DANGLING = re.compile(r"(?:\s+(?:and|but|so|or|the|an?|my|our|that|with|for|to|of))+$", re.IGNORECASE)
"""Words at the end of a phrase that need another one."""


def join_phrases(phrases: Sequence[str]) -> str:
    """Return *phrases* as one, with commas."""
    stripped = [one for one in phrases if one]
    if is_chinese("".join(stripped)):
        return "，".join(stripped)
    return ", ".join((*stripped[:1], *map(_lower_start, stripped[1:])))


def _lower_start(phrase: str) -> str:
    """Return *phrase* as the middle of a sentence, unless it starts with "I" or an abbreviation."""
    first = re.split(r"[\s']", phrase, maxsplit=1)[0]
    return phrase[:1].lower() + phrase[1:] if first[1:].islower() or first == "A" else phrase


def select_parts(text: str, clauses: Sequence[RoledClause]) -> list[TopicPart]:
    """Return the parts of the topic, in their order: the most probable clauses that fit into its width.

    The certain ones come first in few words, which become more if these leave room for them.
    """
    likelihoods = estimate_parts(text, clauses)
    listed = find_listed(text, clauses)
    named = [one not in listed and not _is_requirement(text, one) for one in clauses]
    ranked = sorted(zip(likelihoods, named, clauses, strict=True), key=lambda one: (not one[1], -one[0]))
    # Where all of a request is a requirement, the most probable one is what the note is on.
    possible = [(one, clause) for place, (one, is_named, clause) in enumerate(ranked) if is_named or not place]
    certain = [clause for place, (one, clause) in enumerate(possible) if one >= CERTAIN_PART or not place]
    others = [clause for one, clause in possible if one >= MIN_PART and clause not in certain]
    parts = dict[RoledClause, str]()
    for clause in certain:
        _add_part(text, parts, clause, list_names(text, clause)[-1:])
    for clause in (*certain, *others):
        names = list_names(text, clause)
        short = [one for one in names if measure_width(one) <= MAX_WIDE * get_max_width(text)]
        _add_part(text, parts, clause, short or names[-1:])
    for clause in certain:
        _add_part(text, parts, clause, list_names(text, clause))
    if not parts and possible:
        parts[possible[0][1]] = cut_phrase(text, possible[0][1])
    chosen = [TopicPart(one, parts[one]) for one in sorted(parts, key=lambda one: one.start)]
    return [one for one in chosen if not _is_attribute(one)] or chosen


def find_listed(text: str, clauses: Sequence[RoledClause]) -> frozenset[RoledClause]:
    """Return the clauses that list details of the one before a colon: "what helped me: a cooler room, no wine"."""
    listed = list[RoledClause]()
    for before, first in pairwise(clauses):
        is_named = before.is_on_matter and is_complete(cut_phrase(text, before))
        if not is_named or not _COLON.fullmatch(text[before.end : first.start]):
            continue
        following = [one for one in clauses if one.start >= first.start]
        gaps = (text[one.end : two.start] for one, two in pairwise(following))
        items = following[: 1 + sum(1 for _ in takewhile(_COMMA.fullmatch, gaps))]
        listed += items if len(items) > 1 else []
    return frozenset(listed)


_COLON, _COMMA = re.compile(r"\s*[:：]\s*"), re.compile(r"\s*[,，、]\s*(?:and |和)?")


def _is_attribute(part: TopicPart) -> bool:
    """Return whether *part* is only what the note is to be like: 实在, of 想写篇实在的经验."""
    return find_tones(part.name) == (part.name,)


def _is_requirement(text: str, clause: RoledClause) -> bool:
    """Return whether all of *clause* is known as a requirement of the text: a length, a tone, an exclusion."""
    phrase = Phrase(cut_phrase(text, clause))
    if _TITLE.search(phrase.folded):
        return False
    if _EXCLUDES.match(phrase.folded) or not any(map(str.isalpha, phrase.folded)):
        return True
    return not clause.is_question and not parse_topic(extract_parts(phrase, RequestParts())).text


_TITLE = re.compile(r"题目|标题|主题|\b(?:title|called)\b")
_EXCLUDES = re.compile(
    r"不[去爬吃坐住走逛买带用看要]|不[想要用]写|[我想要也]*写[点些](?:东西|什么|话|字)|写给|写成|[我想]*写出|[想要能可以]*发个?(?:朋友圈|小红书|微博|抖音|公众号)|避免|配图|图片"
    r"|[要请记得]+提醒|.{0,8}[讲说写]给.{1,8}[听看]$|[我想要也]*(?:分享|记录|写|发)(?:一?下|出来)?[这那][个段次件份种]"
    r"|(?:千万)?别(?![墅人处样])|.{0,10}写法$|(?:想?要?写得?)?(?:真实|平静|轻松|活泼|简单|朴素|文艺|幽默|好笑|短|具体)一?[点些]的?$"
    r"|(?:an? )?[a-z-]+ tone$|(?:long|short)-?ish$"
    r"|(?:no|not|without) (?!idea|clue|sure)|(?:please )?(?:i |we )?(?:don't|dont|do not) want"
    r"|(?:please |pls )?(?:don't|dont|do not) (?:mention|write|say|use|include|add|name)\b"
    r"|(?:i )?(?:want|need|would like|'d like) (?:it |this |the post )?to (?:mention|include|sound|be|say|keep)\b"
    r"|(?:i )?(?:want|need|would like|'d like) to (?:write|put|note) (?:it|this|that) down\b"
    r"|(?:i )?(?:can't|cant|cannot) (?:mention|name|say)\b|(?:in )?(?:the )?(?:first|second|third) person$|audience\b"
    r"|(?:a |one )?(?:short |long )?(?:caption|post|blog) w "
    r"|(?:please )?(?:write|do|make) (?:me )?(?:an? |some )?\w* ?(?:caption|post|blog|note|text) that\b"
    r"|(?:and |but )?(?:please|pls|plz) (?:don't|dont|do not|no|avoid|skip|keep|make)\b"
)
"""Starts a clause that excludes something, and names nothing that a note could be about."""


def _add_part(text: str, parts: dict[RoledClause, str], clause: RoledClause, names: Sequence[str]) -> None:
    """Add *clause* to *parts*, with the first of *names* with which they fit into the width of a topic."""
    for name in names:
        extended = sorted((parts | {clause: name}).items(), key=lambda one: one[0].start)
        width = measure_width(join_phrases([one for _, one in extended]))
        if width <= get_max_width(text) or not parts:
            parts[clause] = name
            return


@lru_cache(maxsize=1_024)
def list_names(text: str, clause: RoledClause) -> tuple[str, ...]:
    """Return the words of *clause* that name the topic, else what the rules find in it, else none.

    First with the words around its phrases, then without them, and last up to another statement in it.
    """
    whole = cut_phrase(text, clause)
    by_rules = parse_topic(extract_parts(Phrase(whole), RequestParts())).text
    if not clause.topic or by_rules.startswith("《"):
        return tuple(one for one in (by_rules or whole,) if not _is_fragment(one))
    wide, narrow = (join_phrases(_strip_phrases(text, spans)) for spans in (clause.wide, clause.topic))
    if not narrow:
        return ()
    first, rest = split_at_clause(wide), split_at_clause(narrow)
    is_first = narrow in wide[len(first) :]  # the subject of two statements is in the first one
    names = (wide, first) if is_first else (wide, narrow, rest)
    named = (one for one in names if one and not _REQUESTS.search(one) and not _REFERENCE.match(one))
    complete = (one for one in named if whole.endswith(one) or not is_cut(one))
    return tuple(dict.fromkeys(complete)) or tuple(one for one in (by_rules,) if one and not _is_fragment(one))


def _is_fragment(phrase: str) -> bool:
    return is_cut(phrase) or _REFERENCE.match(phrase) is not None or phrase.startswith(("点什么", "些什么"))


_REFERENCE = re.compile(r"(?:it|that|this|them)(?: up)?(?: for\b.*)?$", re.IGNORECASE)
"""Names nothing by itself: "write it up for them"."""


def _strip_phrases(text: str, spans: Sequence[Span]) -> list[str]:
    cut = (_REQUEST_AT_END.sub("", _PLATFORM.sub("", cut_phrase(text, one))) for one in spans)
    phrases = (_OF_IMAGES.sub("", strip_frame(strip_form(one))) for one in cut)
    return [_strip_particles(one) for one in phrases if one and not _TEXT.fullmatch(one)]


def _strip_particles(phrase: str) -> str:
    named = _ABOUT.sub("", phrase)
    return named if _QUALITY.search(named) else named.removesuffix("的")


_QUALITY = re.compile(r".(?:推荐|[要选找买])[^，的]{1,6}的$")
"""Ends with a quality that is not that of a text: 器具推荐平价的."""


_TEXT = re.compile(
    r"(?:an?|the|my|another|some)? ?(?:(?:long|short|quick|funny|nice|little|simple|small) )*"
    r"(?:(?:ig|insta|instagram|fb|facebook|linkedin|tiktok|reels?|blog|social media|twitter|threads) )?"
    r"(?:captions?|posts?|notes?|texts?|threads?|articles?|pieces?|blogs?|write-?ups?|one)",
    re.IGNORECASE,
)
"""A phrase that is only the kind of text that is requested."""
_PLATFORM = re.compile(
    r"^(?:something )?(?:for |on )?(?:my |our )?(?:instagram|insta|ig|facebook|fb|linkedin|tiktok|threads) "
    r"(?:on|about) ",
    re.IGNORECASE,
)
_REQUEST_AT_END = re.compile(
    r"\s+(?:pls |please |plz )?(?:help me|can (?:you|u)|could (?:you|u)) (?:to )?(?:make|write|do|post)\b.*$",
    re.IGNORECASE,
)
_HELP_AT_END = re.compile(
    r"\s+(?:(?:pls|please|plz) help(?: me)?|help(?: me)? (?:pls|please|plz)|(?:any|got) (?:tips|advice|ideas)|any)"
    r"[?!.]*$",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"^(?:关于|有关)(?=..)")
_OF_IMAGES = re.compile(
    r"^(?:for|to go with|under) (?:the |my |some |these |our )?(?:photo|pic|picture|image|reel|video)s? (?:of|from) ",
    re.IGNORECASE,
)
"""The images that a text is for, which show what it is about."""
_REQUESTS = re.compile(
    r"^(?:please|can you|could you|would you|will you|help me|write|give me|\d+ \w+ (?:for|to|on|about))\b"
    r"|写(?:一?[个篇份条]|点)",
    re.IGNORECASE,
)
"""A request for a note within the words that the models have as a topic."""


def cut_phrase(text: str, span: Span | RoledClause) -> str:
    """Return the part of *text* in *span*, with the sign of its currency, and the other sign of a quotation."""
    is_price = text[max(span.start - 1, 0) : span.start] in tuple("£$€¥￥") and span.start > 0
    part = strip_edges(text[span.start - is_price : span.end])
    for opening, closing in _QUOTES:
        if opening in part and text[span.end : span.end + 1] == closing:
            return f"{part}{closing}"
        if closing in part and text[max(span.start - 1, 0) : span.start] == opening:
            return f"{opening}{part}"
    return part


_QUOTES = (("《", "》"), ("“", "”"), ("「", "」"), ("『", "』"))


def _names_same(proposed: str, topic: str) -> bool:
    """Return whether *proposed* has the content of *topic* in whole words and nothing else, apart from a "how"."""
    counted = _AMOUNT.sub("", topic)
    if not proposed or is_missing(counted, fold(proposed)) or is_missing(proposed, fold(topic)):
        return False
    if not is_chinese(topic):
        return True
    question = _WHAT.search(topic) or _CHOICE.search(topic)
    is_start = fold(topic).startswith(fold(proposed)) or _HOW.search(topic) is None
    return is_start and _is_of_words(fold(proposed), topic) and (question is None or question[0] in proposed)


_AMOUNT = re.compile(r"^\d{1,2} (?=\w+ \w)")
"""The number of things that a note lists, which is no part of its subject: "7 cheap dinners"."""
_HOW = re.compile(r"怎么|如何|怎样|咋")
_WHAT = re.compile(r"什么|啥|哪|多[少大久长]")
"""What a Chinese phrase asks for, which is part of its subject, as how it is done is not."""


_CHOICE = re.compile(r"怎么[选挑买穿搭配装]|如何[选挑买穿搭配]")
"""A question on a thing that has others: how to choose it is not how to clean it."""


def _is_of_words(phrase: str, text: str) -> bool:
    """Return whether *phrase* occurs in *text* as whole words."""
    words = [word for clause in split_request(text) for word in clause.words]
    starts, ends = {one.start for one in words}, {one.end for one in words}
    places = (found.start() for found in re.finditer(re.escape(phrase), fold(text)))
    return any(place in starts and place + len(phrase) in ends for place in places)


def is_missing(text: str, known: str) -> bool:
    """Return whether *known* lacks content of *text*: a stem in English, two characters or most of them in Chinese."""
    if any(found[0] not in known for found in _FIGURE.finditer(fold(text))):
        return True
    if not is_chinese(text):
        return any(word[:MIN_STEM] not in known for word in list_content(text))
    content = "".join(list_content(text))
    lacking = sum(letter not in known for letter in text)
    return 2 * lacking > len(text) or sum(letter not in known for letter in content) > MAX_LACKING


def shares_content(topic: str, other: str) -> bool:
    """Return whether *topic* has most of the content of *other*."""
    expected, folded = set(list_content(other)), fold(topic)
    shared = {word for word in expected if (word if not word.isascii() else word[:MIN_STEM]) in folded}
    return bool(expected) and len(shared) >= MIN_SHARED * len(expected)
