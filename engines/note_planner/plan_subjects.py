"""Whether words of feedback name something that an image can show."""

import re

_NOTHING = re.compile(
    r"\b(?:i|we|you|it|they|them|he|she|this|that|these|those|there|nothing|else|anything|something|will|do|does|is|are"
    r"|was|were|be|been|would|should|could|cannot|not|no|never|enough|plenty|fine|good|better|please|so|too|very)\b"
    r"|n['’]t\b|\b(?:looks?|feels?|seems?|says?|has|had|needs?|wants?|goes|gets?|could|means?)\b|^(?:less|more|too)\b|^(?:seen|viewed|taken|shot|drawn|painted|made|with|from|for|to|and|or|but)\b"
    r"|^(?:角度|姿势|构图|颜色|背景|风格|位置|视角|光线|色调|表情|样子|感觉|方向|angle|perspective|colou?rs?|style|mood|light|pose|background)$"
    r"|[不没别吗呢吧太]|[我你他她它们]|什么|怎么|^[余了过点些]|[余了]$",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"^(?:是|成|为|be |just |only |simply |an? |the |some )+", re.IGNORECASE)
_STATEMENT = re.compile(
    r"^(?:i|we|they|he|she|nobody|there|my \w+|our \w+)\b.{0,24}"
    r"(?:n['’]t|\b(?:no|not|never|have|already)\b|['’]ve got)"
    r"|^(?:我们?|我家|我们家|家里|他们?|她们?|人家|店里)(?:[^，]{0,4})?(?:没有?|不(?!要|想)|从来)",
    re.IGNORECASE,
)


def strip_subject(words: str) -> str:
    """Return *words* without a copula and articles before them, "" if they name nothing that an image can show."""
    bare = _PREFIX.sub("", words.strip()).strip()
    return "" if _NOTHING.search(bare) else bare


def is_statement(folded: str) -> bool:
    """Return whether the clause only states something about the user: we don't have a rink."""
    return _STATEMENT.search(folded) is not None
