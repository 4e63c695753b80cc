"""Effects of a note's request on its run: the limit of returns, and the purposes of reference images."""

from dataclasses import replace

import pytest

from services.common.contract import requests
from services.common.contract.image_chat import Verdict
from services.common.contract.note import Advice, ReferenceInput, ReferencePurpose
from services.common.contract.results import StepResult
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.note.note_roles import CONTENT, PLANS, QUIET, delivered, played, succeed


@pytest.mark.parametrize("requested", [0, 1, 5])
def test_a_request_states_how_often_the_work_may_be_returned(requested: int) -> None:
    low = Verdict(False, 0.3, {"images": 0.3})
    run = played(replace(QUIET, max_iterations=requested), {A.REVIEW: low})
    assert len(run.of(ev.RunReflowed)) == requested
    assert delivered(run).content == CONTENT


def test_advice_is_limited_by_the_returns_of_the_request() -> None:
    back = Advice("brief_compiler_agent", "再来")
    run = played(replace(QUIET, max_iterations=2), {A.SUPERVISOR: back})
    assert len(run.of(ev.RunReflowed)) == 1


def test_an_image_takes_from_its_reference_what_the_user_stated() -> None:
    received = dict[str, str]()

    def painter(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.PaintNoteImage)
        received[step.call.plan.plan_id] = step.call.plan.reference_purpose
        return succeed(step)

    first, second, third = PLANS.plans
    plans = (replace(first, reference_asset_id="a"), replace(second, reference_asset_id="b"), third)
    inputs = (ReferenceInput("a", ReferencePurpose.PALETTE), ReferenceInput("b", note="像这样"))
    requested = replace(QUIET, reference_asset_ids=("a", "b"), reference_inputs=inputs)
    played(requested, {A.IMAGE_PLANNER: replace(PLANS, plans=plans), A.IMAGES: painter})
    assert received == {"image-1": "palette", "image-2": "", "image-3": ""}
