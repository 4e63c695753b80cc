"""Clauses read by their words in any order: a part, what is counted or removed there, and a number or a quoted text.

A clause is read only if every word of it is a lexeme or a filler, so nothing that the reader does not know is lost.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.counts import NUMBER, parse_count
from engines.note_writer.feedback.rules import PARTS
from engines.note_writer.feedback.words import CUT_EN, CUT_ZH, ORDINAL, PRONOUN, QUOTED

_N = rf"(?:{NUMBER.replace('九十', '九十百')})"


def _compile(**patterns: str) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


_COUNTED = _compile(
    tags=rf"{_N} ?个?(?:标签|话题)|\b{_N} (?:hash)?tags?\b|(?:标签|话题)[^，\d一二两三四五六七八九十]{{0,6}}{_N}个",
    sentences=rf"{_N} ?句话?|\b{_N} sentences?\b",
    lines=rf"{_N} ?行|\b{_N} lines?\b",
    words=rf"\b{_N} words?\b",
    characters=rf"{_N} ?个?字|字数[^\d一二三四五六七八九十百]{{0,4}}{_N}|\b{_N} (?:characters|letters|chars)\b",
    points=rf"{_N} ?(?:个?[要小]?点|条|招)|\b{_N} (?:\w+ )?(?:bullet points?|bullets?|points?|tips?|items?)\b",
)
"""A number and its unit."""
_LEXEMES = _compile(
    limit=r"最多|至多|不超过|别超过|不多于|以内|之内|以下|顶天|封顶|控制在|砍到|压到|缩到|减到|字数|\b(?:at (?:the )?most|max(?:imum)?|no more than|not more than|up to|tops|or (?:less|fewer)|under|within|below|fewer than|less than|down to|plenty|enough)\b",
    exact=r"正好|刚好|恰好|不多不少|就够了?|就行|只[要留写用]|就[要留写说]|\b(?:exactly|precisely|only|just|instead|in total|not (?:one )?(?:more|less)(?: or less)?)\b",
    keep=r"保留|留着|留下|别动|不动|不变|别改|不用改|不许动|保持原样|原样|\b(?:(?:can |should |must |to )*stays?|leave|keep)\b.*\b(?:alone|the same|unchanged|as (?:is|it is|they are))\b|\b(?:can |should |must |to )*stays?(?: the same| as (?:is|it is|they are))?$|\bleave\b.*\balone$",
    praise=r"(?:很|挺|还|都|倒是|蛮|真)*(?:不错|挺好|很好|蛮好|可以)的?$|没问题|(?:are|is|looks?|look) (?:fine|good|great|nice|lovely|perfect|ok(?:ay)?|grand|spot on)(?: as (?:it is|they are))?$|^(?:i )?(?:love|like) the(?= \w+$)|^(?:love|like)(?= the \w+$)",
    not_capital=r"\b(?:capitali[sz]e nothing|nothing (?:in capitals|capitali[sz]ed)|(?:no|without|lose the|drop the) (?:caps|capitals?|capital letters|upper ?case)|none .*\b(?:in capitals|capitali[sz]ed)|(?:in |all |only )*lower ?case(?: letters)?(?: only)?)\b|小写",
    capital=r"(?:\b(?:in|all) )*\b(?:caps|capitals|capital letters|upper ?case)\b|(?<!首字母)大写",
    half=r"(?:删掉?|砍掉?|减|去掉)一半|一半|减半|\b(?:in |by )?half\b(?: the length| as long| of it)?",
    short=r"太长了?|短一?点|更短|缩短|\b(?:too long|shorter|shorten|cut down|trim)\b",
    first=r"(?:放|提|移|挪|调|搬|排)到?(?:最|第)?(?:前面?|上面|开头|一)|\b(?:go(?:es)?|comes?|moves?|be|put|to the|at the|very|up)? ?(?:first|top|front)$",
    cut=rf"{CUT_ZH}|别再?|不用|不需要|甭|无|不能|不许|扔掉?|(?<=[点条句字])删了?|\b(?:{CUT_EN}|don['’]?t|do not|never|stop|zero|avoid|not a single|no more|(?:should |can |must |has to )*go(?:es)?|take(?=.*\bout\b)|out of|out|off)\b",
    add=r"加上?|带上?|补上|写上|放进|写进|\b(?:add|put|include|get|work|squeeze|have|has|needs?)\b",
    set=r"改成|改为|换成|换为|定为|改叫|叫做?|写成|\b(?:change(?:d)? to|call(?:ed)?|rename|set to|change|make|turn into|replace)\b",
    swap=r"(?:位置|顺序)?(?:对调|互换|调换|交换|掉个个|换)(?:位置|顺序|过来)?|\b(?:swap|switch|exchange|flip)(?: places| around| round| over)?\b",
    stop=r"句号|\b(?:full stops?|periods?)\b",
    question=r"提问|问题|问句|问号|反问|\b(?:a )?question(?: mark)?s?\b|(?<=[别用要])问",
    emoji=r"表情(?:符号|包)?|颜文字|\bemojis?\b|\bsmil(?:ey|ie)s\b",
    exclamation=r"感?叹号|\bexclamation (?:marks?|points?)\b",
    dash=r"破折号|\b(?:em |en )?dash(?:es)?\b",
    ellipsis=r"省略号|\bellips[ie]s\b|\bdots at the end\b",
    tilde=r"波浪[号线]|\btildes?\b",
    bullet=r"小?圆点|列表|清单|\bbullets?(?: points?)?\b|\blists?\b",
)
_ORDINAL = re.compile(
    rf"{ORDINAL}(?:个?[要小]?[点条]|个(?:标签|话题)| (?:bullet points?|bullets?|points?|tips?|items?|(?:hash)?tags?)\b)"
    r"|\b(?:bullets?|points?|tips?|items?) (?:number |no\.? ?|#)?(\d)(?:(?:, ?| and | & )(\d))*\b",
    re.IGNORECASE,
)
"""A point or a tag with its place."""
_ENDS = {
    Part.OPENING: re.compile(
        r"\b(?:start|open|begin)(?:ing)?(?: it| this)?(?: off)?(?: with| on| by)?\b|\bat the (?:very )?(?:start|top|beginning)\b",
        re.IGNORECASE,
    ),
    Part.CLOSING: re.compile(
        r"\bat the (?:very )?(?:end|bottom)\b|\b(?:end|finish|close)(?: it| this)?(?: on| with| by)?\b|收尾|结束",
        re.IGNORECASE,
    ),
}
"""Verbs that name a part."""
_PUNCTUATION = {"dash": "[–—]|--", "ellipsis": r"…|\.\.\.", "tilde": "[~～]"}
"""Punctuation marks, as patterns of them."""
_FILLERS = re.compile(
    r"请|麻烦|帮我|能不能|可不可以|出现|可以|一下|全部|所有|任何|统统|一律|一个|整个|正文|全文|笔记|文章|内容|字眼|说法|[这那][种类些个]|之类|说完|讲完|写完|搞定|[词字话写说讲提]|[把将的了吧呢啊呀哦嘛呗就都也再还得要我你它这那是在给用有里面中上个来去弄做太最和跟与、全只]"
    r"|\b(?:please|thx|thanks|pls|ok|and|also|then|but|so|oh|hey|the|an?|this|that|these|those|any|all|every|each|them|it|its|it's|is|are|be|in|on|of|at|for|to|from|with|as|or|nor|wherever|there|i|want|would|like|me|us|my|your|you|can|could|should|must|has|have|had|make|use|using|say|saying|write|writing|written|says?|anywhere|everywhere|whatsoever|word|words|phrase|text|note|post|letters|one|single|really|very|too|again|now)\b"
    r"|[^\w“”\"「」『』]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one clause.

    Attributes:
        seen: names of the lexemes.
        quoted: quoted texts.
        part: the part that the clause names, None for none.
        counted, number: the unit and the number, "" and 0 for none.
        ordinals: the ordinals of points or tags.

    """

    seen: frozenset[str]
    quoted: tuple[str, ...]
    part: Part | None
    counted: str
    number: int
    ordinals: tuple[str, ...]


_NOT_ONE = re.compile(r"一[个条句点张]?(?=[都也])|\bnot (?:a single|even) one\b")
"""Stresses that nothing is wanted, and counts nothing."""


def read_words(clause: str) -> Words | None:
    """Return the words of *clause*; None if it has others than lexemes and fillers, or names two parts or numbers."""
    quoted = tuple(found[1].strip() for found in re.finditer(QUOTED, clause))
    clause = _NOT_ONE.sub(" ", clause)
    rest = re.sub(rf"{QUOTED}(?:[这那]?{_N}个?字)?", " ", clause)
    ordinals = tuple(name for found in _ORDINAL.finditer(rest) for name in _list_ordinals(found))
    rest = _ORDINAL.sub(" ", rest)
    counts = [(unit, found) for unit, pattern in _COUNTED.items() if (found := pattern.search(rest))]
    counted, number = "", 0
    if counts:
        counted, found = counts[0]
        number = parse_count(next(group for group in found.groups() if group))
        rest = _blank(rest, found)
        # The first two tips are two tips.
        rest = re.sub(r"\b(?:first|keep)\b|前(?=\s)", " ", rest, flags=re.IGNORECASE)
    seen = set[str]()
    for name in ("praise", "keep"):
        if _LEXEMES[name].search(rest):
            seen.add(name)
            rest = _LEXEMES[name].sub(_keep_parts, rest)
    for part, pattern in _ENDS.items():
        rest = pattern.sub(part.value, rest)
    parts = {part for part, pattern in PARTS if part is not Part.BODY and pattern.search(rest)}
    if counted == "tags" or (ordinals and re.search(r"标签|话题|tag", clause, re.IGNORECASE)):
        parts.add(Part.TAGS)
    for part, pattern in PARTS:
        rest = rest if part is Part.BODY else pattern.sub(" ", rest)
    is_body = dict(PARTS)[Part.BODY].search(rest) is not None
    for name, pattern in _LEXEMES.items():
        if pattern.search(rest):
            seen.add(name)
            rest = pattern.sub(" ", rest)
    is_unread = re.search(r"\w", _FILLERS.sub("", rest)) is not None
    if len(parts) + is_body > 1 or len(counts) > 1 or is_unread or (counts and not number):
        return None
    named = next(iter(parts), Part.BODY if is_body else None)
    return Words(frozenset(seen), quoted, named, counted, number, ordinals)


def _list_ordinals(found: re.Match[str]) -> list[str]:
    """Return the ordinal, or the numbers in digits: tips 1, 2 and 4."""
    return re.findall(r"\d+", found[0]) or [next(filter(None, found.groups()))]


def _blank(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"


def _keep_parts(found: re.Match[str]) -> str:
    """Return the names of parts within a lexeme of several words: leave the tags alone."""
    return " ".join(named[0] for _, pattern in PARTS for named in pattern.finditer(found[0])) or " "


def read_structure(text: str, clause: str, part: Part | None) -> Change | None:
    """Return the change of *clause*, None if its words name none; *part* is that of the clauses before."""
    words = read_words(clause)
    if words is None:
        return None
    named = words.part
    about = named or part or Part.BODY
    # "No emoji in it", after a clause on the title.
    inherited = about if _REFERS.search(clause) else Part.BODY
    for kind, where, value in _read(words, named, about, inherited):
        one, _, other = value.partition(WORD_SEPARATOR) if kind in (Kind.SWAP, Kind.REPLACE) else (value, "", "")
        return Change(text, kind, where, one, other)
    return None


def repeats_limit(clause: str) -> bool:
    """Return whether *clause* has only words of a limit, or a number: not one more."""
    words = read_words(clause)
    is_number = re.fullmatch(rf"(?:not )?{_N}[!！]*", clause.strip(), re.IGNORECASE) is not None
    return is_number or (words is not None and bool(words.seen) and words.seen <= _LIMITS and words.part is None
                         and not words.counted and not words.quoted)  # fmt: skip


_LIMITS = frozenset(("limit", "exact"))
PAIR = 2
_EDGES = (Part.OPENING, Part.CLOSING)


_REFERS = re.compile(r"\b(?:in|from|on) (?:it|there)\b|里面|上面|^也|^(?:and no|nor)\b", re.IGNORECASE)


def _read(words: Words, named: Part | None, about: Part, inherited: Part) -> Iterator[tuple[Kind, Part, str]]:
    seen = words.seen
    if words.quoted:
        yield from _read_quoted(words, about)
    elif words.counted:
        if seen <= _LIMITS | {"cut" if words.counted == "tags" else ""}:
            yield from _read_count(words, named, about)
    elif words.ordinals:
        yield from _read_ordinals(words, named)
    elif named is not None and seen in ({"keep"}, {"praise"}, {"praise", "keep"}):
        yield Kind.KEEP, named, ""
    elif seen <= {"not_capital", "exact", "cut"} and "not_capital" in seen and about not in _EDGES:
        yield Kind.LOWERCASE, about, ""
    elif seen == {"cut", "question"}:
        yield Kind.NO_QUESTION, about if about is not Part.TAGS else Part.BODY, ""
    elif seen == {"cut", "emoji"}:
        yield Kind.NO_EMOJI, named or inherited, ""
    elif seen in ({"cut", "exclamation"}, {"exclamation", "stop", "set"}, {"exclamation", "stop", "swap"}):
        yield Kind.NO_EXCLAMATION, named or inherited, ""
    elif len(seen) == 2 and "cut" in seen and (sign := next(iter(seen & set(_PUNCTUATION)), "")):
        yield Kind.NO_PUNCTUATION, named or inherited, _PUNCTUATION[sign]
    elif seen == {"cut", "bullet"} and about is Part.BODY:
        yield Kind.RUNNING_TEXT, Part.BODY, ""
    elif seen in ({"bullet"}, {"bullet", "set"}) and about is Part.BODY:
        yield Kind.LIST, Part.BODY, ""
    elif seen in ({"capital"}, {"capital", "set"}) and about is Part.TITLE:
        yield Kind.UPPERCASE, Part.TITLE, ""
    elif seen in ({"half"}, {"half", "cut"}, {"short"}, {"short", "set"}) and about is not Part.TAGS:
        yield Kind.SHORTEN, about, ""
    elif seen == {"cut"} and named in _EDGES:
        yield Kind.DROP, named, ""
    elif seen == {"cut"} and named is Part.TAGS:
        yield Kind.DROP, Part.TAGS, ""


def _read_ordinals(words: Words, named: Part | None) -> Iterator[tuple[Kind, Part, str]]:
    seen, is_one = words.seen, len(words.ordinals) == 1
    if seen == {"cut"} and (is_one or named is None):
        about = Part.TAGS if named is Part.TAGS else Part.BODY
        yield Kind.REMOVE_PART, about, WORD_SEPARATOR.join(words.ordinals)
    elif is_one and seen == {"first"} and named is None:
        yield Kind.FIRST_POINT, Part.BODY, words.ordinals[0]
    elif len(words.ordinals) == PAIR and seen <= {"swap", "set"} and seen and named is None:
        yield Kind.SWAP, Part.BODY, WORD_SEPARATOR.join(words.ordinals)


def _read_count(words: Words, named: Part | None, about: Part) -> Iterator[tuple[Kind, Part, str]]:
    count, seen = str(words.number), words.seen
    match words.counted:
        case "tags" if "cut" not in seen:
            yield Kind.COUNT, Part.TAGS, count
        case "sentences" if about in (*_EDGES, Part.BODY):
            yield Kind.MAX_SENTENCES, about, count
        case "lines" if about is Part.BODY:
            yield Kind.MAX_LINES, Part.BODY, count
        case "points" if about is not Part.TAGS or named is None:
            yield Kind.COUNT, Part.BODY, count
        case "words" | "characters" if about in (Part.TITLE, Part.BODY) and "limit" in seen:
            yield Kind.MAX_LENGTH, about, count
        case _:
            return


def _read_quoted(words: Words, about: Part) -> Iterator[tuple[Kind, Part, str]]:
    quoted, seen = WORD_SEPARATOR.join(words.quoted), words.seen
    if words.counted or words.ordinals:
        return
    if seen == {"cut"} and all(map(PRONOUN.fullmatch, words.quoted)) and about is not Part.TAGS:
        # Without its pronoun a sentence is another one, except for the subject of a Chinese one.
        is_chinese_you = set(words.quoted) <= {"你", "您", "你们"} and about is Part.BODY
        yield (Kind.NO_YOU if is_chinese_you else Kind.NEEDS_MODEL), about, quoted if is_chinese_you else ""
    elif seen == {"cut"}:
        yield Kind.LACK, about, quoted
    elif len(words.quoted) == 1 and seen == {"set"} and about in (Part.TITLE, *_EDGES):
        yield Kind.SET, about, quoted
    elif len(words.quoted) == PAIR and seen in ({"set"}, {"swap"}) and about in (Part.TITLE, Part.BODY):
        is_pronoun = all(map(PRONOUN.fullmatch, words.quoted))
        yield (Kind.NEEDS_MODEL if is_pronoun else Kind.REPLACE), about, quoted
    elif seen == {"add"} and len(words.quoted) == 1 and words.part in _EDGES:
        yield Kind.ADD_TEXT, about, quoted
    elif seen == {"add"} and about is Part.TITLE:
        yield (Kind.CONTAIN if len(words.quoted) == 1 else Kind.WORDS), about, quoted
