"""The two graphs of an engine: those that ship, or the user's own files. Read once, when the executor starts."""

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from services.common.models.configuration import ImageEngineModel
from services.common.settings import SettingsInvalid
from services.executor.adapters.comfyui.places import Place
from services.executor.adapters.comfyui.workflows import GENERATE, REPAINT, Workflow, WorkflowInvalid, read_workflow

MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Graphs:
    """What an engine has ComfyUI run, and the settings of its own that go in."""

    generate: Workflow
    repaint: Workflow
    checkpoint: str
    steps: int


def read_graphs(name: str, engine: ImageEngineModel) -> Graphs:
    """Return the graphs of the image engine *name*. Blocking.

    Raises SettingsInvalid naming the file and everything that is wrong with it.
    """
    here = f"images.engines.{name}"
    if not engine.checkpoint and not engine.repaint_workflow:
        raise SettingsInvalid(f"{here} needs a checkpoint for the repaint graph that ships, or a repaint_workflow")
    generate = _read(f"{here}.generate_workflow", engine.generate_workflow, "generate.json", GENERATE)
    repaint = _read(f"{here}.repaint_workflow", engine.repaint_workflow, "repaint.json", REPAINT)
    return Graphs(generate, repaint, engine.checkpoint, engine.steps)


def _read(setting: str, path: str, shipped: str, places: frozenset[Place]) -> Workflow:
    try:
        text = _own(path) if path else (files(__package__) / shipped).read_text(encoding="utf-8")
        return read_workflow(json.loads(text), places)
    except WorkflowInvalid as error:
        raise SettingsInvalid("\n".join(f"{setting}: {path}: {problem}" for problem in error.problems)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsInvalid(f"{setting}: {path}: {error}") from None


def _own(path: str) -> str:
    with Path(path).expanduser().open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES} bytes")
    return data.decode("utf-8")
