"""Parses feedback, clause by clause, in Chinese and English."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engines.language.clauses import split_clauses
from engines.language.hasty_words import correct_hasty_words
from engines.language.reasons import split_reason
from engines.note_writer.feedback.bare_numbers import join_numbers
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.continuation import attach_reasons, relate
from engines.note_writer.feedback.counts import parse_count, write_digits
from engines.note_writer.feedback.coverage import covers, is_fragment, is_name, is_partial
from engines.note_writer.feedback.edge_places import parse_place, split_place
from engines.note_writer.feedback.elaboration import parse_elaboration
from engines.note_writer.feedback.emoji import parse_limit
from engines.note_writer.feedback.enumerations import parse_details, parse_tag_removal
from engines.note_writer.feedback.exceptions import find_excepted_part, parse_remaining_tags, split_exception
from engines.note_writer.feedback.literal import DESCRIPTION, LITERAL_QUOTE, quote_literals
from engines.note_writer.feedback.missing import find_missing
from engines.note_writer.feedback.operations import parse_operation
from engines.note_writer.feedback.pairs import (
    SMALL_TALK,
    first_group,
    parse_correction,
    parse_pair,
    strip_name,
)
from engines.note_writer.feedback.repetition import LIMITS, merge
from engines.note_writer.feedback.retention import has_other_change, is_order, is_whole
from engines.note_writer.feedback.rules import PARTS, RULES
from engines.note_writer.feedback.structure import read_structure, repeats_limit
from engines.note_writer.feedback.words import FROM_END, PRONOUN, find_described_part

MAX_FEEDBACK_LENGTH, MAX_CHANGES, _MAX_COURTESIES = 4_000, 20, 5
_BREAK = re.compile(
    r"(?:[。；！!？?\n;]|，(?! ?[#＃])|,(?!\d| ?[#＃])|(?<!\d),(?! ?[#＃]))+|\.(?:\s|$)|(?<=[\u4e00-\u9fff])(?<![个叫加成为用])[ 　]+(?=[\u4e00-\u9fff])|(?<=\w{4})\s(?=(?:dont|don['’]t|do not) (?:take|touch|change|remove|mention|use|say|add|put|make|write|cut)\b)|(?:但是?|不过|然后|另外|并且|同时|顺便)|(?<!everything)(?<!anything)(?<!\ball)(?<!nothing)\sbut\s(?!(?:the first |just )?(?:one|two|three|four|five|\d)(?: of them)?(?:[,.;!?\n]| (?:can|should|must) go|$))|\s(?:and also|and then|\+|&)\s(?!\d)|\sand (?=don['’]?t\b)|\sthen (?=(?:leave|keep|add|put|say)\b)|\sand (?=no (?!more)|(?:the|my) (?:title|headline|ending|opening|intro|closing|tags) (?!(?:alone|as|unchanged|same|stays?|too)\b)\w|(?:sound|read|feel|look)s?\b)|\sand (?=(?:swap|turn|move|start|fix|take|get|rewrite|exactly|soften|add|say|mention|make|put|drop|remove|cut|kill|ditch|delete|change|call|keep|leave|use|write|include|give|name|rename|shorten|lose|end|start|replace)\b)"
)
_EXAMPLE = re.compile(r"^(?:比如|比方|例如|like|such as|for example|e\.?g\.?)\b ?(.{1,30})$", re.IGNORECASE)
"""An example of what the clause before requests, and no request of its own."""
_FILL_IN = re.compile(
    r"^(?:这个)?(?:也?要?|都要?|记得|必须)?(?:补充|加上|补上|加|写上|加进去|写进去|提一?下)(?:一下|它|吧|去)*$"
    r"|^(?:please )?(?:add|include|mention|put|get|say|write|work) (?:it|them|that|this)(?: in)?(?: too| there| somewhere)?(?P<place> (?:right )?(?:at|in) the (?:very )?(?:start|top|beginning|opening|end|bottom|ending))?(?: too)?$",
    re.IGNORECASE,
)
"""Asks to put what the clause before names into the note."""
_REMARK = re.compile(
    r"你|您|我要|我想|好像|只[有讲写说]|才[有讲写说]|\b(?:you|i asked|i want|i need|only)\b", re.IGNORECASE
)
_NAMED_BEFORE = re.compile(r"^(?:(?:it|that|this)['’]?s? (?:called )?|店?[名叫]叫?|它叫|就是)", re.IGNORECASE)
_MANNER = re.compile(r"口[气吻]|语气|风格|[写说讲]$")
"""How a text is written, and no tag."""
_FURTHER = re.compile(r"(?:and |please )*(?:also|mention)\b|(?:另外|还有|再)", re.IGNORECASE)
"""Continues the request, and not the clause on the title."""
_NO_READER = re.compile(
    r"^(?:half|(?:the |a )?(?:very |at )?(?:least|most|end|start|top|bottom|beginning|close)\b|(?:about |around )?(?:one|two|three|four|five|\d+)\b)",
    re.IGNORECASE,
)
"""A length or a place, and no reader."""
_VERB_BEFORE = re.compile(
    r"^(?:推荐|叫什么|叫(?![人大他她我你孩]))(?=[\u4e00-\u9fff]{2})|(?:什么的|之类的?)$|^(?:recommend(?:ing)?) "
)
"""What the text is not to do with the name after it."""
_AT_START = re.compile(r"start|top|beginning|opening")
_AMOUNT = re.compile(
    r"^(?!(?:标题|正文|不|别|\d+字)).{0,8}[\d一二两三四五六七八九十百千]+ ?(?:元|块|百块|千|dollars|euros|pounds|yuan|%|小时|分钟|天|hours|minutes|days)?(?:以内|左右|at most)?$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:请|麻烦|帮我|给我|能不能|能否|可不可以|可以|希望|建议|最好|还是|我想|我要|我觉得|觉得|感觉|个人觉得|我看|直接|干脆|索性|稍微|反正|老[板师]说|客户说|不如"
    r"|please|kindly|maybe|perhaps|honestly|actually|also|and|so|ok(?:ay)?|well|hm+|can (?:you|we)|could (?:you|we)|would you|i want|i need|i think|i feel(?: like)?|i['’]d (?:rather |like |prefer )(?:(?:to )?have )?(?:it )?(?:to )?|you could|let['’]s|how about|what if|why not|just)(?:\s+|(?<=[\u4e00-\u9fff]))"
    r"|(?:吧|呢|啊|呀|哦|嘛|哈|谢谢|好吗|行吗|可以吗|好不好|行不行)$|\s+(?:please|thanks|thank you|ta|ok|though|maybe|somehow|if possible|if you can|love|mate|dear|darling|hun|x+)$",
    re.IGNORECASE,
)
_PUNCTUATION = {
    "感叹号": "！",
    "叹号": "！",
    "问号": "？",
    "省略号": "……",
    "exclamation mark": "!",
    "question mark": "?",
}
"""Punctuation marks that the reviewer names."""
_COMPOUND = re.compile(r"[错特分区个级性告类识]别|[重需主只还必]要|[参更]加|[没]问题")
_ADVICE = re.compile(r"(?:祝|提醒|劝|告诉|嘱咐|叮嘱|叫|让)[^，]{0,4}$")
"""Words before a ban that the text gives its readers: 祝大家别晒伤."""
_NO_BAN = re.compile(r"没有|(?:I )?don['’]t (?:want|need|like) to\b", re.IGNORECASE)
"""A complaint that something is missing, or a statement of the user."""
_QUESTION = re.compile(r"^(?:谁|什么|哪|怎么)|^(?:who|whom|what|which|why|how)\b", re.IGNORECASE)
"""A word that requests something without naming it."""
_WANTS_TO_KNOW = re.compile(
    r"^(?:and )?(?:how (?:long|much|many|often|far|big|old|late|early|hot|do|does|can)|what (?:time|size|do|does|kind)|when (?:do|does|is|are)|where (?:do|does|can|to))\b(?! (?:you|is the|are the|i know)\b)"
    r"|^(?![加来放要给多少写留删换改补缩分])(?:[^，我你]{0,8})(?:多少|多久|几[点度天次个](?![一是])|多[长远大高厚]时?间?)[^，一是就都]{0,4}$",
    re.IGNORECASE,
)
"""A question about the matter, which only a source answers."""
_WHERE_IS = re.compile(r"^(?!.*(?:怎么|你|我|这))(.{1,8})呢$")
_PRONOUN = re.compile(r"\b(?:in|from|on) it\b|里面|上面", re.IGNORECASE)
"""Refers to the part that the previous clause names."""
_ALSO = re.compile(r"^(?:也|and no\b|nor\b)", re.IGNORECASE)
"""Continues the previous clause: 标题别带感叹号，也别带表情."""
_ADDS_CONTENT = re.compile(
    r"(?:加|补|写|添|提|讲|说|有|带|附|列)[^，]{0,12}(?:预算|费用|花费|价格|票价|门票|价钱|多少钱|地址|地点|位置|交通|路线|怎么[去走]|停车|营业时间|开放时间|步骤|做法|用量|食材|材料|工具|清单|注意事项|信息|说明|安排|来源|出处|数据|例子)"
    r"|\b(?:add|mention|include|say|write|put|list|cover|give|state)\b.*\b(?:budget|costs?|prices?|fees?|tickets?|address|directions|parking|transport|how to get there|opening hours|route|steps|recipe|ingredients|materials|tools|(?:packing |shopping )?list|schedule|itinerary|sources?|data|examples?|section|paragraph|details|info(?:rmation)?)\b",
    re.IGNORECASE,
)
"""Asks for content of the text, even if the previous clause is about the title or the tags."""
_PRAISE = re.compile(r"\b(?:love|like|good|great|fine|perfect|nice)\b|很好|挺好|不错|喜欢", re.IGNORECASE)
_REST = re.compile(r"^(?:the rest|everything else|all else)\b|^(?:其他|其它|其余|别的|剩下)", re.IGNORECASE)
"""The parts that the clauses before do not name."""
_BARE_REMOVAL = re.compile(
    r"(?:都|全部?|统统)*(?:去掉|删掉?|拿掉|换掉|改掉|不要|remove|drop|delete|cut|lose)了?(?: it| them| that| all)*",
    re.IGNORECASE,
)
"""Repeats the previous clause, which names the removed part."""
_QUOTES = ' 　“”"「」『』《》#＃:：'
_QUOTE = re.compile(r"[“”\"「」『』《》]")
_REMOVALS = (Kind.LACK, Kind.DROP, Kind.REMOVE_PART, Kind.NO_EMOJI, Kind.NO_EXCLAMATION, Kind.NO_PUNCTUATION)
_NOTHING_NAMED = re.compile(r"(?:like|love|want|enjoy)? ?(?:it|this|that|them)?|这样|那样|这个|它", re.IGNORECASE)
_QUANTITY = re.compile(r"\d+( [a-z]+|[\u4e00-\u9fff]{1,2})", re.IGNORECASE)
_EDGES = (Part.TITLE, Part.OPENING, Part.CLOSING)
_NUMBER = re.compile(
    r"^(?:the )?(?:number|figure|digit|word)s? (?=[\w“\"])|^数字(?=[\d一二两三四五六七八九十])", re.IGNORECASE
)
"""Before the number or the word itself: the number 41."""
_REFERS = re.compile(r"\b(?:my|your|our|his|her|their|its)\b|[我你您他她它]们?的?|^[到在]", re.IGNORECASE)
"""Names something by whose it is, and is no text: my age, for 45."""
_DESCRIBES = re.compile(r"[的感味]$")
"""Ends what describes a title, and is no word of it: 带悬念的."""
_NOUN_OF = re.compile(r"(?<=..)(?<!目)的$")
"""Stands for a noun after the name of a matter: 讲预算的."""
_WHOLE_TEXT = re.compile(
    r"整?个?(?:内容|正文|全文|文章|段落)|(?:all |whole )?(?:contents?|text|body|note|it)", re.IGNORECASE
)
"""Names of the whole text, not words of it."""
_END_OF_QUOTATION = re.compile(r"(?<=[.!?。！？][\"”」』])[ 　]+(?=\S)")
"""After a quoted sentence, which ends the clause as its full stop would without the quotes."""


def parse_changes(feedback: str) -> tuple[Change, ...]:
    """Return the changes in *feedback*, in its order; a clause that cannot be parsed is of kind UNKNOWN."""
    text = _SINGLE_QUOTES.sub(r"“\1”", feedback[:MAX_FEEDBACK_LENGTH])
    singles = {f"“{found[1]}”": found[0] for found in _SINGLE_QUOTES.finditer(feedback)}
    text = _BEFORE_QUOTE.sub("：", _END_OF_QUOTATION.sub("\n", text))
    parts = split_clauses(quote_literals(text), _BREAK)
    single = [one for part in parts for whole in split_exception(part.strip()) for one in _distribute(whole)]
    stated = [_split_reason(clause) for one in single if (clause := one.strip(" 　:：\t"))]
    merged = merge(join_numbers(_parse_clauses([clause for clause, _ in stated if clause])))
    changes = [
        replace(
            one,
            text=_restore_quotes(one.text, singles),
            reasons=tuple(_restore_quotes(reason, singles) for reason in one.reasons),
        )
        for one in attach_reasons(tuple(merged), stated)
    ]
    unread = [Change(one.text, Kind.UNKNOWN, repeated=one.repeated) for one in changes[MAX_CHANGES:]]
    return (*changes[:MAX_CHANGES], *unread)


def _split_reason(clause: str) -> tuple[str, str]:
    """Return the request and the reason of *clause*; a reason that names a part is what the next clause is about."""
    request, reason = split_reason(clause)
    names_part = any(part is not Part.BODY and pattern.search(reason) for part, pattern in PARTS)
    return (clause, "") if not request and names_part else (request, reason)


def _restore_quotes(text: str, singles: Mapping[str, str]) -> str:
    """Return *text* with the quotes of the reviewer, where they were replaced for the parser."""
    text = LITERAL_QUOTE.sub("", text)
    for quoted, own in singles.items():
        text = text.replace(quoted, own)
    return text


_SINGLE_QUOTES = re.compile(r"(?<!\w)['‘](?=\S)([^'‘’\n]{1,60}(?:['’]\w+[^'‘’\n]{0,60})*)['’](?!\w)")
"""A text in single quotes, which may have apostrophes."""
_BEFORE_QUOTE = re.compile(r"(?<=[\u4e00-\u9fff])[，,] ?(?=[“「][^”」]+[”」](?:$|[。；;\n]))")
"""A comma before a quoted text that ends the sentence: the text belongs to the clause before."""


def _distribute(clause: str) -> tuple[str, ...]:
    """Return *clause*, or its two parts, each with the verb: drop the hearts and the stars."""
    if twice := _TWICE.fullmatch(clause):
        return twice[1], twice[2]
    found = _TWO_OBJECTS.search(clause)
    return (f"{found[1]} {found[2]}", f"{found[1]} {found[3]}") if found else (clause,)


_TWICE = re.compile(r"(不要.{1,6}?)(不要.{1,6})")
_TWO_OBJECTS = re.compile(
    r"^((?:please |just |and )*(?:drop|remove|lose|cut|delete|ditch|take out|get rid of|no|without)) ((?:the|all|any|those) [\w' -]+?|[a-z]+) and ((?:the|all|any|no|those|anything|everything|whatever)\b[\w' -]+)$",
    re.IGNORECASE,
)


def _parse_clauses(clauses: list[str]) -> Iterator[Change]:
    part: Part | None = None
    index, change = 0, None
    while index < len(clauses):
        text, following = clauses[index], clauses[index + 1] if index + 1 < len(clauses) else ""
        if listed := parse_tag_removal(text, following):
            change, part = listed[0], Part.TAGS
            yield change
            index += 1 + listed[1]
            continue
        if details := parse_details(text):
            yield details
            index += 1
            continue
        bare = [correct_hasty_words(_strip_politeness(one)) for one in (text, following)]
        pair = None if parse_operation(text, bare[0], part) else parse_pair(*bare)
        if pair is not None:
            yield from pair
            index += 2
            continue
        index += 1
        clause = write_digits(correct_hasty_words(_strip_politeness(text)))
        if not clause or SMALL_TALK.fullmatch(clause):
            continue
        if remaining := parse_remaining_tags(text, clause):
            change, part = remaining, Part.TAGS
            yield change
            continue
        if excepted := find_excepted_part(clause):
            yield Change(text, Kind.KEEP, excepted)
            continue
        fill_in = _FILL_IN.fullmatch(_strip_politeness(following))
        if fill_in and not _is_understood(text, clause, part):
            index += 1
            if _QUESTION.search(clause) or _REMARK.search(clause):
                # What the reviewer does not know, or addresses to the writer, is no text for the note.
                yield Change(f"{text}，{following}", Kind.CONTAIN, value=clause)
                continue
            place = fill_in["place"] or ""
            about = Part.BODY if not place else Part.OPENING if _AT_START.search(place) else Part.CLOSING
            yield Change(f"{text}，{following}", Kind.ADD_TEXT, about, _NAMED_BEFORE.sub("", clause))
            continue
        if _WANTS_TO_KNOW.search(clause):
            yield Change(text, Kind.CONTAIN, value=clause)
            continue
        if missing := find_missing(clause) or _WHERE_IS.search(text):
            index += bool(fill_in)
            whole = f"{text}，{following}" if fill_in else text
            yield Change(whole, Kind.CONTAIN, value=strip_name(first_group(missing)))
            continue
        if change and change.kind in _REMOVALS and _BARE_REMOVAL.fullmatch(clause):
            yield replace(change, text=text)
            continue
        if change and change.kind in LIMITS and repeats_limit(clause):
            yield replace(change, text=text)
            continue
        if (example := _EXAMPLE.match(clause)) and change is not None:
            is_about_it = change.kind is Kind.CONTAIN and change.part is Part.BODY
            yield Change(text, Kind.CONTAIN if is_about_it else Kind.UNKNOWN, value=strip_name(example[1]))
            continue
        if corrected := parse_correction(clause):
            yield replace(corrected, text=text)
            continue
        named = next((part for part, pattern in PARTS if pattern.search(clause)), None)
        if _REST.search(clause):
            part = None
        inherited = None if _ADDS_CONTENT.search(clause) and not _PRONOUN.search(clause) else part
        before, change = change, _parse_clause(text, clause, named or inherited, is_named=named is not None)
        change = relate(before, change, clause, is_named=named is not None)
        if (
            change.kind is Kind.CONTAIN
            and change.part is Part.BODY
            and _AMOUNT.search(following)
            and not following.isdigit()
        ):
            # "the budget, 20 dollars": the added thing and its amount.
            space = " " if following.isascii() else ""
            change = replace(change, text=f"{text}，{following}", value=f"{change.value}{space}{following}")
            index += 1
        place = parse_place(following) if (change.kind, change.part) == (Kind.ADD_TEXT, Part.BODY) else None
        if place is not None:
            change = replace(change, text=f"{text}，{following}", part=place)
            index += 1
        if change.kind is Kind.KEEP and named is None and not find_described_part(clause) and index > 1:
            # "The part on costs is good, leave that": what stays is named in the clause before.
            change = replace(change, other=_find_praised(clauses[index - 2]))
        yield change
        # "Leave the title alone but make it shorter": "it" is the note.
        is_retained = change.kind is Kind.KEEP and is_order(clause) and is_whole(clause, named)
        is_praised = change.kind in (Kind.KEEP, Kind.UNKNOWN) and _PRAISE.search(clause) is not None
        part = None if is_retained or is_praised else named or part


def _find_praised(clause: str) -> str:
    is_praised = _PRAISE.search(clause) or _WELL_WRITTEN.search(clause)
    return find_described_part(clause) if is_praised else ""


_WELL_WRITTEN = re.compile(
    r"[写讲说得](?:很|挺|真|蛮)?(?:好|清楚|棒|到位)|有用|满意|\b(?:works?|useful|helpful)\b", re.IGNORECASE
)


def _is_understood(text: str, clause: str, part: Part | None) -> bool:
    is_known = SMALL_TALK.fullmatch(clause) or find_missing(clause) or parse_correction(clause)
    return bool(is_known) or _parse_clause(text, clause, part, is_named=False).kind is not Kind.UNKNOWN


def _strip_politeness(text: str) -> str:
    for _ in range(_MAX_COURTESIES):
        shorter = _POLITE.sub("", text).strip()
        if shorter == text:
            break
        text = shorter
    return text


def _parse_clause(text: str, clause: str, part: Part | None, *, is_named: bool) -> Change:
    """Return the change of *clause* about *part*, the one it names or that of the previous clause."""
    if FROM_END.search(clause):
        return Change(text, Kind.NEEDS_MODEL, part or Part.BODY)
    if limited := parse_limit(text, clause):
        return limited
    if elaborated := parse_elaboration(text, clause):
        return elaborated
    if read := read_structure(text, clause, part):
        return read
    if operation := parse_operation(text, clause, part, is_named=is_named):
        return operation
    for kind, pattern, parts in RULES:
        if parts and (part or Part.BODY) not in parts and (is_named or Part.BODY not in parts):
            continue
        match = pattern.search(clause)
        if match is not None and not covers(clause, kind, match):
            return Change(text, Kind.UNKNOWN, value=text)
        if match is None or _COMPOUND.match(clause, max(0, match.start() - 1)):
            continue
        about = (
            part
            if part in parts or (part and not parts and (is_named or _PRONOUN.search(clause) or _ALSO.search(text)))
            else Part.BODY
        )
        if kind is Kind.LACK and (_ADVICE.search(clause[: match.start()]) or _NO_BAN.match(match[0])):
            break
        groups = [group for group in match.groups() if group]
        is_quoted = _QUOTE.search(clause) is not None
        if kind in (Kind.LACK, Kind.CONTAIN) and not is_quoted and not is_name(strip_name(first_group(match))):
            break
        if kind is Kind.CONTAIN and part is Part.TITLE and not is_quoted and _DESCRIBES.search(first_group(match)):
            break
        if kind is Kind.ADD_TEXT and not is_quoted and is_fragment(first_group(match)):
            break
        if kind is Kind.SET and part is Part.TAGS and not is_named and _MANNER.search(first_group(match)):
            break
        if kind is Kind.CONTAIN and part is Part.TITLE and not (is_named or is_quoted) and _FURTHER.match(text):
            break
        if kind is Kind.CONTAIN and part in _EDGES and not is_quoted and _REFERS.search(first_group(match)):
            break
        if kind in (Kind.LACK, Kind.CONTAIN) and _NOTHING_NAMED.fullmatch(first_group(match).strip()):
            continue
        is_question = _QUESTION.search(next((group for group in match.groups() if group), "")) is not None
        if is_question and kind in (Kind.AUDIENCE, Kind.CONTAIN, Kind.LACK, Kind.ADD_TEXT):
            break
        if kind is Kind.AUDIENCE and _NO_READER.search(first_group(match)):
            break
        if kind is Kind.KEEP and has_other_change(clause):
            break
        own_words = kind in (Kind.SET, Kind.ADD_TEXT, Kind.WARN)
        value = (
            (LITERAL_QUOTE.sub("", groups[0]).strip(_QUOTES) if own_words else strip_name(groups[0]))
            if groups
            else match[0]
        )
        if own_words and kind is not Kind.SET and not is_quoted:
            value, place = split_place(value)
            about = place or about
        if kind is Kind.CONTAIN and about is Part.BODY and not is_quoted:
            value = _NOUN_OF.sub("", re.sub(r"^一句(?=[\u4e00-\u9fff]{3})", "", value))
        value = _VERB_BEFORE.sub("", value) if kind is Kind.LACK and not is_quoted else value
        if kind is Kind.REPLACE and _WHOLE_TEXT.fullmatch(value):
            continue
        if kind is Kind.SET and not _QUOTE.search(clause) and DESCRIPTION.search(value):
            continue
        if kind is Kind.REPLACE and not is_quoted and (find_described_part(clause) or groups[-1].endswith("的")):
            break
        if kind is Kind.REPLACE and all(map(PRONOUN.fullmatch, map(strip_name, groups))):
            return Change(text, Kind.NEEDS_MODEL)
        if kind is Kind.CONTAIN:
            value = _NUMBER.sub("", value) if part is Part.TITLE else value
            value = _PUNCTUATION.get(value.removeprefix("个").removeprefix("一个").lower(), value)
        other = strip_name(groups[1]) if len(groups) > 1 else ""
        if (amount := _QUANTITY.fullmatch(value)) and other.isdigit():
            # "20 minutes to 30".
            other = f"{other}{amount[1]}"
        change = Change(text, kind, about or Part.BODY, value, other, is_partial=is_partial(clause, kind, match))
        return replace(change, value=str(parse_count(value))) if kind is Kind.COUNT else change
    return Change(text, Kind.UNKNOWN, value=text)
