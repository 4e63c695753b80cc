"""Weather that is over: after rain nothing falls, and after snow it lies on the ground."""

import re
from dataclasses import replace

from engines.painter.content.mentions import Mention
from engines.painter.scene import Weather

_BEFORE = re.compile(
    r"\bafter (?:the |a |an )?(?:heavy |light |fresh |summer |spring |night )*$"
    r"|(?:刚刚?|才)?[下落飘](?:过|完)了?(?:一?[场阵])?[大小细暴春夏秋冬]?$|刚刚?(?:[下落飘]了)(?:一?[场阵])?[大小细暴]?$"
)
_AFTER = re.compile(
    r"过?后|过天晴|(?:已经?|刚刚?|才)?(?:停|过去|下完)了?"
    r"| (?:has |had |is |was |that )*(?:just )?(?:stopped|ended|ceased|passed|over|gone)\b"
)
_PAST = (Weather.RAIN, Weather.SNOW)


def widen_past(text: str, mention: Mention) -> Mention:
    """Return *mention* with the words by which its rain or snow is over (雨后, "after the rain"), if there are any."""
    if mention.named not in _PAST:
        return mention
    before, after = _BEFORE.search(text[: mention.start]), _AFTER.match(text, mention.end)
    start, end = before.start() if before else mention.start, after.end() if after else mention.end
    return replace(mention, start=start, end=end) if before or after else mention


def is_past(words: str) -> bool:
    """Return whether *words*, of weather, state that it is over."""
    return re.search(r"\bafter\b|过|完|停|后|刚|stopped|ended|ceased|passed|over|gone", words) is not None
