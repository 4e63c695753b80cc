"""Finds texts that are not requests: withdrawn, conditional, negated, questions, or in units that images lack."""

import re

from engines.language.parsers.adjustments import is_excluded, parse_adjustments
from engines.language.parsers.follow_ups import find_lone_style
from engines.language.phrase import EDGES, Phrase

_TAKEN_BACK = re.compile(
    r"\w[\"”’]?[,，.。;；!！?？…~\s]*[,，.。;；!！?？…\n][,，.。;；!！?？…~\s]*"
    r"(?:(?:oh |well |actually |no )*(?:never ?mind|nvm|forget (?:it|that|about it)|scratch that|(?:just |"
    r"only )?kidding|"
    r"jk|cancel that|(?:please )?don't(?: do (?:it|that))?|(?:leave|keep) it(?: as it is| alone| as is)?)"
    r"|(?:还是|哎|唉)*(?:算了(?:吧)?(?:不用了|不改了|不画了)?|不用了|不画了|当我没说|开玩笑的?|逗你的|逗你玩的?|别改了|别画了))"
    r"[\s.!。！~]*$"
)
"""The last clause withdraws the text before it."""
_NOT_DRAWN = re.compile(
    r"(?:please |pls )?(?:don't|do not|dont|never) (?:draw|paint|generate|sketch|create)\b[^,，.;。；]*"
    r"|(?:请)?(?:别|不要|不用|先别)(?:再)?(?:给我)?(?:画|生成)[^,，.。;；]*"
)
_CONDITION = re.compile(
    r"^(?:only )?(?:if|unless) (?:it|it's|its|the|this|that|there)\b"
    r"(?!.{0,12}\b(?:ok|okay|fine|possible|alright|all right|not too much)\b)"
    r"|\b(?:if|unless) (?:it|it's|its|the \w+|this|that)(?: is| looks?| seems?)? (?:too|not|still|already)\b(?! much)"
    r"|^(?:如果|要是|假如|若是?|万一)(?!可以|方便|能|行|可能|不麻烦|有空|有时间|没问题|没有问题|不是|[它他她是换用画变改加让下飘刮]|背景)"
    r"|[太不](?:够)?[\u3400-\u9fff]{1,3}的话"
)
_LIKED = re.compile(
    r"(?:但|但是|不过|可是)(?:是)?我(?:就|也|还|挺|很|还是|更)*(?:喜欢|爱)(?:这样|这种|它)?的?[。!！~]*$"
    r"|\bbut i (?:\w+ ){0,2}(?:like|love) (?:it|that|this)(?: (?:that|this) way)?$"
)
"""After a complaint: the speaker likes the described property."""
_QUESTION = re.compile(
    r"^(?:is|was|are|does|should|shall) (?:it|it's|this|that|i|we|the \w+)\b(?!.*\b(?:possible|okay|ok|fine|alright)\b)"
)
_QUESTION_ZH = re.compile(
    r"^(?:是不是|要不要|该不该|用不用|需不需要|有没有必要)(?:应该|该|得|要|可以)?(?:再|更|裁|翻|转|调)(?!.*(?:吧|呗)$)"
)
"""Questions whether to change something."""
_CONTENT = re.compile(
    r"^(?:(?:it's|it is|that's|this is|now|already|the \w+ is|the \w+'s) )*(?!not\b)\w+ enough(?: now| already|"
    r" for me| as it is)?$"
    r"|一半.{1,3}一半"
    r"|^it should be an? .*, not an? \w+$"
)
"""Satisfied, or about one of two halves: the named dial must not be changed as a whole."""
_EXCEPT = re.compile(
    r"^(?:make |turn |paint |draw )?(?:everything|anything|all|everyone) (?:but|except|apart from|other than)\b|"
    r"^除了(?!.*(?:[还再也去删换改抹擦]|不要))"
    r"|只有.{1,8}其[他它余]"
)
"""An image with exceptions: neither an adjustment nor a scene."""
_MEASURE = re.compile(
    r"^(?:make|resize|scale|crop|cut|trim|set|把|将|裁|缩|改|调|宽|高|图).*"
    r"\d ?(?:(?:inch(?:es)?|cm|mm|centimet(?:er|re)s?|feet|ft)\b|厘米|公分|毫米|英寸)"
)
"""A size on paper; an image has pixels."""
_OR = re.compile(r" or |或者?|还是")
_ALTERNATIVES = re.compile(
    r"(?:please |can you |could you |should (?:i|we|you) |shall (?:i|we) )*(?P<verb>draw|paint|sketch|make|create|"
    r"generate)"
    r"(?: me| us)? (?P<first>(?:an?|some|the) [a-z ]{2,30}?),? or (?:maybe |else |rather |draw |paint )?"
    r"(?P<second>(?:an?|some|the) [a-z ]{2,30}?)(?: please)?"
    r"|(?:请|帮我|给我|你说|我想|要不要|是)*(?P<verb_zh>画)(?P<first_zh>[\u3400-\u9fff]{1,8}?)[，,]?(?:还是|或者?)(?:是)?画?"
    r"(?P<second_zh>[\u3400-\u9fff]{1,8}?)(?:好(?:呢|些|一点)?|呢|吧|都行|都可以|比较好)*"
)
"""Two things to draw, of which one is meant."""
_OPINION = re.compile(
    r"(?:maybe |should it be |hmm )*((?:an?|some|the) [a-z ]{2,30}?),? or (?:maybe )?((?:an?|some|the) [a-z ]{2,30}?)"
    r"[,?. ]+(?:what do you think|which (?:one|is better|would be better|do you prefer)|not sure|idk|your (?:call|"
    r"pick)|you choose)"
)
"""The same, as a question for an opinion."""
_FAMILY = (
    "kid|kids|son|daughter|child|mom|mum|dad|wife|husband|friend|boss|brother|sister|grandma|grandpa|teacher|"
    "colleague|boyfriend|girlfriend"
)
_STATEMENT = re.compile(
    rf"^(?:i|we|he|she|they|you|nobody|no one|everyone|everybody|someone|somebody|people|my (?:{_FAMILY})) (?:\w+ )?"
    r"(?:loves?|likes?|hates?|saw|drew|painted|thinks?|thought|remembers?|went|visited|bought|heard|watched|"
    r"enjoys?|adores?|prefers?|draws?|paints?)\b(?! (?:to see|to have|a (?:picture|painting|drawing|photo)|an image))"
)
"""Activities or preferences of the speakers, which are nothing to paint."""
_BACK = re.compile(r"\b(?:him|her|them|he|she|they|there)\b|[他她它]|那里|那儿")


def is_doubted(phrase: Phrase, core: Phrase, *, has_image: bool) -> bool:
    """Return whether *phrase* mentions a change or an image without requesting it, or does not specify which.

    *core* is the phrase without courtesy.
    """
    if has_image and _QUESTION_ZH.search(phrase.folded):
        return True
    is_no_request = _is_no_change(core) if has_image else _NOT_DRAWN.fullmatch(core.folded) is not None
    return is_no_request or is_taken_back(phrase) or _is_open(core)


def is_taken_back(phrase: Phrase) -> bool:
    """Return whether the last clause of *phrase* withdraws the text before it ("a cat. never mind")."""
    return _TAKEN_BACK.search(phrase.folded) is not None


def _is_no_change(phrase: Phrase) -> bool:
    patterns = (_CONDITION, _LIKED, _QUESTION, _MEASURE, _CONTENT)
    return is_excluded(phrase) or any(pattern.search(phrase.folded) for pattern in patterns)


def _is_open(phrase: Phrase) -> bool:
    """Return whether *phrase* does not specify which change or style is requested ("oil painting or watercolor?")."""
    parts = [Phrase(part) for part in _OR.split(phrase.text)]
    return len(parts) > 1 and (
        all(parse_adjustments(part, None) is not None for part in parts)
        or all(find_lone_style(part) is not None for part in parts)
    )


def parse_alternatives(phrase: Phrase) -> tuple[str, ...]:
    """Return the requests that *phrase* leaves a choice of ("draw a cat or a dog"); none where it leaves none."""
    if opinion := _OPINION.fullmatch(phrase.folded):
        return tuple(f"draw {thing.strip(EDGES)}" for thing in opinion.groups())
    found = _ALTERNATIVES.fullmatch(phrase.folded)
    if found is None:
        return ()
    verb = found["verb_zh"] or f"{found['verb']} "
    things = (found["first"], found["second"]) if found["verb"] else (found["first_zh"], found["second_zh"])
    return tuple(f"{verb}{thing.strip(EDGES)}" for thing in things)


def is_exception(phrase: Phrase) -> bool:
    """Return whether *phrase* is about an image with exceptions ("everything except the cat in sepia")."""
    return _EXCEPT.search(phrase.folded) is not None


def is_about_speaker(phrase: Phrase) -> bool:
    """Return whether *phrase* states a preference or an action of the speaker ("I love cats")."""
    return _STATEMENT.match(phrase.folded) is not None


def refers_back(phrase: Phrase) -> bool:
    """Return whether *phrase* refers by a pronoun to a noun of another clause."""
    return _BACK.search(phrase.folded) is not None
