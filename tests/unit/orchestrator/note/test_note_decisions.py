"""Decisions of the user about a note: approvals, rejections, own texts and plans, answers to questions."""

from dataclasses import replace

import pytest
from reflow.v1 import limit_pb2, steps_pb2

from services.common.contract import requests
from services.common.contract.image_chat import Verdict
from services.common.contract.note import Clarification, NoteContent
from services.common.contract.questions import Answer, Decision, Option, Question
from services.common.contract.results import StepResult
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.note.approvals import MAX_PLAN_ID_LENGTH
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.note.note_roles import (
    BRIEF,
    CONTENT,
    GOOD,
    PLANS,
    QUIET,
    approving,
    delivered,
    one_by_one,
    played,
    reported,
    scored,
    worked,
)
from tests.unit.orchestrator.note.test_note_routing import ASKING

UNCLEAR = Clarification("topic", "写什么主题？", (Option("spring", "春游"), Option("camp", "露营")))


def test_the_user_reviews_the_text_and_the_plans() -> None:
    run = played(ASKING)
    assert [event.question.kind for event in run.of(ev.QuestionAsked) if isinstance(event, ev.QuestionAsked)] == [
        "content",
        "image_plans",
    ]


def test_a_rejected_text_is_rewritten_with_the_feedback_and_displayed_again() -> None:
    received: list[tuple[str, NoteContent | None]] = []

    def writer(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.WriteNote)
        received.append((step.call.feedback, step.call.previous_content))
        return CONTENT

    run = played(ASKING, {A.WRITER: writer}, user=reported(Answer(Decision.REJECT, "短一点")))
    assert received == [("", None), ("短一点", CONTENT)]
    keys = [event.question.key for event in run.of(ev.QuestionAsked) if isinstance(event, ev.QuestionAsked)]
    assert keys == ["content-1", "content-2", "image_plans-1"]


def test_a_users_own_text_replaces_the_agents_and_is_delivered() -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": ["#春游", "周末"]}
    run = played(ASKING, user=reported(Answer(Decision.MODIFY, content=own)))
    assert delivered(run).content == NoteContent("我的春游", "我自己写的。", ("春游", "周末"), engine="person")


@pytest.mark.parametrize("dimension", ["content", "evidence", "brief"])
def test_no_review_discards_the_users_own_text(dimension: str) -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": []}
    bad = scored(**{dimension: 0.1, "layout": 0.5})
    run = played(ASKING, {A.REVIEW: one_by_one(bad, GOOD)}, user=reported(Answer(Decision.MODIFY, content=own)))
    (back,) = run.of(ev.RunReflowed)
    assert isinstance(back, ev.RunReflowed)
    assert back.return_to == A.LAYOUT
    content = delivered(run).content
    assert content is not None
    assert content.title == "我的春游"


def test_a_note_with_a_low_score_only_for_the_users_own_text_is_delivered() -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": []}
    low = scored(content=0.1, layout=0.9, images=0.8)
    run = played(ASKING, {A.REVIEW: low}, user=reported(Answer(Decision.MODIFY, content=own)))
    assert not run.of(ev.RunReflowed)


def test_after_ten_rejections_a_text_can_only_be_approved_or_rewritten_by_the_user() -> None:
    def stubborn(question: Question) -> Answer:
        return Answer(Decision.REJECT, "再来") if Decision.REJECT in question.decisions else Answer(Decision.APPROVE)

    run = played(ASKING, user=stubborn)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert run.run.state.rejections == 10


def test_an_unclear_request_leads_to_one_question_and_the_answer_reaches_the_agent() -> None:
    received: list[tuple[str, ...]] = []

    def compiler(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.CompileBrief)
        received.append(tuple(text.answer for text in step.call.clarification_answers))
        return replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)

    requested = replace(QUIET, skip_clarification=False)
    run = played(requested, {A.BRIEF: compiler}, user=reported(Answer(Decision.CHOOSE, "带孩子", ("spring",))))
    assert received == [(), ("春游；带孩子",)]
    assert len(run.of(ev.QuestionAsked)) == 1


def test_a_question_that_the_user_leaves_open_is_not_repeated() -> None:
    unclear = replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)
    run = played(replace(QUIET, skip_clarification=False), {A.BRIEF: unclear}, user=approving)
    assert (len(run.of(ev.QuestionAsked)), worked(run).count("brief_compiler_agent-1")) == (1, 1)


def test_a_run_configured_without_questions_asks_none() -> None:
    unclear = replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)
    assert not played(QUIET, {A.BRIEF: unclear}).of(ev.QuestionAsked)


def test_a_run_that_asks_nothing_states_the_default_that_it_used() -> None:
    unclear = replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)
    remarks = "\n".join(delivered(played(QUIET, {A.BRIEF: unclear})).remarks)
    assert UNCLEAR.question in remarks and f"主题“{BRIEF.topic}”" in remarks


def test_plans_changed_by_a_user_are_painted_as_changed() -> None:
    own = {"imagePlans": [{"planId": "mine", "prompt": "一棵树"}]}

    def user(question: Question) -> Answer:
        return Answer(Decision.MODIFY, content=own) if question.kind == "image_plans" else Answer(Decision.APPROVE)

    run = played(ASKING, user=user)
    assert [name for name in worked(run) if name.startswith("image_agent")] == ["image_agent-1-mine"]
    assert PLANS.plans[0].plan_id not in run.run.state.images


def test_the_reviewer_receives_the_users_answers() -> None:
    received: list[str] = []

    def reviewer(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.ReviewNote)
        received.append(step.call.text)
        return GOOD

    unclear = replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)
    answer = Answer(Decision.CHOOSE, "", ("camp",))
    requested = replace(QUIET, skip_clarification=False)
    played(requested, {A.BRIEF: one_by_one(unclear, BRIEF), A.REVIEW: reviewer}, user=reported(answer))
    assert received == ["写一篇春游攻略\n露营"]


def test_the_steps_of_a_users_plans_have_names_that_every_service_accepts() -> None:
    own = {"imagePlans": [{"planId": "x" * MAX_PLAN_ID_LENGTH, "prompt": "一棵树"}]}

    def user(question: Question) -> Answer:
        return Answer(Decision.MODIFY, content=own) if question.kind == "image_plans" else Answer(Decision.APPROVE)

    run = played(ASKING, user=user)
    (step,) = [name for name in worked(run) if name.startswith("image_agent")]
    longest = steps_pb2.StepContext.DESCRIPTOR.fields_by_name["step"].GetOptions().Extensions[limit_pb2.limit]
    assert len(step) + len("00") <= longest.max_length  # 100 rounds are more than there can be


def test_an_approved_text_that_is_sent_back_is_displayed_again() -> None:
    run = played(ASKING, {A.REVIEW: one_by_one(scored(content=0.3), GOOD)})
    keys = [event.question.key for event in run.of(ev.QuestionAsked) if isinstance(event, ev.QuestionAsked)]
    assert keys == ["content-1", "image_plans-1", "content-2", "image_plans-2"]


def test_a_users_own_text_is_delivered_even_where_an_earlier_note_scored_higher() -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": []}

    def user(question: Question) -> Answer:
        mine = question.key == "content-2"
        return Answer(Decision.MODIFY, content=own) if mine else Answer(Decision.APPROVE)

    verdicts = one_by_one(*(Verdict(False, score, {"content": score}) for score in (0.5, 0.4)))
    content = delivered(played(ASKING, {A.REVIEW: verdicts}, user=user)).content
    assert content is not None
    assert content.title == "我的春游"
