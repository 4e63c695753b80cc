"""Facts that a request lists after a colon: what the note is to state, not what it is about."""

import re
from dataclasses import dataclass

from engines.note_planner.request.completeness import list_content

_COLON, _CLOCK_COLON = r"(?:(?<!\d)[:：]|[:：](?!\d))", r"(?<=\d)[:：](?=\d)"
_LIST = re.compile(
    rf"(?P<head>(?:[^。.!！?？;；:：…\n]|{_CLOCK_COLON}){{2,80}}){_COLON}\s*"
    rf"(?P<items>(?:[^。!！?？;；:：…\n]|{_CLOCK_COLON})+?)(?P<rest>[。!！?？;；…\n].*|\.(?:\s.*)?)?",
    re.DOTALL,
)
_SEPARATORS = re.compile(r"[,，、](?!\d{3})\s*")
_PRICE_OR_TIME = re.compile(
    r"\d ?(?:元|块|美元|日元|欧元|英镑|港币)"
    r"|(?:早上?|上午|中午|下午|晚上?|凌晨|清晨|傍晚|半夜)[\d一二两三四五六七八九十]+点"
    r"|[\d一二两三四五六七八九十]点(?:钟|半|多|前|后)|\d[:：]\d\d"
    r"|[$€£¥]\s?\d|\d ?(?:yen|euros?|dollars?|pounds?|bucks|a\.?m|p\.?m)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"预算|以内|以下|之内|不超过|不到|最多|控制|上限|\b(?:under|below|max|maximum|at most|less than|up to|budget)\b",
    re.IGNORECASE,
)
_LEAST = 2
"""Facts of a list; one number may be a requirement."""


@dataclass(frozen=True, slots=True)
class ListedReport:
    """A request whose list of facts is taken out: the other words, and the facts as one sentence."""

    request: str
    items: str


def take_listed_report(text: str) -> ListedReport | None:
    """Return *text* without the facts that it lists after a colon, None if it lists none.

    At least two items state a price or a time that is no limit (高铁票 73 元, "empty at 6 am").
    """
    found = _LIST.fullmatch(text)
    if found is None or not list_content(found["head"]):
        return None
    items = [one for one in _SEPARATORS.split(found["items"]) if one.strip()]
    if sum(_PRICE_OR_TIME.search(one) is not None and not _LIMIT.search(one) for one in items) < _LEAST:
        return None
    return ListedReport(f"{found['head']}{found['rest'] or ''}", found["items"].strip(" .,，、"))
