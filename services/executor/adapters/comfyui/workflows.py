"""API-format graphs: checked once, filled in for every image_request. Pure.

A graph is what ComfyUI exports as "Export (API)": {node id: {class_type, inputs, _meta: {title}}}, where an input is a
value or a link [node id, output]. https://docs.comfy.org/development/comfyui-server/api-examples
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.executor.adapters.comfyui.slots import Slot, SlotName, find_slots

Graph = Mapping[str, Mapping[str, Any]]

GENERATE = frozenset({SlotName.PROMPT, SlotName.SEED})
REFERENCE = frozenset({SlotName.PROMPT, SlotName.SEED, SlotName.IMAGE})
INPAINT = frozenset({SlotName.PROMPT, SlotName.SEED, SlotName.IMAGE, SlotName.MASK})

NEGATIVE = "low quality, blurry, deformed, watermark, signature, text"


class WorkflowError(ValueError):
    """A graph that cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Workflow:
    """A valid graph and its slots."""

    graph: Graph
    slots: tuple[Slot, ...]

    @property
    def result_node(self) -> str | None:
        """The node of the result image, if a title names it."""
        return next((slot.node for slot in self.slots if slot.name is SlotName.RESULT), None)

    @property
    def samplers(self) -> frozenset[str]:
        """The nodes that work in steps: those that take a latent image."""
        return frozenset(node_id for node_id, node in self.graph.items() if "latent_image" in node["inputs"])


@dataclass(frozen=True, slots=True)
class SlotValues:
    """Values of the slots; no checkpoint and no denoise leave the graph's own. Image and mask are names of uploads."""

    prompt: str
    seed: int
    steps: int
    width: int
    height: int
    checkpoint: str = ""
    image: str = ""
    mask: str = ""
    negative: str = NEGATIVE
    denoise: float | None = None


def parse_workflow(document: object, slot_names: frozenset[SlotName]) -> Workflow:
    """Return *document* as a workflow with all of *slot_names*. Raises WorkflowError with all problems."""
    graph = _validate_graph(document)
    problems = _find_broken_links(graph)
    slots: list[Slot] = []
    for node_id, node in graph.items():
        found, wrong = find_slots(node_id, node)
        slots += found
        problems += wrong
    problems += _find_missing_or_extra_slots(slots, slot_names)
    if problems:
        raise WorkflowError(tuple(problems))
    return Workflow(graph, tuple(slots))


def fill_slots(workflow: Workflow, values: SlotValues) -> dict[str, dict[str, Any]]:
    """Return the graph with its slots filled in; nodes and links stay the same."""
    graph = {node_id: {**node, "inputs": dict(node["inputs"])} for node_id, node in workflow.graph.items()}
    by_slot = _values_by_slot(values)
    for slot in workflow.slots:
        if slot.name in by_slot:
            graph[slot.node]["inputs"][slot.input] = by_slot[slot.name]
    return graph


def _values_by_slot(values: SlotValues) -> dict[SlotName, str | int | float]:
    optional: dict[SlotName, str | float | None] = {
        SlotName.CHECKPOINT: values.checkpoint,
        SlotName.IMAGE: values.image,
        SlotName.MASK: values.mask,
        SlotName.DENOISE: values.denoise,
    }
    return {
        SlotName.PROMPT: values.prompt,
        SlotName.NEGATIVE: values.negative,
        SlotName.SEED: values.seed % 2**64,
        SlotName.STEPS: values.steps,
        SlotName.WIDTH: round_to_latents(values.width),
        SlotName.HEIGHT: round_to_latents(values.height),
        **{name: value for name, value in optional.items() if value},
    }


def round_to_latents(side: int) -> int:
    """Return *side* in pixels rounded to a size of latents: a multiple of 8, at least 16."""
    return max(16, (side + 4) // 8 * 8)


def _validate_graph(document: object) -> Graph:
    if not isinstance(document, dict) or not document:
        raise WorkflowError(("it is not a graph: an object of nodes was expected",))
    if isinstance(document.get("nodes"), list):
        raise WorkflowError(('it is in the format of the editor; export it with "Export (API)"',))
    problems = tuple(
        f"node {node_id!r}: {wrong}" for node_id, node in document.items() if (wrong := _describe_invalid_node(node))
    )
    if problems:
        raise WorkflowError(problems)
    return document


def _describe_invalid_node(node: object) -> str:
    if not isinstance(node, dict):
        return "it is not an object"
    if not isinstance(node.get("class_type"), str):
        return "class_type is missing"
    return "" if isinstance(node.get("inputs"), dict) else "inputs are missing"


def _find_broken_links(graph: Graph) -> list[str]:
    return [
        f"node {node_id!r}, input {name}: it links to {value[0]!r}, which is not there"
        for node_id, node in graph.items()
        for name, value in node["inputs"].items()
        if _is_link(value) and str(value[0]) not in graph
    ]


def _is_link(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], int)


def _find_missing_or_extra_slots(slots: list[Slot], slot_names: frozenset[SlotName]) -> list[str]:
    there = {slot.name for slot in slots}
    problems = [f"no node has reflow:{name} in its title" for name in sorted(slot_names - there)]
    problems += [
        f"reflow:{name} has no value: this workflow generates a new image"
        for name in sorted(there & {SlotName.IMAGE, SlotName.MASK} - slot_names)
    ]
    if sum(slot.name is SlotName.RESULT for slot in slots) > 1:
        problems.append("several nodes have reflow:picture in their titles; only one can be the result")
    return problems
