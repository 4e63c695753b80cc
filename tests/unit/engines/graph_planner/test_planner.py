"""Guarantees of the planner for any text: it asks a question, reports a problem, or returns operations that apply."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author
from engines.graph_planner import texts
from engines.graph_planner.grammar.word_table import WORD_TABLE
from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, NotUnderstood, Outcome, Plan, Question
from services.common.text.language import Language
from tests.unit.engines.graph_planner.utterances import describe, load_graphs, load_types, load_utterances

GRAPHS, TYPES = load_graphs(), load_types()


def plan(text: str, graph: str = "two", **answers: str) -> Outcome:
    return plan_change(ChangeRequest(text, Language.ENGLISH, GRAPHS[graph], TYPES, answers=answers))


def ask(text: str, graph: str = "two") -> Question:
    outcome = plan(text, graph)
    assert isinstance(outcome, Question), outcome
    return outcome


def changes(outcome: Outcome, graph: str = "two") -> list[str]:
    assert isinstance(outcome, Plan), outcome
    return list(describe(outcome, GRAPHS[graph]))


@pytest.mark.parametrize("answer", ["14-base", "Base", "the first one", "第一个", "1"])
def test_an_answer_is_an_id_a_name_or_a_position_among_the_choices(answer: str) -> None:
    question = ask("remove the sampler")
    assert changes(plan("remove the sampler", **{question.key: answer})) == ["-base"]


def test_each_choice_states_what_it_would_do() -> None:
    assert [choice.label.en for choice in ask("remove the sampler").choices] == ['Remove "Base"', 'Remove "Refiner"']
    assert [choice.label.zh for choice in ask("静音采样器").choices] == ["停用“Base”", "停用“Refiner”"]


@pytest.mark.parametrize(
    "text",
    [
        "don't delete the first sampler",
        "不要删除第一个采样器",
        "别删第一个采样器",
        "how do I delete the first sampler",
        "为什么要删除第一个采样器",
        "never mute the first sampler",
        "if it is slow, remove the first sampler",
    ],
)
def test_negated_requests_and_questions_change_nothing(text: str) -> None:
    outcome = plan(text)
    assert not isinstance(outcome, Plan) or not any(change.startswith("-") for change in changes(outcome)), outcome


def test_a_part_that_depends_on_a_failed_part_is_not_planned() -> None:
    outcome = plan("add a quantum teleporter and connect it to the decoder; set the seed of the first sampler to 9")
    assert changes(outcome) == ["base.seed=9"]
    assert isinstance(outcome, Plan)
    assert [problem.quote for problem in outcome.problems] == ["quantum teleporter", "connect it to the decoder"]


def test_all_but_some_nodes_can_be_removed() -> None:
    assert sorted(changes(plan("delete everything except the first sampler"))) == [
        f"-{name}" for name in ("decode", "latent", "loader", "neg", "pos", "refiner", "save")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "undo the last change",
        "please undo that",
        "撤销上一步",
        "redo it",
        "把上一步撤销",
        "I want to undo it",
        "how do I undo?",
    ],
)
def test_a_request_to_undo_is_answered_with_the_command_of_the_graph(text: str) -> None:
    outcome = plan_change(ChangeRequest(text, Language.ENGLISH, GRAPHS["two"], TYPES, graph_id="g-1"))
    assert isinstance(outcome, NotUnderstood)
    assert "`reflow graphs undo g-1`" in outcome.problems[0].reason.en


@pytest.mark.parametrize(
    "text",
    ["rename base to undo", "set the positive prompt to undo", "don't undo anything", "can you redo the layout?",
     "把 Base 改名为撤销", "不要撤销", "重做布局"],
)  # fmt: skip
def test_a_text_that_undo_does_not_lead_is_no_request_to_undo(text: str) -> None:
    outcome = plan(text)
    assert isinstance(outcome, NotUnderstood)
    assert [problem.reason for problem in outcome.problems] == [texts.NO_REQUEST]


def test_copies_are_named_after_their_original_in_the_language_of_the_request() -> None:
    def titles(text: str, language: Language, graph: str = "two") -> list[object]:
        outcome = plan_change(ChangeRequest(text, language, GRAPHS[graph], TYPES))
        assert isinstance(outcome, Plan), outcome
        values = [operation["value"] for operation in outcome.operations]
        return [value.get("title") for value in values if isinstance(value, dict)]

    assert titles("make two copies of the refiner", Language.ENGLISH) == ["Refiner copy", "Refiner copy 2"]
    assert titles("复制 Refiner", Language.CHINESE) == ["Refiner 副本"]
    assert titles("duplicate the refiner and call it Final", Language.ENGLISH) == ["Final"]
    assert titles("duplicate the sampler", Language.ENGLISH, "t2i") == [None]


def test_a_value_out_of_range_is_reported_with_the_range() -> None:
    outcome = plan("set steps to 9999", "t2i")
    assert isinstance(outcome, NotUnderstood)
    assert "150" in outcome.problems[0].reason.en


def test_a_corrected_spelling_is_reported() -> None:
    outcome = plan("add a smapler", "empty")
    assert isinstance(outcome, Plan)
    assert 'Read "smapler" as "sampler".' in [line.en for line in outcome.explanation]


@pytest.mark.parametrize(("text", "quote"), [("加一个采样器 0.3", "0.3"), ("add a sampler 0.3", "0.3")])
def test_a_value_that_may_belong_to_several_parameters_is_reported(text: str, quote: str) -> None:
    outcome = plan(text, "empty")
    assert isinstance(outcome, Plan)
    assert [problem.quote for problem in outcome.problems] == [quote]


def test_a_node_of_an_unknown_type_is_unchanged() -> None:
    types = {name: one for name, one in TYPES.items() if name != "core:SaveImage"}
    outcome = plan_change(ChangeRequest("connect all nodes in order", Language.ENGLISH, GRAPHS["loose"], types))
    assert isinstance(outcome, Plan)
    assert not any("save" in change for change in describe(outcome, GRAPHS["loose"]))


_TEXTS = [utterance.text for name in ("worked", "regression") for utterance in load_utterances(name)]
_WORDS = st.sampled_from(sorted({*WORD_TABLE, *(word for text in _TEXTS for word in text.split())}))


@settings(max_examples=60, deadline=None)
@given(st.lists(_WORDS, max_size=12), st.sampled_from(sorted(GRAPHS)), st.sampled_from([" ", ""]))
def test_any_mixture_of_words_gives_operations_that_apply_or_none(words: list[str], graph: str, between: str) -> None:
    outcome = plan(between.join(words), graph)
    match outcome:
        case Plan(operations, explanation, _):
            numbers = count(1)
            applied = apply_patch(GRAPHS[graph], operations, TYPES, lambda: f"99{next(numbers)}")
            assert isinstance(applied, Applied)
            assert explanation
            undone = apply_patch(applied.graph, applied.inverse, TYPES, lambda: "", author=Author.HISTORY)
            assert isinstance(undone, Applied)
            assert undone.graph == GRAPHS[graph]
        case Question(_, _, choices):
            assert len({choice.id for choice in choices}) == len(choices) > 1
        case NotUnderstood(problems):
            assert problems


@pytest.mark.parametrize("text", ["make it nicer", "make it better", "make it faster", "把采样器调好一点"])
def test_a_change_without_a_value_is_not_understood_whichever_node_it_means(text: str) -> None:
    outcome = plan(text)
    assert isinstance(outcome, NotUnderstood)
    assert [problem.reason for problem in outcome.problems] == [texts.NO_REQUEST]


@pytest.mark.parametrize("text", ["set steps to 1e999", f"set steps to {'9' * 400}", f"加{'9' * 5000}个采样器"])
def test_a_number_beyond_the_range_of_a_float_is_reported(text: str) -> None:
    assert isinstance(plan(text, "t2i"), NotUnderstood)


def test_a_choice_in_the_text_is_a_question_with_these_choices() -> None:
    question = ask("remove the save node or the negative prompt", "t2i")
    assert [choice.label.en for choice in question.choices] == ["save node", "the negative prompt"]
    answered = plan("remove the save node or the negative prompt", "t2i", **{question.key: "the negative prompt"})
    assert changes(answered, "t2i") == ["-neg"]


@pytest.mark.parametrize(("answer", "expected"), [("yes", ["-sampler"]), ("no", [])])
def test_a_request_with_a_question_mark_is_confirmed_first(answer: str, expected: list[str]) -> None:
    question = ask("remove the sampler?", "t2i")
    outcome = plan("remove the sampler?", "t2i", **{question.key: answer})
    assert (changes(outcome, "t2i") if isinstance(outcome, Plan) else []) == expected


@pytest.mark.parametrize("text", ["set the positive prompt to 'thank you'", "set the positive prompt to 'no wait, 40'"])
def test_quoted_texts_contain_neither_politeness_nor_corrections(text: str) -> None:
    assert changes(plan(text, "t2i"), "t2i") == [f'pos.text="{text.split(chr(39))[1]}"']


@pytest.mark.parametrize("text", ["can you remove the sampler?", "would you remove the sampler?", "能不能删掉采样器？"])
def test_polite_requests_are_not_questions(text: str) -> None:
    assert changes(plan(text, "t2i"), "t2i") == ["-sampler"]


@pytest.mark.parametrize(
    ("graph", "text", "quote"),
    [
        ("poster", "remove the link before the headline", "before"),
        ("two", "copy settings from base to refiner", "settings"),
        ("t2i", "add a second sampler with the same settings", "same"),
        ("photo", "brightness 0.1 higher and contrast 0.1 lower", "lower"),
        ("poster", "标题的颜色改成黄色，靠右", "黄色，靠右"),
        ("t2i", "set the positive to the negative", "the negative"),
        ("poster", "save as png", "png"),
    ],
)
def test_a_word_that_no_command_reads_is_reported_in_place_of_a_change(graph: str, text: str, quote: str) -> None:
    outcome = plan(text, graph)
    assert isinstance(outcome, NotUnderstood)
    assert quote in [problem.quote for problem in outcome.problems]


@pytest.mark.parametrize(
    "text",
    [
        "unless already done, mute the blur",
        "branch off after the blur: sharpen one, brighten the other",
        "从模糊后面分成两路，一路保存，一路加标题",
    ],
)
def test_conditions_and_branches_change_nothing(text: str) -> None:
    outcome = plan(text, "poster")
    assert isinstance(outcome, NotUnderstood)
    assert outcome.problems[0].reason in (texts.NO_CONDITIONS, texts.NO_BRANCHES)


def test_a_new_node_in_place_of_a_link_takes_its_source() -> None:
    assert sorted(changes(plan("把遮罩反转一下再给羽化", "repair"), "repair")) == sorted(
        ["mask.mask/>feather.mask", "+InvertMask", "mask.mask>+InvertMask.mask", "+InvertMask.mask>feather.mask"]
    )


def test_a_title_is_known_by_its_word_in_the_other_language() -> None:
    assert changes(plan("天空的种子改成 3", "pair"), "pair") == ["sky.seed=3"]


def test_an_equation_sets_each_of_its_names() -> None:
    assert changes(plan("steps = cfg = 12", "t2i"), "t2i") == ["sampler.steps=12", "sampler.cfg=12"]
    assert changes(plan("blur = brightness = 0.2", "poster"), "poster") == ["bright.amount=0.2", "blur.amount=0.2"]


@pytest.mark.parametrize(
    "text",
    [
        "rename the refiner to Polish, then set the steps of Polish to 50",
        "Refiner 改名为 Polish，再把 Polish 的步数改成 50",
    ],
)
def test_a_title_given_in_the_same_text_changes_no_other_node(text: str) -> None:
    outcome = plan(text)
    assert isinstance(outcome, Plan)
    assert [problem.quote for problem in outcome.problems] == ["Polish"]
    assert [str(operation["path"]).rpartition("/")[2] for operation in outcome.operations] == ["title"]
