"""What a clause of feedback wants an image to show, in place of its subject or next to it."""

import re

from engines.language.words import take_words
from engines.note_planner import plan_patterns as patterns
from engines.note_planner.clause_images import Clause
from engines.note_planner.plan_details import can_show
from engines.note_planner.plan_subjects import strip_subject

MAX_SUBJECT_LENGTH = 120


def find_subject(clause: Clause) -> str:
    """Return the subject that the clause requests, "" for none."""
    bare = patterns.PLACE.sub("", clause.text).strip(" ：:，")
    if patterns.JOINS.match(clause.folded):
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


def find_bare_subject(clause: Clause, rest: str) -> re.Match[str] | None:
    """Return the subject that is all of *rest*, a clause without its place; None for none."""
    found = None if patterns.JOINS.match(clause.folded) else patterns.BARE_SUBJECT.match(rest)
    # "Shiny and blue" is no thing.
    return None if found and patterns.COLOR_NAME.fullmatch(found[1].split()[-1]) else found


def find_addition(clause: Clause) -> str:
    """Return what the clause adds to the subject of an image, "" for nothing."""
    added = patterns.ALSO.search(patterns.PLACE.sub("", clause.text).strip(" ：:，"))
    subject = next((group for group in added.groups() if group), "") if added else ""
    bare = strip_subject(patterns.AFTER_SUBJECT.sub("", subject.strip()))
    is_named = not re.match(r"ones?\b", bare)
    return take_words(bare, MAX_SUBJECT_LENGTH) if can_show(bare) and is_named else ""
