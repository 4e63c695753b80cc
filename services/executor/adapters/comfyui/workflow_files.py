"""The workflows of an engine: the included ones or files of the operator. Read once at start."""

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from services.common.llm.configuration import ImageEngineModel
from services.common.settings import SettingsInvalid
from services.executor.adapters.comfyui.slots import SlotName
from services.executor.adapters.comfyui.workflows import (
    GENERATE,
    INPAINT,
    REFERENCE,
    Workflow,
    WorkflowError,
    parse_workflow,
)

MAX_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class EngineWorkflows:
    """The workflows of an engine and its settings for them; without *reference* it cannot use a reference image."""

    generate: Workflow
    inpaint: Workflow
    reference: Workflow | None
    checkpoint: str
    steps: int


def load_workflows(name: str, engine: ImageEngineModel) -> EngineWorkflows:
    """Return the workflows of the image engine *name*. Blocking.

    Raises SettingsInvalid naming the file and all its problems.
    """
    here = f"images.engines.{name}"
    if not engine.checkpoint and not engine.repaint_workflow:
        raise SettingsInvalid(f"{here} needs a checkpoint for the included inpainting workflow, or a repaint_workflow")
    generate = _load_workflow(f"{here}.generate_workflow", engine.generate_workflow, "generate.json", GENERATE)
    repaint = _load_workflow(f"{here}.repaint_workflow", engine.repaint_workflow, "inpaint.json", INPAINT)
    reference: Workflow | None = None
    if engine.checkpoint or engine.reference_workflow:
        setting = f"{here}.reference_workflow"
        reference = _load_workflow(setting, engine.reference_workflow, "reference.json", REFERENCE)
    return EngineWorkflows(generate, repaint, reference, engine.checkpoint, engine.steps)


def _load_workflow(setting: str, path: str, shipped: str, slot_names: frozenset[SlotName]) -> Workflow:
    try:
        text = _read_user_file(path) if path else (files(__package__) / shipped).read_text(encoding="utf-8")
        return parse_workflow(json.loads(text), slot_names)
    except WorkflowError as error:
        raise SettingsInvalid("\n".join(f"{setting}: {path}: {problem}" for problem in error.problems)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsInvalid(f"{setting}: {path}: {error}") from None


def _read_user_file(path: str) -> str:
    with Path(path).expanduser().open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES} bytes")
    return data.decode("utf-8")
