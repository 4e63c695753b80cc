"""Reasons in feedback: the words that justify a request, and request nothing themselves."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

_SUBJECT = r"(?:i|we|he|she|it|its|they|you|people|nobody|no one|everyone|everybody|somebody|there|theres|that|thats|this|most|all|half|some|(?:my|our|his|her|their) \w+)"
_FINITE = r"(?:is|are|was|were|makes?|has|have|does|do|gets?|gives?|hurts?|looks?|sounds?|comes?|goes|needs?|can|will|would|\w+n['’]?t)"
_CONJUNCTION = (
    rf"(?:(?:because|bc|cuz|coz|cos|'cause|cause)\b|since (?={_SUBJECT}\b|the \w+ {_FINITE}\b)"
    rf"|(?:(?<!\bas long )(?<!\bas soon )(?<!\bas far )(?<!\bas much )(?<!\bas well )(?<!\bsame )(?<!\bsuch )as|cause) (?=(?:i|we|nobody|no one|people|everyone|(?:my|our) \w+)(?! (?:am|is|are|was|were|do|said|say|have|had|wrote|asked|know|mentioned|see)$)(?! (?:said|wrote|asked|mentioned|did)\b) \w+ \w|(?:it|the \w+) {_FINITE} (?!is\b|are\b)\w))"
)
_AT_END = re.compile(rf"^(?P<request>.*?\w.*?)[,，]?\s(?P<reason>{_CONJUNCTION}.+)$", re.IGNORECASE)
_AT_END_ZH = re.compile(
    r"^(?P<request>.*[\u4e00-\u9fff”\"」』》].*?)[,，]?(?P<reason>(?:因为|毕竟|不然|要不然|否则|免得|省得).+)$"
)
_BEFORE = re.compile(
    rf"^(?P<reason>{_SUBJECT}\b.+?)[,，]? so (?P<request>(?:please |just |can you |could you |maybe |don['’]?t )*(?:take|make|cut|drop|remove|delete|lose|add|put|change|replace|swap|use|write|say|keep|leave|give|mention|include|skip|shorten|move|get)\b.+)$"
    r"|^因为(?P<reason_zh>.+?)[，,]?所以(?P<request_zh>.+)$",
    re.IGNORECASE,
)
_STATES_TEXT = re.compile(r"\b(?:that|saying|to say)\b|[:：][^”\"」』]*$", re.IGNORECASE)
"""Before a text of the user, of which the reason is a part: add that it snows in June, because …"""
_ALONE = re.compile(
    rf"^(?:and |but |just )?(?:{_CONJUNCTION}|otherwise\b|or else\b)|^(?:因为|毕竟|不然|要不然|否则|免得|省得|主要是(?:我|因为))"
    r"|^(?:and |but )?(?:i|we)(?:['’]ve| have)?(?: got| have)?(?: (?:already|got|have))* (?:enough|plenty|too many|lots|loads|tons)\b"
    r"|^(?:and |but )?(?:i|we)(?:['’]ve| have| already)?(?: already)? (?:got|have|had|posted|used|wrote|did|own)\b.*\b(?:already|like (?:it|that|this|these|those)|of (?:those|these|them)|similar)\b"
    r"|^(?:and |but )?(?:i|we)(?:['’]ve| have)? already (?:got|have|had|posted|used|wrote|written|did|done|own)\b"
    r"|^我们?(?:家|店里?|这边|那边|自己)?(?:已经|都已?经?)(?:有|写|发|用|拍)过?了?(?!什么).*$|^我们?.{0,4}有.{0,8}(?:类似|一样|同样|差不多)"
    r"|^(?!.*(?:要|改|换|删|加|写上))[^，]{0,8}没(?:有)?(?:什么)?人(?:会|能|爱|愿意|想)?[看读信懂记用](?:得[到见懂]|到|懂|了)?(?:的|了|啊|呢)*$",
    re.IGNORECASE,
)
"""A clause that only justifies the one before: what its readers do, or what the user already has."""


_REQUESTS = re.compile(r"\b(?:wants?|wanted|asked|prefers?|would like|told)\b|[想希]望?要|要求", re.IGNORECASE)
"""A request of another reader, as a reason: because my boss wants it shorter."""


def split_reason(clause: str) -> tuple[str, str]:
    """Return the request of *clause* and its reason, each "" if it has none."""
    if _ALONE.search(clause.strip()):
        return (clause, "") if _REQUESTS.search(clause) else ("", clause)
    found = _BEFORE.search(clause)
    if found is None:
        found = _AT_END.search(clause) or _AT_END_ZH.search(clause)
        if found is None or _STATES_TEXT.search(found["request"]):
            return clause, ""
        return found["request"].strip(" ,，"), found["reason"].strip()
    names = found.groupdict()
    return (names["request"] or names["request_zh"]).strip(), (names["reason"] or f"因为{names['reason_zh']}").strip()
