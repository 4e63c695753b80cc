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
    REPAINT,
    Filling,
    Workflow,
    WorkflowInvalid,
    fill,
    read_workflow,
    whole_latents,
)

PACKAGE = "services.executor.adapters.comfyui"
GENERATE_GRAPH = json.loads((files(PACKAGE) / "generate.json").read_text(encoding="utf-8"))
REPAINT_GRAPH = json.loads((files(PACKAGE) / "repaint.json").read_text(encoding="utf-8"))
SHIPPED = {"generate": read_workflow(GENERATE_GRAPH, GENERATE), "repaint": read_workflow(REPAINT_GRAPH, REPAINT)}

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
    Filling,
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
    """What a graph is without its values: nodes, classes, inputs and links."""
    return {
        node_id: (
            node["class_type"],
            {name: value if isinstance(value, list) else type(value) for name, value in node["inputs"].items()},
        )
        for node_id, node in graph.items()
    }


@pytest.mark.parametrize("name", ["generate", "repaint"])
@given(filling=FILLINGS)
def test_whatever_the_words_the_filled_graph_has_the_structure_of_its_template(name: str, filling: Filling) -> None:
    filled = json.loads(json.dumps(fill(SHIPPED[name], filling)))
    assert shape(filled) == shape(json.loads(json.dumps(SHIPPED[name].graph)))


@given(filling=FILLINGS)
def test_the_words_arrive_unchanged_in_the_one_input_that_takes_them_and_nowhere_else(filling: Filling) -> None:
    filled = json.loads(json.dumps(fill(SHIPPED["generate"], filling)))
    assert filled["positive"]["inputs"].pop("text") == filling.prompt
    other = fill(SHIPPED["generate"], replace(filling, prompt="other words"))
    del other["positive"]["inputs"]["text"]
    assert filled == other


@given(filling=FILLINGS)
def test_every_number_filled_in_is_one_that_comfyui_takes(filling: Filling) -> None:
    filled = fill(SHIPPED["generate"], filling)
    assert 0 <= filled["sampler"]["inputs"]["seed"] < 2**64
    for side, ordered in (("width", filling.width), ("height", filling.height)):
        value = filled["canvas"]["inputs"][side]
        assert value % 8 == 0
        assert abs(value - ordered) <= 4 or value == 16


@given(filling=FILLINGS)
def test_filling_in_leaves_the_template_as_it_was(filling: Filling) -> None:
    before = copy.deepcopy(SHIPPED["repaint"].graph)
    fill(SHIPPED["repaint"], filling)
    assert SHIPPED["repaint"].graph == before


def test_a_side_that_is_a_multiple_of_eight_stays() -> None:
    assert [whole_latents(side) for side in (512, 1024, 1023, 1020, 1019, 3)] == [512, 1024, 1024, 1024, 1016, 16]


def own(**nodes: dict[str, Any]) -> dict[str, Any]:
    graph: dict[str, Any] = {
        "words": {"class_type": "Text", "inputs": {"value": "a"}, "_meta": {"title": "reflow:prompt"}},
        "noise": {"class_type": "RandomNoise", "inputs": {"noise_seed": 1}, "_meta": {"title": "reflow:seed"}},
    }
    return {**graph, **nodes}


def filled_own(**nodes: dict[str, Any]) -> dict[str, Any]:
    return fill(read_workflow(own(**nodes), GENERATE), Filling("a cat", 7, 20, 512, 512))


def test_an_own_graph_is_filled_in_by_the_titles_of_its_nodes() -> None:
    filled = filled_own()
    assert filled["words"]["inputs"] == {"value": "a cat"}
    assert filled["noise"]["inputs"] == {"noise_seed": 7}


def test_a_title_may_name_the_input_and_say_other_things_too() -> None:
    node = {
        "class_type": "Both",
        "inputs": {"text": "l", "text_g": "g"},
        "_meta": {"title": "正面 reflow:prompt.text_g, big"},
    }
    assert filled_own(both=node)["both"]["inputs"] == {"text": "l", "text_g": "a cat"}


def test_a_place_that_no_title_names_keeps_what_its_author_wrote() -> None:
    node = {"class_type": "EmptyLatentImage", "inputs": {"width": 640, "height": 640}}
    assert filled_own(canvas=node)["canvas"]["inputs"] == {"width": 640, "height": 640}


def titled(title: object, **inputs: Any) -> dict[str, Any]:
    return {"class_type": "Some", "inputs": inputs, "_meta": {"title": title}}


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (None, "it is no graph"),
        ([], "it is no graph"),
        ({}, "it is no graph"),
        ({"nodes": [], "links": []}, "Export (API)"),
        ({"1": 5}, "node '1': it is no object"),
        ({"1": {"inputs": {}}}, "node '1': class_type is missing"),
        ({"1": {"class_type": "A"}}, "node '1': inputs are missing"),
        ({"1": {"class_type": "A", "inputs": {}}}, "no node has reflow:prompt in its title"),
        (own(a=titled("reflow:promt", text="")), "there is no such place"),
        (own(a=titled("reflow:prompt", words="")), "reflow:prompt.INPUT"),
        (own(a=titled("reflow:prompt", text=["words", 0])), "comes from another node"),
        (own(a=titled("reflow:prompt", value=3)), "holds no text"),
        (own(a=titled("reflow:seed", seed=True)), "holds no number"),
        (own(a=titled("x", model=["gone", 0])), "it links to 'gone', which is not there"),
        (own(a=titled("reflow:image", image="")), "made anew here"),
        (own(a=titled("reflow:picture"), b=titled("reflow:picture")), "several nodes have reflow:picture"),
    ],
)
def test_a_graph_that_cannot_be_used_says_what_is_wrong_with_it(document: object, says: str) -> None:
    with pytest.raises(WorkflowInvalid) as raised:
        read_workflow(document, GENERATE)
    assert says in str(raised.value)


def test_a_repaint_graph_needs_places_for_the_picture_and_its_mask() -> None:
    with pytest.raises(WorkflowInvalid) as raised:
        read_workflow(GENERATE_GRAPH, REPAINT)
    assert raised.value.problems == ("no node has reflow:image in its title", "no node has reflow:mask in its title")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(
    st.dictionaries(
        st.text(max_size=3),
        JSON
        | st.fixed_dictionaries(
            {"class_type": JSON, "inputs": JSON, "_meta": JSON | st.fixed_dictionaries({"title": JSON})}
        ),
    )
)
def test_no_file_of_any_shape_breaks_the_reading_of_graphs(document: object) -> None:
    try:
        assert isinstance(read_workflow(document, GENERATE), Workflow)
    except WorkflowInvalid as error:
        assert error.problems
