"""The usage of a run, and the consequences when its budget is reached."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.activity import Usage
from services.common.contract.image_chat import ImageChatInput
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.budget import check_budget, most_severe, with_action
from services.orchestrator.domain.events import BudgetAction, BudgetReached, RecordedEvent
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.usage import Resource, add_usage
from tests.unit.orchestrator.simulation import START_TIME, started
from tests.unit.orchestrator.strategies import usages


def reached(action: BudgetAction, used: float = 85) -> BudgetReached:
    return BudgetReached(Resource.TOKENS, used, 100, action, "")


def judged(used: int, so_far: BudgetReached | None = None, **limits: Any) -> list[BudgetAction]:
    taken = {} if so_far is None else {so_far.resource: so_far}
    usage = (Usage("p", "m", input_tokens=used - used // 2, output_tokens=used // 2),)
    found = check_budget(usage, 0.0, taken, Limits(**{"budget_tokens": 100} | limits), Language.ENGLISH)
    return [event.action for event in found]


@given(st.lists(usages, max_size=20))
def test_a_sum_has_one_entry_for_each_model_and_currency_and_loses_nothing(uses: list[Usage]) -> None:
    total: tuple[Usage, ...] = ()
    for use in uses:
        total = add_usage(total, use)
    assert len({(use.provider, use.model, use.currency) for use in total}) == len(total)
    assert sum(use.tokens for use in total) == sum(use.tokens for use in uses)
    assert sum(use.images for use in total) == sum(use.images for use in uses)
    assert sum(use.requests for use in total) == sum(use.requests for use in uses)


@pytest.mark.parametrize(("used", "actions"), [(79, []), (80, ["warn"]), (99, ["warn"]), (100, ["degrade"])])
def test_a_run_is_warned_at_a_share_of_its_budget_and_degrades_at_the_whole(used: int, actions: list[str]) -> None:
    assert judged(used) == actions


@pytest.mark.parametrize("action", list(BudgetAction))
def test_the_consequence_of_a_used_up_budget_is_a_setting(action: BudgetAction) -> None:
    assert judged(100, budget_action=action.value) == [action]


def test_a_consequence_does_not_follow_twice() -> None:
    assert judged(85, reached(BudgetAction.WARN)) == []
    assert judged(120, reached(BudgetAction.WARN)) == [BudgetAction.DEGRADE]
    assert judged(500, reached(BudgetAction.DEGRADE, 100)) == []


def test_a_budget_that_only_warns_warns_at_the_share_and_at_the_whole_once_each() -> None:
    assert judged(99, reached(BudgetAction.WARN, 80), budget_action="warn") == []
    assert judged(100, reached(BudgetAction.WARN, 80), budget_action="warn") == [BudgetAction.WARN]
    assert judged(500, reached(BudgetAction.WARN, 100), budget_action="warn") == []


def test_without_a_budget_nothing_follows() -> None:
    usage = (Usage("p", "m", input_tokens=10**9, images=10**6),)
    assert check_budget(usage, 10**6, {}, Limits(), Language.ENGLISH) == ()


def test_tokens_images_and_seconds_are_counted_separately() -> None:
    limits = Limits(budget_tokens=10, budget_images=2, budget_seconds=30)
    usage = (Usage("p", "m", input_tokens=10), Usage("q", "n", images=2))
    found = check_budget(usage, 30.0, {}, limits, Language.ENGLISH)
    assert [(event.resource, event.used, event.allowed) for event in found] == [
        (Resource.TOKENS, 10, 10),
        (Resource.IMAGES, 2, 2),
        (Resource.SECONDS, 30, 30),
    ]


def test_the_message_states_how_much_is_used_in_the_language_of_the_run() -> None:
    usage = (Usage("p", "m", images=2),)
    (event,) = check_budget(usage, 0.0, {}, Limits(budget_images=2), Language.CHINESE)
    assert "2 / 2" in event.message and "图片张数" in event.message


def test_the_most_severe_consequence_of_all_resources_counts() -> None:
    so_far = {Resource.TOKENS: reached(BudgetAction.STOP), Resource.IMAGES: reached(BudgetAction.WARN)}
    assert most_severe(so_far) is BudgetAction.STOP
    assert most_severe({}) is None


def test_a_lesser_consequence_never_replaces_a_more_severe_one() -> None:
    stopped = {Resource.TOKENS: reached(BudgetAction.STOP)}
    assert with_action(stopped, reached(BudgetAction.WARN, 100)) == stopped


def test_a_replayed_run_knows_that_its_budget_was_reached() -> None:
    degraded = BudgetReached(Resource.TOKENS, 100, 100, BudgetAction.DEGRADE, "")
    fold = Fold(ImageChat(Limits()), 7, 100)
    run = fold.replay([started(ImageChatInput("a cat")), RecordedEvent(2, START_TIME, degraded)])
    assert run.builtin_only
