"""Progress of the nodes of a task, folded from the WebSocket messages of the server. Pure.

Messages: https://docs.comfy.org/development/comfyui-server/comms_messages. Nothing in them is trusted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from services.executor.adapters.comfyui.progress import parse_message


@dataclass(frozen=True, slots=True)
class NodeProgress:
    """The nodes of a task in the order of their start, those that are finished, and the share of the running one."""

    nodes: frozenset[str]
    started: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)

    @property
    def fraction(self) -> float:
        """The share of the nodes that are finished."""
        running = sum(self.shares.get(node, 0.0) for node in self.started if node not in self.finished)
        return min(1.0, (len(self.finished) + running) / max(1, len(self.nodes)))


def apply_message(progress: NodeProgress, prompt_id: str, message: str) -> NodeProgress:
    """Return the progress after *message*, which may be of any shape. Nodes that are not in the task are ignored."""
    kind, data = parse_message(message)
    if data.get("prompt_id", prompt_id) != prompt_id:
        return progress
    match kind:
        case "execution_cached":
            cached = data.get("nodes")
            for node in cached if isinstance(cached, list) else ():
                progress = finish_node(start_node(progress, node), node)
            return progress
        case "executing":
            for running in progress.started:
                progress = finish_node(progress, running)
            return start_node(progress, data.get("node"))
        case "executed":
            return finish_node(start_node(progress, data.get("node")), data.get("node"))
        case "progress":
            return _set_share(progress, data.get("node"), data)
        case "progress_state":
            states = data.get("nodes")
            for node, state in states.items() if isinstance(states, dict) else ():
                progress = _apply_state(progress, node, state)
            return progress
        case _:
            return progress


def start_node(progress: NodeProgress, node: object) -> NodeProgress:
    """Return the progress once *node* has started."""
    if not isinstance(node, str) or node not in progress.nodes or node in progress.started:
        return progress
    return replace(progress, started=(*progress.started, node))


def finish_node(progress: NodeProgress, node: object) -> NodeProgress:
    """Return the progress once *node*, if it has started, is finished."""
    if not isinstance(node, str) or node not in progress.started or node in progress.finished:
        return progress
    return replace(progress, finished=(*progress.finished, node))


def finish_all(progress: NodeProgress) -> NodeProgress:
    """Return the progress of a task that is finished: some messages may not have arrived."""
    for node in progress.started:
        progress = finish_node(progress, node)
    return progress


def _apply_state(progress: NodeProgress, node: object, state: object) -> NodeProgress:
    given: Mapping[str, Any] = state if isinstance(state, dict) else {}
    if given.get("state") == "finished":
        return finish_node(start_node(progress, node), node)
    return _set_share(start_node(progress, node), node, given) if given.get("state") == "running" else progress


def _set_share(progress: NodeProgress, node: object, state: Mapping[str, Any]) -> NodeProgress:
    value, maximum = state.get("value"), state.get("max")
    if not isinstance(node, str) or node not in progress.nodes or isinstance(value, bool):
        return progress
    if not isinstance(value, int | float) or not isinstance(maximum, int | float) or not 0 <= value <= maximum:
        return progress
    share = float(value) / float(maximum) if maximum and maximum < 1e9 else 0.0
    return replace(progress, shares={**progress.shares, node: share})
