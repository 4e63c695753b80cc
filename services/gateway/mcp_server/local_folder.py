"""The user's folder that an assistant on the same machine may use: nothing outside of it is read or written."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from services.common.errors import ReflowError
from services.common.limits import Limits
from services.gateway.json_mapper.values import Json
from services.gateway.rejections import reject_field

# Fields of requests that name images.
_IMAGE_FIELDS = ("images", "referenceImages", "imageUrl")
_OTHER_FORMS = ("data:", "http://", "https://", "/api/assets/")


@dataclass(frozen=True, slots=True)
class LocalFolder:
    """The folder *root*."""

    root: Path

    def with_images(self, arguments: Json, limits: Limits) -> Json:
        """Return *arguments* with the images that are paths in the folder as data URLs. Raises INVALID_INPUT_FORMAT."""
        replaced = dict(arguments)
        for field in _IMAGE_FIELDS:
            match arguments.get(field):
                case str() as value:
                    replaced[field] = self._to_data_url(value, field, limits)
                case list() as values:
                    replaced[field] = [
                        self._to_data_url(value, f"{field}[{number}]", limits) if isinstance(value, str) else value
                        for number, value in enumerate(values)
                    ]
        return replaced

    def save(self, name: str, files: Mapping[str, bytes]) -> Path:
        """Write *files*, by their relative paths, to the new folder *name*, and return it. Raises OSError."""
        folder = self.root / name
        folder.mkdir()
        for path, content in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return folder

    def _to_data_url(self, value: str, field: str, limits: Limits) -> str:
        if value.lower().startswith(_OTHER_FORMS):
            return value
        content = self._read(value, field, limits.image_bytes)
        return f"data:image/png;base64,{base64.b64encode(content).decode()}"  # the bytes determine its type

    def _read(self, path: str, field: str, max_bytes: int) -> bytes:
        try:
            file = (self.root / path).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            raise self._reject(path, field) from None
        if not file.is_relative_to(self.root.resolve()) or not file.is_file():
            raise self._reject(path, field)
        with file.open("rb") as opened:
            content = opened.read(max_bytes + 1)
        if len(content) > max_bytes:
            raise reject_field(
                field,
                f"{field} 太大：最多 {max_bytes} 字节。请缩小后重试。",
                f"{field} is too large: at most {max_bytes} bytes. Please make it smaller.",
            )
        return content

    def _reject(self, path: str, field: str) -> ReflowError:
        name = path[:100]
        return reject_field(
            field,
            f"{self.root} 里没有文件“{name}”。只能读取这个文件夹里的文件，请用相对路径。",
            f'There is no file "{name}" in {self.root}. Only files in this folder can be read, by relative paths.',
        )
