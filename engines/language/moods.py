"""What a clause of feedback does: it requests something, or is only a complaint, a question, a condition or a remark."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from enum import StrEnum


class Mood(StrEnum):
    """Mood of a clause, whatever its words are about."""

    REQUEST = "request"
    COMPLAINT = "complaint"
    QUESTION = "question"
    CONDITION = "condition"
    REMARK = "remark"


_CONDITION = re.compile(
    r"\b(?:unless|in (?:which|that) case)\b|^(?:and |but )?if (?!possible|you can|it['’]?s (?:ok|no|not))|除非|^(?:如果|要是|万一)",
    re.IGNORECASE,
)
_SUBJECT_EN = r"(?:i|we|he|she|they|nobody|no one|people|everyone|somebody|someone|(?:my|our|his|her|their) [a-z]+)"
_SUBJECT_ZH = r"(?:我们?|咱们?|他们?|她们?|人家|大家|我?(?:妈妈?|爸爸?|奶奶|爷爷|婆婆|老公|老婆|儿子|女儿|孩子|朋友|同事|老板|读者))"
_REMARK = re.compile(
    rf"^(?:(?:and|but|so|because|as|since) )?(?:(?:half|most|some|all|any|none|much) of (?:it|this|that|these|those|them|(?:the|your) \w+) )?{_SUBJECT_EN}\b"
    rf"|^(?:但是?|而且|因为|所以)?{_SUBJECT_ZH}",
    re.IGNORECASE,
)
"""The user, or another reader, is the subject, not the text."""
_REQUESTS = re.compile(
    r"\b(?:want|wants|wanted|need|needs|ought|should|must|have to|has to|like|likes|love|prefer|rather|expect|hoped?|wish|please|hate|hates|can['’]t stand|mind|said|say|says|told|asked|think|thinks|feel|feels|find|never (?:use|used|say|write)|only (?:use|have|want|need))\b|['’]d\b"
    r"|\b(?:so no|please|too|so|way too|sounds?|reads?|looks?|boring|dull)\b"
    r"|[要想得该让叫说写讲问求盼]|希望|觉得|需要|喜欢|讨厌|受不了|看不|不认|不用|感觉|以为|太",
    re.IGNORECASE,
)
"""Makes a request or a complaint of a remark: my boss wants it shorter."""
_QUESTION = re.compile(
    r"^(?:and |but |so |also )?(?:why|who|whose|what|which|when|where|how come|is|are|was|were|does|did|do(?! not))\b(?! (?:it|this|that) (?:as|in|with)\b)"
    r"|^(?:但是?|而且|那)?(?:为什么|为啥|怎么|谁|凭什么|是不是|哪)|(?:吗|是不是.*|没有吧)$",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\b(?:can|could|would|will) (?:you|it|we|the)\b|能不能|可不可以|可以|能否|行不行|好不好|[换改加删]", re.IGNORECASE
)
"""Makes an order of a question."""
_COMPLAINT = re.compile(
    r"^(?:and |but |so )?(?:you|it|this|that|these|those|there|the (?:post|note|text|article|thing)|everything)(?:['’]s|['’]re)?(?: (?:just|still|even|really))* (?:never|not|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|haven['’]?t|hasn['’]?t|sounds?|reads?|feels?|looks?|is|are|was)\b"
    r"|^(?!.*\b(?:should|must|need|needs|want|please|let|make sure)\b)[\w' ]+ (?:makes?|is|are|isn['’]t|aren['’]t|doesn['’]?t|don['’]t|looks?|feels?|has|have|shows?|there['’]?s)\b.*\b(?:no|not|never|sense|match)\b"
    r"|\bnot\b.*\benough\b|不够|似的$|乱七八糟|^[你您](?!.*(?:不要|别|换|改|删|加|写|说))|^(?:老是?|总是?|根本|完全)"
    r"|没(?:有)?(?:写|说|提|讲|给|看到)",
    re.IGNORECASE,
)
"""States what is wrong with the draft, and not what is requested."""


def read_mood(text: str) -> Mood:
    """Return the mood of the clause *text*."""
    bare = re.sub(r"[“\"「『][^”\"」』]*[”\"」』]", " ", text).strip()
    if _CONDITION.search(bare):
        return Mood.CONDITION
    if _REMARK.search(bare) and not _REQUESTS.search(bare):
        return Mood.REMARK
    if _QUESTION.search(bare) and not _ORDERED.search(bare):
        return Mood.QUESTION
    return Mood.COMPLAINT if _COMPLAINT.search(bare) else Mood.REQUEST
