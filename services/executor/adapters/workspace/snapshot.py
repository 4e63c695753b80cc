"""Snapshots of a working folder in the blob store: each content once, by its digest, and one manifest per snapshot.

A second snapshot of an unchanged folder writes nothing. Manifests and contents never change, so any replica can
restore one.
"""

import asyncio
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from services.common.files.errors import Reason, WorkspaceError, archive_invalid
from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.tree import Tree, TreeFile
from services.executor.adapters.workspace.tree import tree_of, write_tree
from services.executor.adapters.workspace.workspace import Workspace

PREFIX = "workspaces"
_MANIFEST_BYTES = 8 * 1024 * 1024


class Blobs(Protocol):
    """The part of the blob store that snapshots need."""

    async def put(self, key: str, data: bytes) -> None:
        """Store *data* under *key*."""

    async def get(self, key: str) -> bytes | None:
        """Return the data that is stored under *key*, or None."""

    async def exists(self, key: str) -> bool:
        """Return whether *key* is stored."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stored folder: *digest* identifies it, *written* is the number of bytes that were written for it."""

    digest: str
    files: int
    size: int
    written: int


def content_key(digest: str) -> str:
    """Return the key of a file's content."""
    return f"{PREFIX}/contents/{digest}"


def manifest_key(digest: str) -> str:
    """Return the key of a snapshot's manifest."""
    return f"{PREFIX}/manifests/{digest}.json"


async def store_snapshot(root: Path, blobs: Blobs, limits: WorkspaceLimits = DEFAULT_LIMITS) -> Snapshot:
    """Store the folder *root*. The manifest is written last: a snapshot with a manifest is complete."""
    tree, digests = await asyncio.to_thread(_read, root, limits)
    written = 0
    for digest, file in dict(zip(digests, tree.files, strict=True)).items():
        if not await blobs.exists(content_key(digest)):
            await blobs.put(content_key(digest), file.content)
            written += len(file.content)
    manifest = _manifest(tree, digests)
    name = hashlib.sha256(manifest).hexdigest()
    if not await blobs.exists(manifest_key(name)):
        await blobs.put(manifest_key(name), manifest)
        written += len(manifest)
    return Snapshot(name, len(tree.files), sum(len(file.content) for file in tree.files), written)


async def restore_snapshot(digest: str, blobs: Blobs, root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> None:
    """Restore the snapshot *digest* to *root*, which must not exist or must be empty. Raises WorkspaceError."""
    manifest = await blobs.get(manifest_key(digest)) if _is_digest(digest) else None
    if manifest is None:
        raise WorkspaceError(
            Reason.NOT_FOUND,
            "工作目录的快照已不存在。请重新开始运行。",
            "The snapshot of the working folder no longer exists. Start the run again.",
        )
    if len(manifest) > _MANIFEST_BYTES or hashlib.sha256(manifest).hexdigest() != digest:
        raise _damaged()
    data = json.loads(manifest)
    files = [await _restore_file(blobs, entry) for entry in data["files"]]
    tree = Tree(tuple(files), tuple(data["directories"]))
    await asyncio.to_thread(write_tree, tree, root, limits)


def list_digests(manifest: bytes) -> set[str]:
    """Return the digests of the contents that a manifest refers to."""
    return {str(entry["digest"]) for entry in json.loads(manifest)["files"]}


async def _restore_file(blobs: Blobs, entry: dict[str, Any]) -> TreeFile:
    content = await blobs.get(content_key(entry["digest"]))
    if content is None or hashlib.sha256(content).hexdigest() != entry["digest"]:
        raise _damaged()
    return TreeFile(entry["path"], content, entry["executable"])


def _read(root: Path, limits: WorkspaceLimits) -> tuple[Tree, list[str]]:
    with Workspace.open(root, limits) as workspace:
        tree = tree_of(workspace.read_entries())
    return tree, [hashlib.sha256(file.content).hexdigest() for file in tree.files]


def _manifest(tree: Tree, digests: Iterable[str]) -> bytes:
    files = [
        {"path": file.path, "digest": digest, "size": len(file.content), "executable": file.executable}
        for file, digest in zip(tree.files, digests, strict=True)
    ]
    return json.dumps({"files": files, "directories": tree.directories}, sort_keys=True, ensure_ascii=False).encode()


def _is_digest(digest: str) -> bool:
    return len(digest) == 64 and all(character in "0123456789abcdef" for character in digest)


def _damaged() -> WorkspaceError:
    return archive_invalid("快照已损坏。请重新开始运行。", "the snapshot is damaged. Start the run again.")
