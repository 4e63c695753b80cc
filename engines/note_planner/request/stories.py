"""The topic of a request that only reports something: the start of what the user reports, in whole clauses.

"I look after my brother, and this weekend we took the tram. Please write that as a post."
"""

import itertools
import re
from collections.abc import Sequence

from engines.language.characters import fold, is_chinese
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.readings import Basis, Reading, split_sentences
from engines.note_planner.request.situations import is_statement
from engines.note_planner.request.subjects import join_subject
from engines.note_planner.request.topics import get_max_width
from engines.note_subject import COMPLAINT
from services.common.text.width import measure_width

MAX_STORY, MIN_CONTENT = 56, 3
"""Width of what a Chinese user reports as far as it is the topic; more is no title. Words of a first sentence that is
enough for a topic."""
_TROUBLE = re.compile(r",? but (?=\w+ \w+ )", re.IGNORECASE)
"""Precedes what is wrong, of a statement about something that an earlier clause names."""
_OF_THIRD = re.compile(r"(?:he|she|they)\b", re.IGNORECASE)
_HEADING = re.compile(r"(?:the|my|our) [\w'’-]+(?: [\w'’-]+)?", re.IGNORECASE)


def find_story(readings: Sequence[Reading], text: str) -> str:
    """Return the start of what the user reports, where a note is requested on that alone; "" for another request.

    "I look after my brother, and this weekend we took the tram. Please write that as a post."
    """
    is_question = any(one.text and one.basis < Basis.STATEMENT and not one.is_frame for one in readings)
    names = any(one.basis is Basis.NAMED and one.text for one in readings)
    stated = [*itertools.takewhile(lambda one: one.basis is Basis.STATEMENT, readings)]
    if not stated or is_question or names or not any(one.is_frame and not one.is_complete for one in readings):
        return ""
    sentence = next((one for one in split_sentences(text) if stated[0].text in one), "")
    of_first = [one for one in stated if one.text in sentence]
    stated = of_first if sum(len(list_content(one.text)) for one in of_first) >= MIN_CONTENT else stated
    comma, longest = ("，", MAX_STORY) if is_chinese(stated[0].text) else (", ", get_max_width(stated[0].text))
    clauses = [one.text if not place else lower_start(one.text) for place, one in enumerate(stated)]
    ends = (comma.join(clauses[:count]) for count in range(len(stated), 0, -1))
    end = next((end for end in ends if measure_width(end) <= longest), "")
    rest = stated[len(end.split(comma)) :][:1]
    trouble = _TROUBLE.search(rest[0].text) if rest and len(stated) > 1 and end == clauses[0] else None
    if trouble and (joined := join_subject(end, rest[0].text[trouble.end() :])):
        return joined
    return _quote_sentence(stated, end, text)


def _quote_sentence(stated: Sequence[Reading], joined: str, text: str) -> str:
    """Return the clauses of *joined* as the user wrote them, if one sentence of *text* has them all."""
    sentence = next((one for one in split_sentences(text) if stated[0].text in one), "")
    last = next((one.text for one in reversed(stated) if joined.endswith(lower_start(one.text))), "")
    place = sentence.find(last) if last else -1
    return sentence[sentence.find(stated[0].text) : place + len(last)] if place >= 0 else joined


def lower_start(clause: str) -> str:
    """Return an English *clause* as it reads after a comma: its first word is in lower case, if it is no name."""
    first, gap, rest = clause.partition(" ")
    is_name = re.match(r"I(?:['’]|$)", first) is not None or bool(list_content(first))
    return clause if is_name else f"{first.lower()}{gap}{rest}"


def restore_sentence(statement: Reading, readings: Sequence[Reading], text: str) -> str:
    """Return the sentence of an English *statement* that a later clause completes ("… and he won't climb the stairs").

    After a heading it is the next sentence ("The office fridge. Someone labels everything").
    """
    if is_chinese(statement.text) or any(one.basis is Basis.QUESTION and one.is_complete for one in readings):
        return statement.text
    place = readings.index(statement)
    if (trouble := _TROUBLE.search(statement.text)) and place:
        return join_subject(readings[0].text, statement.text[trouble.end() :]) or statement.text
    following = readings[place + 1] if place + 1 < len(readings) else None
    if following is None or following.basis is not Basis.STATEMENT:
        return statement.text
    sentence = next((one for one in split_sentences(text) if statement.text in one), "")
    is_stated = is_statement(statement.clause) and not COMPLAINT.search(fold(statement.text))
    if following.text in sentence and is_stated and _OF_THIRD.match(following.text):
        end = sentence.find(following.text) + len(following.text)
        joined = sentence[sentence.find(statement.text) : end]
    elif _HEADING.fullmatch(statement.text):
        joined = f"{statement.text}, {lower_start(following.text)}"
    else:
        return statement.text
    return joined if measure_width(joined) <= get_max_width(joined) else statement.text
