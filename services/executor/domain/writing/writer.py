"""The built-in writer: an assignment in, a draft out. The same assignment gives the same draft."""

from dataclasses import replace

from services.executor.domain.writing.composing import composed
from services.executor.domain.writing.finishing import finished
from services.executor.domain.writing.lengthening import lengthened
from services.executor.domain.writing.revising import revised
from services.executor.domain.writing.values import Assignment, Draft
from services.executor.domain.writing.wishes import changes_of, wishes_of


def written(assignment: Assignment) -> Draft:
    """Return the draft of *assignment*.

    Where there is a text before and what is wanted otherwise names parts or qualities of it, the rest of that text
    stays; where it names none, another text is written.
    """
    wishes = wishes_of(assignment)
    changes = changes_of(assignment.feedback)
    if assignment.before is None or not changes.named:
        draft = composed(assignment, wishes)
        if wishes.least is not None:
            draft = replace(draft, blocks=lengthened(assignment, draft.blocks, wishes, wishes.least))
        return finished(draft, wishes, assignment.language)
    draft = revised(assignment, assignment.before, changes, wishes)
    return finished(draft, wishes, assignment.language, sound=changes.sound)
