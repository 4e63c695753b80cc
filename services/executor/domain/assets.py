"""What is known of a stored picture: where it came from and what made it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum


class AssetKind(StrEnum):
    """What an asset is."""

    IMAGE = "image"
    MASK = "mask"


@dataclass(frozen=True, slots=True)
class AssetRecord:
    """A stored picture or mask. Width and height in pixels, size in bytes; "" where nothing applies."""

    asset_id: str
    kind: AssetKind
    width: int
    height: int
    size: int
    created_at: datetime
    parent_asset_id: str = ""
    mask_asset_id: str = ""
    seed: int = 0
    model: str = ""
    prompt: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> bytes:
        """Return the record as it is stored."""
        return json.dumps(asdict(self) | {"created_at": self.created_at.isoformat()}, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "AssetRecord":
        """Return the record that *data* holds."""
        fields = json.loads(data)
        created_at, kind = datetime.fromisoformat(fields.pop("created_at")), AssetKind(fields.pop("kind"))
        return cls(**fields, kind=kind, created_at=created_at)


def content_id(data: bytes) -> str:
    """Return the id of content: its SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
