"""Records of stored images and masks."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime

from services.common.contract.assets import Asset, AssetKind


@dataclass(frozen=True, slots=True, kw_only=True)
class AssetRecord(Asset):
    """A stored image or mask with its origin; "" if not applicable."""

    created_at: datetime
    seed: int = 0
    model: str = ""
    prompt: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> bytes:
        """Encode the record for the blob store."""
        return json.dumps(asdict(self) | {"created_at": self.created_at.isoformat()}, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "AssetRecord":
        """Decode *data* from the blob store."""
        fields = json.loads(data)
        created_at, kind = datetime.fromisoformat(fields.pop("created_at")), AssetKind(fields.pop("kind"))
        return cls(**fields, kind=kind, created_at=created_at)


def content_id(data: bytes) -> str:
    """Return the id of content: its SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
