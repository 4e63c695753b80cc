"""Parses additions to, and replacements of, the content of an image, in free phrasing."""

import re
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.language.lexicons.parts import COLORS_EN, COLORS_ZH, MEASURES, NUMBERS_EN, NUMBERS_ZH
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.follow_ups import is_restyled
from engines.language.parsers.noun_phrases import remove_noun
from engines.language.parsers.parts import rewrite_prompt
from engines.language.parsers.repaints import Attribute, Repaint
from engines.language.parsers.statements import mentions_shown
from engines.language.phrase import EDGES, Phrase, to_plain_text
from services.common.contract.session import LastResult

_MAX_LENGTH = 120
_ANCHOR_EN = re.compile(
    r"\b(?:it|him|her|them|its|his|their|he|she|they|background|foreground|behind|beside|next to|in front|sky|corner|"
    r"left|right|scene|window|outside|eyes?|ears?|tail|fur|face|paws?|head|nose|whiskers|mouth|legs?|feet)\b"
)
_ANCHOR_ZH = re.compile(
    "[他她它]|旁边|背景|后面|前面|身边|身旁|头上|头顶|身上|脚下|脚边|周围|四周|手里|嘴里|脖子|窗外|天上|地上|远处|"
    "左边|右边|怀里|眼睛|耳朵|尾巴|毛色|毛发|脸上|爪子|鼻子|胡子|嘴巴|外头|窗口"
)
_DESIRE_EN = re.compile(
    r"\b(?:should|needs?|wants?|would like|i'd (?:like|love|rather|prefer)|i want|let|make|put|give|have|move|set|"
    r"place|"
    r"could|can|may|goes|go with|add|turn|get|dress|show|must|has to|in need of|deserves?|wearing|holding)\b"
)
_DESIRE_ZH = re.compile(
    "[让给要想把叫使加添放换改戴穿挂配摆]|再[来画有]|画[上个一]|多[来画]|来[个一只条]|应该|最好|得有|需要|陪|叼|[系围披扎铺绑套别贴插点撒搁](?:[一个条顶朵根枚只副件点些上]|着)|"
    "抱着|拿着|举着|躺|趴|坐到|站到|盖"
)
_QUESTION = re.compile(
    r"^(?:what|who|why|when|where|which|how|is|are|does|do|did|was|were|am)\b|(?:吗|么|呢|什么|为什么|怎么.*|多少|"
    r"几个|谁)$|^(?:怎么|"
    r"为什么|谁|哪)"
)
_NO_SCENE = re.compile(
    r"(?:(?:rotate|flip|mirror|turn it|on its side|delete|remove|erase|without|take out|get rid|me|my|mine|png|"
    r"jpe?g|pdf|file|print|download|save|send|"
    r"share|post|sell|buy|upload|website|can't|"
    r"cannot|back|off|away|look|looks|looking|better|nicer|right|good|bad|great|different|something|somehow|more|"
    r"less|else|change|fix|edit|"
    r"help|try|again|work|perfect)\b)|\b(?:pictures?|photos?|posters?|images?|drawings?|paintings?|logo)\b|"
    r"\d{2,5} ?[x×*] ?\d{2,5}|裁|切掉|镜像|一张|一幅|张图|照片|海报|插画|头像|logo|旋转|镜像|翻个|朝左|朝右|"
    r"去掉|删|拿走|不要|移走|送人|送给|发给|打印|"
    r"下载|保存|卖|好看|漂亮|"
    r"不一样|别的|改一?改|怪|高级|调|修|弄一?弄|问题|行不行"
)
_LEAD_EN = re.compile(
    r"^(?:(?:no|also|and|but|then|please|actually|maybe|just|now|so|ok|okay|well|let's|lets|can|could|may|you|we|"
    r"i'd|i would|i|would|"
    r"like|love|want|prefer|rather|to|have|see|that|for|go with|make|let|get|add|put|give it|give him|give her|it|"
    r"there to be|"
    r"what if)\b[ ,]*)+"
)
_LEAD_ZH = re.compile(
    "^(?:[，, ]|我|你|帮我|给我|请|就|还|再|也|能不能|可不可以|可以|能|想要|想让|想|让|要|希望|最好|应该|把|叫|麻烦|"
    "那|这)+"
)
_CONTRAST = re.compile(
    r"[,，;； ]*(?:\binstead of|\brather than|\bnot|\bno longer|\bno more|(?<=\bthere )than|(?<=\blonger )than|而不是|"
    r"不要再|不要|不是|"
    r"别再|别|不用|不再)[ ]?(?:just |only |have |on |in |at |with |只有|只|在|坐在|坐|站在|站|趴在|趴|是|有|待在)*"
    r"(?:the |an? |this |that |那个|这个|那只|这只|那|这)?(?P<old>[a-z]{2,20}(?: [a-z]{2,20})?|\d{1,2}|"
    r"[\u3400-\u9fff]{1,6}?)"
    r"(?: anymore| any more| now)?(?:上|里|上面|那儿|那里)?(?:了|吧|啦)*$"
)
_CONTRAST_FIRST = re.compile(
    r"(?:能不能|可不可以|可以|能|请|就|猫|它|让它)*(?:不要再?|别再?|不(?:想)?|不用)(?:让(?:它|他|她|猫))?(?:坐在?|站在?|趴在?|躺在?|待在?|呆在?|在|去)"
    r"(?P<old_zh>[\u3400-\u9fff]{1,6}?)(?:上面|上|里面|里|那儿|那里|下面|下)?(?:了|吧|啦)*[，,；; ]+(?P<request_zh>.+)"
    r"|(?:can you |could you |please )*(?:get|take|move|bring|put) (?:it|him|her|them|(?:the|that|this) [a-z]+) "
    r"(?:off|out of|away from|from)(?: of)? (?:the |that |this )?(?P<old>[a-z]+),?(?: and| then| now)*"
    r"(?: (?:put|place|set|move) (?:it|him|her|them))? (?P<request>(?:on|onto|in|into|at|to|under|by|near|next to|"
    r"inside|"
    r"outside|beside|behind) .+)"
    r"|(?:not|no longer|no more) (?:on|in|at|by|under|near) (?:the |that |this )?(?P<old2>[a-z]+)(?: anymore|"
    r" any more)?,? "
    r"(?:but |rather |put (?:it|him|her) |make it )*(?P<request2>(?:on|onto|in|into|at|under|by|near|inside|"
    r"outside) .+)"
)
"""The same with what is not wanted first."""
_POSTURE = "坐|站|趴|躺|蹲|睡|卧|靠|跪|待|停"
_NEW_PLACE = re.compile(
    rf"(?:让|叫|使|要|想让|希望|把)*(?:它|他|她|[这那]只)?(?P<posture>(?:{_POSTURE})(?:在|到)?|(?:换|改|放|移|挪|搬|去|跑|搁|摆)(?:到|在|去)|"
    r"(?:放|搁|摆)(?!(?:[一两三几]?[个只条张朵盆瓶本束把顶]|[点些在着上下了]))|在)"
    r"(?P<place>(?!一起|那里|这里)[\u3400-\u9fff]{1,12}?(?:上面|上|里面|里|下面|下|中|旁边|旁|边|前面|前|后面|后|角落))(?:去|吧|呗|了)*"
)
"""Where the subject of the image is to be, and how."""
_SHOWN_PLACE = re.compile(
    rf"(?:(?:{_POSTURE})(?:在|着)?|在)[^，,。]{{1,8}}?(?:上面|上|里面|里|下面|下|中|旁边|旁|边|前面|前|后面|后|角落)(?=$|[，,。的])"
)
"""Where the prompt of an image has its subject."""
_ONTO = re.compile("^onto ")
_PLACED = re.compile(r"(?:\b(?:on|in|at|by|near|under|behind)(?: an?| the)? *$)|(?:[在到]|坐在|站在)$")
_POINTED_EN = re.compile(r"\b(?:the|its|his|her) ([a-z]+)\b|\b(?:it|him|her|them)\b")
_PARTS_EN = frozenset(("", "background", "foreground", "window", "sky", "corner", "scene", "picture", "image", "frame"))
_NUMBER = re.compile(rf"(?:{NUMBERS_EN})(?: [a-z]+)?|[一两二三四五六七八九十几](?:{MEASURES})?.{{0,3}}")

_MORE = re.compile(
    r"(?:and |also |plus |maybe |perhaps |possibly |then |with |,)*(?=(?:an?|some|two|three|four|five|several|a few|"
    r"a couple of) "
    r"(?!.*\bones?$)(?!bit\b|little\b|tad\b|touch\b|lot\b)[a-z])"
    rf"|(?:还有|可能|也许|最好|再|还|也|要|来|加|放|和)*(?=[一两二三四五六七八九十几](?:{MEASURES})[\u3400-\u9fff])"
    r"|(?:还有|可能|也许|最好|再|还|也|窗外|外面)+(?:来|加|下)?(?:点|些)(?![亮暗])(?=[\u3400-\u9fff])"
)
"""Before one more thing, in a request that has changed something already."""
_WITH_SHOWN = re.compile(
    "(?:陪着?|挨着|靠着|围着|追着?|看着|盯着|跟着|朝着?|对着)[它他她]们?(?!的(?![旁身头脚]))"
    "|在(?:[它他她]们?)?的?(?:旁边|身边|边上|身后|身前)$"
)
_COLOR = re.compile(rf"(?:{COLORS_EN})|(?:{COLORS_ZH})色?的?")

_NOT_ONE = r"(?!(?:an?|one|the)\b)"
_IMAGES = "[张幅版份组款次遍]"
"""Measure words of images: 来三张 requests three of them."""
_COUNT = re.compile(
    rf"(?:多|来|要|我要|想要|给我|就|变成|改成|换成|画成|画|凑成|凑够|凑个|凑|一共|总共|弄成|整成|整|搞|把它|"
    rf"让它|它们?|个|几只?|[，, ])*"
    rf"(?P<zh>(?:{NUMBERS_ZH})(?!{_IMAGES})(?:{MEASURES}))(?:吧|呗|了|得了|好了|就行|就好|就够了|才好)*"
    rf"|(?:(?:make|have) (?:it|that|them)|i(?: want|'d like| need)|give me|draw|change (?:it|that) to|let's have|"
    rf"(?:could|can) (?:there be|we have|i have)|how about|there should be|should be)? ?"
    rf"(?P<en>{_NOT_ONE}(?:{NUMBERS_EN}))(?: of (?:them|those|these))?(?: please| instead| now)?"
)
_COUNTED_ZH = re.compile(rf"(?:一|{NUMBERS_ZH})(?P<measure>{MEASURES})")
_HEAD_EN = re.compile(
    r"(?:an? |the |one |some )?(?:[a-z'-]+ )*?(?P<noun>[a-z]{2,})(?= (?:on|in|at|with|by|and|near|under|over|"
    r"behind|beside|next|"
    r"from|of|to|wearing|holding|[a-z]+ing)\b|[,.]|$)"
)
"""The noun of the subject, before what describes its place or action."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """The requested content, and the noun of the prompt that it replaces; empty for a number or a color."""

    request: Phrase
    unwanted: str
    is_place: bool


def parse_more(phrase: Phrase) -> str:
    """Return one more thing that *phrase* names after a change ("and maybe some rain outside"); empty for none."""
    found = _MORE.match(phrase.folded)
    return to_plain_text(phrase.slice(found.end())) if found else ""


def parse_contrast(phrase: Phrase, base: LastResult) -> Contrast | None:
    """Return the two halves of "on a bench instead of the windowsill", "三只，别只有一只"; None for other texts."""
    if (first := _CONTRAST_FIRST.fullmatch(phrase.folded)) is not None:
        words = first.groupdict("")
        old = words["old_zh"] or words["old"] or words["old2"]
        group = next(name for name in ("request_zh", "request", "request2") if words[name])
        if old in (base.prompt or base.subject).lower():
            rest = phrase.slice(*first.span(group))
            return Contrast(Phrase(_ONTO.sub("on ", rest.text)), old, is_place=True)
    found = _CONTRAST.search(phrase.folded)
    if found is None or not found.start():
        return None
    request, unwanted = phrase.slice(0, found.start()), phrase.text[slice(*found.span("old"))].strip(EDGES)
    shown = base.prompt or base.subject
    if _NUMBER.fullmatch(unwanted.lower()) or _COLOR.fullmatch(unwanted.lower()):
        return Contrast(request, "", is_place=False)
    place = shown.lower().find(unwanted.lower())
    if place < 0:
        return None
    return Contrast(request, unwanted, is_place=_PLACED.search(shown[:place].lower()) is not None)


def move_subject(phrase: Phrase, base: LastResult) -> tuple[str, str] | None:
    """Return subject and prompt of *base* with its subject where *phrase* wants it; None for other texts.

    The new place (坐在红色沙发上) takes that of the old one: nothing sits at two places.
    """
    found = _NEW_PLACE.fullmatch(phrase.folded)
    if found is None or not is_chinese(base.prompt or base.subject):
        return None
    posture = found["posture"] if found["posture"][0] in _POSTURE else ""
    posture = f"{posture[0]}在" if posture else "在"
    place = f"{posture}{phrase.text[slice(*found.span('place'))]}"
    subject, prompt = (_put_at(text, place) for text in (base.subject, base.prompt or base.subject))
    return subject, prompt


def _put_at(text: str, place: str) -> str:
    if len(_SHOWN_PLACE.findall(text)) == 1:
        return _SHOWN_PLACE.sub(lambda _: place, text)
    return f"{text}，{place}" if text else place


def remove_place(base: LastResult, place: str) -> tuple[str, str]:
    """Return subject and prompt of *base* without the *place* where its subject is."""
    return remove_noun(base.subject, place), remove_noun(base.prompt, place)


def count_subject(phrase: Phrase, base: LastResult) -> tuple[str, str] | None:
    """Return subject and prompt of *base* with the number of its subject that *phrase* names; None for other texts."""
    found = _COUNT.fullmatch(phrase.folded)
    if found is None or is_chinese(phrase.folded) is not is_chinese(base.prompt or base.subject):
        return None
    if found["en"]:
        head = _HEAD_EN.match(base.subject.lower())
        return rewrite_prompt(base, Repaint(head["noun"], found["en"], attribute=Attribute.COUNT)) if head else None
    shown = _COUNTED_ZH.search(base.prompt or base.subject)
    if shown is None or shown["measure"] != found["zh"][-1]:
        return None
    subject, prompt = (text.replace(shown[0], found["zh"], 1) for text in (base.subject, base.prompt or base.subject))
    return subject, prompt


def parse_instruction(phrase: Phrase, base: LastResult) -> str | None:
    """Return the new content of the image of *base* if *phrase* changes something that the image shows.

    The changed thing is a noun of the prompt, a pronoun or a place, and a verb requests the change; None for other
    texts, for questions, and for unclear requests.
    """
    folded = phrase.folded
    is_zh = is_chinese(folded)
    anchor, desire, lead = (_ANCHOR_ZH, _DESIRE_ZH, _LEAD_ZH) if is_zh else (_ANCHOR_EN, _DESIRE_EN, _LEAD_EN)
    if len(folded) > _MAX_LENGTH or _QUESTION.search(folded) or _NO_SCENE.search(folded) or not desire.search(folded):
        return None
    if any(parse_adjustments(clause, None) or is_restyled(clause) for clause in phrase.split_clauses()):
        return None  # words of an adjustment or of another style are not the new content of the image
    is_anchored = anchor.search(folded) is not None or mentions_shown(phrase, base.prompt or base.subject)
    opening = lead.match(folded)
    text = to_plain_text(phrase.slice(opening.end() if opening else 0))
    return text if is_anchored and len(text) > 1 else None


def stands_with_shown(phrase: Phrase) -> bool:
    """Return whether *phrase* has something next to what the image shows, by a pronoun (来只狗陪它)."""
    return _WITH_SHOWN.search(phrase.folded) is not None


def refers_to_shown(phrase: Phrase, base: LastResult) -> bool:
    """Return whether *phrase* refers to the content of the image of *base* ("through the window", "next to her")."""
    shown = base.prompt or base.subject
    nouns = {found[1] or "" for found in _POINTED_EN.finditer(phrase.folded)}
    return any(noun in _PARTS_EN or mentions_shown(Phrase(noun), shown) for noun in nouns)
