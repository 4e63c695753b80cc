"""Requests for more on a subject that the clause names: 水温那块多写几句, flesh out the part about finding the hole."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.coverage import is_name
from engines.note_writer.feedback.pairs import first_group, strip_name

_MORE_ZH = r"(?:多[写讲说来加聊]|展开|细[讲说写]|详细|具体[讲说写点]|补充|扩[写充]|丰富|写细|讲细|说细)"
_MORE_EN = r"(?:flesh out|fill out|expand(?: on| upon)?|elaborate(?: on)?|build out|beef up|go into|(?:say|write|tell us|give us|add|include|have|needs?|want) (?:a (?:little|bit|lot) )?more (?:\w+ )?(?:about|on|for)|(?:a (?:little|bit|lot) )?more (?:detail|details|depth|info)?\s?(?:about|on))"
MORE = re.compile(
    rf"{_MORE_ZH}|\b{_MORE_EN}\b|一[段节条]|重点|\b(?:section|paragraph|line|bit) (?:about|on|for)\b", re.IGNORECASE
)
"""Asks for more than a word that the text has."""
_ELABORATED = re.compile(
    rf"^(?:把|将|就是|尤其是?|特别是?|主要是?)*(?P<zh>[\u4e00-\u9fff]{{2,10}}?)(?:的)?(?:[那这](?:一?[块段部节条点]分?|里|个)|部分|方面|内容)(?:再|能不能|可以|给我|都|要|也|稍微)*{_MORE_ZH}.{{0,6}}$"
    rf"|^(?:再|能不能|可以|给我|要|稍微)*{_MORE_ZH}一?[点些下]?(?:关于|有关)?(?P<zh_after>[\u4e00-\u9fff]{{2,10}}?)(?:的)?(?:[那这](?:一?[块段部节条点]分?|里)|部分|方面|内容)$"
    rf"|\b{_MORE_EN} (?:the )?(?:(?:part|section|bit|paragraph|stuff) (?:about|on|where|with) )?(?:the )?(?P<en>[a-z][\w'’ -]{{2,40}}?)(?: (?:part|section|bit|paragraph|stuff))?(?: (?:please|though|a bit|a little|more))*$",
    re.IGNORECASE,
)
_NOTHING_NAMED = re.compile(
    r"^(?:it|this|that|them|things?|everything|an?|little|bit|lot|please|more|longer|further|the (?:text|post|note)|text|post|note|detail|depth|整体|全文|内容|正文|每|各)\b|^(?:整体|全文|内容|正文|每|各|开头|结尾|第|最后|前|后)",
    re.IGNORECASE,
)


def parse_elaboration(text: str, clause: str) -> Change | None:
    """Return the change of a clause that asks for more on a subject, None for another clause."""
    found = _ELABORATED.search(clause)
    name = strip_name(first_group(found)) if found else ""
    is_named = bool(name) and is_name(name) and not _NOTHING_NAMED.search(name)
    return Change(text, Kind.CONTAIN, Part.BODY, name) if is_named else None
