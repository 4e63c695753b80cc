import json

from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.comfyui.progress import WorkProgress, apply_message

ONE, TWO, UNKNOWN = WorkProgress(frozenset({"s"})), WorkProgress(frozenset({"s", "t"})), WorkProgress(frozenset())


def message(kind: str, **data: object) -> str:
    return json.dumps({"type": kind, "data": {"prompt_id": "p", **data}})


def step(node: str, value: float, most: float) -> str:
    return message("progress", node=node, value=value, max=most)


def after(progress: WorkProgress, *messages: str) -> WorkProgress:
    for one in messages:
        progress = apply_message(progress, "p", one)
    return progress


def test_the_steps_of_the_sampler_are_the_progress() -> None:
    assert after(ONE, step("s", 5, 20)).fraction == 0.25


def test_two_samplers_share_the_progress() -> None:
    assert after(TWO, step("s", 20, 20), step("t", 5, 10)).fraction == 0.75


def test_progress_state_messages_report_the_same_progress() -> None:
    nodes = {"s": {"value": 5, "max": 20, "state": "running"}, "loader": {"value": 1, "max": 1, "state": "finished"}}
    assert after(ONE, message("progress_state", nodes=nodes)).fraction == 0.25


def test_nodes_that_do_not_sample_do_not_count_as_progress() -> None:
    assert after(ONE, step("upscaler", 9, 10)).fraction == 0.0


def test_without_known_samplers_every_node_with_steps_counts() -> None:
    nodes = {"loader": {"value": 1, "max": 1}, "x": {"value": 3, "max": 4}}
    assert after(UNKNOWN, message("progress_state", nodes=nodes)).fraction == 0.75


def test_progress_never_decreases() -> None:
    assert after(ONE, step("s", 5, 10), step("s", 1, 10)).fraction == 0.5


def test_messages_about_other_tasks_are_ignored() -> None:
    other = json.dumps({"type": "progress", "data": {"prompt_id": "q", "node": "s", "value": 1, "max": 2}})
    assert after(ONE, other) == ONE


def test_the_end_of_the_execution_is_a_state_change_and_the_next_node_is_not() -> None:
    assert after(ONE, message("executing", node="s")).state_changes == 0
    assert after(ONE, message("executing", node=None)).state_changes == 1


NUMBERS = st.integers() | st.floats() | st.none() | st.text() | st.just(10**400)


@given(st.lists(st.tuples(st.sampled_from("stu"), NUMBERS, NUMBERS)))
def test_for_any_numbers_the_fraction_stays_between_0_and_1_and_never_decreases(
    steps: list[tuple[str, object, object]],
) -> None:
    for progress in (ONE, TWO, UNKNOWN):
        before = progress
        for node, value, most in steps:
            progress = apply_message(before, "p", message("progress", node=node, value=value, max=most))
            assert before.fraction <= progress.fraction <= 1.0
            before = progress


@given(st.text() | st.sampled_from(["null", "[]", '{"type": 3}', '{"type": "progress"}', "[" * 100_000]))
def test_arbitrary_messages_are_ignored(text: str) -> None:
    assert apply_message(ONE, "p", text).fraction == 0.0
