"""The file tools: read_file, write_file, edit_file, glob, grep."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from services.common.contract.agent_team.team import MAX_LINE
from services.executor.adapters.agent_tools.folder import LIMITS
from services.executor.adapters.workspace import Workspace, WorkspaceError
from services.executor.domain.agents.tools import ToolContext, ToolResult, ToolSpec

Run = Callable[[Workspace, Mapping[str, Any]], object]
_STRING = {"type": "string"}
_FLAG = {"type": "boolean"}
_LINE = {"type": "integer", "minimum": 1, "maximum": MAX_LINE}


@dataclass(frozen=True, slots=True)
class FileToolKind:
    """A file tool: its specification, and its function on a folder. `run` blocks."""

    spec: ToolSpec
    run: Run


@dataclass(frozen=True, slots=True)
class FileTool:
    """A Tool of the folder *root*."""

    kind: FileToolKind
    root: Path

    @property
    def spec(self) -> ToolSpec:
        """Specification of the tool."""
        return self.kind.spec

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call the tool; if the folder rejects the call, the result is failed and states what to do."""

        def run() -> dict[str, Any]:
            with Workspace.open(self.root, LIMITS) as workspace:
                return asdict(self.kind.run(workspace, arguments))  # type: ignore[call-overload, no-any-return]

        try:
            return ToolResult(await asyncio.to_thread(run))
        except WorkspaceError as error:
            return ToolResult({"error": error.text.pick(context.language)}, failed=True)


def _schema(required: tuple[str, ...], **properties: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _read(workspace: Workspace, given: Mapping[str, Any]) -> object:
    return workspace.read(given["path"], given.get("first_line", 1), given.get("max_lines", 0))


def _write(workspace: Workspace, given: Mapping[str, Any]) -> object:
    return workspace.write(given["path"], given["content"])


def _edit(workspace: Workspace, given: Mapping[str, Any]) -> object:
    return workspace.edit(given["path"], given["old"], given["new"], replace_all=given.get("replace_all", False))


def _glob(workspace: Workspace, given: Mapping[str, Any]) -> object:
    return workspace.glob(given["pattern"])


def _grep(workspace: Workspace, given: Mapping[str, Any]) -> object:
    return workspace.grep(
        given["pattern"],
        given.get("files", "**"),
        literal=given.get("literal", False),
        ignore_case=given.get("ignore_case", False),
    )


_READ = ToolSpec(
    "read_file",
    "Return lines of a text file, from first_line on; next_line states where to continue.",
    _schema(("path",), path=_STRING, first_line=_LINE, max_lines=_LINE),
    read_only=True,
)
_WRITE = ToolSpec(
    "write_file",
    "Create or replace a file.",
    _schema(("path", "content"), path=_STRING, content=_STRING),
)
_EDIT = ToolSpec(
    "edit_file",
    "Replace the only occurrence of old by new in a file; with replace_all every one.",
    _schema(("path", "old", "new"), path=_STRING, old=_STRING, new=_STRING, replace_all=_FLAG),
)
_GLOB = ToolSpec(
    "glob",
    "Return the files whose path matches a pattern, such as **/*.py.",
    _schema(("pattern",), pattern=_STRING),
    read_only=True,
)
_GREP = ToolSpec(
    "grep",
    "Return the lines that match a pattern in RE2 syntax, in the files that match the glob files.",
    _schema(("pattern",), pattern=_STRING, files=_STRING, literal=_FLAG, ignore_case=_FLAG),
    read_only=True,
)
FILE_TOOLS: Mapping[str, FileToolKind] = {
    spec.name: FileToolKind(spec, run)
    for spec, run in ((_READ, _read), (_WRITE, _write), (_EDIT, _edit), (_GLOB, _glob), (_GREP, _grep))
}
