"""Parses requests that change the last image."""

import re
from itertools import dropwhile

from engines.language.changes import Change
from engines.language.characters import is_chinese
from engines.language.conditions import is_described_time
from engines.language.lexicons.follow_ups import (
    ADD,
    ADD_LINKS,
    AGAIN,
    AGAIN_WORDS,
    ARTICLES,
    BECOME,
    BUTS,
    CONDITION_TAILS,
    DISLIKES,
    DROPPED_STYLE,
    GIVEN,
    INSTEADS,
    OTHER_STYLE,
    PREPOSITIONS,
    RESTYLE_WORDS,
    SAME,
    SAME_WORDS,
    SCENE_PREFIXES,
    SCENE_TAILS,
    SCENES,
    SELF_LINKS,
    TRY,
)
from engines.language.lexicons.repaints import AREA_PHRASES, AREAS, LINKS_ZH, STYLE_TARGETS, WHOLE
from engines.language.parsers.scenes import extract_size, parse_scene
from engines.language.parsers.styles import find_styles, join_style_names
from engines.language.phrase import EDGES, Phrase, join_texts, strip_prefixes, strip_suffixes, to_plain_text
from engines.language.scanner import list_values

_ORIENTATION = re.compile(r"\b(portrait|landscape|vertical|horizontal)$", re.IGNORECASE)
_MAX_PREPOSITION_WORDS = 8
_MAX_PLACE_LENGTH = 9
"""Characters within which "给猫" or "在左上角" must reach its verb."""
_CHANGE_STARTS = ("把", "同样", "again", "same", "the same", "change", "turn", "switch", "convert")
_WHOLE_WORDS = tuple(sorted(WHOLE, key=len, reverse=True))


_PUT_ON, _PUT_DOWN = "戴穿系围披扎", "加添放摆挂种铺"
_PLACE = re.compile(
    r"(?!在?[这那])在?(?:天空|地面|左上角|右上角|左下角|右下角|角落|远处|近处|前景|背景|四周|周围|头顶|"
    r"[\u3400-\u9fff]{1,5}?"
    r"(?:上|里|旁边|旁|下面|下|后面|前面|左边|右边|边上|边|中间|中|身上|头上|手里)(?:面)?)(?:再|多|给|就|"
    r"要)*[加添放摆挂种铺拿画坐站躺趴蹲停](?!着)"
    r"|(?:再)?多(?:来|画|加|放)?(?:[一两三四五六七八九十几]+)[\u3400-\u9fff]{2}"
)
"""A place and a verb of adding: "天上加个月亮"."""
_ALSO = re.compile(
    r"(?:and|plus)(?: also)? (?=(?:an?|some|two|three|four|many) )|(?:还有|外加|再有)(?=[一两二三四五几])"
    r"|(?:还要有|还得有|还应该有|最好有|最好还有|里面有|里面要有|再要)(?!.*(?:吗|什么|哪|谁|多少))(?=.)"
)
"""Before one more thing in the image."""
_WEATHER = re.compile(
    r"(?:it's |it is |make it |let it |have it )(?:rain|snow|hail|drizzle|storm)(?:ing)?(?: .{1,40})?"
    r"|(?:rain|snow|hail|drizzl|storm)ing(?: (?:outside|hard|heavily|behind|in the background).{0,40})?"
    r"|(?:窗外|外面|屋外|天上|空中|远处|背景|背景里|画面里|天空)?(?:在|正|正在|正在下|有)?(?:要|来|让它|再)?(?:下|起|"
    r"刮|飘|打)(?:着|点|点儿|一点|些|场|一场)?(?:大|小|暴|细|毛毛)?(?:雪|雨|雾|风|雷|冰雹|雪花)(?:吧|了)?"
)
_RELOCATE = re.compile(
    r"(?:把它|把画面|把场景|把猫|让它|场景)?(?:改|搬|挪|移|放|换|设|移动|切换)(到|在|去)(.{1,20})"
    r"|(?:(?:i'd (?:like|love) to|i want to|let me|to) )?(?:set|put|place|move|relocate|see|show|imagine|"
    r"picture) (?:it|him|her|them|this|the scene) ((?:in|on|at|to|by|under|near|inside|"
    r"next to|beside|onto|into) .{1,60})"
)
"""Requests to show the same in another place."""
_ASPECT = re.compile(
    r"(?:把|将|让)?(?:画面|图|图片|画)?(?:的|里的)?(?:光线|灯光|光照|光影|天气|季节|时间|时段|视角|角度|镜头|构图|"
    r"气氛|氛围|环境|场景|地点)"
    r"(?:也|都|全)?(?:换成|改成|变成|换为|改为|变为|调成|设成|弄成|搞成|换到|改到|设为|设定为|设定成)(.{1,20})"
    r"|(?:change|switch|set|make|turn|swap) (?:the |its )?(?:light|lighting|weather|season|time(?: of day)?|view|"
    r"viewpoint|angle|camera angle|perspective|mood|atmosphere|setting|scene|location|environment) "
    r"(?:to|into|for) (?:be )?(.{1,60})"
)
"""Requests to show the same under another light, in other weather, or from another side."""
_ELSEWHERE = re.compile(
    r"(?:把|将|让)?(?P<place>窗外|外面|外头|外边|屋外|远处|天上|地上|旁边|后面|前面|屋里|室内|周围|四周|墙上|桌上|"
    r"地板上)(?:的[^改换变]{1,4})?"
    r"(?:换成|改成|变成|换为|改为|画成|弄成)(?P<thing>.{1,20})"
)
"""Requests for something else at a place of the image."""
_SAME_STYLE = re.compile(
    r"(?:用|以|按|照|还是|保持)*(?:同样|一样|相同|同|这个|这种|刚才|原来|上面)(?:的)?(?:风格|画风)[，,]?(?:的|再|来|"
    r"画|给我|换|一张|一幅)*(.{1,40})"
    r"|(?:in |with |use |using |keep )?(?:the |this )same style,?(?: but| for| of| and)*(?: draw| paint| make| now|"
    r" show)* (.{1,80})",
)
"""Requests for something else in the style of the last image."""
_RELATED = re.compile(
    r"(?:show |have |there should be |i want |let there be |maybe )?((?:an?|some|two|three|four|five|several|a few|"
    r"many|lots of) .{2,50} "
    r"(?:on|around|beside|next to|behind|in front of|near|above|over|under|below|onto|by) (?:it|him|her|"
    r"them))(?: too| as well)?"
)
"""A thing in a relation to the content of the image ("some flowers around it")."""
_IMAGINED = re.compile(
    r"(?:and )?(?:what|how) (?:if|about if) (?:it|it's|they|there|he|she|we)(?: was| were| is| are| had| has|"
    r" wore)?(?: some)? "
    r"|(?:it|he|she|they) (?:should|must|needs? to|has to|have to|ought to) (?!look|feel|seem|pop|not)(?:be |"
    r"have )?(?!an? (?:bit|little|tad)|more |less )"
    r"|(?:它|他|她)(?:们)?(?:应该|得|必须|最好)(?:是)?(?=在|正|有|戴|穿|拿|抱|坐|站|躺|趴|笑|睡|吃|跑|飞)"
    r"|(?:要是|如果|假如|假设)(?:它|他|她|画面|背景)?(?:里)?(?:是|有(?!点)|在|变成)"
)
"""Precedes the requested content of the image ("what if it was raining")."""
_LOOK_ZH = re.compile("(?:一点|一些|点|些)的$")
"""The end of a description of a look, not of a thing ("胖一点的")."""
_PALETTE = re.compile(r"(?:色|色系|色调|配色|色彩|tones|palette|colou?rs)的?$")
"""A subject of color names only; next to a style it is part of the style."""
_POINTS_BACK = re.compile("[我你](?:刚才|刚刚|上次|之前|前面)?说的")
"""Refers to the text of an earlier message, which is not available here."""
_LIKE = re.compile("(?!像?[这那])(.{2,10}?)的?(?:那种|那样)(?:的)?(?:感觉|风格|样子|画风)?")
"""Describes a look by a similar thing, which is an unknown style ("中世纪挂毯那种")."""
_REASON = re.compile(r"(?:as|because|since) (?:i|my|we|our|it|they|he|she)\b")
_PHOTO = re.compile(
    r"(?:把)?(?:它|图|图片|画面|这张|这张图|这个)?(?:换|改|变|做|转|弄|搞|处理|画)(?:成|为)(?:一?张)?(?:真实的?|真的|真)?"
    r"(?P<zh>照片|相片|实拍|写真|实景)(?:的|那种|那样|一样|样子|效果|感觉|质感)*(?:吧|呗|了)?"
    r"|(?:(?:make|turn|change|convert|redo) (?:it|this|that|the (?:image|picture|painting|drawing)) )(?:in|into|to|"
    r"as|look like)?"
    r" ?(?:an? )?(?:real |actual |realistic )?(?P<en>photo|photograph)(?: instead| please)?"
)
"""A photo as the style of the image; elsewhere the word names the image itself."""
_NEXT_TO_SHOWN = re.compile("[它他她]|旁边|身边|身旁|边上|对面|后面|前面")
"""Points at what the image shows already."""
_GIVE = re.compile(r"(?:give|put on|hand) (?:the |that |this )?([a-z]+) (?=(?:a|an|some|two|three|its|his|her) )")


def parse_follow_up(phrase: Phrase) -> Change | None:
    """Return the change of the last image in *phrase*, or None if it is not a follow-up."""
    if _POINTS_BACK.search(phrase.folded):
        return None
    rest = _strip_dislike(phrase)
    if rest is not None:
        return _parse_follow_up(rest) or Change()
    return _parse_follow_up(phrase)


def _parse_follow_up(phrase: Phrase) -> Change | None:
    folded = phrase.folded
    if (style := find_lone_style(phrase)) is not None:
        is_change = BECOME.match_at(folded, 0) is not None or folded.startswith(_CHANGE_STARTS)
        return Change(style=style, needs_last_result=not is_change)
    if is_another_attempt(phrase):
        return Change()
    first, *others = phrase.split_clauses() or (phrase,)
    if others and BECOME.match_at(first.folded, 0) and (style := find_lone_style(_strip_instead(first))):
        return Change(style=style, addition=to_plain_text(Phrase("，".join(clause.text for clause in others))))
    if (other := OTHER_STYLE.match(folded)) and other[0]:
        rest = _strip_instead(phrase.slice(other.end()))
        scene = parse_scene(rest)
        if rest.text and (scene.style or (scene.subject and folded[other.end()] in EDGES)):
            return Change(style=scene.style or scene.subject)
    if same_style := _parse_same_style(phrase):
        return same_style
    if again := AGAIN.match_at(folded, 0):
        return _parse_after_again(phrase, again.end)
    return (
        _parse_relocation(phrase) or _parse_replacement(phrase) or _parse_addition(phrase) or _parse_suggestion(phrase)
    )


def _parse_same_style(phrase: Phrase) -> Change | None:
    match = _SAME_STYLE.fullmatch(phrase.folded)
    if match is None:
        return None
    scene = parse_scene(phrase.slice(match.start(match.lastindex or 0)))
    return Change(subject=scene.subject, needs_last_result=True) if scene.subject else None


def _parse_relocation(phrase: Phrase) -> Change | None:
    rest = _strip_instead(phrase)
    match = _RELOCATE.fullmatch(rest.folded)
    if match is None:
        return None
    place = f"在{rest.text[match.start(2) :]}" if match[2] else rest.text[match.start(3) :]
    return Change(addition=to_plain_text(Phrase(place)), needs_last_result=True)


def is_other_style(phrase: Phrase) -> bool:
    """Return whether *phrase* requests another style without naming it ("换个风格")."""
    return OTHER_STYLE.fullmatch(_strip_instead(phrase).folded) is not None


def find_dropped_style(phrase: Phrase) -> str | None:
    """Return the style that *phrase* removes, without any other request ("不要水彩了", "not in watercolor")."""
    match = DROPPED_STYLE.match(phrase.folded)
    return find_lone_style(phrase.slice(match.end())) if match else None


def is_another_attempt(phrase: Phrase) -> bool:
    """Return whether all words of *phrase* request another attempt ("重画", "same but different")."""
    return True in list_values(AGAIN_WORDS, phrase.folded)


def find_lone_style(phrase: Phrase) -> str | None:
    """Return the style of a phrase that names a style and nothing to paint ("give it a van gogh look")."""
    if photo := _PHOTO.fullmatch(phrase.folded):
        return photo["zh"] or photo["en"]
    mentions = find_styles(phrase)
    rest = phrase.remove((mention.start, mention.end) for mention in mentions)
    if not mentions or (rest.text and not list_values(RESTYLE_WORDS, rest.folded)):
        return None
    return join_style_names(mentions)


def is_restyled(phrase: Phrase) -> bool:
    """Return whether all of *phrase* requests the content of the image in a named style."""
    return find_lone_style(phrase) is not None


def _strip_dislike(phrase: Phrase) -> Phrase | None:
    """Return the text after "I don't like it", or None if *phrase* does not start so."""
    clauses = phrase.split_clauses()
    rest = list(dropwhile(lambda clause: clause.folded in DISLIKES, clauses))
    return Phrase("，".join(clause.text for clause in rest)) if len(rest) < len(clauses) else None


def _parse_after_again(phrase: Phrase, end: int) -> Change | None:
    """Parse the text after "again": nothing, a format, a style, an addition, or another subject."""
    if (in_format := _parse_format(phrase, end)) is not None:
        return in_format
    rest = _strip_but(phrase.slice(end))
    if rest.folded in AREAS:
        return None
    counted = phrase.folded[end - 1 : end] in tuple("只个位条朵匹座辆棵张幅") and phrase.folded.startswith(
        ("再", "重", "换")
    )
    folded = rest.folded
    if not folded or folded in SAME:
        return Change()
    if counted and _NEXT_TO_SHOWN.search(folded):  # 再画一只老鼠在旁边偷看它
        one = phrase.text[end - 2 : end] if phrase.folded[end - 2 : end - 1] in tuple("一两三四五几") else ""
        return Change(addition=f"{one}{to_plain_text(_strip_instead(rest))}", needs_last_result=True)
    if phrase.folded[:end].endswith("another"):
        scene = parse_scene(rest)
        return Change(subject=scene.subject, style=scene.style, needs_last_result=True)
    for clause in rest.split_clauses()[1:]:
        if (later := _parse_replacement(_strip_but(clause))) is not None:
            return later
    if (deeper := _parse_replacement(rest) or _parse_addition(rest)) is not None:
        return deeper
    if " but " in folded:  # "the same cat but at night"
        rest = phrase.slice(phrase.folded.find(" but ") + 5)
    return _parse_change(rest, replaces=(counted or parse_scene(rest).is_requested) and not folded.startswith("的"))


def _parse_format(phrase: Phrase, end: int) -> Change | None:
    """Parse a format and nothing else to draw after "again": "another one, but in portrait", 再来一张一样的但是竖版."""
    rest, size = extract_size(Phrase(_ORIENTATION.sub(r"\1 format", phrase.text)))
    return Change(size=size, needs_last_result=True) if size and SAME_WORDS.fullmatch(rest.folded, end) else None


def _parse_replacement(phrase: Phrase) -> Change | None:
    """Parse "换成X", "把它换成X", "turn it into X", if the whole image changes."""
    folded, start = phrase.folded, 0
    if elsewhere := _ELSEWHERE.fullmatch(folded):
        place, thing = (phrase.slice(*elsewhere.span(group)).text for group in ("place", "thing"))
        return Change(addition=to_plain_text(_strip_instead(Phrase(f"{place}是{thing}"))))
    if aspect := _ASPECT.fullmatch(folded):
        return Change(addition=to_plain_text(_strip_instead(phrase.slice(aspect.start(aspect.lastindex or 0)))))
    if not BECOME.match_at(folded, 0):
        link = max((link for link in LINKS_ZH if folded.startswith(link)), key=len, default="")
        target = next((word for word in _WHOLE_WORDS if folded.startswith(word, len(link))), "")
        if not target or (not link and target not in STYLE_TARGETS):
            return None
        start = len(link) + len(target)
    match = BECOME.match_at(folded, start)
    if match is None:
        return None
    if (
        folded[start : match.end] in ("换", "paint it")
        and start == 0
        and not parse_scene(phrase.slice(match.end)).style
    ):
        return (
            Change(addition=to_plain_text(_strip_instead(phrase.slice(match.end))))
            if folded.startswith("paint it")
            else None
        )
    rest = _strip_instead(phrase.slice(match.end))
    if (
        folded[: match.start].rstrip() in STYLE_TARGETS
        or "style" in folded[: match.end]
        or _ends_with_style(folded[: match.start])
    ):
        scene = parse_scene(rest)
        return Change(style=scene.style or scene.subject) if scene.style or scene.subject else None
    if like := _LIKE.fullmatch(rest.folded):
        return Change(style=rest.text[slice(*like.span(1))])
    return _parse_change(rest, replaces=True) if rest.text else None


def _ends_with_style(folded: str) -> bool:
    return folded.endswith(("风格", "画风"))


def _parse_addition(phrase: Phrase) -> Change | None:
    """Parse "给它加一顶帽子", "add a hat", "让它笑", "and a bird next to it"."""
    folded = phrase.folded
    if also := _ALSO.match(folded):
        return Change(addition=to_plain_text(_strip_instead(phrase.slice(also.end()))), needs_last_result=True)
    link = folded[: len(folded) - len(strip_prefixes(phrase, ADD_LINKS).folded)]
    is_placed = folded.startswith(("给", "在")) or _PLACE.match(folded) is not None
    if not link and is_placed and AREA_PHRASES.match_at(folded, 0) is None:
        placed = next(
            (word for word in ADD.find_all(folded[:_MAX_PLACE_LENGTH]) if folded[word.start] in _PUT_ON + _PUT_DOWN),
            None,
        )
        if (placed is not None and (folded[0] == "给" or folded[placed.start] in _PUT_DOWN)) or _PLACE.match(folded):
            return Change(addition=to_plain_text(_strip_instead(phrase)), needs_last_result=folded[0] != "给")
    match = ADD.match_at(folded, len(link)) or (GIVEN.match_at(folded, len(link)) if link.startswith("给") else None)
    if match is not None:
        thing = _strip_instead(phrase.slice(match.end))
        if not thing.text:
            return None
        addition = (
            to_plain_text(_strip_instead(strip_prefixes(phrase, SELF_LINKS)))
            if is_chinese(folded)
            else f"with {to_plain_text(thing)}"
        )
        return Change(addition=addition, needs_last_result=folded.startswith(("with ", "放", "include")))
    if _PLACE.match(folded):
        return Change(addition=to_plain_text(_strip_instead(phrase)), needs_last_result=True)
    if related := _RELATED.fullmatch(folded):
        return Change(addition=to_plain_text(phrase.slice(related.start(1), related.end(1))), needs_last_result=True)
    if (given := _GIVE.match(folded)) and folded[given.start(1) : given.end(1)] not in ("me", "us"):
        return Change(addition=f"with {to_plain_text(_strip_instead(phrase.slice(given.end())))}")
    if link.startswith("让") and len(folded) > len(link):
        return Change(addition=to_plain_text(_strip_instead(phrase.slice(len(link)))))
    return None


def _parse_suggestion(phrase: Phrase) -> Change | None:
    """Parse a bare style, "how about X", and a text with a preposition at its start: requests only after an image."""
    folded = phrase.folded
    if (imagined := _IMAGINED.match(folded)) and imagined.end() < len(folded):
        addition = to_plain_text(_strip_instead(phrase.slice(imagined.end())))
        return Change(addition=addition, needs_last_result=True)
    if match := TRY.match_at(folded, 0):
        change = _parse_change(_strip_instead(phrase.slice(match.end)), replaces=False)
        return (
            Change(change.subject, change.style, change.addition, needs_last_result=True)
            if change and change.style
            else None
        )
    if folded.endswith(" instead") and (change := _parse_change(phrase, replaces=True)) is not None:
        return Change(change.subject, change.style, change.addition, needs_last_result=True)
    condition = strip_prefixes(_strip_instead(phrase), SCENE_PREFIXES)
    condition = Phrase(strip_suffixes(strip_suffixes(condition.text, CONDITION_TAILS), SCENE_TAILS))
    if condition.folded in SCENES or _WEATHER.fullmatch(condition.folded):
        return Change(addition=to_plain_text(condition), needs_last_result=True)
    scene = parse_scene(phrase)
    if scene.style and not scene.subject and not scene.is_requested:
        return Change(style=scene.style, needs_last_result=True)
    short = len(folded.split()) <= _MAX_PREPOSITION_WORDS and "," not in folded
    core = _strip_but(phrase)
    if _REASON.match(folded):
        return None
    if (folded.startswith(PREPOSITIONS) or core != phrase) and short and not scene.is_requested:
        change = _parse_replacement(core) or _parse_addition(core) or _parse_change(core, replaces=False)
        return change and Change(change.subject, change.style, change.addition, needs_last_result=True)
    return None


def _parse_change(phrase: Phrase, *, replaces: bool) -> Change | None:
    """Return *phrase* as a change: its style, and its subject either as a replacement or as an addition."""
    rest = _strip_instead(phrase)
    scene = parse_scene(rest)
    if _LOOK_ZH.search(phrase.text) and scene.subject and not (scene.has_article or scene.style):
        return Change(addition=scene.subject)
    if not scene.subject:
        return Change(style=scene.style) if scene.style else None
    has_article = rest.folded.startswith(ARTICLES) and not is_chinese(scene.subject)
    replaces_subject = (
        scene.has_article if not is_chinese(scene.subject) else (replaces or scene.has_article or scene.is_requested)
    )
    if scene.style and _PALETTE.search(scene.subject):
        return Change(style=join_texts(scene.style, scene.subject.rstrip("的")))
    first = next(iter(Phrase(scene.subject).split_clauses()), Phrase("")).text
    condition = strip_suffixes(first, SCENE_TAILS).rstrip("的").lower()
    is_condition = condition in SCENES or is_described_time(condition)
    if (has_article or replaces_subject) and not is_condition:
        return Change(subject=scene.subject, style=scene.style)
    return Change(style=scene.style, addition=scene.subject.rstrip("的"))


def _strip_but(phrase: Phrase) -> Phrase:
    text = strip_prefixes(phrase, BUTS)
    return text if text.folded not in SAME else Phrase("")


def _strip_instead(phrase: Phrase) -> Phrase:
    return Phrase(strip_suffixes(phrase.text, INSTEADS))
