"""Routing of a note: the chain, and the consequences of failures, of a review and of advice."""

from dataclasses import replace

import pytest

from services.common.contract import activity, requests
from services.common.contract.failure import Failure
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.image_chat import Verdict
from services.common.contract.note import (
    EvidencePack,
)
from services.common.contract.questions import Answer, Decision
from services.common.contract.results import StepResult
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.usage import Resource
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.note.note_roles import (
    CONTENT,
    GOOD,
    LIMITS,
    QUIET,
    agents,
    delivered,
    one_by_one,
    played,
    reported,
    scored,
    succeed,
    worked,
)
from tests.unit.orchestrator.simulation import START_TIME, simulate, started

ASKING = replace(QUIET, skip_content_approval=False, skip_image_plans_approval=False)


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


@pytest.mark.parametrize(
    ("outcome", "returns"), [(ChangeOutcome.NOT_POSSIBLE, 1), (ChangeOutcome.DONE, LIMITS.returns)]
)
def test_a_note_is_not_returned_again_to_a_writer_that_could_change_nothing(
    outcome: ChangeOutcome, returns: int
) -> None:
    changed = replace(CONTENT, draft=True, changes=(FeedbackChange("再长一点", outcome),))
    low = Verdict(False, 0.4, {"content": 0.4}, "再长一点")
    run = played(reported_agents={A.WRITER: one_by_one(CONTENT, changed), A.REVIEW: low})
    assert len(run.of(ev.RunReflowed)) == returns


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
    assert note.remarks == ("计划 3 张配图，有 1 张没有生成成功。",)


def test_without_any_image_the_run_fails_and_the_text_is_stored() -> None:
    run = played(reported_agents={A.IMAGES: Failure(Code.EXECUTION_FAILED, "坏了")})
    assert run.run.status is ev.RunStatus.FAILED
    assert run.run.state.content == CONTENT


def test_without_evidence_the_note_continues() -> None:
    run = played(reported_agents={A.EVIDENCE: Failure(Code.VECTOR_DB_ERROR, "")})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert run.run.state.evidence == EvidencePack()


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


def test_when_only_one_image_is_bad_only_that_one_is_created_again() -> None:
    bad = replace(scored(images=0.3), keep=("images/image-1", "images/image-3"))
    run = played(reported_agents={A.REVIEW: one_by_one(bad, GOOD)})
    assert [name for name in worked(run) if name.startswith("image_agent-2")] == ["image_agent-2-image-2"]
    assert len(delivered(run).images) == 3


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


def test_a_built_in_text_that_a_user_had_changed_is_not_written_again_for_a_low_review() -> None:
    low = Verdict(False, 0.5, {"content": 0.5}, "requested changes are missing: shorter")
    run = played(ASKING, {A.REVIEW: low}, user=reported(Answer(Decision.REJECT, feedback="短一点")))
    assert not run.of(ev.RunReflowed)


def test_a_text_of_a_model_that_a_user_had_changed_is_written_again_for_a_low_review() -> None:
    text = replace(CONTENT, engine="a-model")
    verdicts = one_by_one(Verdict(False, 0.5, {"content": 0.5}, "太短"), GOOD)
    user = reported(Answer(Decision.REJECT, feedback="短一点"))
    run = played(ASKING, {A.WRITER: text, A.REVIEW: verdicts}, user=user)
    assert len(run.of(ev.RunReflowed)) == 1


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


def test_feedback_about_a_text_is_not_repeated_once_its_brief_has_changed() -> None:
    received: list[str] = []

    def writer(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.WriteNote)
        received.append(step.call.feedback)
        return CONTENT

    verdicts = one_by_one(replace(scored(content=0.3), feedback="太空"), scored(brief=0.3), GOOD)
    played(reported_agents={A.WRITER: writer, A.REVIEW: verdicts})
    assert received == ["", "太空", ""]
