"""Mechanisms of the planner, one claim each: what a request with several parts, or without a name, changes."""

import pytest

from engines.graph_planner.values import NotUnderstood, Plan
from tests.unit.engines.graph_planner.utterances import Utterance, describe, is_expected, load_graphs, load_types, plan

GRAPHS, TYPES = load_graphs(), load_types()
PREVIEWS = ("+PreviewImage", "+PreviewImage#2", "sky.image>+PreviewImage.image", "sea.image>+PreviewImage#2.image")


def expect(graph: str, text: str, *changes: str) -> None:
    """Assert that *text* makes exactly these *changes*, without a report."""
    utterance = Utterance(graph, text, changes)
    outcome = plan(utterance, GRAPHS, TYPES)
    assert is_expected(utterance, outcome, GRAPHS, TYPES), outcome


def list_reported(graph: str, text: str, *changes: str) -> list[str]:
    """Return the parts of *text* that are reported, next to exactly these *changes*."""
    outcome = plan(Utterance(graph, text, ()), GRAPHS, TYPES)
    assert isinstance(outcome, Plan | NotUnderstood), outcome
    assert sorted(describe(outcome, GRAPHS[graph]) if isinstance(outcome, Plan) else ()) == sorted(changes)
    return [problem.quote for problem in outcome.problems]


@pytest.mark.parametrize(
    "text",
    [
        "天空接一个预览，大海接一个预览",
        "天空和大海各接一个预览",
        "加两个预览，天空接一个预览，大海接一个预览",
        "preview both the sky and the sea",
        "add a preview after both the sky and the sea",
    ],
)
def test_each_of_two_nodes_gets_a_new_node(text: str) -> None:
    expect("pair", text, *PREVIEWS)


def test_a_new_node_without_links_is_taken_before_another_one_is_added() -> None:
    expect(
        "t2i", "add a preview and connect the decode to a preview", "+PreviewImage", "decode.image>+PreviewImage.image"
    )


def test_a_link_never_takes_the_place_of_one_of_the_same_text() -> None:
    first = ("+PreviewImage", "sky.image>+PreviewImage.image")
    assert list_reported("pair", "天空后面接预览，大海后面也接预览", *first) == ["大海后面也接预览"]


def test_a_slot_that_no_link_uses_is_reported_even_if_a_node_is_named_after_it() -> None:
    text = "采样器后面接解码，解码后面接保存，vae也别忘了"
    assert list_reported("loose", text, "sampler.latent>decode.latent") == ["vae"]


def test_a_replacement_needs_a_new_node() -> None:
    assert list_reported("repair", "羽化改成20，种子随便换一个", "feather.pixels=20") == ["种子随便换一个"]
    expect(
        "poster", "删掉模糊，换成旋转", "-blur", "+Rotate", "bright.image>+Rotate.image", "+Rotate.image>caption.image"
    )


@pytest.mark.parametrize("text", ["make the text bigger", "the text should be bold", "标题文字改得更大"])
def test_a_look_is_no_text(text: str) -> None:
    assert list_reported("poster", text)


def test_a_color_and_choices_are_values_of_one_node() -> None:
    expect("poster", "the headline should be red and left-aligned", 'caption.color="red"', 'caption.align="left"')
    expect("poster", "标题 top 0.8 白色", "caption.top=0.8", 'caption.color="白色"')


def test_a_text_is_appended_to_the_parameter_of_a_node() -> None:
    expect("t2i", "正向提示词加上“high detail”", 'pos.text="a cat, high detail"')
    expect("pair", "Sea的提示词后面补一句“远处有灯塔”", 'sea.prompt="a rough sea，远处有灯塔"')


def test_a_value_may_be_that_of_another_node() -> None:
    expect("two", "refiner denoise 0.35, seed same as base", "refiner.denoise=0.35", "refiner.seed=1")


def test_a_rejected_number_is_no_request() -> None:
    expect("poster", "set the blur to 0.2, not 0.3", "blur.amount=0.2")
    assert list_reported("poster", "set the blur to 0.2, not 0.2", "blur.amount=0.2") == ["not 0.2"]


def test_a_title_may_contain_a_verb() -> None:
    text = "rename Base to First pass and Refiner to Second pass"
    expect("two", text, 'base:title="First pass"', 'refiner:title="Second pass"')


def test_a_changed_mask_takes_effect_unless_a_place_follows() -> None:
    insertion = (
        "+InvertMask",
        "mask.mask/>feather.mask",
        "mask.mask>+InvertMask.mask",
        "+InvertMask.mask>feather.mask",
    )
    expect("repair", "反转遮罩", *insertion)
    expect("repair", "反转遮罩，接在加载遮罩后面", *insertion)
    expect("repair", "add an invert mask", "+InvertMask")


def test_steps_of_the_photo_end_at_the_node_that_they_name() -> None:
    flip = ('+Flip{"direction":"vertical"}', "photo.image/>adjust.image")
    expect("photo", "照片先上下翻转，再去调整", *flip, "photo.image>+Flip.image", "+Flip.image>adjust.image")


def test_several_new_nodes_are_put_in_one_place_in_their_order() -> None:
    expect("poster", "饱和度、色温各加一个，排在亮度后面", "+AdjustSaturation", "+AdjustWarmth",
           "bright.image/>blur.image", "bright.image>+AdjustSaturation.image",
           "+AdjustSaturation.image>+AdjustWarmth.image", "+AdjustWarmth.image>blur.image")  # fmt: skip


def test_the_result_is_saved_where_another_end_was_removed() -> None:
    expect("repair", "删掉预览，把结果保存下来", "-preview", "+SaveImage", "inpaint.image>+SaveImage.image")


def test_an_intention_to_compare_is_no_request() -> None:
    expect("photo", "bypass the adjust node, I want to compare", "adjust:bypassed")


def test_a_time_at_the_end_of_a_text_belongs_to_it() -> None:
    expect("poster", "headline: red carpet tonight", 'caption.text="red carpet tonight"')
