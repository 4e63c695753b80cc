"""How far the work is, folded from what the server tells over its WebSocket. Pure.

Messages are {type, data}: https://docs.comfy.org/development/comfyui-server/comms_messages. They are hints: what
became of the work is read from /history and /queue.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

NEWS = frozenset({"execution_start", "execution_success", "execution_error", "execution_interrupted"})


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard of one work: how far each of its samplers is, from 0 to 1; `news` counts changes of its state."""

    samplers: frozenset[str]
    steps: Mapping[str, float] = field(default_factory=dict)
    fraction: float = 0.0
    news: int = 0


def hear(heard: Heard, prompt_id: str, message: str) -> Heard:
    """Return what is known after *message*, which may be of any shape. The fraction never goes back."""
    kind, data = _read(message)
    if data.get("prompt_id", prompt_id) != prompt_id:
        return heard
    # `executing` no node any more is told last, once the work is in the history.
    if kind in NEWS or (kind == "executing" and data.get("node") is None):
        return replace(heard, news=heard.news + 1)
    if kind == "progress":
        return _stepped(heard, {str(data.get("node")): data})
    nodes = data.get("nodes")
    if kind == "progress_state" and isinstance(nodes, dict):
        return _stepped(heard, nodes)
    return heard


def _stepped(heard: Heard, nodes: Mapping[str, Any]) -> Heard:
    """Return the mean of the samplers' shares; where none is known, the greatest share of what works in steps."""
    if heard.samplers:
        steps = {**heard.steps, **{node: _share(nodes[node]) for node in heard.samplers & nodes.keys()}}
        fraction = sum(steps.values()) / len(heard.samplers)
    else:
        steps = {}
        fraction = max((_share(state) for state in nodes.values() if _many(state)), default=0.0)
    return replace(heard, steps=steps, fraction=min(1.0, max(heard.fraction, fraction)))


def _share(state: object) -> float:
    done, all_steps = _steps(state)
    if done >= all_steps > 0:
        return 1.0
    return done / all_steps if 0 < done < all_steps else 0.0


def _many(state: object) -> bool:
    return _steps(state)[1] > 1


def _steps(state: object) -> tuple[float, float]:
    given = state if isinstance(state, Mapping) else {}
    done, all_steps = given.get("value"), given.get("max")
    if not isinstance(done, int | float) or not isinstance(all_steps, int | float):
        return 0.0, 0.0
    try:
        return float(done), float(all_steps)
    except OverflowError:
        return 0.0, 0.0


def _read(message: str) -> tuple[str, Mapping[str, Any]]:
    try:
        told = json.loads(message)
    except (ValueError, RecursionError):
        return "", {}
    if not isinstance(told, dict) or not isinstance(told.get("type"), str):
        return "", {}
    data = told.get("data")
    return told["type"], data if isinstance(data, dict) else {}
