"""The topic of a note: a name that fits into a title, and the details of a long one."""

import re

from engines.note_planner.request.topics import MAX_TOPIC_WIDTH

_BUDGET = re.compile(r"^(预算[\d一二两三四五六七八九十百千万]+(?:元|块钱?)?(?:以内|左右|以下)?)[，、的\s]*(?=.{3})")
_BOUNDARY = re.compile(
    r"[，。,;；:：]\s*|\s+(?=(?:for|with|without|in|on|at|after|before|when|while|during|who|that|under|and|across|of|to)\s)"
)
_FOR_WHOM = re.compile(r"(?:for|with|without)\s")
# A truncated topic does not end with a word that needs another one.
_DANGLING = re.compile(
    r"(?:\s+(?:the|an?|my|our|your|where|when|which|who|that|while|and|or|of|with|for|in|on|to|is))+$"
)
_MIN_TOPIC, _MIN_BEFORE_DETAIL = 8, 12


def split_topic(text: str, longest: int = MAX_TOPIC_WIDTH) -> tuple[str, tuple[str, ...]]:
    """Return the topic in *text*, of at most *longest* letters and whole words, and the rest of it as details."""
    details = list[str]()
    if budget := _BUDGET.match(text):
        details.append(budget[1])
        text = text[budget.end() :]
    if len(text) <= longest:
        return text, tuple(details)
    ends = [found for found in _BOUNDARY.finditer(text) if _MIN_TOPIC <= found.start() <= longest]
    if ends:
        # The words for recipients and means are details; without them, the last boundary retains most of the topic.
        end = next(
            (one for one in ends if one.start() >= _MIN_BEFORE_DETAIL and _FOR_WHOM.match(text, one.end())), ends[-1]
        )
        topic, rest = text[: end.start()], text[end.end() :]
    else:
        space = text.rfind(" ", 0, longest)
        length = space if space > _MIN_TOPIC else longest
        topic, rest = text[:length], text[length:]
    return _DANGLING.sub("", topic.strip()), (*details, rest.strip(" ，。,.;；"))
