"""Digest of a question; its answers, resolved and validated. Pure."""

import hashlib
import json
from dataclasses import replace

from services.common.contract.questions import Answer, Decision, Question, Selection
from services.common.text.choices import list_names
from services.common.text.language import Text


def digest_question(question: Question) -> str:
    """Return the SHA-256, in hex, of the key and the displayed object as canonical JSON."""
    shown = json.dumps([question.key, question.shown], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(shown.encode(errors="surrogatepass")).hexdigest()


class AnswerInvalid(Exception):
    """An answer that the question does not allow: the *field* of the answer, and the *reason*."""

    def __init__(self, field: str, reason: Text) -> None:
        super().__init__(reason.en)
        self.field = field
        self.reason = reason


def resolve_answer(question: Question, answer: Answer) -> Answer:
    """Return *answer* with the ids of the options that it names by their labels or places. Other texts stay."""
    if set(answer.chosen) <= {option.id for option in question.options}:
        return answer
    # Not loaded at the start: most answers have ids.
    from engines.language.parsers.options import find_option

    return replace(answer, chosen=tuple(find_option(one, question.options) or one for one in answer.chosen))


def validate_answer(question: Question, answer: Answer) -> None:
    """Raise AnswerInvalid unless *question* allows *answer*. The workflow validates its `content`."""
    if answer.decision not in question.decisions:
        allowed = list_names(question.decisions)
        reason = Text(
            f"不能用 {answer.decision} 回答，可用的有：{allowed.zh}", f"{answer.decision} is not among {allowed.en}"
        )
        raise AnswerInvalid("decision", reason)
    if answer.decision is Decision.MODIFY and not answer.content:
        raise AnswerInvalid("content", Text("修改时必须给出修改后的内容", "to modify needs a content"))
    if answer.decision is Decision.CHOOSE:
        _validate_choice(question, answer)


def _validate_choice(question: Question, answer: Answer) -> None:
    unknown = [chosen for chosen in answer.chosen if chosen not in {option.id for option in question.options}]
    if unknown:
        raise AnswerInvalid("chosen", Text(f"没有“{unknown[0][:64]}”这个选项", f"{unknown[0][:64]!r} is no option"))
    if len(set(answer.chosen)) != len(answer.chosen):
        raise AnswerInvalid("chosen", Text("同一个选项选了两次", "an option is chosen twice"))
    if question.selection is Selection.SINGLE and len(answer.chosen) > 1:
        raise AnswerInvalid("chosen", Text("只能选一个", "only one option can be chosen"))
    if answer.chosen or (question.allow_custom and answer.feedback.strip()):
        return
    raise AnswerInvalid("chosen", Text("还没有选", "nothing is chosen"))
