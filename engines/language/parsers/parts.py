"""Parses changes of a part of the last image, and rewrites the prompt of the image accordingly."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.language.lexicons.follow_ups import BECOME
from engines.language.lexicons.parts import (
    COLOR_ZH,
    COLORS_EN,
    COLORS_ZH,
    MEASURES,
    NUMBERS_EN,
    NUMBERS_ZH,
    SEVERAL_EN,
    SEVERAL_ZH,
    SIDE_ZH,
    SIZES_EN,
    SIZES_ZH,
)
from engines.language.lexicons.revisions import TAILS
from engines.language.parsers.noun_phrases import (
    compile_name,
    describe_again,
    describe_part,
    list_names,
    remove_noun,
    rename,
)
from engines.language.parsers.repaints import Attribute, Repaint
from engines.language.parsers.scenes import parse_scene
from engines.language.phrase import EDGES, Phrase, strip_suffixes
from engines.language.scanner import split_words
from services.common.contract.session import LastResult

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|his|her|its)\s+", re.IGNORECASE)
_POINTED = re.compile(rf"^[那这](?:{MEASURES})?(?=.)|(?<=.)(?:给|都|全)$")
"""Words that refer to a noun, or link it to its verb ("那个窗台给")."""
_OWNED = re.compile(r"(.{1,12}?)(?:(?<![上下里中旁边前后内外])的(?=.)|'s (?=.))")
"""A part and its owner, which is no place (窗台上的猫)."""
_SUBJECTS = ("主体", "主角", "主题", "the subject", "subject", "main subject")
_BACKGROUNDS = ("背景", "background")
_THE = "(?:the |his |her |its |that |this )"
_NOT_A_PLACE = (
    r"(?!.*\b(?:change|edit|replace|new|another|different|blur|remove|adjust|modify|swap|fix|"
    r"transparent|the|my)\b)"
)
_SIDE_NAMES_EN = (
    "the (?:left|right|center|centre|middle|top|bottom|corner|"
    "(?:top|bottom|upper|lower) (?:left|right)(?: corner)?)(?: side)?"
)
_SIDE_EN = f"(?:to|on|in|at|into) {_SIDE_NAMES_EN}"
_DOES_ZH = "|".join("戴穿跳飞坐卧蹲靠倚躲藏钻走爬站躺睡笑跑看吃喝拿抱趴游唱弹骑转举抬闭睁咬叼背")
_DOES_EN = (
    "wear|hold|smile|laugh|jump|sit|stand|sleep|run|fly|look|dance|eat|drink|read|play|sing|ride|carry|lie|walk|swim|"
    "wink|face|wave|chase|hug|climb"
)
_WEARS_ZH = "戴|穿|系|围|披|扎|配|添|加|装|拿|背|涂|安|打|撑|带"
_GIFT_EN = (
    rf"(?:(?:an?|the|its|his|her|some|{SEVERAL_EN}|{COLORS_EN}|long|short|big|large|small|curly|fluffy) .{{2,60}}"
    r"|(?:(?!(?:to|off|out|away|back|up|down|from|for|in|on|at|into|over)\b)[a-z]+ ){0,2}[a-z]{2,}s(?: .{2,40})?)"
)
"""Additions to a noun of the image: with an article, a number or an adjective, or in the plural ("sunglasses")."""
_NO_VERB_EN = "(?:be|the|an?|my|me|his|her|him|its|this|that|you|us|them|left|right)"
_REMOVAL = (
    rf"(?:i(?: want|'d like| would like| need) )?{_THE}([a-z]+) "
    r"to (?:disappear|vanish|go|go away|leave|get out|be gone|be removed)",
    rf"i (?:don't|do not) (?:like|want|need) {_THE}([a-z]+),? (?:(?:take|get|cut|leave|throw) it (?:out|away|off)|"
    rf"(?:remove|delete|lose|drop|erase) it)",
    rf"get {_THE}([a-z]+) (?:out|away)(?: of (?:here|(?:the |this )?(?:picture|image|scene|frame|photo)))?",
    r"(?:背景|画面|图|图片)?(?:里|中)?(?:不要有|不要|别有|别画)(.{1,20}?)了?",
    r"(?:把|将)?(.{1,12}?)(?:就|都|全|给|太|有点|很)?(?:不要了|不要|不好看|多余|碍眼|碍事|难看|不用了|删了|去了|删去|"
    r"删掉|免了)(?:[，, ]*(?:去掉|删掉|拿掉|删了|去了|弄掉|p掉)(?:吧|了)?)?",
    r"(?:without|no more|no|drop|lose|ditch|skip|remove|delete|erase|hide|leave out|cut out|take|"
    rf"i don't want|i do not want|don't show) {_THE}?(?:any |a |an )?(.{{1,30}}?)(?: out| away| anymore)?",
)
_CHANGES: tuple[tuple[Attribute, tuple[str, ...]], ...] = (
    (Attribute.BACKGROUND, (
        r"(?:(?:put|use|with|have|i want|make it|set it|place it|show|maybe|add|draw|paint) )?(?:in front of )?"
        r"(?P<new>.{1,60}?) "
        r"(?:in|as|for) the background",
        r"(?:给我)?背景(?:变成|改成|换成|弄成|搞成|做成|设成|设为|虚化成|虚化为|模糊成|替换成|替换为|调成|p成|弄|换|"
        r"整成|要|是|用|来)(?:个|一个|一片|一张)?(?P<new>.{1,30})",
        r"(?:make |set |change )?(?:the )?background:? (?:is |should be |to |with )?(?P<new>(?!to\b|please\b).{3,60})",
        rf"(?P<new>{COLOR_ZH})(?:的)?背景",
        rf"(?:(?:on|with) )?(?:a )?(?:plain )?{_NOT_A_PLACE}(?P<new>[a-z]+(?: [a-z]+)?) background",
        r"(?:换|改|来|弄|用|要|加|配)(?:成)?(?:一)?(?:个|张|片|种)?(?!一?个?张?种?(?:新|别的|其他|"
        r"不同)?的?背景)(?P<new>.{1,20}?)的?背景",
        r"(?:用|拿|把|以)?(?P<new>.{1,30}?)(?:做|当|作|作为|为|当作)(?:成)?背景",
    )),
    (Attribute.COUNT, (
        rf"(?:要|我要|想要|改成|换成|变成|变|改|"
        rf"一共)?(?:有)?(?P<new>(?:{SEVERAL_ZH})(?:{MEASURES}))(?P<noun>[\u3400-\u9fff]{{1,6}})",
        rf"(?:只要|只留|只画|只有|改成|变成|"
        rf"就要)(?P<new>(?:{NUMBERS_ZH})(?:{MEASURES}))(?P<noun>[\u3400-\u9fff]{{1,6}})",
        r"(?:i want|make it|make that|make them|give me|let there be|there should be|change to|i need|show)? ?"
        rf"(?P<new>{SEVERAL_EN}) (?P<noun>[a-z]{{2,20}})",
        rf"(?:just|only) (?P<new>{NUMBERS_EN}) (?P<noun>[a-z]{{2,20}})",
    )),
    (Attribute.COLOR, (
        rf"(?:make|paint|turn|change|swap) {_THE}(?:(?:{COLORS_EN}) )?(?P<noun>[a-z]+) (?:(?:in|to|into|for) )?"
        rf"(?:an? )?(?P<new>{COLORS_EN})(?: one)?",
        rf"(?:把|将)?(?:那|这)?(?:{MEASURES})?(?:{COLORS_ZH})色?的?(?P<noun>.{{1,8}}?)(?:都|全)?"
        rf"(?:换成|改成|变成|弄成|改为|换为|变为|画成)(?P<new>{COLOR_ZH})",
        rf"(?:把|将|让|我想让|我想把|想让)?(?P<noun>.{{1,12}}?)(?:的颜色)?(?:都|全)?"
        rf"(?:画成|涂成|染成|换成|改成|变成|弄成|做成|整成|搞成|变为|改为|换为|染|涂|弄|做|变|改|要|"
        rf"是)(?P<new>{COLOR_ZH})",
        rf"(?:make|paint|turn|color|colour|dye) {_THE}(?P<noun>.{{1,30}}?) (?:in |to |"
        rf"into )?(?:a )?(?P<new>{COLORS_EN})",
        rf"the (?P<noun>.{{1,30}}?) (?:should be|must be|has to be|to be|is|in) (?P<new>{COLORS_EN})",
        rf"(?:with )?(?P<new>{COLORS_EN}) (?P<noun>[a-z]+)(?: instead| please| this time)*",
        rf"the (?P<noun>[a-z]+) (?:should be|must be|has to be) (?P<new>(?:{COLORS_EN}) [a-z]+)",
        rf"(?:can|could|should|would|may|might|what if|imagine|suppose) {_THE}(?P<noun>[a-z]+) (?:be|become|was|"
        rf"were|is) "
        rf"(?:an? )?(?P<new>{COLORS_EN})(?: one)?",
        rf"(?:change |make |set )?{_THE}?(?P<noun>[a-z]+)(?:'?s)? colou?r (?:to |into |should be |"
        rf"is )?(?P<new>{COLORS_EN})",
        rf"(?:change |make |set )?the colou?r of {_THE}?(?P<noun>.{{1,30}}?) (?:to |into |"
        rf"should be )?(?P<new>{COLORS_EN})",
    )),
    (Attribute.SIZE, (
        r"(?:把|将|让)?(?P<noun>.{1,12}?)(?:再)?(?:画|变|弄|搞|放|缩)?(?:得|的)?(?:更)?(?P<new>大|小)(?:一点|一些|点|"
        r"些|点儿|很多)?",
        rf"make {_THE}(?P<noun>.{{1,30}}?) (?:a bit |a little |much |a lot )?(?P<new>{'|'.join(SIZES_EN)})",
        rf"(?:a )?(?P<new>{'|'.join(SIZES_EN)}) (?P<noun>[a-z]{{2,20}})",
        rf"{_THE}(?P<noun>[a-z]+)(?:'s| is| looks| seems) (?:way |much |a bit |a little |far |"
        rf"just )?too (?P<wrong>big|large|huge|small|tiny|little)",
        r"(?:这只|那只)?(?P<noun>[\u3400-\u9fff]{1,6}?)(?:画得|有点|看着|显得|还是)*太(?P<wrong>大|小)(?:了)?",
    )),
    (Attribute.STATE, (
        rf"(?:把|将|让)?(?P<noun>.{{1,12}}?)(?:放|移|挪|移动|站|坐|摆)?(?:到|在|去)?(?P<new>{SIDE_ZH})(?:里|去)?",
        rf"(?:move|put|place|shift) {_THE}(?P<noun>.{{1,30}}?) (?P<new>{_SIDE_EN})",
        rf"(?:再)?(?:给|帮|替|为)(?:那|这)?(?:{MEASURES})?(?P<noun>.{{1,8}}?)(?:再|也|"
        rf"都)?(?P<new>(?:{_WEARS_ZH})(?:上|个|了)?.{{1,20}})",
        rf"(?:i(?: want|'d like| would like| need) )?{_THE}(?P<noun>[a-z]+) (?P<new>to {_SIDE_NAMES_EN})",
        rf"(?:give|lend) {_THE}?(?P<noun>[a-z]+) (?!a bit|a little|more|less)(?P<given>{_GIFT_EN})",
        rf"(?:get|hand) {_THE}(?P<noun>[a-z]+) (?!a bit|a little)(?P<given>(?:an?|some|{SEVERAL_EN}) .{{2,60}})",
        rf"make {_THE}(?P<noun>[a-z]+) (?P<new>(?:{_DOES_EN})\b.{{0,60}})",
        rf"(?:i(?: want|'d like| would like| need) )?{_THE}(?P<noun>[a-z]+) to "
            rf"(?P<new>(?!{_NO_VERB_EN}\b)[a-z].{{1,60}})",
        rf"(?:can|could|would|should|may|what if|imagine|suppose) {_THE}(?P<noun>[a-z]+) (?:was |were |"
        rf"be )?(?P<new>(?!be an? ).{{2,60}})",
        r"(?P<noun>[\u3400-\u9fff]{1,6}?)(?:要|得|应该|再)?(?P<new>(?:戴|穿|系|围|披|抱|拿|叼|背|举)(?:上|着|个|"
        r"一).{1,20})",
        r"(?P<noun>[\u3400-\u9fff]{1,6}?)(?:要|得|应该|再)?(?P<new>(?:睁|闭|张|举|抬|伸|眯|歪|竖|吐|露|咧)(?:大|着|开|上|起|出|一)?.{1,20})",
        rf"{_THE}(?P<noun>[a-z]+) (?:needs|could use|wants) (?P<given>(?!to\b|more\b|less\b).{{2,40}})",
        rf"make {_THE}(?P<noun>[a-z]+) (?P<new>(?!.*(?:bright|dark|light|warm|cool|sharp|blur|contrast|satur|vivid|"
        rf"colo|big|small|"
        rf"larg|tiny|huge))(?:more |less |a bit |a little |much |very |look )*[a-z]{{3,20}})",
        rf"(?:dress|clothe) {_THE}?(?P<noun>[a-z]+)(?: up)? (?P<new>(?:in|as|with) .{{2,40}})",
        rf"(?:让|叫|使|要)(?P<noun>.{{1,6}}?)(?P<new>(?:{_DOES_ZH}).{{0,20}})",
        rf"(?:let|have) {_THE}(?P<noun>[a-z]+) (?P<new>(?!(?:out|off|away|back|up|down|go)$).{{2,60}})",
        rf"{_THE}(?P<noun>[a-z]+) (?:should|must|needs to|"
            rf"has to) (?!be an? )(?:be )?(?P<new>(?!become).{{2,60}})",
    )),
    (Attribute.ADDITION, (
        rf"(?:put|place) (?P<new>.{{2,40}} (?:on|onto|around) {_THE}(?P<noun>[a-z]+)(?:'s [a-z]+)?)",
        rf"(?:draw|paint) (?P<new>.{{2,40}} (?:on|onto|around) {_THE}(?P<noun>[a-z]+)'s [a-z]+)",
    )),
    (Attribute.NOUN, (
        r"(?P<noun>.{1,12}?)(?:都|全|全都)?(?:换成|改成|变成|换为|改为|变为|替换成|替换为|换做|改做|"
        r"变做)(?P<new>(?!.*(?:[她他我你](?:要|想|说|喜欢))).{1,40})",
        rf"(?:change|swap out|switch out|swap|trade|replace|turn|switch|convert|transform|"
        rf"exchange) {_THE}?(?P<noun>.{{1,30}}?) "
        r"(?:to|into|with|for|by) (?P<new>.{1,60})",
        rf"make {_THE}(?P<noun>[a-z]+) (?:into )?(?P<new>an? .{{1,60}})",
        r"the (?P<noun>.{1,30}?) (?:should be|should become|must be|has to be|becomes) (?P<new>.{1,60})",
        r"(?P<noun>.{1,20}?) ?(?:->|→|=>|➡) ?(?P<new>.{1,40})",
    )),
)  # fmt: skip
_EXCHANGED = re.compile(
    r"(?:我)?(?:背景|画面|图)?(?:里|中)?(?:不要|不想要|别要|不喜欢|去掉|拿掉|删掉)(?:这个|这只|那只|"
    r"那个)?(.{1,12}?)(?:了)?"
    r"|(?:把|将)?(.{1,12}?)(?:就|都)?(?:不要了?|去掉|拿掉|删掉|不好看|不喜欢)"
    r"|(?:no|not|lose|drop|remove|ditch|forget|i don't want|i do not want|i don't like|without|skip) "
    r"(?:the |a |an |any |this |that )?([a-z ]{2,30}?)(?: anymore)?"
)
"""The excluded thing, before a clause with the requested one."""
_INSTEAD = re.compile(
    r"(?:假如|如果|要是|假设|能不能|可以)?(?:画的)?(?:不是|不画)(?P<old6>[\u3400-\u9fff]{1,8}?)[，,]?(?:而是|是|画|改画|换成)"
    r"(?P<new6>[\u3400-\u9fff]{1,20}?)(?:呢|吧|吗)?"
    r"|(?:不要|去掉|拿掉|删掉)(?P<old3>.{1,12}?)了?[，, ]?(?:换成|改成|变成|换上)(?P<new3>.{1,30})"
    r"|(?:delete|remove|take out|lose|drop) (?:the )?(?P<old5>[a-z]+) and (?:make|add|put|draw|show)(?: in)? "
    r"(?:the |an? )?(?P<new5>[a-z ]{2,40})"
    r"|(?:i'd|i would) (?:rather|prefer to) (?:have|see) (?:the |a |an )(?P<new4>[a-z ]{2,40}?)(?: there| here)? than "
    r"(?:the |a |an )(?P<old4>[a-z ]{2,30})"
    r"|(?:instead of|rather than) (?:the |a |an |this |that )?(?P<old>[a-z ]{2,30}?),? (?:make it |draw |paint |show |"
    r"use |put |i want |"
    r"i'd like |have )?(?:the |a |an )(?P<new>[a-z ]{2,40})"
    r"|(?:(?:the )?same(?: again| thing| one)? but |again but )?(?:i'd rather have |make it |draw |paint |show |"
    r"use |put |(?:what if|how about|imagine|suppose|maybe)(?: if)?(?: it| he| she| this| there)?(?: was| were| is|"
    r"'s| had)? |"
    r"i want |i'd like |have |with )*(?:the |a |"
    r"an )(?P<new2>[a-z ]{2,40}) (?:instead of|rather than) "
    r"(?:the |a |an |this |that )?(?P<old2>[a-z ]{2,30})"
)
"""An exchange in one clause ("a dog instead of the cat")."""
_BARE = (
    (Attribute.COLOR, re.compile(rf".*的|{COLORS_EN}", re.IGNORECASE)),
    (Attribute.COUNT, re.compile(rf"(?:一|{NUMBERS_ZH})(?:{MEASURES})|(?!an?$)(?:{NUMBERS_EN})", re.IGNORECASE)),
)
"""Descriptions without a noun: a thing that becomes 黑白花的, "purple" or 五只 retains its noun."""
_LOOKS = ("那种", "那样")
"""Ends of names of a look, not of a thing ("把猫改成毕加索那种")."""
_TOO_SMALL = ("small", "tiny", "little")
_KEEPS_NOUN = (Attribute.STATE, Attribute.ADDITION)
_REMOVAL_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _REMOVAL)
_CHANGE_PATTERNS = tuple(
    (attribute, re.compile(pattern, re.IGNORECASE)) for attribute, patterns in _CHANGES for pattern in patterns
)
_COUNTED = re.compile(rf"(?:{SEVERAL_ZH})(?:{MEASURES})|(?:{SEVERAL_EN}) [a-z]{{3}}")
_PRONOUNS = frozenset(split_words("it|this|that|him|her|them|they|one|它|他|她|它们|他们|她们"))
"""Names of the whole image: a prompt that contains such a word does not name a part by it."""


def is_counted(phrase: Phrase) -> bool:
    """Return whether *phrase* starts with a number of things ("两只企鹅", "three birds on a wire")."""
    return _COUNTED.match(phrase.folded) is not None


def parse_part_changes(phrase: Phrase) -> Iterator[Repaint]:
    """Yield the changes of parts that *phrase* may request, likeliest first; the prompt decides which part exists."""
    text = strip_suffixes(phrase.text, TAILS)
    for pattern in _REMOVAL_PATTERNS:
        for candidate in (phrase.text, text):
            if match := pattern.fullmatch(candidate):
                yield Repaint(match[1], "", is_removal=True)
    for attribute, pattern in _CHANGE_PATTERNS:
        if match := pattern.fullmatch(text):
            words = match.groupdict("")
            if wrong := words.get("wrong"):
                words["new"] = "bigger" if wrong in _TOO_SMALL else "smaller"
                words["new"] = {"大": "小", "小": "大"}.get(wrong, words["new"])
            given = f"with {words['given']}" if words.get("given") else words.get("new", "")
            new = {**SIZES_ZH, **SIZES_EN}.get(given.lower(), given.strip(EDGES))
            area = words.get("noun", _BACKGROUNDS[0]).strip(EDGES)
            yield Repaint(area, new, attribute=attribute)


def parse_exchange(phrase: Phrase) -> Repaint | None:
    """Return the exchange that *phrase* requests: one thing instead of another ("no cat, i want a dog")."""
    if instead := _INSTEAD.fullmatch(phrase.folded):
        old, new = next(
            pair
            for n in ("", "2", "3", "4", "5", "6")
            if (pair := (instead[f"old{n}"], instead[f"new{n}"])) != (None, None)
        )
        return Repaint(old, new)
    clauses = phrase.split_clauses()
    if len(clauses) != 2:
        return None
    found = _EXCHANGED.fullmatch(clauses[0].folded)
    scene = parse_scene(clauses[1].slice(becomes.end if (becomes := BECOME.match_at(clauses[1].folded, 0)) else 0))
    is_named = becomes or scene.is_desire or scene.has_article
    if not (found and scene.subject and is_named) or scene.style:
        return None
    return Repaint(clauses[0].text[slice(*found.span(found.lastindex or 0))].strip(EDGES), scene.subject)


def rewrite_prompt(base: LastResult, repaint: Repaint) -> tuple[str, str] | None:
    """Return subject and prompt of *base* with a part that they name replaced or removed; None if they do not name it.

    The background needs no name: every image has one.
    """
    repaint = _classify_bare(repaint)
    if repaint.replacement.endswith(_LOOKS):
        return None
    area = _ARTICLE.sub("", repaint.area.strip()).strip(EDGES)
    area = _POINTED.sub("", area) if repaint.replacement else area
    if not area or area.lower() in _PRONOUNS:
        return None
    if area.lower() in _BACKGROUNDS and repaint.replacement and repaint.attribute not in _KEEPS_NOUN:
        place = repaint.replacement.strip(EDGES)
        extra = f"，背景是{place}" if is_chinese(place) else f", background: {place}"
        return f"{base.subject}{extra}", f"{base.prompt or base.subject}{extra}"
    texts = (base.subject, base.prompt)
    if repaint.attribute is Attribute.COUNT and not is_chinese(area):
        area = area if any(area.lower() in text.lower() for text in texts) else area.removesuffix("s")
    if area.lower() in _SUBJECTS and repaint.attribute is Attribute.STATE:
        return describe_again(base.subject, area, repaint), describe_again(base.prompt or base.subject, area, repaint)
    if (
        (owner := _OWNED.match(area))
        and repaint.replacement
        and any(owner[1].lower() in text.lower() for text in texts)
    ):
        return describe_part(base.subject, area, repaint), describe_part(base.prompt or base.subject, area, repaint)
    area = next((name for name in list_names(area) if any(compile_name(name).search(text) for text in texts)), "")
    if not area:
        return None
    if repaint.is_removal:
        subject, prompt = (remove_noun(text, area) for text in texts)
    elif repaint.attribute is not Attribute.NOUN:
        subject, prompt = (describe_again(text, area, repaint) for text in texts)
    elif repaint.replacement:
        becomes = _ARTICLE.sub("", repaint.replacement.strip(EDGES))
        subject, prompt = (rename(text, area, becomes) for text in texts)
    else:
        return None
    return (subject, prompt) if subject or prompt else None


def _classify_bare(repaint: Repaint) -> Repaint:
    """Return *repaint* as one of a color or a number if its replacement is only that and names no other thing."""
    if repaint.attribute is not Attribute.NOUN:
        return repaint
    bare = (kind for kind, words in _BARE if words.fullmatch(repaint.replacement.strip(EDGES)))
    return replace(repaint, attribute=next(bare, Attribute.NOUN))
