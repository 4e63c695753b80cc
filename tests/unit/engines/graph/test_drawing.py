"""Drawings: well-formed SVG with every title, slot and link, and PNG of the same size."""

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

from PIL import Image

from engines.graph.diff import compare_graphs, describe_change
from engines.graph.drawing.png import render_png
from engines.graph.drawing.svg import draw_svg, wrap_text
from engines.graph.formats import import_document
from engines.graph.graph import Edge, Graph, Mode, Node, Point, Size
from engines.graph.node_types.core_types import load_core_types
from services.common.text.language import Language
from tests.unit.engines.graph.samples import NAMES, load_sample

TYPES = load_core_types()


def test_every_sample_is_rendered_with_all_its_links() -> None:
    for name in NAMES:
        graph = import_document(load_sample(name), types=TYPES).graph
        root = ET.fromstring(draw_svg(graph, TYPES, Language.ENGLISH))
        links = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("fill") == "none"]
        assert len(links) == 3 * len(graph.edges), name  # a light edge below each, and a faint one above the nodes


def test_a_link_behind_a_node_is_faint_above_it() -> None:
    graph = import_document(load_sample("comfyui-04-text-to-image"), types=TYPES).graph
    svg = draw_svg(graph, TYPES, Language.ENGLISH)
    assert svg.count("stroke-dasharray") == svg.count("stroke-opacity") == len(graph.edges)
    assert svg.index("stroke-opacity") > svg.rindex("</g>")


def test_titles_are_in_the_language_and_hostile_text_is_escaped() -> None:
    graph = Graph({"1": Node("1", "core:Sharpen"), "2": Node("2", "core:Sharpen", title="<script>&\"'\x1b[0m")})
    zh, en = draw_svg(graph, TYPES, Language.CHINESE), draw_svg(graph, TYPES, Language.ENGLISH)
    title = TYPES["core:Sharpen"].titles
    assert title.zh in zh and title.zh not in en
    assert title.en in en
    assert "<script>" not in zh and "\x1b" not in zh
    ET.fromstring(zh)


def test_a_png_has_the_proportions_of_its_svg_and_new_nodes_are_highlighted() -> None:
    graph = Graph({"1": Node("1", "core:Sharpen")})
    plain, highlighted = draw_svg(graph, TYPES, Language.CHINESE), draw_svg(graph, TYPES, Language.CHINESE, added=["1"])
    image = Image.open(io.BytesIO(render_png(plain)))
    root = ET.fromstring(plain)
    assert abs(image.width / image.height - float(root.attrib["width"]) / float(root.attrib["height"])) < 0.02
    assert render_png(plain) != render_png(highlighted)
    assert len(set(image.convert("L").tobytes())) > 20  # text is rendered


def test_a_diff_states_each_change_in_both_languages() -> None:
    before = import_document(load_sample("reflow-text-to-image")).graph
    nodes = {key: node for key, node in before.nodes.items() if key != "2"}
    nodes["3"] = replace(nodes["3"], mode=Mode.ACTIVE, data={"steps": 12, "cfg": 1})
    edges = {key: edge for key, edge in before.edges.items() if key == "4"}
    after = replace(before, nodes=nodes, edges=edges)
    assert describe_change(before, after, Language.ENGLISH, TYPES).splitlines() == [
        "- node 正向 #2 (core:Prompt)",
        "~ Sampler #3: mode muted → active",
        "~ Sampler #3: steps 30 → 12",
        "~ Sampler #3: cfg (unset) → 1",
        "- link Load Model #1 clip → 正向 #2 clip",
        "- link 正向 #2 conditioning → Sampler #3 positive",
    ]
    assert "状态 停用 → 启用" in describe_change(before, after, Language.CHINESE, TYPES)
    assert compare_graphs(after, after) == ()


def test_a_group_title_is_rendered_above_the_links_and_below_the_nodes() -> None:
    svg = draw_svg(import_document(load_sample("comfyui-04-groups"), types=TYPES).graph, TYPES, Language.CHINESE)
    assert svg.rindex('stroke-width="2.4"') < svg.index("提示词 Prompts") < svg.index("CheckpointLoaderSimple")


def test_a_comfyui_node_is_rendered_with_its_title_above_its_position() -> None:
    """As in ComfyUI, whose groups are drawn around the bodies with their titles."""
    graph = import_document(load_sample("comfyui-04-groups"), types=TYPES).graph
    position = graph.nodes["2"].position
    assert position is not None
    assert f"translate({position.x:.1f} {position.y - 30:.1f})" in draw_svg(graph, TYPES, Language.ENGLISH)


def test_the_curve_between_close_nodes_does_not_turn_back() -> None:
    nodes = {
        "1": Node("1", "core:LoadImage", position=Point(0, 0), size=Size(200, 100)),
        "2": Node("2", "core:Sharpen", position=Point(216, 0)),
    }
    svg = draw_svg(Graph(nodes, {"3": Edge("3", "1", "image", "2", "image")}), TYPES, Language.ENGLISH)
    (first, second) = re.findall(r'd="M(?:\S+ ){1}\S+C(\S+) \S+ (\S+) ', svg)[0]
    assert float(first) <= float(second)


def test_a_long_text_fills_a_node_that_its_user_made_higher() -> None:
    text = "a lighthouse on a cliff above a stormy sea at dusk, oil on canvas, 海鸥在塔边盘旋"
    low = Node("1", "core:Prompt", data={"text": text}, position=Point(0, 0))
    high = replace(low, size=Size(220, 260))
    shown = [
        re.findall(r"<text [^>]*>([^<]*)<", draw_svg(Graph({"1": node}), TYPES, Language.CHINESE))
        for node in (low, high)
    ]
    assert "盘旋" not in "".join(shown[0])
    assert "盘旋" in "".join(shown[1])


def test_lines_break_at_spaces_and_the_last_is_truncated() -> None:
    assert wrap_text("one two three four", 9, 2) == ("one two", "three fo…")
    assert wrap_text("海鸥在塔边盘旋", 6, 5) == ("海鸥在", "塔边盘", "旋")
    assert wrap_text("x" * 20, 8, 2) == ("xxxxxxxx", "xxxxxxx…")


def test_a_widget_that_is_also_an_input_has_one_row() -> None:
    graph = import_document(load_sample("comfyui-04-all-widgets-as-inputs")).graph
    svg = draw_svg(Graph({"5": graph.nodes["5"]}), {}, Language.ENGLISH)
    texts = re.findall(r"<text [^>]*>([^<]*)<", svg)
    assert [texts.count(name) for name in ("model", "seed", "steps", "denoise")] == [1, 1, 1, 1]
    assert "euler" in texts
