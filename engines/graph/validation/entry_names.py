"""Names of nodes and edges in messages: an author of a patch does not know the ids that the patch tools assign."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EntryNames:
    """How messages name the entries of a graph: by their ids, except for new ones.

    Attributes:
        local_ids: the `localId` of each new node that has one.
        unnamed: what denotes each other new entry, which its author cannot refer to.

    """

    local_ids: Mapping[str, str] = field(default_factory=dict)
    unnamed: Mapping[str, str] = field(default_factory=dict)

    def show(self, entry_id: str) -> str:
        """Return the name of an entry in a message."""
        return self.local_ids.get(entry_id) or self.unnamed.get(entry_id) or entry_id

    def list_usable(self, entry_ids: Iterable[str]) -> list[str]:
        """Return the names of those of *entry_ids* that an author can refer to."""
        return [self.show(entry_id) for entry_id in entry_ids if entry_id not in self.unnamed]


IDS = EntryNames()
"""Every entry by its id."""
