"""Pointers as the author of a patch wrote them: errors name those, not the ids that the patch tools assign."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engines.graph.json_values import join_pointer
from engines.graph.patch.document import Tokens
from engines.graph.patch.operations import ParsedOperation
from engines.graph.patch.values import Author, OperationError
from engines.graph.validation.entry_names import EntryNames

NEW = "-"
MAX_NAME = 200
"""Maximum length of a `localId` in an error: its author may have written any text."""


class WrittenPointers:
    """The entries that the operations of one patch change, each with its pointer in the operation."""

    def __init__(self, author: Author) -> None:
        self._is_rebased = author is Author.REBASE
        self._local_ids: dict[int, str] = {}
        # By index of the operation: pointer of the entry in the graph, and as written.
        self._entries: dict[int, list[tuple[str, str]]] = defaultdict(list)
        self._unnamed: dict[str, str] = {}

    def declare(self, operations: Iterable[ParsedOperation]) -> None:
        """Record the `localId` of each operation."""
        for operation in operations:
            if isinstance(operation.value, Mapping) and isinstance(operation.value.get("localId"), str):
                self._local_ids[operation.index] = str(operation.value["localId"])[:MAX_NAME]

    def record(self, resolved: Tokens, written: Tokens, operation: ParsedOperation, *, is_added: bool) -> None:
        """Record that *operation* changes the entry *resolved*, which it names *written*."""
        if resolved[0] != written[0]:
            return  # a link that is removed with its node
        is_new = is_added and (written[1] == NEW or self._is_rebased)
        pointer = join_pointer(written[0], NEW if is_new else written[1])
        self._entries[operation.index].append((join_pointer(*resolved[:2]), pointer))
        if is_new:
            self._unnamed[resolved[1]] = pointer if self._is_rebased else f"{pointer} [{operation.index}]"

    def is_new(self, entry_id: str) -> bool:
        """Return whether an operation has added the entry under an assigned id, so that no pointer may name it."""
        return entry_id in self._unnamed

    def restore(self, error: OperationError) -> OperationError:
        """Return *error* with the pointer that its author wrote, and with the `localId` of its operation."""
        pointer = next(
            (
                written + error.pointer.removeprefix(resolved)
                for resolved, written in self._entries[error.index]
                if f"{error.pointer}/".startswith(f"{resolved}/")
            ),
            error.pointer,
        )
        return replace(error, pointer=pointer, local_id=self._local_ids.get(error.index, ""))

    def name_entries(self, local_ids: Mapping[str, str]) -> EntryNames:
        """Return the names of new entries; *local_ids* are the ids by their `localId`."""
        named = {entry_id: local_id[:MAX_NAME] for local_id, entry_id in local_ids.items()}
        return EntryNames(
            named, {entry_id: label for entry_id, label in self._unnamed.items() if entry_id not in named}
        )
