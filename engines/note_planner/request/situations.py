"""Finds the clause that states the request, where the clauses before it only describe the situation of the user.

"下个月要考科目二，怎么克服紧张", "My oven is broken, what can I make for dinner": a statement, then a question or a intention.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.language.characters import fold, is_chinese
from engines.language.proper_names import find_known_places
from engines.note_planner.request.audiences import is_audience
from engines.note_planner.request.english_verbs import to_gerund
from engines.note_subject import COMPLAINT, find_matters, find_things
from engines.note_subject.things import FRAMES
from engines.note_themes import find_theme

MAX_JOINED, MAX_JOINED_LETTERS, MIN_ALONE, MAX_FRAME, MIN_SITUATION = 22, 60, 7, 6, 3
"""Lengths of a topic that consists of two clauses, in Chinese and English: more do not fit into a title. Length of a
Chinese intention that is a topic of its own; of a first clause that only names the frame of the others; least clauses of such a
situation."""
RELATIVES = (
    r"(?:老公|老婆|男朋友|女朋友|男友|女友|对象|爸妈|父母|爸爸?|妈妈?|爷爷|奶奶|外[公婆]|姥[姥爷]|婆婆|公公|儿子|女儿|孩子|小孩|娃|宝宝|"
    r"闺蜜|室友|舍友|同事|领导|老板|邻居|房东|弟弟?|妹妹?|哥哥?|姐姐?|家人|老大|老二|大宝|二宝)"
)
_TIMES = r"(?:下个?(?:月|周|星期|礼拜)|这个?(?:月|周末?)|上个?(?:月|周)|周末|明天|后天|昨天|今天|最近|近来|今年|明年|去年|平时|马上|快要|刚刚?|现在|如今)"
_ATTRIBUTE = re.compile(
    rf"(?:我?(?:今年|快|刚)?[\d一二三四五六七八九十百]+多?岁(?:半|多)?了?|(?:工资|月薪|收入|身高|体重)[\d一二三四五六七八九十百千万两零几多]+.{{0,3}}"
    rf"|(?:大学|研究生)?(?:刚|已经)?(?:退休|毕业|离婚|失业)了?|(?:我家?)?{RELATIVES}(?:今年|刚上|上|读)?(?:[\d一二三四五六七八九]+年级|[初高大][一二三四]|[\d一二三四五六七八九十]+岁(?:半|多)?)了?)"
    r"|(?:i'm|i am|we're|we are|i just turned|i turned) (?:\d+|an? \w+|vegetarian|vegan|retired|single|pregnant)"
)
"""Attributes of the user, which are never the subject."""
_USED = r"[用戴穿开住养]了[\d一二两三四五六七八九十几半]+多?[年个]"
_STATEMENT = re.compile(
    rf"^(?:我们?|咱们?|本人|家里|租的|住的|公寓|小区|宿舍|单位|公司|学校|办公室)|^{RELATIVES}|^(?!周末|今年){_TIMES}|[了过]$|刚(?!好|才)|^第一次[当做带]|朝[东南西北]$"
    rf"|{_USED}|太.|很.|特别|非常|有点|总是|老是|天天|一直|没有|只有|只能|不能|不让|不[会够太]|受不了|又.又"
    r"|^(?:i|we|my|our|i'm|i've|i'd|we're|we've|it's|got|just|there's|there is|the|he|she|they)\b"
)
_PLAN = re.compile(rf"(?P<time>{_TIMES})(?:我们?)?(?:就?要|想|准备|打算)(?P<plan>[去带搬换考]..+)")
_DOING = re.compile(
    r"(?:i'm|i am|we're|we are) (?!looking|trying|thinking|hoping|planning|going)(?=\w{3,}ing\b)", re.IGNORECASE
)
_FREE_TIME = re.compile(
    r"(?:(?:i|we)(?:'ve| have)? )?(?:just )?got (?=(?:an?|one|two|three|four|five|\d+) (?:\w+ )?(?:days?|weekends?|nights?|weeks?)\b)",
    re.IGNORECASE,
)
_SKIN_TYPE = re.compile(r"^[干油混敏痘中性大偏]{1,3}(?:皮|肌)$|^[黄黑白]皮$")
_OPENING = r"(?:so|and|but|then|now|also|please) "
_INTENTION = re.compile(
    rf"^(?:{_TIMES}|我们?|也|就|所以|然后|还|又)*(?:想要|想着|想(?![象到起法念过不])|打算|求(?![婚职学助])|需要|计划)(?:一下|一个|去(?=[\u4e00-\u9fff]{{4}}))?"
    rf"|^(?P<asks>(?:{_OPENING})*(?:(?:i|we)(?:'m| am|'re| are|'d| would)? )?(?:really |just |also )*(?:need(?:ing)?|want(?:ing)?|looking|trying|hoping|like|love|thinking|planning|searching)\b"
    r"(?: to| for| at| of| about| on)?(?: some| a few| any)?(?: (?:ideas|tips|advice|help|something))?(?: for| on| with| about| to)? )(?=\S)"
    r"|^(?:(?:so|and|but|now|then) )*(?:i|we)(?:'ve| have)?(?: (?:now|also))? (?:got to|have to|has to|must|am supposed to|need to) (?!go|be|get|leave|attend|start|work|travel|move|wait|stay|sit|pay|live|do (?:it|this|that)|it)(?=\S)"
    r"|^(?:my|our|the) \w+ (?:says?|said|told (?:me|us)|suggests?|recommends?|thinks) (?:(?:that|i should|we should|to) )*(?=\S)"
)
_MID_INTENTION = re.compile(r"^[\u4e00-\u9fff]{2,4}想(?![象到起法念过不])[\u4e00-\u9fff]{2,}")
_QUESTION = re.compile(
    r"怎么(?!办$)|怎样|如何|咋|什么(?!都)|啥|哪|多[少大久长高重快]|有没有|为什么|^(?:我|让我|轮到我)负责"
    rf"|^(?:{_OPENING})*(?:any (?:ideas|tips|advice)|how|what|which|where|when|why|who|is|are|can|could|should|do|does|would)\b"
    r"|^(?:(?:so|and|but|now|i|we|i'm|we're|have|am|are) )*(?P<doubts>(?:no idea|no clue|not sure|unsure|don't know|wondering|clueless|lost)(?: about| on)? )(?=what|how|where|which|when|whether|if|who)"
)
_BROKEN = re.compile(
    r",? (?:and|so|but|because)(?: now| then| also)? (?=(?:i|i'm|i've|we|we're|it's|my|our|she|he|they|there's)\b"
    r"|(?:the|his|her|its|their) \w+ (?:is|are|has|have|won't|doesn't|don't|can't|keeps?|gets?|hates?|refuses)\b)",
    re.IGNORECASE,
)
_ANAPHORA = re.compile(r"(?<!worth )(?<!-)\b(?:them|it|ones|they|these|those)\b")
_HIM = re.compile(r"(?<!吉)[她他它]们?")
_INJURED = re.compile(r"膝盖|半月板|手腕|脚踝|骨折|手术|怀孕|产后")
"""Conditions of the user without which a request for exercise or a trip is another one."""
NAMED = re.compile(rf"我?{RELATIVES}")
_LAST_OBJECT = re.compile(r"\b((?:an?|some|two|three|\d[\d,.]*) (?:[\w'-]+ ){0,6}[\w'-]+)$")
_SUBJECT = re.compile(
    r"(?:my|our) (?!neighbou?r|mum|mom|dad|boss|landlord|doctor|friend|sister|brother|wife|husband|grand|son|daughter|flatmate|cousin)([\w'-]+)\b"
)
COUNTED = re.compile(r"(?:了|有)[一两]?[只条盆棵台辆部把件张]([\u4e00-\u9fff]{1,5})$")
_OWNS = re.compile(r"^(?:i|we)(?:'ve got| have got| have|'ve| own) (?P<object>\S.*)")
_HAS_SUBJECT = re.compile(
    r"^(?:i think |now )?(?P<subject>(?:my|our|the) (?:[\w'-]+ ){0,4}?[\w'-]+?) "
    r"(?:is|are|was|were|has|have|had|will|just|got|gets|keeps?|goes|went|came|\w{2,}(?:ed|s))\b"
)
_STARTS_WITH_PRONOUN = re.compile(r"^(?:and |but |so |now )*(?:he|she|it|they)(?P<verb>'s|'re)? ")
_VERBS_IN_FULL = {"'s": "is", "'re": "are"}
_WITH_WHOM = re.compile(r"(?:\w+ing )?with\b")
_OTHERS = re.compile(r"我?(?:室友|舍友|同事|领导|老板|邻居|房东|合伙人)")
"""Persons whose matters are only a reason for what the user states next."""
_ACQUIRED = re.compile(r"\b(?:got|bought|adopted|inherited|found|planted)\b|[买养接领种]了|收到|" + _USED)
_KEEPS_DOING = re.compile(r"^(?:i|we) keep (?:on )?(?=\w{2,}ing\b)", re.IGNORECASE)
_IS_THERE = re.compile(r"^(?:请问|想问问?|求问)?有没有(?:什么|啥)?")
_WORD = re.compile(r"[\w'-]+")
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "how what which where when why who is are can could should do does would i you we my our me us it the a an to "
        "of in on at for be and start begin best good way options there this that any some have make get go help helps next",
    )
)


def split_statements(clause: str) -> tuple[str, ...]:
    """Return the statements in an English *clause*: one for each subject."""
    return (clause,) if is_chinese(clause) else tuple(part for part in _BROKEN.split(clause) if part.strip())


@dataclass(frozen=True, slots=True)
class Focus:
    """The topic that a request has, and the indices of its clauses; `is_joined` of a statement and what it asks."""

    topic: str
    clauses: tuple[int, ...]
    is_joined: bool = False


def focus_on_request(clauses: Sequence[str]) -> Focus | None:
    """Return what *clauses* request after the statement about the user's situation that is the first of them.

    None where the first clause is no such statement, or no later one states a request. The topic is the first later
    clause with a intention or a question; one that names nothing ("怎么让它们认识") is joined to the statement before it.
    """
    if clauses and _PLAN.fullmatch(clauses[0]):
        return _add_to_plan(clauses)
    if not clauses or not is_statement(clauses[0]):
        return _join_frame(clauses)
    for index, clause in enumerate(clauses[1:], start=1):
        folded = fold(clause)
        if _ATTRIBUTE.fullmatch(folded):
            continue
        if (_INTENTION.match(folded) or _MID_INTENTION.match(folded)) and any(
            map(_is_clear_question, clauses[index + 1 :])
        ):
            continue
        if intention := _INTENTION.match(folded):
            text = clause[intention.end() :].strip()
            text = _name_activity(text) if intention[0].endswith(" to ") or not intention["asks"] else text
        elif (question := _QUESTION.search(folded)) or _MID_INTENTION.match(folded):
            text = _IS_THERE.sub("", clause[question.end() :] if question and question["doubts"] else clause)
        else:
            continue
        complete = _complete if is_chinese(text) else _complete_english
        return complete(text, clauses, index, is_intention=intention is not None)
    find = _find_complaint if is_chinese(clauses[0]) else _find_english_complaint
    return find(clauses) or _join_situation(clauses)


def _join_situation(clauses: Sequence[str]) -> Focus | None:
    """Return the situation as a whole, where nothing in it asks or complains: its first clause, and the last that fits.

    An attribute of a relative ("女儿三岁半") only states whose situation it is. A first clause that names a subject or states
    what is wrong stays a topic of its own, unless it only names what the user got ("I bought a pan, it's rusty").
    """
    first = clauses[0]
    if len(clauses) == 1 or COMPLAINT.search(fold(first)) or find_known_places(first):
        return None
    if is_attribute(first):
        whose = NAMED.match(first)
        return Focus(f"{whose[0]}{clauses[1]}", (1,), is_joined=True) if whose else None
    mine = next((one for one in range(1, len(clauses)) if "我" in clauses[one]), None)
    if mine is not None and _OTHERS.match(first) and len(first) + len(clauses[mine]) <= MAX_JOINED:
        return Focus(f"{first}，{clauses[mine]}", (0, mine), is_joined=True)
    if (is_chinese(first) and _names_problem(first)) or (_names_something(first) and not _ACQUIRED.search(fold(first))):
        return None
    comma, longest = ("，", MAX_JOINED) if is_chinese(first) else (", ", MAX_JOINED_LETTERS)
    indices = range(1, len(clauses))
    is_next = not is_chinese(first) or _ACQUIRED.search(first)
    for index in indices if is_next else reversed(indices):
        text = f"{first}{comma}{clauses[index]}"
        if (
            is_chinese(clauses[index]) is is_chinese(first)
            and len(text) <= longest
            and not is_attribute(clauses[index])
        ):
            return Focus(text, (0, index), is_joined=True)
    return None


def _join_frame(clauses: Sequence[str]) -> Focus | None:
    """Return a short first clause with the complaint of a later one, where no clause asks: 考研二战，…，阅读一直错一半."""
    if not clauses or not is_chinese(clauses[0]) or len(clauses[0]) > MAX_FRAME or len(clauses) < MIN_SITUATION:
        return None
    if {sense.kind for senses in find_things(clauses[0]) for sense in senses} - FRAMES:
        return None
    if any(_INTENTION.match(one) or _MID_INTENTION.match(one) or _QUESTION.search(one) for one in clauses):
        return None
    for index, clause in enumerate(clauses[1:], start=1):
        is_new = bool(find_things(clause) or find_matters(clause)) and not find_matters(clauses[0])
        if COMPLAINT.search(clause) and is_new and len(clause) + len(clauses[0]) <= MAX_JOINED:
            return Focus(f"{clauses[0]}，{clause}", (0, index), is_joined=True)
    return None


def _is_clear_question(clause: str) -> bool:
    return is_chinese(clause) and _QUESTION.search(clause) is not None and _names_something(clause)


def _add_to_plan(clauses: Sequence[str]) -> Focus | None:
    """Return a plan with what a later clause wants of it, if that names something ("马上要去重庆出差，看夜景")."""
    plan = clauses[0]
    for index, clause in enumerate(clauses[1:], start=1):
        found = _INTENTION.match(clause)
        if found and _names_something(text := clause[found.end() :]) and len(plan) + len(text) <= MAX_JOINED:
            return Focus(f"{plan}，{text}", (0, index), is_joined=True)
    return None


def _find_complaint(clauses: Sequence[str]) -> Focus | None:
    """Return the first clause with the later one that states what is wrong ("家里猫养了六年，最近总是乱尿")."""
    first = clauses[0]
    for index, clause in enumerate(clauses[1:], start=1):
        if not COMPLAINT.search(clause) or is_attribute(clause):
            continue
        if COMPLAINT.search(first) or _names_problem(first):
            return None
        if _HIM.search(clause) and len(clauses[index - 1]) + len(clause) <= MAX_JOINED:
            return Focus(f"{clauses[index - 1]}，{clause}", (index - 1, index), is_joined=True)
        if whose := NAMED.match(clauses[index - 1]) if is_attribute(clauses[index - 1]) else None:
            return Focus(f"{whose[0]}{clause}", (index,), is_joined=True)
        if index == 1 and not is_attribute(first) and len(first) + len(clause) <= MAX_JOINED:
            return Focus(f"{first}，{clause}", (0, 1), is_joined=True)
        return Focus(clause, (index,), is_joined=True) if _names_something(clause) else None
    return None


def _find_english_complaint(clauses: Sequence[str]) -> Focus | None:
    """Return the first clause that states what is wrong, with its subject: "my daughter is scared of the bus"."""
    if COMPLAINT.search(fold(clauses[0])) or find_known_places(clauses[0]):
        return None
    for index, clause in enumerate(clauses[1:], start=1):
        folded = fold(clause)
        if not COMPLAINT.search(folded) or _WITH_WHOM.match(folded):
            continue
        if pronoun := _STARTS_WITH_PRONOUN.match(folded):
            subjects = [found["subject"] for one in clauses[:index] if (found := _HAS_SUBJECT.match(fold(one)))]
            if not subjects:
                continue
            verb = _VERBS_IN_FULL.get(pronoun["verb"] or "", "")
            return Focus(" ".join(part for part in (subjects[-1], verb, clause[pronoun.end() :]) if part), (index,))
        return Focus(_KEEPS_DOING.sub("", clause), (index,))
    return None


def _names_problem(clause: str) -> bool:
    return re.search(r"不|没|太|又.又|疼|痛|坏|漏|怕|僵|哭|哑|丢|掉", clause) is not None


def _name_activity(text: str) -> str:
    verb, gap, others = text.partition(" ")
    return to_gerund(verb) + gap + others if gap and not is_chinese(text) else text


def strip_plan(clause: str) -> tuple[str, ...]:
    """Return what *clause* plans, then when: "下个月要去京都" is 去京都; "I'm flying to Rome" is flying to Rome."""
    if planned := _PLAN.fullmatch(clause):
        return tuple(part for part in (planned["plan"], planned["time"]) if part)
    if len(clause) > MAX_JOINED_LETTERS and not is_chinese(clause) and is_statement(clause):
        parts = split_statements(clause)
        if len(parts) > 1:
            return (*strip_plan(parts[0]), *parts[1:])
    if doing := (_DOING.match(clause) or _FREE_TIME.match(clause)):
        return (clause[doing.end() :],)
    if (must := _INTENTION.match(fold(clause))) and not must["asks"] and not is_chinese(clause):
        return (_name_activity(clause[must.end() :]),)
    return (clause,)


def is_statement(clause: str) -> bool:
    """Return whether *clause* describes the user or the user's situation, and requests nothing."""
    folded = fold(clause)
    if _PLAN.fullmatch(clause) or _INTENTION.match(folded) or _MID_INTENTION.match(folded) or _QUESTION.search(folded):
        return False
    if _SKIN_TYPE.search(folded) or (is_chinese(folded) and is_audience(clause)):
        return True
    return bool(_ATTRIBUTE.fullmatch(folded) or _STATEMENT.search(folded))


def is_attribute(clause: str) -> bool:
    """Return whether *clause* is an attribute of the user, such as an age."""
    return bool(_ATTRIBUTE.fullmatch(fold(clause)))


def _complete(text: str, clauses: Sequence[str], index: int, *, is_intention: bool) -> Focus | None:
    """Return *text* with what it refers to; None if it names nothing, and is too long for one topic with the rest."""
    text = name_referent(text, clauses[:index])
    refers = _HIM.search(text) is not None
    joined = [
        one for one in range(index) if not is_attribute(clauses[one]) and len(clauses[one]) + len(text) <= MAX_JOINED
    ]
    planned = [one for one in joined if _INTENTION.match(clauses[one]) or _MID_INTENTION.match(clauses[one])]
    place = next(
        (one for one in reversed(planned or joined) if planned or _names_something(clauses[one])),
        joined[-1] if joined else None,
    )
    injured = next((one for one in joined if _INJURED.search(clauses[one]) and not NAMED.match(clauses[one])), None)
    if injured is not None and not _INJURED.search(text):
        return Focus(f"{clauses[injured]}，{text}", (injured, index), is_joined=True)
    alone = Focus(text, (index,), is_joined=text.endswith("的"))
    names = _names_something(text)
    if is_intention and not refers and (names or place is None or not _needs_statement(text, clauses[place])):
        return alone
    if place is not None:
        return Focus(f"{clauses[place]}，{text}", (place, index), is_joined=True)
    return alone if not refers and (_names_something(NAMED.sub("", text)) or len(text) >= MIN_ALONE) else None


def name_referent(text: str, before: Sequence[str]) -> str:
    """Return *text* with the name of the relative or the thing in *before* that its pronoun refers to."""
    for find in (NAMED.match, COUNTED.search):
        if found := next((match for one in before if (match := find(one))), None):
            return _HIM.sub(found[found.lastindex or 0], text)
    return text


def _needs_statement(text: str, before: str) -> bool:
    return len(text) < MIN_ALONE or text.endswith("的") or _names_something(before)


def _complete_english(text: str, clauses: Sequence[str], index: int, *, is_intention: bool) -> Focus | None:
    folded, before = fold(text), " ".join(clauses[:index])
    if _ANAPHORA.search(folded):
        referent = _find_referent(
            clauses[:index], is_named=folded.startswith(("is ", "are ", "can ", "will ", "does "))
        )
        return Focus(_ANAPHORA.sub(referent, folded, count=1), (index,)) if referent else None
    content = [word for word in _WORD.findall(folded) if word not in _EMPTY]
    if is_intention and len(content) == 1 and not _names_something(folded) and (owned := _OWNS.match(fold(clauses[0]))):
        return Focus(f"{text} with {owned['object']}", (index,))
    joined = f"{clauses[index - 1]}, {text}"
    lacks = find_matters(clauses[index - 1]) - find_matters(text) or not _names_something(folded)
    if not is_intention and lacks and content and _names_something(before) and len(joined) <= MAX_JOINED_LETTERS:
        return Focus(joined, (index - 1, index), is_joined=True)
    if is_intention and len(content) == 1 and is_statement(clauses[index - 1]) and len(joined) <= MAX_JOINED_LETTERS:
        return Focus(joined, (index - 1, index), is_joined=True)
    is_open = is_intention or folded.startswith(("how ", "what ", "which ", "where "))
    names = _names_something(folded) or (len(content) > 1 and (is_open or not _names_something(before)))
    return Focus(text, (index,)) if names else None


def _find_referent(before: Sequence[str], *, is_named: bool) -> str:
    """Return what a pronoun refers to: the last object of the clauses *before*, else their subject; "" for none."""
    objects = [found[1] for one in before if (found := _LAST_OBJECT.search(fold(one)))]
    subjects = [found[0] if is_named else found[1] for one in before if (found := _SUBJECT.match(fold(one)))]
    return (objects or subjects or [""])[-1]


def _names_something(text: str) -> bool:
    return bool(find_things(text) or find_matters(text) or find_theme(text))
