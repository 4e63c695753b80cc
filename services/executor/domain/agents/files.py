"""The initial files of an agent: those of its task, and those of its input stages. Pure."""

import posixpath
from collections.abc import Mapping

from services.common.contract.agent_team.team import AgentTask, FileKind, StageContext, TeamFile

# Maximum size of the text and of the data of an input stage in the prompt; longer output is a file, too.
MAX_SHOWN_TEXT, MAX_SHOWN_DATA = 8_000, 16_000
INPUTS = "inputs"


def list_files(task: AgentTask) -> Mapping[str, bytes]:
    """Return the texts and data of *task* by path: attachments, replaced by later versions from input stages.

    The output of an input stage that is too long for a prompt is a file, too.
    """
    files = {file.path: file.content for file in _list_all(task) if file.kind is not FileKind.IMAGE}
    for stage in task.workflow.stages:
        files |= _list_long_outputs(stage)
    return files


def list_images(task: AgentTask) -> Mapping[str, str]:
    """Return the assets of the images of *task* by path."""
    return {file.path: file.asset_id for file in _list_all(task) if file.kind is FileKind.IMAGE}


def list_summaries(task: AgentTask) -> Mapping[str, str]:
    """Return the beginnings of the large files that input stages generated, by path."""
    return {file.path: file.summary for file in _list_all(task) if file.summary}


def list_originals(task: AgentTask) -> frozenset[str]:
    """Return the paths of the user's own files: attachments that no stage has changed."""
    generated = {normalize_path(file.path) for stage in task.workflow.stages for file in stage.generated_files}
    return frozenset(normalize_path(file.path) for file in task.workflow.attachments) - generated


def normalize_path(path: str) -> str:
    """Return *path* in the form of the file tools, for comparison with other paths."""
    return posixpath.normpath(path).lstrip("/")


def to_input_path(stage: StageContext, suffix: str) -> str:
    """Return the path of the output of an input stage that is too long for a prompt."""
    return f"{INPUTS}/{stage.stage_id}.{suffix}"


def _list_all(task: AgentTask) -> tuple[TeamFile, ...]:
    generated = tuple(file for stage in task.workflow.stages for file in stage.generated_files)
    return (*task.workflow.attachments, *generated)


def _list_long_outputs(stage: StageContext) -> Mapping[str, bytes]:
    files: dict[str, bytes] = {}
    if len(stage.text_output) > MAX_SHOWN_TEXT:
        files[to_input_path(stage, "txt")] = stage.text_output.encode("utf-8", "replace")
    if len(stage.structured_data) > MAX_SHOWN_DATA:
        files[to_input_path(stage, "json")] = stage.structured_data
    return files
