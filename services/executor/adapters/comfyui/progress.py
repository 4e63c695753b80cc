"""Progress of a task, folded from the WebSocket messages of the server. Pure.

Messages are {type, data}: https://docs.comfy.org/development/comfyui-server/comms_messages. They are hints: the
state of the task comes from /history and /queue.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

STATE_CHANGES = frozenset({"execution_start", "execution_success", "execution_error", "execution_interrupted"})


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """Progress of one task and of its samplers, from 0 to 1; `state_changes` counts its changes of state."""

    samplers: frozenset[str]
    steps: Mapping[str, float] = field(default_factory=dict)
    fraction: float = 0.0
    state_changes: int = 0


def apply_message(progress: WorkProgress, prompt_id: str, message: str) -> WorkProgress:
    """Return the progress after *message*, which may be of any shape. The fraction never decreases."""
    kind, data = parse_message(message)
    if data.get("prompt_id", prompt_id) != prompt_id:
        return progress
    # `executing` without a node comes last, once the task is in the history.
    if kind in STATE_CHANGES or (kind == "executing" and data.get("node") is None):
        return replace(progress, state_changes=progress.state_changes + 1)
    if kind == "progress":
        return _update_steps(progress, {str(data.get("node")): data})
    nodes = data.get("nodes")
    if kind == "progress_state" and isinstance(nodes, dict):
        return _update_steps(progress, nodes)
    return progress


def _update_steps(progress: WorkProgress, nodes: Mapping[str, Any]) -> WorkProgress:
    """Return the mean of the samplers; without samplers, the maximum of the nodes that report steps."""
    if progress.samplers:
        steps = {**progress.steps, **{node: _completed_share(nodes[node]) for node in progress.samplers & nodes.keys()}}
        fraction = sum(steps.values()) / len(progress.samplers)
    else:
        steps = {}
        fraction = max((_completed_share(state) for state in nodes.values() if _has_many_steps(state)), default=0.0)
    return replace(progress, steps=steps, fraction=min(1.0, max(progress.fraction, fraction)))


def _completed_share(state: object) -> float:
    done, all_steps = _parse_steps(state)
    if done >= all_steps > 0:
        return 1.0
    return done / all_steps if 0 < done < all_steps else 0.0


def _has_many_steps(state: object) -> bool:
    return _parse_steps(state)[1] > 1


def _parse_steps(state: object) -> tuple[float, float]:
    given = state if isinstance(state, Mapping) else {}
    done, all_steps = given.get("value"), given.get("max")
    if not isinstance(done, int | float) or not isinstance(all_steps, int | float):
        return 0.0, 0.0
    try:
        return float(done), float(all_steps)
    except OverflowError:
        return 0.0, 0.0


def parse_message(message: str) -> tuple[str, Mapping[str, Any]]:
    """Return the type and the data of a message, empty for one of another shape."""
    try:
        message = json.loads(message)
    except (ValueError, RecursionError):
        return "", {}
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return "", {}
    data = message.get("data")
    return message["type"], data if isinstance(data, dict) else {}
