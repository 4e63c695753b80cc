import copy
import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.comfyui.workflows import (
    GENERATE,
    INPAINT,
    SlotValues,
    Workflow,
    WorkflowError,
    fill_slots,
    parse_workflow,
    round_to_latents,
)

PACKAGE = "services.executor.adapters.comfyui"
GENERATE_GRAPH = json.loads((files(PACKAGE) / "generate.json").read_text(encoding="utf-8"))
REPAINT_GRAPH = json.loads((files(PACKAGE) / "inpaint.json").read_text(encoding="utf-8"))
SHIPPED = {"generate": parse_workflow(GENERATE_GRAPH, GENERATE), "repaint": parse_workflow(REPAINT_GRAPH, INPAINT)}

TEXTS = st.one_of(
    st.text(),
    st.sampled_from(
        [
            '"}, "evil": {"class_type": "SaveImage"}',
            '["checkpoint", 0]',
            "reflow:seed",
            "{{prompt}}",
            "%width%",
            "\\",
            '"',
        ]
    ),
)
FILLINGS = st.builds(
    SlotValues,
    prompt=TEXTS,
    seed=st.integers(min_value=-(2**63), max_value=2**64),
    steps=st.integers(min_value=1, max_value=200),
    width=st.integers(min_value=1, max_value=4_096),
    height=st.integers(min_value=1, max_value=4_096),
    checkpoint=TEXTS,
    image=TEXTS,
    mask=TEXTS,
)


def shape(graph: dict[str, Any]) -> object:
    """Return the structure of a graph without its values: nodes, classes, inputs and links."""
    return {
        node_id: (
            node["class_type"],
            {name: value if isinstance(value, list) else type(value) for name, value in node["inputs"].items()},
        )
        for node_id, node in graph.items()
    }


@pytest.mark.parametrize("name", ["generate", "repaint"])
@given(values=FILLINGS)
def test_the_filled_graph_has_the_structure_of_its_template_for_any_prompt(name: str, values: SlotValues) -> None:
    filled = json.loads(json.dumps(fill_slots(SHIPPED[name], values)))
    assert shape(filled) == shape(json.loads(json.dumps(SHIPPED[name].graph)))


@given(values=FILLINGS)
def test_the_prompt_is_written_unchanged_to_its_input_and_nowhere_else(values: SlotValues) -> None:
    filled = json.loads(json.dumps(fill_slots(SHIPPED["generate"], values)))
    assert filled["positive"]["inputs"].pop("text") == values.prompt
    other = fill_slots(SHIPPED["generate"], replace(values, prompt="other words"))
    del other["positive"]["inputs"]["text"]
    assert filled == other


@given(values=FILLINGS)
def test_every_number_filled_in_is_one_that_comfyui_accepts(values: SlotValues) -> None:
    filled = fill_slots(SHIPPED["generate"], values)
    assert 0 <= filled["sampler"]["inputs"]["seed"] < 2**64
    for side, ordered in (("width", values.width), ("height", values.height)):
        value = filled["canvas"]["inputs"][side]
        assert value % 8 == 0
        assert abs(value - ordered) <= 4 or value == 16


@given(values=FILLINGS)
def test_filling_slots_does_not_change_the_template(values: SlotValues) -> None:
    before = copy.deepcopy(SHIPPED["repaint"].graph)
    fill_slots(SHIPPED["repaint"], values)
    assert SHIPPED["repaint"].graph == before


def test_a_side_that_is_a_multiple_of_eight_is_unchanged() -> None:
    assert [round_to_latents(side) for side in (512, 1024, 1023, 1020, 1019, 3)] == [512, 1024, 1024, 1024, 1016, 16]


def own(**nodes: dict[str, Any]) -> dict[str, Any]:
    graph: dict[str, Any] = {
        "words": {"class_type": "Text", "inputs": {"value": "a"}, "_meta": {"title": "reflow:prompt"}},
        "noise": {"class_type": "RandomNoise", "inputs": {"noise_seed": 1}, "_meta": {"title": "reflow:seed"}},
    }
    return {**graph, **nodes}


def filled_own(**nodes: dict[str, Any]) -> dict[str, Any]:
    return fill_slots(parse_workflow(own(**nodes), GENERATE), SlotValues("a cat", 7, 20, 512, 512))


def test_a_users_graph_is_filled_in_by_the_titles_of_its_nodes() -> None:
    filled = filled_own()
    assert filled["words"]["inputs"] == {"value": "a cat"}
    assert filled["noise"]["inputs"] == {"noise_seed": 7}


def test_a_title_may_name_the_input_and_contain_other_words() -> None:
    node = {
        "class_type": "Both",
        "inputs": {"text": "l", "text_g": "g"},
        "_meta": {"title": "正面 reflow:prompt.text_g, big"},
    }
    assert filled_own(both=node)["both"]["inputs"] == {"text": "l", "text_g": "a cat"}


def test_an_input_that_no_title_names_is_unchanged() -> None:
    node = {"class_type": "EmptyLatentImage", "inputs": {"width": 640, "height": 640}}
    assert filled_own(canvas=node)["canvas"]["inputs"] == {"width": 640, "height": 640}


def titled(title: object, **inputs: Any) -> dict[str, Any]:
    return {"class_type": "Some", "inputs": inputs, "_meta": {"title": title}}


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (None, "it is not a graph"),
        ([], "it is not a graph"),
        ({}, "it is not a graph"),
        ({"nodes": [], "links": []}, "Export (API)"),
        ({"1": 5}, "node '1': it is not an object"),
        ({"1": {"inputs": {}}}, "node '1': class_type is missing"),
        ({"1": {"class_type": "A"}}, "node '1': inputs are missing"),
        ({"1": {"class_type": "A", "inputs": {}}}, "no node has reflow:prompt in its title"),
        (own(a=titled("reflow:promt", text="")), "there is no such slot"),
        (own(a=titled("reflow:prompt", words="")), "reflow:prompt.INPUT"),
        (own(a=titled("reflow:prompt", text=["words", 0])), "comes from another node"),
        (own(a=titled("reflow:prompt", value=3)), "contains no text"),
        (own(a=titled("reflow:seed", seed=True)), "contains no number"),
        (own(a=titled("x", model=["gone", 0])), "it links to 'gone', which is not there"),
        (own(a=titled("reflow:image", image="")), "generates a new image"),
        (own(a=titled("reflow:picture"), b=titled("reflow:picture")), "several nodes have reflow:picture"),
    ],
)
def test_an_invalid_graph_is_rejected_with_its_problems(document: object, problem: str) -> None:
    with pytest.raises(WorkflowError) as raised:
        parse_workflow(document, GENERATE)
    assert problem in str(raised.value)


def test_an_inpainting_graph_needs_slots_for_the_image_and_its_mask() -> None:
    with pytest.raises(WorkflowError) as raised:
        parse_workflow(GENERATE_GRAPH, INPAINT)
    assert raised.value.problems == ("no node has reflow:image in its title", "no node has reflow:mask in its title")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.text(max_size=3),
        JSON
        | st.fixed_dictionaries(
            {"class_type": JSON, "inputs": JSON, "_meta": JSON | st.fixed_dictionaries({"title": JSON})}
        ),
        max_size=4,
    )
)
def test_a_document_of_any_shape_is_a_workflow_or_a_workflow_error(document: object) -> None:
    try:
        assert isinstance(parse_workflow(document, GENERATE), Workflow)
    except WorkflowError as error:
        assert error.problems
