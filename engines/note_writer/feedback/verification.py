"""Verification of what is reported on a clause, by its words and the two drafts alone, whichever rule read it."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.moods import Mood, read_mood
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import BULLET
from engines.note_writer.feedback.counts import NUMBERS, parse_count
from engines.note_writer.feedback.rules import PARTS
from engines.note_writer.feedback.scope import find_changed_parts
from engines.note_writer.lengths import has_emoji
from engines.note_writer.values import Draft
from services.common.text.citation import ANY_SOURCE

_REPLACES = frozenset((Kind.CORRECT, Kind.REPLACE))
"""Kinds of which a statement is the request: it is a tap, not a faucet."""
_OF_STATEMENTS = frozenset(
    (Kind.UNKNOWN, Kind.KEEP, Kind.CONTAIN, Kind.EVIDENCE, Kind.NEEDS_MODEL, Kind.DETAILS, *_REPLACES)
)
"""Kinds that a remark or a question may request: I have two children, where is it from."""
_DEGREE = re.compile(
    r"那么|这么|太|过于|\b(?:so|too|that|less|as) (?!(?:that|no|not|never|don['’]?t|please)\b)\w", re.IGNORECASE
)
"""Asks for less of a quality, which the absence of its name does not show."""
_VERBAL = re.compile(
    r"^(?:就|再|还|又|才|都|会|能|要|想|把|被|让|给|一?上来)|[去来]$|[在把被给].+[里上下中]$|[着了过]$"
)
"""Words of an act, which no text has by that name: 一上来就教."""
_COUNTABLE = frozenset((Kind.NO_EXCLAMATION, Kind.NO_EMOJI, Kind.NO_PUNCTUATION, Kind.COUNT, Kind.MAX_LENGTH))
_MORE = re.compile(
    r"[再多]\S{0,2}多|多[写加来补讲说个出]|更[长多细]|详细|[加补添]上?\d|\b(?:more|longer|extra|another|further|expand|elaborate)\b(?! than)",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"少|短|删|砍|减|精简|简洁|以内|不超过|\b(?:less|fewer|shorter|cut|trim|under|max|at most|drop|remove|no more|not more|up to|only|just)\b",
    re.IGNORECASE,
)
_SPECIFIC = re.compile(r"具体|\b(?:specific|concrete)", re.IGNORECASE)


_NEGATED = re.compile(r"\b(?:no|nothing|none|never|not|don['’]t)\b.*\b(?:longer|more|over|above)\b", re.IGNORECASE)
"""Forbids what is longer: no requested length."""
_QUOTED = re.compile(r"[“\"「『《][^”\"」』》]*[”\"」』》]")
_NUMBER = re.compile(
    r"(?<![第\d])(\d+|[两二三四五六七八九十]+)(?= ?(?:个(?!字|词)|[条句段点张行种次遍处]|部分))|\b(\d+|two|three|four|five|six|seven|eight|nine|ten)\b(?! (?:words?|letters)$)",
    re.IGNORECASE,
)
_PLACES = frozenset((Kind.REMOVE_PART, Kind.SWAP, Kind.FIRST_POINT, Kind.SET_POINT, Kind.NUMBERED, Kind.FIRST_PART, Kind.LAST_PART,
                     Kind.ORDER, Kind.AFTER, Kind.DROP))  # fmt: skip
"""Kinds of which a number is the place."""

_WITHOUT_VALUE = frozenset((Kind.SHORTEN, Kind.LENGTHEN, Kind.EMOJI, Kind.NO_EMOJI, Kind.NO_EXCLAMATION, Kind.EVIDENCE, Kind.TONE, Kind.RENEW,
                            Kind.LIST, Kind.RUNNING_TEXT, Kind.REWRITE, Kind.QUESTION, Kind.NO_QUESTION))  # fmt: skip
"""Kinds of which the value is only the words by which they were recognized."""


def requests_nothing(change: Change) -> bool:
    """Return whether the clause is only a remark, or depends on a condition, so that it changes nothing."""
    if change.kind in (Kind.MIN_LENGTH, Kind.LENGTHEN) and _NEGATED.search(change.text):
        return True
    if change.kind in (Kind.TONE, Kind.RENEW) and _LIKES.search(change.text):
        return True
    mood = read_mood(change.text)
    return mood is Mood.CONDITION or (mood is Mood.REMARK and change.kind not in _OF_STATEMENTS)


_LIKES = re.compile(
    r"^(?:nice|lovely|great|good) and \w+$|(?<!不)(?<!不太)(?<!不是很)(?:喜欢|满意)(?:这[个种样]|的|了|呢|啊)*$|^(?:and |but )?(?:i|we) (?:really |do |quite |absolutely )*(?:like|love|enjoy(?:ed)?) (?!it to\b|(?:it |them )?(?:more|less|better)\b)(?:the|how|that|your|it|this)\b",
    re.IGNORECASE,
)
"""States what the reviewer likes, which is to stay."""
_RETAINS = re.compile(
    r"\b(?:keep|leave|stays?|rest|else|others?|touch|change|same|alone|unchanged|remain)\b|留|动|变|改|碰|管|其[他它余]|别的|剩|保持|照旧",
    re.IGNORECASE,
)


def only_praises(change: Change) -> bool:
    """Return whether the clause praises the draft and names no part that is to stay."""
    names_part = any(pattern.search(change.text) for _, pattern in PARTS)
    return change.kind is Kind.KEEP and not names_part and _RETAINS.search(change.text) is None


_FEELING = re.compile(
    r"[丧悲]|伤感|难过|沉重|压抑|消极|负面|开心|快乐|乐观|积极|正能量|欢快|治愈|\b(?:sad(?:der)?|gloomy|depressing|bleak|grim|dark|negative|downbeat|happ(?:y|ier)|hopeful|cheerful|upbeat|positive|optimistic)\b",
    re.IGNORECASE,
)


def wants_feeling(change: Change) -> bool:
    """Return whether the clause is about the feeling of an opening or a closing, which another one may not have either."""
    is_edge = change.part in (Part.OPENING, Part.CLOSING)
    return change.kind is Kind.RENEW and is_edge and _FEELING.search(change.text) is not None


def contradicts(change: Change, before: Draft, after: Draft) -> bool:
    """Return whether *after* differs from *before* in the opposite direction of what the clause requests."""
    if change.kind is Kind.LENGTHEN and _SPECIFIC.search(change.text):
        # General sentences are no details.
        new = [line for line in after.body.splitlines() if line.startswith(BULLET) and line not in before.body]
        return not any(ANY_SOURCE.search(line) for line in new)
    if change.part is Part.TAGS and _MORE.search(change.text) and not _LESS.search(change.text):
        return len(after.tags) <= len(before.tags)
    requests_more = _MORE.search(change.text) is not None and not _LESS.search(change.text)
    is_of_text = change.part in (Part.BODY, Part.OPENING, Part.CLOSING)
    return requests_more and is_of_text and len(after.body) < len(before.body)


def can_be_so(change: Change) -> bool:
    """Return whether the clause requests something that may be true of a draft: no complaint, no question, no degree."""
    if change.kind in (Kind.DETAILS, Kind.PRONOUN, *_REPLACES):
        return True
    if change.kind in (Kind.LACK, Kind.CONTAIN) and any(map(_OF_EACH.search, (change.text, *change.repeated))):
        return False
    if change.kind is Kind.LACK and not _QUOTED.search(change.text) and _VERBAL.search(change.value):
        return False
    mood = read_mood(change.text)
    is_of_degree = change.kind not in _COUNTABLE and _DEGREE.search(change.text) is not None
    return not is_of_degree and (mood is Mood.REQUEST or change.kind in _COUNTABLE)


_OF_EACH = re.compile(
    r"每一?[段条句节个]|\b(?:each|every) (?:tip|point|section|paragraph|line|bullet|one)\b", re.IGNORECASE
)
"""Of all lines, and not of the text."""
_ONE_PARAGRAPH = re.compile(r"[一1][整个]?段|\b(?:one|a single) (?:\w+ )?paragraph", re.IGNORECASE)
"""One paragraph, where the sections have one each."""


def is_guess(change: Change) -> bool:
    """Return whether the clause complains of a quality of the text, which fewer lines may not repair."""
    if change.kind is Kind.RENEW:
        return any(map(_DIRECTION.search, (change.text, *change.repeated)))
    return change.kind is Kind.SHORTEN and _FLUFF.search(change.text) is not None and not _LENGTH.search(change.text)


_DIRECTION = re.compile(
    r"搞笑|好笑|有趣|幽默|俏皮|文艺|无聊|平淡|\b(?:boring|dull|bland|funn(?:y|ier)|witt(?:y|ier)|clever(?:er)?|playful|poetic)\b|太[软硬冷热重轻虚满急慢]|换成?一?句[^“]{1,8}的话?$|\btoo (?:soft|hard|stiff|cold|heavy|light|vague|loud|quiet|needy|formal|casual|serious)\b",
    re.IGNORECASE,
)
"""A quality, or the opposite of the requested one, which another text need not have."""


_FLUFF = re.compile(
    r"废话|[注太点]水|拖沓|\b(?:waffl|rambl|padding|drag|fluff|get to the point)|says? everything twice", re.IGNORECASE
)
_LENGTH = re.compile(r"[长短]|精简|压缩|字|\b(?:long|short|cut|trim|half)", re.IGNORECASE)


def has_unread_number(change: Change) -> bool:
    """Return whether the clause has a number, outside of its quotes, that is no parameter of *change*."""
    if change.kind in _PLACES:
        return False
    if change.kind is Kind.RUNNING_TEXT:
        return _ONE_PARAGRAPH.search(change.text) is not None
    read = "" if change.kind in _WITHOUT_VALUE and not change.other else f"{change.value} {change.other}".lower()
    known = {int(one) for one in re.findall(r"\d+", read)} | {NUMBERS[one] for one in read.split() if one in NUMBERS}
    named = (next(filter(None, found.groups())) for found in _NUMBER.finditer(_QUOTED.sub(" ", change.text)))
    return any(word.lower() not in read and parse_count(word) not in known for word in named)


def is_indirect_question(change: Change, draft: Draft) -> bool:
    """Return whether the title is to be no question, and is one without its mark: 怎么挑眼镜."""
    is_of_title = (change.kind, change.part) == (Kind.NO_QUESTION, Part.TITLE)
    return is_of_title and _INTERROGATIVE.search(draft.title) is not None


_INTERROGATIVE = re.compile(r"怎么|怎样|如何|为什么|什么|哪[里个些]|吗")


def lacks_quoted(change: Change, draft: Draft) -> bool:
    """Return whether the clause quotes a text that the draft lacks."""
    text = "\n".join((draft.title, draft.body, *draft.tags)).lower()
    return any(found[0][1:-1].lower() not in text for found in _QUOTED.finditer(change.text))


def is_slight(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text is by far too long for the reviewer, and little shorter now."""
    is_emphatic = change.kind is Kind.SHORTEN and change.part is Part.BODY and _FAR.search(change.text) is not None
    return is_emphatic and len(draft.body) > _MAX_SHARE * len(previous.body)


_FAR, _MAX_SHARE = re.compile(r"\b(?:by far|far too|way too|much too)\b|太长太长|长得", re.IGNORECASE), 0.75


def has_too_few_emoji(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the clause asks for several emoji and the text has only one more."""
    before, after = (sum(map(has_emoji, f"{one.title}{one.body}")) for one in (previous, draft))
    return change.kind is Kind.EMOJI and _SEVERAL.search(change.text) is not None and after - before < _FEW


_SEVERAL, _FEW = re.compile(r"[几多两三四五\d些]|\b(?:more|some|few|couple|several|emojis)\b", re.IGNORECASE), 2


def misses_part(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the clause names two parts for one change, and one of them is as it was."""
    if change.kind not in _OF_NAMED_PARTS:
        return False
    named = {part for part, pattern in PARTS if part is not Part.BODY and pattern.search(_QUOTED.sub(" ", change.text))}
    return len(named) > 1 and not named <= find_changed_parts(previous, draft)


_OF_NAMED_PARTS = (Kind.DROP, Kind.RENEW, Kind.SHORTEN, Kind.TONE, Kind.NO_QUESTION)
