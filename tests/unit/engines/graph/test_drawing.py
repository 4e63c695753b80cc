"""Drawings: well-formed SVG with every title, slot and link, and PNG of the same size."""

import io
import xml.etree.ElementTree as ET
from dataclasses import replace

from PIL import Image

from engines.graph.diff import compare_graphs, describe_change
from engines.graph.drawing.png import render_png
from engines.graph.drawing.svg import draw_svg
from engines.graph.formats import import_document
from engines.graph.graph import Graph, Mode, Node
from engines.graph.node_types.core_types import load_core_types
from services.common.text.language import Language
from tests.unit.engines.graph.samples import NAMES, load_sample

TYPES = load_core_types()


def test_every_sample_is_rendered_with_all_its_links() -> None:
    for name in NAMES:
        graph = import_document(load_sample(name), types=TYPES).graph
        root = ET.fromstring(draw_svg(graph, TYPES, Language.ENGLISH))
        links = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("fill") == "none"]
        assert len(links) == 2 * len(graph.edges), name  # a light edge below each


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
