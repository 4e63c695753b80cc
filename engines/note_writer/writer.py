"""Entry point of the note writer. The same request gives the same draft."""

from dataclasses import replace

from engines.language.characters import is_chinese
from engines.note_writer.composition import compose, remark_on_revision
from engines.note_writer.expansion import expand
from engines.note_writer.feedback.application import apply_changes
from engines.note_writer.feedback.changes import Change, Kind
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.form import remark_on_form
from engines.note_writer.lengths import Unit
from engines.note_writer.parsers.requirements import Requirements, parse_requirements
from engines.note_writer.postprocess import postprocess
from engines.note_writer.values import Draft, NoteRequest
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.text.language import Language, Text

_TOO_SHORT = Text(
    "正文 {length} {units}，不到要求的 {least} {units}：没有更多与主题有关的内容。",
    "The body has {length} {units}, fewer than the required {least} {units}: there is nothing more on the topic.",
)
_OF_REVIEW = Text("评审的意见", "the remarks of the review")
_UNITS = {Unit.CHARACTERS: Text("字", "characters"), Unit.WORDS: Text("个单词", "words")}


def write_note(request: NoteRequest) -> Draft:
    """Return a draft for *request*, or the previous draft with the changes that the feedback requests.

    Every part of a user's feedback is in the draft's `changes`, with its outcome; of a critic's, what was changed. A
    critic whose feedback names nothing to change gets a new draft.
    """
    requirements = parse_requirements(request)
    if request.previous is None or not request.feedback.strip():
        return _write_again(request, requirements)
    feedback = request.feedback if request.user_feedback else _select_suggestions(request.feedback)
    changes = parse_changes(feedback) or (Change(feedback.strip(), Kind.UNKNOWN),)
    if not request.user_feedback and all(change.kind is Kind.UNKNOWN for change in changes):
        return _write_again(request, requirements)
    revision = apply_changes(request.previous, changes, request, requirements)
    reported = tuple(_report(change, outcome) for change, outcome in revision.outcomes)
    return replace(
        revision.draft,
        changes=reported if request.user_feedback else _summarize(reported, request.language),
        remarks=(
            *remark_on_revision(request, requirements, revision.draft),
            *remark_on_form(request, revision.draft),
        ),
    )


def _select_suggestions(feedback: str) -> str:
    """Return the suggestions of a critic: the lines after the first one, which only quotes what it found."""
    findings, _, suggestions = feedback.strip().partition("\n")
    return suggestions or findings


def _write_again(request: NoteRequest, requirements: Requirements) -> Draft:
    draft = compose(request, requirements)
    if requirements.min_length is not None:
        draft = replace(draft, blocks=expand(request, draft.blocks, requirements, requirements.min_length))
    draft = postprocess(draft, requirements, request.language)
    remarks = (*_remark_on_length(draft, requirements, request.language), *remark_on_form(request, draft))
    return replace(draft, remarks=(*draft.remarks, *remarks))


def _remark_on_length(draft: Draft, requirements: Requirements, language: Language) -> tuple[str, ...]:
    least = requirements.min_length
    if least is None or least.measure(draft.body) >= least.count:
        return ()
    units = _UNITS[least.unit].pick(language)
    return (_TOO_SHORT.pick(language).format(length=least.measure(draft.body), least=least.count, units=units),)


def _summarize(reported: tuple[FeedbackChange, ...], language: Language) -> tuple[FeedbackChange, ...]:
    """Return what was changed by a critic's feedback, or that nothing was: its remarks are in the verdict already."""
    applied = tuple(one for one in reported if one.outcome in (ChangeOutcome.DONE, ChangeOutcome.PARTLY))
    return applied or (FeedbackChange(_OF_REVIEW.pick(language), ChangeOutcome.NOT_POSSIBLE),)


def _report(change: Change, outcome: ChangeOutcome) -> FeedbackChange:
    text = ("，" if is_chinese(change.text) else ", ").join((change.text, *change.repeated, *change.reasons))
    return FeedbackChange(text, outcome)
