"""Operations that need no model: each is a parser of clauses, a transformation and a measured postcondition.

They precede the rules by keyword (`rules.py`), since their patterns name what changes and where. An operation without
a function of its own is another phrasing of a kind that the rules have.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Callable
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.note_writer.feedback import forms
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.context import Apply
from engines.note_writer.feedback.counts import NUMBER as _N
from engines.note_writer.feedback.counts import parse_count
from engines.note_writer.feedback.coverage import count_content, is_partial
from engines.note_writer.feedback.words import CUT_EN, PRONOUN
from engines.note_writer.feedback.words import ORDINAL as _ORDINAL
from engines.note_writer.feedback.words import QUOTED as _Q
from engines.note_writer.values import Draft

_CUT = rf"(?:{CUT_EN}|stop|don['’]t)"
_END_ZH = r"(?:结尾|最后|末尾|文末|收尾|结束语?)"
_END_EN = r"(?:end(?:s|ing)?|finish|close|closing|conclu\w+|sign off|wrap up|last (?:line|sentence|words)|bottom)"
_START_EN = r"(?:start|open|begin|kick off|opening|intro|first (?:line|sentence|words))"
_OTHER = r"(?:instead of|not|no|without|remove|drop|delete|lose|don['’]t|cut|replace|删|去掉|不要|别|加|补|\badd\b|\binclude\b)"
_LINE = r"(?:bullet(?: point)?|point|tip|item)"
_SECTION = r"(?:section|part|bit|paragraph|stuff)"
Measure = Callable[[Change, Draft, Draft], bool]


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of change.

    Attributes:
        part: the part that the clause is about whatever the clauses before name; None for that of the clause.
        parts: the parts for which the pattern is valid, empty for all.
        apply, holds: None for a kind that has them elsewhere.
        joins: the value is all groups of all matches, not the first one.

    """

    kind: Kind
    pattern: re.Pattern[str]
    part: Part | None = None
    parts: tuple[Part, ...] = ()
    apply: Apply | None = None
    holds: Measure | None = None
    joins: bool = False


def _operation(
    kind: Kind,
    pattern: str,
    part: Part | None = None,
    parts: tuple[Part, ...] = (),
    does: tuple[Apply, Measure] | None = None,
    *,
    joins: bool = False,
) -> Operation:
    apply, holds = does or (None, None)
    return Operation(kind, re.compile(pattern, re.IGNORECASE), part, parts, apply, holds, joins)


_MAX_LETTERS = 4
_TITLE, _BODY, _TAGS, _OPENING, _CLOSING = Part.TITLE, Part.BODY, Part.TAGS, Part.OPENING, Part.CLOSING
OPERATIONS = (
    _operation(
        Kind.REMOVE_PART,
        rf"(?:去掉|删掉?|删除|拿掉|不要){_ORDINAL}个?(?:标签|话题|$)|{_ORDINAL}个?(?:标签|话题)(?:也|都|就|可以)*(?:去掉|删|拿掉|不要)|\b{_CUT} (?:the )?{_ORDINAL} (?:hash)?tag$|\b{_ORDINAL} (?:hash)?tag (?:can |must |should |has to )?(?:go|goes|out|off)$",
        parts=(_TAGS,),
    ),
    _operation(
        Kind.COUNT,
        rf"^(?:(?:hash)?tags)?[:,]? ?(?:exactly|precisely) {_N}(?: of them| tags)?$|^标签[:：]?(?:正好|刚好|一共)要?{_N}个$",
        parts=(_TAGS,),
    ),
    _operation(
        Kind.CONTAIN,
        r"^(?:the )?(?:hash)?tag ([#＃][\w-]+) (?:has to|must|needs to|should) be (?:in |among )?(?:there|in|included|them|the tags)$",
        parts=(_TAGS,),
    ),
    _operation(
        Kind.DROP,
        rf"^(?:just )?(?:stop|end|finish)(?: it| this| the (?:note|post))? (?:right |straight |just )?after the last {_LINE}$|^(?:写完|说完|到)?最后[一那]?[条点](?:写完|说完)?(?:就|直接)(?:停|结束|收尾|完)了?$",
        _CLOSING,
    ),
    _operation(
        Kind.FIRST_POINT,
        rf"^(?:the )?{_ORDINAL} {_LINE} (?:(?:should |has to |must )?(?:go(?:es)?|comes?|moves?|be) )?(?:first|up front|(?:to|at|on) (?:the )?(?:very )?(?:top|front|start))$",
        _BODY,
        does=(forms.move_point_first, forms.is_first_point),
    ),
    _operation(
        Kind.SWAP,
        rf"^(?:swap|switch|exchange|flip) (?:the )?(first|last) two {_LINE}s?(?: (?:a?round|over|places))*$|^(?:把)?(前|最后|后)两[条点](?:的?(?:位置|顺序))?(?:对调|互换|调换|交换|换|颠倒)(?:一下)?(?:位置|顺序|过来)?$",
        _BODY,
    ),
    _operation(
        Kind.REMOVE_PART,
        rf"^{_CUT} (?:the )?{_ORDINAL} {_LINE}$|^{_CUT} {_LINE} (?:number |no\.? ?|#)?{_N}$",
        _BODY,
    ),
    _operation(
        Kind.SALUTATION,
        rf"(?:称呼|打个?招呼|喊一?[声句]|问候|\bgreet\w*|\bsalut\w+|\baddress (?:them|us|people|it) (?:as|to)|\bhello\b)[^“\"「]*{_Q}"
        rf"|(?:{_START_EN})\b[^“\"「]{{0,16}}[“\"「]((?:hi|hello|hey|dear)\b[^”\"」]{{1,40}}?)[,:!]?[”\"」]",
        _OPENING,
        does=(forms.greet, forms.is_greeting),
    ),
    _operation(
        Kind.NO_QUESTION,
        rf"{_END_ZH}(?:那个|那句|的|处)*(?:别|不要|不用|甭)再?(?:问|提问|抛)|{_END_ZH}.{{0,6}}(?:问|问号).{{0,10}}(?:不要|删|去|别|拿|砍)|(?:删|去|拿|砍)掉?{_END_ZH}.{{0,6}}问"
        rf"|\b{_CUT}\b.*\bquestions?\b.*\b{_END_EN}\b|\b{_CUT}\b.*\b(?:closing|final|last|end) questions?\b|\bstop (?:asking|questioning)\b.*\b{_END_EN}\b"
        rf"|\b{_END_EN}\b.*\bquestion\b.*\b(?:go|goes|out|off|away|not|remove|cut|annoying)\b|\bquestion\b.*\b{_END_EN}\b.*\b(?:go|goes|out|off|away|remove|cut)\b",
        _CLOSING,
    ),
    _operation(
        Kind.SET,
        rf"^(?!.*{_OTHER}[^“\"「]*[“\"「])[^“\"「]*(?:{_END_ZH}|\b{_END_EN}\b)[^“\"「]{{0,24}}{_Q}|^(?:以|用){_Q}(?:来|这句话?)*(?:结尾|收尾|结束)",
        _CLOSING,
    ),
    _operation(
        Kind.SET,
        rf"^(?!.*{_OTHER}[^“\"「]*[“\"「])[^“\"「]*(?:开头|开篇|第一句|首句|\b{_START_EN}\b)[^“\"「]{{0,24}}{_Q}|^(?:以|用){_Q}(?:来|这句话?)*(?:开头|开篇|起头|打头|开始)",
        _OPENING,
    ),
    _operation(
        Kind.LOWERCASE,
        r"\blower ?case\b|\b(?:no|without) (?:caps|capitals?|capital letters|upper ?case)\b|\bno cap(?:itali[sz]ation)?s? (?:letters|anywhere)\b|(?:全部?|都|改成?|用)小写",
        parts=(_TITLE, _BODY),
        does=(forms.lower, forms.is_lower),
    ),
    _operation(
        Kind.WORDS,
        rf"^(?!.*(?:不要|别|去掉|删|拿掉|换|改|不是|\b(?:not?|without|remove|drop|delete|lose|instead|swap|replace|change|called?|named?|titled)\b))"
        rf"(?=.*(?:带上|带|[要得须]有|加上?|放进|放上|出现|包含|里有|提到|体现|突出|\b(?:in|with|has|have|needs?|get|put|work|squeeze|mention|include|contain|use|add)\b)).*?{_Q}",
        parts=(_TITLE,),
        does=(forms.add_title_words, forms.has_title_words),
        joins=True,
    ),
    _operation(
        Kind.NUMBERED,
        r"^(?!.*(?:合[并成]|\b(?:merge|combine|join)\b)).*?(?:(?<!标题)(?:编[上个]?[号码]|标上?序?号|序号|1 ?2 ?3|一二三四排|数字列表|用数字列|[一1]、[二2]、)(?!不|太|去)|\bnumbered\b|\b(?:in)?to numbers\b|\bnumber (?:the|each|every|all|them|these|those)\b(?! (?!(?:points|tips|bullets|items|steps|lines|lists|sections|ideas|paragraphs|headings|things)\b)[a-z]+s\b)|\bnumbers? (?:in front|instead of (?:the )?bullets?|before each)\b|\b1[.)] ?2[.)] ?3)",
        parts=(_BODY,),
        does=(forms.number_lines, forms.is_numbered),
    ),
    _operation(
        Kind.RUNNING_TEXT,
        r"(?:不要|别|不用|不)(?:再)?(?:列|用|打)(?:什么|这种|小|圆|黑|点)*[圆点](?:点|号)*了?$|连着写|连成(?:一)?段|写成(?:一|整)?段|^(?:normal|plain|proper|real|actual|just) (?:paragraphs|prose|text|sentences)\b|\b(?:paragraphs|prose) (?:instead of|not|rather than) (?:the )?(?:bullets?|lists?|points)|\b(?:lose|drop|ditch|remove|no more|get rid of|without) (?:the |all )?bullet(?: ?points?)?s?$",
    ),
    _operation(
        Kind.SWAP,
        rf"(?:(?:这|那)?两个?(?:部分|段|节|块|小节)|前后)(?:内容)?(?:的?(?:位置|顺序))?(?:倒过来|对调|调换|互换|换|反过来|颠倒|掉个?个)|\b(?:swap|switch|flip|reverse) (?:the |these )?(?:two|both)? ?(?:sections|parts|paragraphs|halves)(?: around| round)?$|\b(?:swap|switch|flip) (?:the )?{_SECTION}s (?:a?round)$",
        _BODY,
    ),
    _operation(
        Kind.FIRST_POINT,
        rf"{_ORDINAL}条?那?条(?:建议|内容)?.{{0,3}}(?:提|放|移|挪|调|搬)到?(?:最)?(?:前|上|开头|第一)|\b(?:put|move|bring) (?:the )?{_ORDINAL} (?:bullet|point|tip|item)s? (?:first|up|(?:to|at) the (?:very )?(?:top|front|start))",
        _BODY,
        does=(forms.move_point_first, forms.is_first_point),
    ),
    _operation(
        Kind.FIRST_PART,
        rf"^(?:put |move |start with |have |i want )?(?:the )?(.{{2,40}}?) {_SECTION} (?:first|on top|up top|up front|(?:at|to) the (?:very )?(?:top|front|start|beginning))\b|^(?:把)?{_Q}(?:那?(?:部分|段|节|块))?(?:放|提|移|挪|搬|调)到?(?:最)?(?:前面?|上面?|开头)",
        _BODY,
    ),
    _operation(
        Kind.AFTER,
        rf"^(?:put|move|have|bring|shift) (.{{2,40}}?) (?:right |just |directly |straight )?(?:after|below|behind|under|following) (.{{2,40}})$|^(?:the )?(.{{2,40}}?) {_SECTION} (?:should |needs to |has to )?(?:comes?|goes?|be) (?:right )?(?:after|below|behind) (.{{2,40}})$|^把?(.{{2,14}}?)(?:放|移|挪|调|搬)(?:在|到){_Q}(?:的)?(?:后面?|之后|下面)",
        _BODY,
        does=(forms.place, forms.is_placed),
    ),
    _operation(
        Kind.ORDER,
        rf"^(?:put|move|have|bring|shift) (.{{2,40}}?) (?:right |just |directly )?(?:before|above|ahead of|in front of|on top of) (.{{2,40}})$|^(?:the )?(.{{2,40}}?) {_SECTION} (?:should |needs to |has to )?(?:comes?|goes?|be) (?:right )?(?:before|above|ahead of|on top of) (.{{2,40}})$",
        _BODY,
        does=(forms.place, forms.is_placed),
    ),
    _operation(
        Kind.SET_POINT,
        rf"{_ORDINAL}条(?:就|直接)?(?:换成|改成|写成|改为)[:：]?{_Q}|\b{_ORDINAL} (?:bullet|point|tip|item) (?:should (?:be|say|read)|to|becomes?)[:]? {_Q}|\b(?:change|replace|make) (?:the )?{_ORDINAL} (?:bullet|point|tip|item) (?:to|with|into|say|read)[:]? {_Q}",
        _BODY,
        does=(forms.set_point, forms.has_point),
    ),
    _operation(
        Kind.MAX_SENTENCES,
        rf"^(?!.*(?:的话|话|[段块句]子?|开头|结尾)[都也]?(?:只|就|最多)?[留有])(?!每|一句话)(?:.*?(?<![第提加说写补讲来条点]){_N}句话?(?:以内|之内|就够|就行|就好|顶多|足够|说完|讲完|搞定|$)|.*?(?:最多|至多|不超过|别超过|压到|缩到|只要|只留|留|控制在)\s*{_N}句)|^(?:(?:in|at most|max(?:imum)?|only|just|no more than|under|make it|keep it to|cut (?:it )?(?:down )?to|down to) )*{_N} sentences\b",
        parts=(_BODY,),
        does=(forms.limit_sentences, forms.has_few_sentences),
    ),
    _operation(
        Kind.HEADING_LENGTH,
        rf"(?:小标题|小题目|节标题).{{0,8}}?{_N}个?字|\b(?:sub-?)?headings?\b.{{0,20}}?\b{_N} (?:characters|letters)\b",
        _BODY,
        does=(forms.resize_headings, forms.has_headings_of_length),
    ),
    _operation(
        Kind.NO_YOU,
        r"(?:不要|别|不|少|去掉|删掉?)(?:再)?(?:出现|用|写|说|有)?[“\"「]?(你|您)们?[”\"」]?(?:这?个?字)?了?$",
        parts=(_BODY,),
        does=(forms.drop_address, forms.has_no_you),
    ),
    _operation(
        Kind.NO_EMOJI,
        r"\bemojis? (?:out|off|away|gone|go|must go|have to go|need to go)\b|\b(?:out|away) with (?:the )?emojis?\b|(?:表情|emoji)(?:符号)?(?:也|全部?|统统|一个|[都也])*(?:别|不)留",
    ),
    _operation(
        Kind.NO_EXCLAMATION,
        r"感?叹号(?:全部?|统统|都|一个)*(?:去掉|删|不要|拿掉|换掉|别留)|\bexclamation (?:marks?|points?) (?:out|off|away|gone|go)\b",
    ),
    _operation(
        Kind.SET,
        r"(?:只要|只留|只用|就用|就留|就要|换成|改成)(?:这?[一二两三四五六七八九\d]+个)?[:：] ?(.+)$|^(?:tags|hashtags)?[:,]? ?(?:just|only) (?!one|two|three|four|five|\d)(.+)$|\b(?:use|keep) (?:only|just) ((?:[#＃]\w+[, and]*)+)|^(?:(?:hash)?tags?)?[:,]? ?((?:[#＃][\w-]+(?: and |[,、 ])*+)+)(?:only|and nothing else|就够了?|就行)$|^(?:换|改)成?(?:标签|话题)[:：] ?((?:[#＃][\w-]+[、，, ]*)+)$",
        parts=(_TAGS,),
    ),
    _operation(Kind.LACK, rf"^(?:别|不要|不用|去掉|删掉?|拿掉)(?:再)?(?:写|用|加|放)?{_Q}", parts=(_TAGS,)),
    _operation(
        Kind.LACK,
        rf"^(?!.*\b{_ORDINAL}\b).*?\b(?:take out|remove|delete|cut|drop|lose|ditch|scrap|skip|leave out|get rid of) (?:what you (?:wrote|said|have)|(?:all |everything )?(?:the |that )?(?:part|bit|stuff|section|line|paragraph|sentence|thing)s?|everything|anything) ?(?:about|on|with) (?:the )?(.+?)$",
        parts=(_BODY,),
    ),
    _operation(
        Kind.LACK,
        rf"^(?:{_Q}[、和]?)+(?:这[种类些]|那[种类些]|之类)?的?(?:词|话|字眼|说法)?[^“”]{{0,6}}(?:不要|别|不能|不许)(?:再)?(?:出现|用|写|有|提)$",
        parts=(_BODY,),
        joins=True,
    ),
    _operation(
        Kind.LACK,
        rf"^(?:别|不要)(?:再)?(?:老是?|总是?|一直|动不动就?)(?:说|写|用|提|喊|叫)?{_Q}|^(?:别|不要)(?:再)?(?:老|总|一直)(?:是)?(?:说|写|用|提|喊|叫){_Q}",
        parts=(_BODY,),
        joins=True,
    ),
)


_NUMBERING = re.compile(
    r"编[上个]?[号码]|序号|每[条步]|步骤|数字|列表|清单|\b(?:number(?:ed|s|ing)?|lists?|bullets?|steps?|in front|before|them|instead)\b|\d",
    re.IGNORECASE,
)


def parse_operation(text: str, clause: str, part: Part | None, *, is_named: bool = False) -> Change | None:
    """Return the change of *clause*, None if it names no operation; *part* is the one that it names (*is_named*) or inherits."""
    for one in OPERATIONS:
        is_of_other = one.part is not None and is_named and part in (Part.TITLE, Part.TAGS)
        if is_of_other or (one.parts and (part or Part.BODY) not in one.parts):
            continue
        found = one.pattern.search(clause)
        if found is None:
            continue
        groups = [group.strip() for group in found.groups() if group]
        if one.joins:
            groups = [WORD_SEPARATOR.join(quoted.strip() for quoted in re.findall(_Q, clause))]
        is_one_word = one.kind is Kind.WORDS and WORD_SEPARATOR not in groups[0]
        about = one.part or part or Part.BODY
        value, other = (*groups, "", "")[:2]
        if one.kind is Kind.SET_POINT:
            value, other = other, value
        if one.kind is Kind.COUNT:
            value = str(parse_count(value))
        if one.kind is Kind.SET and count_content(re.sub(_Q, " ", clause)) > (
            _MAX_LETTERS if is_chinese(clause) else 2
        ):
            # "Ending: ask them to follow me": more is requested than a text.
            return Change(text, Kind.UNKNOWN, value=text)
        if one.kind is Kind.NUMBERED and count_content(_NUMBERING.sub(" ", clause)) > _MAX_LETTERS / (
            1 if is_chinese(clause) else 2
        ):
            # Another request in the same clause, or a number for other things than lines.
            return Change(text, Kind.UNKNOWN, value=text)
        if is_one_word and PRONOUN.fullmatch(value):
            # "Use "I"", after a clause on the title: the voice of the text.
            return Change(text, Kind.NEEDS_MODEL)
        kind, is_unread = Kind.CONTAIN if is_one_word else one.kind, is_partial(clause, one.kind, found)
        return Change(text, kind, about, value, other, is_partial=is_unread)
    return None
