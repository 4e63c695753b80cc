"""Each of several values in one text goes to what it is stated for: none is lost, none is set twice."""

import pytest

from engines.graph_planner import texts
from engines.graph_planner.values import NotUnderstood, Plan
from tests.unit.engines.graph_planner.test_planner import changes, plan

SHARPEN = '+Sharpen{"amount": 0.2}'
BLURS = ('+Blur{"amount": 0.4}', '+Blur#2{"amount": 0.8}')
PROMPTS = ('+Prompt{"text": "fox"}', '+Prompt#2{"text": "dog"}')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "change the positive prompt to a fox and the negative prompt to a dog",
            ['pos.text="a fox"', 'neg.text="a dog"'],
        ),
        ("the positive prompt should be a red car and the refiner should have 15 steps",
         ['pos.text="a red car"', "refiner.steps=15"]),
        ("set the positive prompt to a fox and the cfg of base to 5", ['pos.text="a fox"', "base.cfg=5"]),
        ("change the positive prompt to a fox and the negative one to a dog", ['pos.text="a fox"', 'neg.text="a dog"']),
        ("正向提示词改成一只狐狸和负向提示词改成一只狗", ['pos.text="一只狐狸"', 'neg.text="一只狗"']),
        ("正向提示词写一辆红车和 Refiner 步数改成 15", ['pos.text="一辆红车"', "refiner.steps=15"]),
    ],
)  # fmt: skip
def test_a_text_without_quotes_ends_where_another_name_of_the_graph_gets_a_value(
    text: str, expected: list[str]
) -> None:
    assert sorted(changes(plan(text))) == sorted(expected)


@pytest.mark.parametrize("value", ["a fox and a dog", "a fox and a save button"])
def test_a_text_without_quotes_has_an_and_that_assigns_nothing(value: str) -> None:
    assert changes(plan(f"set the positive prompt to {value}")) == [f'pos.text="{value}"']


def test_a_text_that_may_contain_an_assignment_is_reported() -> None:
    outcome = plan("the positive prompt should be a fox while the negative prompt should be a dog")
    assert isinstance(outcome, NotUnderstood)
    assert outcome.problems[0].quote == "a fox while the negative prompt should be a dog"


@pytest.mark.parametrize(
    "text",
    [
        "add a blur with amount 0.4 and a blur with amount 0.8",
        "add a 0.4 blur and a 0.8 blur",
        "add two blurs, one with amount 0.4 and one with amount 0.8",
        "加一个强度 0.4 的模糊和一个强度 0.8 的模糊",
        "加两个模糊，一个 0.4，一个 0.8",
    ],
)
def test_each_new_node_gets_the_value_that_the_text_states_for_it(text: str) -> None:
    assert changes(plan(text, "empty"), "empty") == list(BLURS)


@pytest.mark.parametrize("graph", ["empty", "t2i", "poster"])
def test_a_list_of_new_nodes_may_name_a_type_twice(graph: str) -> None:
    text = "add a blur with amount 0.4, a sharpen with amount 0.2 and a blur with amount 0.8"
    assert sorted(changes(plan(text, graph), graph)) == sorted((*BLURS, SHARPEN))


def test_a_value_belongs_to_the_node_before_it_or_to_all_nodes_before_it() -> None:
    assert changes(plan("add a blur with amount 0.4 and a sharpen", "empty"), "empty") == [BLURS[0], "+Sharpen"]
    shared = changes(plan("add a blur and a sharpen with amount 0.2", "empty"), "empty")
    assert shared == ['+Blur{"amount": 0.2}', SHARPEN]


@pytest.mark.parametrize(
    "text",
    [
        "add positive prompt 'fox', negative prompt 'dog'",
        "add a prompt 'fox', a prompt 'dog'",
        "add two prompts, one says 'fox', the other says 'dog'",
        "add two prompts, one saying 'fox' and the other saying 'dog'",
        "add two prompts: one says 'fox', the other says 'dog'",
    ],
)
def test_each_of_two_new_prompts_gets_its_own_text(text: str) -> None:
    assert changes(plan(text, "empty"), "empty") == list(PROMPTS)


@pytest.mark.parametrize("text", ["添加正向提示词“狐”，负向提示词“犬”", "加两个提示词，一个写“狐”，另一个写“犬”"])
def test_each_of_two_new_prompts_gets_its_own_text_in_chinese(text: str) -> None:
    assert changes(plan(text, "empty"), "empty") == ['+Prompt{"text": "狐"}', '+Prompt#2{"text": "犬"}']


def test_a_further_setting_of_a_new_node_is_no_second_node() -> None:
    text = "add a sampler with 30 steps, sampler cfg 8"
    assert changes(plan(text, "empty"), "empty") == ['+Sampler{"cfg": 8, "steps": 30}']


def test_two_values_of_one_parameter_are_reported() -> None:
    outcome = plan("add two blurs with amounts 0.4 and 0.8", "empty")
    assert not isinstance(outcome, Plan)


@pytest.mark.parametrize(
    ("text", "graph", "expected", "reported"),
    [
        ("add a sampler with 30 steps, steps 20", "empty", '+Sampler{"steps": 30}', "steps 20"),
        ("add a sampler with steps 20, sampler steps 30", "empty", '+Sampler{"steps": 20}', "sampler steps 30"),
        ("加一个采样器，30 步，步数 20", "empty", '+Sampler{"steps": 30}', "步数 20"),
    ],
)
def test_a_second_value_in_a_later_part_is_reported_and_the_first_is_set(
    text: str, graph: str, expected: str, reported: str
) -> None:
    outcome = plan(text, graph)
    assert changes(outcome, graph) == [expected]
    assert isinstance(outcome, Plan)
    assert [(one.quote, one.reason) for one in outcome.problems] == [(reported, texts.TWO_VALUES)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add a sampler with 30 steps, then set its steps to 25", ['+Sampler{"steps": 25}']),
        ("set all samplers to 30 steps, base 25", ["base.steps=25", "refiner.steps=30"]),
    ],
)
def test_a_later_request_or_an_exception_may_change_a_value(text: str, expected: list[str]) -> None:
    outcome = plan(text)
    assert changes(outcome) == expected
    assert isinstance(outcome, Plan)
    assert not outcome.problems


def test_a_list_of_new_prompts_leaves_prompts_of_the_same_title_unchanged() -> None:
    text = "add positive prompt 'fox', negative prompt 'dog'"
    assert changes(plan(text, "t2i"), "t2i") == list(PROMPTS)
    named = "add a prompt 'fox', the negative prompt 'dog'"
    assert sorted(changes(plan(named, "t2i"), "t2i")) == sorted((PROMPTS[0], 'neg.text="dog"'))
