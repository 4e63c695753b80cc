"""Stored images."""

from dataclasses import dataclass
from enum import StrEnum


class AssetKind(StrEnum):
    """Kind of an asset."""

    IMAGE = "image"
    MASK = "mask"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Asset:
    """A stored image. Width and height in pixels, size in bytes."""

    asset_id: str
    width: int
    height: int
    size: int = 0
    parent_asset_id: str = ""
    mask_asset_id: str = ""
    kind: AssetKind = AssetKind.IMAGE
