"""Routing of a note: the chain, the consequences of a review, of advice, and of a user's answer."""

from dataclasses import replace

import pytest
from reflow.v1 import limit_pb2, steps_pb2

from services.common.contract import activity, requests
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import Advice, Clarification, ComposedNote, EvidencePack, NoteContent
from services.common.contract.questions import Answer, Decision, Option, Question
from services.common.contract.results import StepResult
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.advice import Ignore, decide_on_advice
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.note.approvals import MAX_PLAN_ID_LENGTH
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.usage import Resource
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.note_roles import (
    BRIEF,
    CONTENT,
    GOOD,
    LIMITS,
    PLANS,
    QUIET,
    SUPERVISED,
    agents,
    approving,
    one_by_one,
    played,
    reported,
    succeed,
)
from tests.unit.orchestrator.simulation import START_TIME, SimulatedRun, simulate, started

ASKING = replace(QUIET, skip_content_approval=False, skip_image_plans_approval=False)
UNCLEAR = Clarification("topic", "写什么主题？", (Option("spring", "春游"), Option("camp", "露营")))


def worked(run: SimulatedRun) -> list[str]:
    """Return the names of the steps that were finished, in order."""
    return [event.step for event in run.of(ev.StepFinished) if isinstance(event, ev.StepFinished)]


def delivered(run: SimulatedRun) -> ComposedNote:
    """Return the note that a run delivered."""
    (event,) = run.of(ev.WorkDelivered)
    assert isinstance(event, ev.WorkDelivered)
    return event.result


def scored(**dimensions: float) -> Verdict:
    """Return a judgment that passes, whatever its scores."""
    return Verdict(passed=True, score=0.9, dimensions=dimensions, feedback="很好")


def test_the_agents_run_in_the_order_of_the_chain_and_concurrently_where_possible() -> None:
    run = played(replace(QUIET, reference_asset_ids=("a",)))
    assert worked(run) == [
        "brief_compiler_agent-1",
        "research_evidence_agent-1",
        "reference_intelligence_agent-1",
        "writer_agent-1",
        "layout_planner_agent-1",
        "image_planner_agent-1",
        "image_agent-1-image-1",
        "image_agent-1-image-2",
        "image_agent-1-image-3",
        "review_agent-1",
    ]


def test_without_reference_images_none_are_analyzed() -> None:
    assert "reference_intelligence_agent-1" not in worked(played())


def test_each_agent_is_announced_before_it_starts() -> None:
    decided = [event.agent for event in played().of(ev.RouteDecided) if isinstance(event, ev.RouteDecided)]
    assert decided == [A.BRIEF, A.EVIDENCE, A.WRITER, A.LAYOUT, A.IMAGE_PLANNER, A.IMAGES, A.REVIEW]


@pytest.mark.parametrize(
    ("dimension", "owner", "redone"),
    [
        ("images", A.IMAGES, {A.IMAGES, A.REVIEW}),
        ("alignment", A.IMAGE_PLANNER, {A.IMAGE_PLANNER, A.IMAGES, A.REVIEW}),
        ("layout", A.LAYOUT, {A.LAYOUT, A.IMAGE_PLANNER, A.IMAGES, A.REVIEW}),
        ("content", A.WRITER, {A.WRITER, A.LAYOUT, A.IMAGE_PLANNER, A.IMAGES, A.REVIEW}),
        ("references", A.REFERENCES, {A.REFERENCES, A.WRITER, A.LAYOUT, A.IMAGE_PLANNER, A.IMAGES, A.REVIEW}),
        ("evidence", A.EVIDENCE, {A.EVIDENCE, A.WRITER, A.LAYOUT, A.IMAGE_PLANNER, A.IMAGES, A.REVIEW}),
        ("brief", A.BRIEF, set(A) - {A.SUPERVISOR, A.REFERENCES}),
    ],
)
def test_a_passed_review_with_a_low_score_repeats_its_owner_and_the_steps_after_it_only(
    dimension: str, owner: A, redone: set[A]
) -> None:
    verdicts = one_by_one(scored(**{"content": 0.8, "images": 0.7} | {dimension: 0.4}), GOOD)
    run = played(replace(QUIET, reference_asset_ids=("a",)), {A.REVIEW: verdicts})
    again = {A(name.split("-")[0]) for name in worked(run) if name.split("-")[1] == "2"}
    assert again == redone
    (back,) = run.of(ev.RunReflowed)
    assert isinstance(back, ev.RunReflowed)
    assert back.return_to == owner


def test_the_lowest_of_several_low_scores_selects_the_agent_that_repeats() -> None:
    run = played(reported_agents={A.REVIEW: one_by_one(scored(content=0.5, images=0.3, layout=0.4), GOOD)})
    (back,) = run.of(ev.RunReflowed)
    assert isinstance(back, ev.RunReflowed)
    assert back.return_to == A.IMAGES


def test_an_agent_that_repeats_receives_the_feedback_of_the_reviewer() -> None:
    received: list[str] = []

    def writer(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.WriteNote)
        received.append(step.call.feedback)
        return CONTENT

    low = Verdict(False, 0.4, {"content": 0.4}, "太空了", ("写三个地点",))
    played(reported_agents={A.WRITER: writer, A.REVIEW: one_by_one(low, GOOD)})
    assert received == ["", "太空了\n写三个地点"]


def test_when_no_returns_are_left_the_best_note_so_far_is_delivered_with_a_remark() -> None:
    texts = one_by_one(*(replace(CONTENT, title=f"第{number}稿") for number in (1, 2, 3, 4)))
    verdicts = one_by_one(*(Verdict(False, score, {"content": score}) for score in (0.3, 0.5, 0.4, 0.2)))
    run = played(reported_agents={A.WRITER: texts, A.REVIEW: verdicts})
    assert len(run.of(ev.RunReflowed)) == LIMITS.returns
    note = delivered(run)
    assert note.content is not None
    assert (note.content.title, "最好的一版" in note.remarks[0]) == ("第2稿", True)


def test_a_note_passes_with_a_remark_when_the_reviewer_is_unavailable() -> None:
    run = played(reported_agents={A.REVIEW: Failure(Code.EXECUTION_TIMEOUT, "")})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert any("没有经过评审" in remark for remark in delivered(run).remarks)


def test_a_note_with_one_missing_image_of_three_is_delivered_with_a_remark() -> None:
    def painter(step: Step, _: int) -> StepResult | Failure:
        return Failure(Code.EXECUTION_FAILED, "坏了") if step.name.endswith("image-2") else succeed(step)

    note = delivered(played(reported_agents={A.IMAGES: painter}))
    assert [image.plan_id for image in note.images] == ["image-1", "image-3"]
    assert [plan.plan_id for plan in note.missing] == ["image-2"]
    assert note.remarks == ("计划 3 张配图，有 1 张没有画成。",)


def test_without_any_image_the_run_fails_and_the_text_is_stored() -> None:
    run = played(reported_agents={A.IMAGES: Failure(Code.EXECUTION_FAILED, "坏了")})
    assert run.run.status is ev.RunStatus.FAILED
    assert run.run.state.content == CONTENT


@pytest.mark.parametrize("agent", [A.BRIEF, A.WRITER, A.LAYOUT, A.IMAGE_PLANNER])
def test_an_agent_whose_model_fails_permanently_works_by_rules_and_a_warning_is_recorded(agent: A) -> None:
    def broken(step: Step, _: int) -> StepResult | Failure:
        return succeed(step) if getattr(step.call, "builtin_only", False) else Failure(Code.LLM_TIMEOUT, "")

    run = played(reported_agents={agent: broken})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert len(run.of(ev.WarningRecorded)) == 1
    assert f"{agent}-2" in worked(run)


def test_without_evidence_the_note_continues() -> None:
    run = played(reported_agents={A.EVIDENCE: Failure(Code.VECTOR_DB_ERROR, "")})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert run.run.state.evidence == EvidencePack()


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


def test_a_run_that_is_to_ask_nothing_asks_nothing() -> None:
    unclear = replace(BRIEF, requirement_clarity=0.2, clarification=UNCLEAR)
    assert not played(QUIET, {A.BRIEF: unclear}).of(ev.QuestionAsked)


def test_advice_that_leads_back_is_followed() -> None:
    advice = one_by_one(Advice(), Advice("brief_compiler_agent", "主题不对"), Advice())
    run = played(reported_agents={A.SUPERVISOR: advice}, remote=SUPERVISED)
    (back,) = run.of(ev.RunReflowed)
    assert isinstance(back, ev.RunReflowed)
    assert (back.return_to, back.feedback) == (A.BRIEF, "主题不对")


@pytest.mark.parametrize("forward", [A.IMAGES, A.REVIEW, A.LAYOUT, A.SUPERVISOR, "nobody"])
def test_advice_that_does_not_lead_back_is_ignored_and_recorded(forward: str) -> None:
    run = played(reported_agents={A.SUPERVISOR: one_by_one(Advice(forward, "快一点"), Advice())}, remote=SUPERVISED)
    ignored = [event for event in run.of(ev.RouteDecided) if isinstance(event, ev.RouteDecided) and event.ignored]
    assert [event.agent for event in ignored] == [forward]
    assert worked(run) == worked(played(remote=SUPERVISED))


def test_without_returns_no_advice_is_requested() -> None:
    run = played(remote=SUPERVISED, limits=Limits(returns=0))
    assert not [name for name in worked(run) if name.startswith(A.SUPERVISOR)]


def test_after_a_severe_error_no_advice_is_requested() -> None:
    run = played(reported_agents={A.EVIDENCE: Failure(Code.VECTOR_DB_ERROR, "")}, remote=SUPERVISED)
    assert [name for name in worked(run) if name.startswith(A.SUPERVISOR)] == ["supervisor-brief_compiler_agent-1"]


def test_the_images_of_a_round_are_reported_as_one_batch() -> None:
    run = played()
    reported_ = [
        event.activity for event in run.of(ev.AgentActivityEmitted) if isinstance(event, ev.AgentActivityEmitted)
    ]
    assert [(type(one), getattr(one, "tool", "")) for one in reported_] == [
        (activity.ToolCall, "generate_images_batch"),
        (activity.ToolResult, "generate_images_batch"),
    ]


def test_a_run_stopped_by_its_budget_before_a_review_fails_and_keeps_its_results() -> None:
    stop = ev.BudgetReached(Resource.TOKENS, 10, 10, ev.BudgetAction.STOP, "")
    log = [started(QUIET), ev.RecordedEvent(2, START_TIME, stop)]
    run = simulate(log, agents(), LIMITS, workflow=NoteCreation(LIMITS))
    assert run.run.failure is not None
    assert run.run.failure.code is Code.BUDGET_EXCEEDED


def test_plans_changed_by_a_user_are_painted_as_changed() -> None:
    own = {"imagePlans": [{"planId": "mine", "prompt": "一棵树"}]}

    def user(question: Question) -> Answer:
        return Answer(Decision.MODIFY, content=own) if question.kind == "image_plans" else Answer(Decision.APPROVE)

    run = played(ASKING, user=user)
    assert [name for name in worked(run) if name.startswith("image_agent")] == ["image_agent-1-mine"]
    assert PLANS.plans[0].plan_id not in run.run.state.images


def test_when_only_one_image_is_bad_only_that_one_is_created_again() -> None:
    bad = replace(scored(images=0.3), keep=("images/image-1", "images/image-3"))
    run = played(reported_agents={A.REVIEW: one_by_one(bad, GOOD)})
    assert [name for name in worked(run) if name.startswith("image_agent-2")] == ["image_agent-2-image-2"]
    assert len(delivered(run).images) == 3


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


def test_a_note_that_passes_is_delivered_even_where_one_that_was_sent_back_scored_higher() -> None:
    texts = one_by_one(*(replace(CONTENT, title=f"第{number}稿") for number in (1, 2)))
    verdicts = one_by_one(
        Verdict(True, 0.95, {"content": 0.3, "images": 0.9}), Verdict(True, 0.8, {"content": 0.8, "images": 0.8})
    )
    note = delivered(played(reported_agents={A.WRITER: texts, A.REVIEW: verdicts}))
    assert note.content is not None
    assert (note.content.title, note.remarks) == ("第2稿", ())


def test_a_repaired_note_that_could_not_be_judged_again_is_delivered() -> None:
    texts = one_by_one(*(replace(CONTENT, title=f"第{number}稿") for number in (1, 2)))
    verdicts = one_by_one(scored(content=0.3), Failure(Code.EXECUTION_TIMEOUT, ""))
    note = delivered(played(reported_agents={A.WRITER: texts, A.REVIEW: verdicts}))
    assert note.content is not None
    assert note.content.title == "第2稿"


def test_a_score_that_is_not_a_number_does_not_make_a_note_the_best() -> None:
    texts = one_by_one(*(replace(CONTENT, title=f"第{number}稿") for number in (1, 2, 3, 4)))
    verdicts = one_by_one(Verdict(False, float("nan"), {"content": 0.1}), Verdict(False, 0.5, {"content": 0.5}))
    note = delivered(played(reported_agents={A.WRITER: texts, A.REVIEW: verdicts}))
    assert note.content is not None
    assert note.content.title == "第2稿"


def test_a_low_note_that_no_agent_could_repair_has_no_remark_that_it_was_sent_back() -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": []}
    low = Verdict(False, 0.5, {"content": 0.5}, "太短")
    run = played(ASKING, {A.REVIEW: low}, user=reported(Answer(Decision.MODIFY, content=own)))
    assert delivered(run).remarks == ("这篇笔记没有达到评审的标准（0.50 分）：太短",)


def test_no_question_of_the_supervisor_discards_the_users_own_text() -> None:
    def supervisor(step: Step, _: int) -> StepResult:
        unsure = step.name.startswith(f"{A.SUPERVISOR}-{A.IMAGE_PLANNER}")
        return Advice("", "", 0.2, UNCLEAR) if unsure else Advice()

    def user(question: Question) -> Answer:
        if question.key == "content-1":
            return Answer(Decision.MODIFY, content={"title": "我的春游", "body": "我自己写的。", "tags": []})
        return Answer(Decision.CHOOSE, "", ("camp",)) if question.kind == "clarity" else Answer(Decision.APPROVE)

    run = played(replace(ASKING, skip_clarification=False), {A.SUPERVISOR: supervisor}, user=user, remote=SUPERVISED)
    content = delivered(run).content
    assert content is not None
    assert content.title == "我的春游"


def test_only_a_missing_image_is_created_again_and_the_valid_ones_stay() -> None:
    def painter(step: Step, _: int) -> StepResult | Failure:
        return Failure(Code.EXECUTION_FAILED, "坏了") if step.name == "image_agent-1-image-2" else succeed(step)

    bad = replace(scored(images=0.3), keep=("images/image-1", "images/image-3"))
    run = played(reported_agents={A.IMAGES: painter, A.REVIEW: one_by_one(bad, GOOD)})
    assert [name for name in worked(run) if name.startswith("image_agent-2")] == ["image_agent-2-image-2"]
    assert not delivered(run).missing


@pytest.mark.parametrize(("dimension", "agent"), [("evidence", A.EVIDENCE), ("references", A.REFERENCES)])
def test_an_agent_that_repeats_does_not_answer_from_its_cache(dimension: str, agent: A) -> None:
    fresh: list[bool] = []

    def looking(step: Step, _: int) -> StepResult | Failure:
        assert isinstance(step.call, requests.GatherEvidence | requests.AnalyzeReferences)
        fresh.append(step.call.fresh)
        return succeed(step)

    requested = replace(QUIET, reference_asset_ids=("a",))
    played(requested, {agent: looking, A.REVIEW: one_by_one(scored(**{dimension: 0.3}), GOOD)})
    assert fresh == [False, True]


def test_the_steps_of_a_users_plans_have_names_that_every_service_accepts() -> None:
    own = {"imagePlans": [{"planId": "x" * MAX_PLAN_ID_LENGTH, "prompt": "一棵树"}]}

    def user(question: Question) -> Answer:
        return Answer(Decision.MODIFY, content=own) if question.kind == "image_plans" else Answer(Decision.APPROVE)

    run = played(ASKING, user=user)
    (step,) = [name for name in worked(run) if name.startswith("image_agent")]
    longest = steps_pb2.StepContext.DESCRIPTOR.fields_by_name["step"].GetOptions().Extensions[limit_pb2.limit]
    assert len(step) + len("00") <= longest.max_length  # 100 rounds are more than there can be


def test_when_the_review_is_due_advice_can_neither_skip_it_nor_go_back() -> None:
    state = played(remote=SUPERVISED).run.state
    assert decide_on_advice(A.WRITER, state, (A.REVIEW,), LIMITS.returns) == Ignore(texts.REVIEW_IS_DUE)


def test_an_approved_text_that_is_sent_back_is_displayed_again() -> None:
    run = played(ASKING, {A.REVIEW: one_by_one(scored(content=0.3), GOOD)})
    keys = [event.question.key for event in run.of(ev.QuestionAsked) if isinstance(event, ev.QuestionAsked)]
    assert keys == ["content-1", "image_plans-1", "content-2", "image_plans-2"]


def test_feedback_about_a_text_is_not_repeated_once_its_brief_has_changed() -> None:
    received: list[str] = []

    def writer(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.WriteNote)
        received.append(step.call.feedback)
        return CONTENT

    verdicts = one_by_one(replace(scored(content=0.3), feedback="太空"), scored(brief=0.3), GOOD)
    played(reported_agents={A.WRITER: writer, A.REVIEW: verdicts})
    assert received == ["", "太空", ""]


def test_a_users_own_text_is_delivered_even_where_an_earlier_note_scored_higher() -> None:
    own = {"title": "我的春游", "body": "我自己写的。", "tags": []}

    def user(question: Question) -> Answer:
        mine = question.key == "content-2"
        return Answer(Decision.MODIFY, content=own) if mine else Answer(Decision.APPROVE)

    verdicts = one_by_one(*(Verdict(False, score, {"content": score}) for score in (0.5, 0.4)))
    content = delivered(played(ASKING, {A.REVIEW: verdicts}, user=user)).content
    assert content is not None
    assert content.title == "我的春游"


def test_a_model_that_always_advises_to_go_back_leaves_the_last_return_to_the_review() -> None:
    low = Verdict(False, 0.3, {"images": 0.3})
    back = Advice("brief_compiler_agent", "再来")
    run = played(reported_agents={A.SUPERVISOR: back, A.REVIEW: one_by_one(low, GOOD)}, remote=SUPERVISED)
    returns = [event.return_to for event in run.of(ev.RunReflowed) if isinstance(event, ev.RunReflowed)]
    assert returns == [A.BRIEF, A.BRIEF, A.IMAGES]
