import json

from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.comfyui.progress import Heard, hear

ONE, TWO, UNKNOWN = Heard(frozenset({"s"})), Heard(frozenset({"s", "t"})), Heard(frozenset())


def message(kind: str, **data: object) -> str:
    return json.dumps({"type": kind, "data": {"prompt_id": "p", **data}})


def step(node: str, value: float, most: float) -> str:
    return message("progress", node=node, value=value, max=most)


def after(heard: Heard, *messages: str) -> Heard:
    for one in messages:
        heard = hear(heard, "p", one)
    return heard


def test_the_steps_of_the_sampler_are_the_progress() -> None:
    assert after(ONE, step("s", 5, 20)).fraction == 0.25


def test_two_samplers_share_the_progress() -> None:
    assert after(TWO, step("s", 20, 20), step("t", 5, 10)).fraction == 0.75


def test_progress_state_tells_the_same() -> None:
    nodes = {"s": {"value": 5, "max": 20, "state": "running"}, "loader": {"value": 1, "max": 1, "state": "finished"}}
    assert after(ONE, message("progress_state", nodes=nodes)).fraction == 0.25


def test_nodes_that_do_not_sample_are_no_progress() -> None:
    assert after(ONE, step("upscaler", 9, 10)).fraction == 0.0


def test_in_a_graph_whose_samplers_cannot_be_told_whatever_works_in_steps_counts() -> None:
    nodes = {"loader": {"value": 1, "max": 1}, "x": {"value": 3, "max": 4}}
    assert after(UNKNOWN, message("progress_state", nodes=nodes)).fraction == 0.75


def test_progress_never_goes_back() -> None:
    assert after(ONE, step("s", 5, 10), step("s", 1, 10)).fraction == 0.5


def test_what_is_told_of_other_work_is_not_heard() -> None:
    other = json.dumps({"type": "progress", "data": {"prompt_id": "q", "node": "s", "value": 1, "max": 2}})
    assert after(ONE, other) == ONE


def test_the_end_of_the_work_is_news_and_the_next_node_is_not() -> None:
    assert after(ONE, message("executing", node="s")).news == 0
    assert after(ONE, message("executing", node=None)).news == 1


NUMBERS = st.integers() | st.floats() | st.none() | st.text() | st.just(10**400)


@given(st.lists(st.tuples(st.sampled_from("stu"), NUMBERS, NUMBERS)))
def test_whatever_numbers_come_the_fraction_stays_between_0_and_1_and_grows(
    steps: list[tuple[str, object, object]],
) -> None:
    for heard in (ONE, TWO, UNKNOWN):
        before = heard
        for node, value, most in steps:
            heard = hear(before, "p", message("progress", node=node, value=value, max=most))
            assert before.fraction <= heard.fraction <= 1.0
            before = heard


@given(st.text() | st.sampled_from(["null", "[]", '{"type": 3}', '{"type": "progress"}', "[" * 100_000]))
def test_messages_of_any_shape_are_passed_over(text: str) -> None:
    assert hear(ONE, "p", text).fraction == 0.0
