"""The regions that an annotator draws, from the data of an analysis. Pure: the data is validated, never trusted."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from services.common.contract.agent_team.team import AgentTask, FileKind, TeamFile
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.common.text.sanitization import to_one_line

MAX_REGIONS = 500
SHAPES = ("rectangle", "ellipse", "arrow", "text", "cover")
_NO_IMAGE = Text(
    "没有指明要处理的图片：附件里没有图片，或有不止一张。",
    "It is not clear which image is meant: there is none among the attachments, or more than one.",
)
_UNKNOWN_IMAGE = Text("任务里没有图片“{path}”。", 'The task has no image "{path}".')
_NO_REGIONS = Text("输入里没有可以标注的区域。", "The input has no regions to draw.")
_INVALID_REGION = Text(
    "第 {number} 个区域无效：坐标应是像素的整数。", "Region {number} is invalid: its box needs integers of pixels."
)


def find_image(task: AgentTask) -> TeamFile:
    """Return the image of *task*: the one that its item or its stage names, else the only one.

    Raises INVALID_INPUT_FORMAT.
    """
    files = (*task.workflow.attachments, *(file for stage in task.workflow.stages for file in stage.generated_files))
    images = {file.path: file for file in reversed(files) if file.kind is FileKind.IMAGE}
    item = parse_data(task)
    path = item.get("imagePath") or item.get("path") if isinstance(item, dict) else None
    path = path or _parse_path(task)
    if path is None:
        if len(images) != 1:
            raise _invalid(_NO_IMAGE)
        return next(iter(images.values()))
    if not isinstance(path, str) or path not in images:
        raise _invalid(_UNKNOWN_IMAGE, path=str(path)[:100])
    return images[path]


def _parse_path(task: AgentTask) -> Any:
    """Return the path of the image that the arguments of the stage name, None if they name none."""
    arguments = parse_json(task.stage.arguments or b"{}", "task.stage.arguments")
    return arguments.get("path") if isinstance(arguments, dict) else None


def parse_data(task: AgentTask) -> Any:
    """Return the data of *task*: its item, else the structured data of its last input; None if there is none."""
    if task.item:
        return parse_json(task.item, "task.item")
    found = [stage.structured_data for stage in task.workflow.stages if stage.structured_data]
    return parse_json(found[-1], "task.workflow") if found else None


def parse_json(data: bytes, field: str) -> Any:
    """Return the value of JSON *data*. Raises INVALID_INPUT_FORMAT naming *field*."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field=field, node="executor") from None


def list_regions(task: AgentTask) -> tuple[Mapping[str, Any], ...]:
    """Return the regions to draw, at most 500. Raises INVALID_INPUT_FORMAT if there are none or one is invalid."""
    data = parse_data(task)
    parts = list(_list_parts(data)) if isinstance(data, dict) else []
    if not parts:
        raise _invalid(_NO_REGIONS)
    return tuple(_to_region(number, shape, label, box) for number, (shape, label, box) in enumerate(parts, 1))[
        :MAX_REGIONS
    ]


def _list_parts(data: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield shape, label and box of everything in an analysis, or of the regions that are given as such."""
    for region in _list(data, "textRegions"):
        yield "rectangle", region.get("text"), region.get("boundingBox")
    for element in _list(data, "elements"):
        label = " ".join(str(part) for part in (element.get("type"), element.get("description")) if part)
        yield "rectangle", label, element.get("boundingBox")
    for region in _list(data, "regions"):
        yield region.get("type") or "rectangle", region.get("label"), region


def _list(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    parts = data.get(name)
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def _to_region(number: int, shape: str, label: Any, box: Any) -> Mapping[str, Any]:
    sides = {name: box.get(name) if isinstance(box, dict) else None for name in ("x", "y", "width", "height")}
    if shape not in SHAPES or any(isinstance(side, bool) or not isinstance(side, int) for side in sides.values()):
        raise _invalid(_INVALID_REGION, number=number)
    return {"type": shape, **sides, "label": to_one_line(str(label or ""))}


def _invalid(text: Text, **values: object) -> ReflowError:
    localized = Text(text.zh.format(**values), text.en.format(**values))
    return ReflowError(Code.INVALID_INPUT_FORMAT, localized, field="task.item", node="executor")


def covers_only(regions: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether all *regions* cover what is under them: the image is redacted, not annotated."""
    return bool(regions) and all(region.get("type") == "cover" for region in regions)


def name_drawing(path: str, regions: Sequence[Mapping[str, Any]], number: int = 1) -> str:
    """Return the name of the image at *path* with *regions* drawn on it; *number* counts the images of that name."""
    change = "redacted" if covers_only(regions) else "annotated"
    return f"{PurePosixPath(path).stem}-{change}{f'-{number}' if number > 1 else ''}.png"
