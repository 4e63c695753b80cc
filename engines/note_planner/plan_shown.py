"""What a clause of feedback wants an image to show, in place of its subject or next to it."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence

from engines.language.characters import is_chinese
from engines.language.words import take_words
from engines.note_planner import plan_patterns as patterns
from engines.note_planner.clause_images import Clause
from engines.note_planner.plan_absence import is_subject
from engines.note_planner.plan_details import can_show
from engines.note_planner.plan_edits import with_subject
from engines.note_planner.plan_subjects import strip_subject
from engines.note_planner.plan_things import names_thing
from services.common.contract.note import ImagePlan

MAX_SUBJECT_LENGTH = 120
_SEEN = re.compile(
    r"(?:要|得|能|可以|必须|最好|让人|一定)+(?:看到|看见|看得到|看得见|看得清|看清|拍到|拍出|露出)([^，]{1,30})$"
    r"|(?:看到|看见|看得到|看得见|看得清|拍到|露出)([^，]{1,30})(?:才行|才好|才对|吧)$"
    r"|\b(?:able to|should|must|can|want to|need to|have to|let (?:me|us|people)) (?:\w+ )?see ([a-z][\w', -]{1,80}?)(?: (?:in|on) it)?$"
    r"|\bwith (?:the |an? |some )?([a-z][\w', -]{1,80}?) (?:visible|in view|in sight)$"
    r"|^(?:the |an? |some )?([a-z][\w', -]{1,80}?) (?:should|must|has to|have to|needs? to) be (?:visible|in view|in sight|seen)$",
    re.IGNORECASE,
)
"""Names what is to be seen on an image, next to what it shows."""
_THERE = re.compile(r"\bthere (?:should|must) be (?:an? |the |some )?([a-z][\w' -]{1,80})$", re.IGNORECASE)
"""Names what is to be on the images of the clauses before, next to what they show."""
_NEGATED = re.compile(r"[不别没]|\b(?:not?|never|without)\b|n['’]t\b", re.IGNORECASE)
_AND = re.compile(r"[和与跟及、]|以及|还有|,? and |, ", re.IGNORECASE)


def find_subject(clause: Clause) -> str:
    """Return the subject that the clause requests, "" for none."""
    bare = patterns.PLACE.sub("", clause.text).strip(" ：:，")
    if patterns.JOINS.match(clause.folded) or find_seen(clause) or (not clause.is_named and _THERE.search(bare)):
        return ""
    matches = (one.search(text) for one in (patterns.INSTEAD, patterns.SHOULD_BE) for text in (bare, clause.text))
    named = (next((group for group in match.groups() if group), "") for match in matches if match)
    subjects = (strip_subject(patterns.AFTER_SUBJECT.sub("", one.strip())) for one in named)
    subject = next(filter(None, subjects), "")
    if patterns.NO_SUBJECT.fullmatch(subject) or (patterns.ONLY.search(bare) and patterns.JUDGED.search(subject)):
        return ""
    if re.search(r"[“”\"「」『』]|^[^,:]*\bones?\b", subject):
        # A quoted text is no subject, and a pro-form without a noun names none.
        return ""
    if re.search(r" and an? ", subject) and not re.match(r"(?:an?|the|one|two|three) ", subject):
        subject = f"{'an' if subject[0] in 'aeiou' else 'a'} {subject}"
    return take_words(subject, MAX_SUBJECT_LENGTH) if can_show(subject) else ""


def find_seen(clause: Clause) -> tuple[str, ...]:
    """Return the names of what the clause wants to be seen on an image, known to the painter or not."""
    found = None if _NEGATED.search(clause.folded) else _SEEN.search(_strip_place(clause))
    listed = _AND.split(next(filter(None, found.groups()))) if found else []
    names = (patterns.AFTER_SUBJECT.sub("", one.strip()) for one in listed)
    return tuple(name for name in names if strip_subject(name))


def _is_thing(words: str) -> bool:
    return names_thing(words) and not patterns.COLOR_NAME.fullmatch(strip_subject(words))


def join_seen(plan: ImagePlan, addition: str, seen: Sequence[str]) -> ImagePlan:
    """Return *plan* with *addition* in its subject, of several *seen* things those that it lacks."""
    lacking = [one for one in seen if _is_thing(one) and not is_subject(plan, strip_subject(one))]
    lacking = [one for one in lacking if strip_subject(one) not in plan.subject]
    other = ("和" if is_chinese(addition) else " and ").join(lacking) if seen else addition
    if not other or (not seen and is_subject(plan, other)):
        return plan
    joined = f"，{other}" if other.startswith("背景") else f"和{other}" if is_chinese(other) else f" with {other}"
    return with_subject(plan, plan.subject + joined)


def _strip_place(clause: Clause) -> str:
    return patterns.PLACE.sub("", clause.text).strip(" ：:，")


def find_bare_subject(clause: Clause, rest: str) -> re.Match[str] | None:
    """Return the subject that is all of *rest*, a clause without its place; None for none."""
    found = None if patterns.JOINS.match(clause.folded) else patterns.BARE_SUBJECT.match(rest)
    # "Shiny and blue" is no thing.
    return None if found and patterns.COLOR_NAME.fullmatch(found[1].split()[-1]) else found


def find_addition(clause: Clause) -> str:
    """Return what the clause adds to the subject of an image, "" for nothing."""
    if seen := find_seen(clause):
        known = [one for one in seen if _is_thing(one)]
        return ("和" if is_chinese("".join(known)) else " and ").join(known)
    bare = patterns.PLACE.sub("", clause.text).strip(" ：:，")
    added = (None if clause.is_named else _THERE.search(bare)) or patterns.ALSO.search(bare)
    subject = next((group for group in added.groups() if group), "") if added else ""
    bare = strip_subject(patterns.AFTER_SUBJECT.sub("", subject.strip()))
    is_named = not re.match(r"ones?\b", bare)
    return take_words(bare, MAX_SUBJECT_LENGTH) if can_show(bare) and is_named else ""
