"""Steps in their order: a bare verb after a word of sequence continues the chain, in both languages."""

import pytest

from engines.graph_planner import texts
from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, NotUnderstood, Outcome, Plan
from services.common.text.language import Language
from tests.unit.engines.graph_planner.utterances import describe, load_graphs, load_types

GRAPHS, TYPES = load_graphs(), load_types()


def plan(text: str, graph: str = "empty") -> Outcome:
    return plan_change(ChangeRequest(text, Language.ENGLISH, GRAPHS[graph], TYPES))


def list_links(text: str, graph: str = "empty") -> list[str]:
    """Return the new links of a plan that leaves nothing open, `Source>Target`."""
    outcome = plan(text, graph)
    assert isinstance(outcome, Plan), outcome
    assert not outcome.problems, outcome.problems
    changes = [change for change in describe(outcome, GRAPHS[graph]) if ">" in change and "/>" not in change]
    ends = [[end.lstrip("+").partition(".")[0] for end in change.split(">")] for change in changes]
    return sorted(">".join(pair) for pair in ends)


CHAINS: list[tuple[str, list[str]]] = [
    ("load an image, then crop it, finally save", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("load an image, crop it, lastly save", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("load an image, crop it, next blur, after that save", ["Blur>SaveImage", "Crop>Blur", "LoadImage>Crop"]),
    ("load an image, blur it, then sharpen, finally save", ["Blur>Sharpen", "LoadImage>Blur", "Sharpen>SaveImage"]),
    ("first load an image, then blur, after that save", ["Blur>SaveImage", "LoadImage>Blur"]),
    ("add a load image, then a blur, finally save", ["Blur>SaveImage", "LoadImage>Blur"]),
    ("load an image, crop it, set the left to 0.1, lastly save", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("load an image, crop it, save", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("加载图像，然后裁剪它，最后保存", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("加一个加载图像，然后模糊，最后保存", ["Blur>SaveImage", "LoadImage>Blur"]),
    ("加载图像，然后模糊它，接着锐化，最后保存", ["Blur>Sharpen", "LoadImage>Blur", "Sharpen>SaveImage"]),
    ("加载图像，模糊它，再锐化，保存", ["Blur>Sharpen", "LoadImage>Blur", "Sharpen>SaveImage"]),
    ("首先加载图像，其次裁剪，最后保存", ["Crop>SaveImage", "LoadImage>Crop"]),
    ("加载图像，把它裁剪一下，接下来保存", ["Crop>SaveImage", "LoadImage>Crop"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "links"), CHAINS, ids=[text for text, _ in CHAINS])
def test_a_bare_step_is_linked_to_the_step_before(text: str, links: list[str]) -> None:
    assert list_links(text) == links


@pytest.mark.parametrize(
    "text",
    [
        "load an image, crop it, preview, then save",
        "load an image, then crop it, preview it, finally save",
        "加载图像，裁剪它，预览一下，最后保存",
        "加载图像，裁剪，预览，然后保存",
    ],
)
def test_a_step_after_a_preview_takes_what_the_preview_shows(text: str) -> None:
    assert list_links(text) == ["Crop>PreviewImage", "Crop>SaveImage", "LoadImage>Crop"]


@pytest.mark.parametrize(
    "text", ["add a sampler and a decoder", "加载图像和加载遮罩", "add a blur, add a save", "add a load image, a blur"]
)
def test_nodes_that_are_only_listed_are_not_linked(text: str) -> None:
    assert list_links(text) == []


def test_an_arrow_from_a_preview_is_reported() -> None:
    assert isinstance(plan("load image -> preview -> save"), NotUnderstood)


@pytest.mark.parametrize(
    "text", ["load an image of a cat, crop it, finally save", "加一个量子传送器，然后裁剪，最后保存"]
)
def test_a_step_after_one_that_failed_is_reported(text: str) -> None:
    outcome = plan(text)
    assert isinstance(outcome, NotUnderstood), outcome
    assert outcome.problems[-1].reason == texts.DEPENDS


def test_a_step_that_does_not_fit_is_reported() -> None:
    outcome = plan("load a mask, then invert it, finally save")
    assert isinstance(outcome, Plan)
    assert [problem.quote for problem in outcome.problems] == ["save"]


def test_new_steps_after_a_node_of_the_graph_follow_one_another() -> None:
    links = list_links("sharpen the photo, then blur, finally preview", "photo")
    assert links == ["Blur>PreviewImage", "Sharpen>Blur", "photo>Sharpen"]
