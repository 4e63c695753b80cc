"""The verdict on a change of a graph: first from the checks in code, then from a model's judgment of the request.

A judgment cannot outweigh a problem that the checks find. Without a model, or if it failed, a valid change passes, and
the verdict states that it was not judged whether the request is met.
"""

from dataclasses import dataclass
from typing import Final

from services.common.contract.image_chat import Verdict
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.critic.domain.graph.judgment import GraphJudgment
from services.critic.domain.sentences import deduplicate, join_sentences

PLANNER: Final = "planner"
VALIDITY, REQUEST = "validity", "request"
MAX_LISTED: Final = 5
_SOUND = Text("改动后的图通过了检查", "The changed graph passes all checks")
_BROKEN = Text("改动后的图有 {count} 处问题", "Problems of the changed graph: {count}")
_UNFINISHED = Text("还没连上：{places}", "Not connected yet: {places}")
NOT_JUDGED = Text("没有配置模型，没有判断是否符合要求", "Without a model it was not judged whether the request is met")
SKIPPED = Text("预算不足，没有判断是否符合要求", "The budget left no judgment whether the request is met")
NO_JUDGMENT = Text("模型没有给出判断，不能确定是否符合要求", "The model gave no judgment whether the request is met")


@dataclass(frozen=True, slots=True)
class GraphAssessment:
    """Findings of the checks in code.

    Attributes:
        problems: problems that the change introduced, in the language of the run.
        unfinished: required inputs of new nodes that have no link yet; a graph is built step by step.
        graph: the changed graph as data of a prompt.

    """

    problems: tuple[str, ...]
    unfinished: tuple[str, ...]
    graph: str = ""


def decide_by_checks(assessment: GraphAssessment, language: Language, reason: Text = NOT_JUDGED) -> Verdict:
    """Return the verdict if no model judged the request, for *reason*."""
    if assessment.problems:
        return _reject(assessment, language)
    feedback = join_sentences((*_describe(assessment, language), reason.pick(language)), language)
    return Verdict(True, 1.0, {VALIDITY: 1.0}, feedback, judged=False)


def decide_with_judgment(assessment: GraphAssessment, judgment: GraphJudgment, language: Language) -> Verdict:
    """Return the verdict from the checks and a model's judgment."""
    if assessment.problems:
        return _reject(assessment, language)
    suggestions = deduplicate(map(to_one_line, judgment.suggestions))
    feedback = to_one_line(judgment.feedback)
    sentences = [*_describe(assessment, language), *([feedback] if feedback else [])]
    score = round(judgment.score, 2)
    return Verdict(
        judgment.met,
        score,
        {VALIDITY: 1.0, REQUEST: score},
        join_sentences(sentences, language),
        () if judgment.met else suggestions,
        return_to="" if judgment.met else PLANNER,
    )


def _reject(assessment: GraphAssessment, language: Language) -> Verdict:
    listed = assessment.problems[:MAX_LISTED]
    summary = _BROKEN.pick(language).format(count=len(assessment.problems))
    feedback = join_sentences((summary, *listed), language)
    return Verdict(False, 0.0, {VALIDITY: 0.0}, feedback, listed, return_to=PLANNER)


def _describe(assessment: GraphAssessment, language: Language) -> tuple[str, ...]:
    sentences = [_SOUND.pick(language)]
    if assessment.unfinished:
        joined = ("、" if language is Language.CHINESE else ", ").join(assessment.unfinished[:MAX_LISTED])
        sentences.append(_UNFINISHED.pick(language).format(places=joined))
    return tuple(sentences)
