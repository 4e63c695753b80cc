"""API-format graphs: checked once, filled in for every order. Pure.

A graph is what ComfyUI exports as "Export (API)": {node id: {class_type, inputs, _meta: {title}}}, where an input is a
value or a link [node id, output]. https://docs.comfy.org/development/comfyui-server/api-examples
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.executor.adapters.comfyui.places import Place, Slot, find_slots

Graph = Mapping[str, Mapping[str, Any]]

GENERATE = frozenset({Place.PROMPT, Place.SEED})
REPAINT = frozenset({Place.PROMPT, Place.SEED, Place.IMAGE, Place.MASK})

NEGATIVE = "low quality, blurry, deformed, watermark, signature, text"


class WorkflowInvalid(ValueError):
    """A graph that cannot be used; `problems` says all that is wrong with it."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Workflow:
    """A graph that hangs together, and its places."""

    graph: Graph
    slots: tuple[Slot, ...]

    @property
    def picture(self) -> str | None:
        """The node whose picture is the result, where one is marked."""
        return next((slot.node for slot in self.slots if slot.place is Place.PICTURE), None)

    @property
    def samplers(self) -> frozenset[str]:
        """The nodes that work in steps: what takes a latent image to change it."""
        return frozenset(node_id for node_id, node in self.graph.items() if "latent_image" in node["inputs"])


@dataclass(frozen=True, slots=True)
class Filling:
    """What goes into the places; an empty checkpoint leaves the graph's own. Image and mask are names of uploads."""

    prompt: str
    seed: int
    steps: int
    width: int
    height: int
    checkpoint: str = ""
    image: str = ""
    mask: str = ""
    negative: str = NEGATIVE


def read_workflow(document: object, places: frozenset[Place]) -> Workflow:
    """Return *document* as a workflow that has all of *places*. Raises WorkflowInvalid with everything wrong."""
    graph = _graph(document)
    problems = _broken_links(graph)
    slots: list[Slot] = []
    for node_id, node in graph.items():
        found, wrong = find_slots(node_id, node)
        slots += found
        problems += wrong
    problems += _misplaced(slots, places)
    if problems:
        raise WorkflowInvalid(tuple(problems))
    return Workflow(graph, tuple(slots))


def fill(workflow: Workflow, filling: Filling) -> dict[str, dict[str, Any]]:
    """Return the graph with its places filled in: the same nodes and links, other values in the slots alone."""
    graph = {node_id: {**node, "inputs": dict(node["inputs"])} for node_id, node in workflow.graph.items()}
    values = _values(filling)
    for slot in workflow.slots:
        if slot.place in values:
            graph[slot.node]["inputs"][slot.input] = values[slot.place]
    return graph


def _values(filling: Filling) -> dict[Place, str | int]:
    named = {Place.CHECKPOINT: filling.checkpoint, Place.IMAGE: filling.image, Place.MASK: filling.mask}
    return {
        Place.PROMPT: filling.prompt,
        Place.NEGATIVE: filling.negative,
        Place.SEED: filling.seed % 2**64,
        Place.STEPS: filling.steps,
        Place.WIDTH: whole_latents(filling.width),
        Place.HEIGHT: whole_latents(filling.height),
        **{place: name for place, name in named.items() if name},
    }


def whole_latents(side: int) -> int:
    """Return the side in pixels nearest to *side* that latents can have: multiples of 8 from 16 on."""
    return max(16, (side + 4) // 8 * 8)


def _graph(document: object) -> Graph:
    if not isinstance(document, dict) or not document:
        raise WorkflowInvalid(("it is no graph: an object of nodes was expected",))
    if isinstance(document.get("nodes"), list):
        raise WorkflowInvalid(('it is in the format of the editor; export it with "Export (API)"',))
    problems = tuple(f"node {node_id!r}: {wrong}" for node_id, node in document.items() if (wrong := _no_node(node)))
    if problems:
        raise WorkflowInvalid(problems)
    return document


def _no_node(node: object) -> str:
    if not isinstance(node, dict):
        return "it is no object"
    if not isinstance(node.get("class_type"), str):
        return "class_type is missing"
    return "" if isinstance(node.get("inputs"), dict) else "inputs are missing"


def _broken_links(graph: Graph) -> list[str]:
    return [
        f"node {node_id!r}, input {name}: it links to {value[0]!r}, which is not there"
        for node_id, node in graph.items()
        for name, value in node["inputs"].items()
        if _is_link(value) and str(value[0]) not in graph
    ]


def _is_link(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], int)


def _misplaced(slots: list[Slot], places: frozenset[Place]) -> list[str]:
    there = {slot.place for slot in slots}
    problems = [f"no node has reflow:{place} in its title" for place in sorted(places - there)]
    if Place.IMAGE not in places:
        problems += [
            f"reflow:{place} has nothing to show: a picture is made anew here, not repainted"
            for place in sorted(there & {Place.IMAGE, Place.MASK})
        ]
    if sum(slot.place is Place.PICTURE for slot in slots) > 1:
        problems.append("several nodes have reflow:picture in their titles; one can be the result")
    return problems
