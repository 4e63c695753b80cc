"""Request of `reflow run`, validated before a system is started."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from services.cli.errors import bad_input, invalid_settings
from services.cli.files import STDIN, read_bytes, read_stdin
from services.cli.given_options import GivenOptions
from services.cli.workflow import Workflow
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.input_validation import reject_nul, validate_input
from services.common.contract.results import WorkflowInput
from services.common.limits import Limits
from services.common.settings import ServiceSettings, SettingsInvalid, read_settings
from services.common.text.language import Language

_SIZE = re.compile(r"([1-9]\d{0,4})\s*[xX×*]\s*([1-9]\d{0,4})")
# Placeholder for the id of a mask that is not imported yet.
_MASK_PLACEHOLDER = "mask"
_SEED_LIMIT = 2**53


@dataclass(frozen=True, slots=True)
class GraphSource:
    """The graph to change: a stored one, or the JSON of a file (of an empty graph without one) to store."""

    graph_id: str = ""
    content: bytes = b""
    file: Path | None = None


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A validated request: the input of the run, and the bytes of the files to import into it."""

    input: WorkflowInput
    session_id: str
    image: bytes | None = None
    mask: bytes | None = None
    references: tuple[bytes, ...] = ()
    graph: GraphSource = GraphSource()
    attachments: tuple[tuple[str, bytes], ...] = ()
    sources: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class RunArguments:
    """Arguments of `reflow run`."""

    text: str | None
    image: Path | None
    mask: Path | None
    model: str
    session: str
    size: str
    seed: int | None
    out: Path
    data: Path | None
    workflow: Workflow = Workflow.IMAGE_CHAT
    references: tuple[Path, ...] = ()
    layout: str = ""
    image_count: int | None = None
    yes: bool = False
    graph: str = ""
    template: str = ""
    images: tuple[Path, ...] = ()
    folder: Path | None = None
    lang: Language | None = None

    @property
    def given(self) -> GivenOptions:
        """Options that suggested commands repeat."""
        return GivenOptions(self.data, self.out, self.lang)


def read_limits() -> Limits:
    """Return the limits set in the environment. Raises CommandFailed naming every invalid setting."""
    try:
        return read_settings(ServiceSettings).limits
    except SettingsInvalid as error:
        raise invalid_settings(error) from error


def parse_request(arguments: RunArguments, limits: Limits) -> RunRequest:
    """Return the request for an image. Raises INVALID_INPUT_* naming the invalid argument."""
    _reject_note_options(arguments)
    _validate_mask(arguments)
    validate_output_folder(arguments.out)
    validate_seed(arguments.seed)
    width, height = _parse_size(arguments.size)
    requested = ImageChatInput(
        text=read_text(arguments.text),
        mask_asset_id=_MASK_PLACEHOLDER if arguments.mask else "",
        preferred_model=arguments.model,
        width=width,
        height=height,
        seed=arguments.seed,
    )
    run_input = replace(validate_input(requested, limits), mask_asset_id="")
    image = read_bytes(arguments.image, limits.image_bytes) if arguments.image else None
    mask = read_bytes(arguments.mask, limits.mask_bytes) if arguments.mask else None
    return RunRequest(run_input, arguments.session, image, mask)


def read_text_argument(argument: str | None) -> str:
    """Return the text of *argument* as `read_text` does. Raises INVALID_INPUT_FORMAT also for a text with U+0000."""
    text = read_text(argument)
    reject_nul(text, "text")
    return text


def read_text(argument: str | None) -> str:
    """Return the text of *argument*, or of stdin for '-'. Raises INVALID_INPUT_FORMAT for a text that is not UTF-8."""
    try:
        text = read_stdin() if argument == STDIN else argument or ""
        text.encode()
    except UnicodeError:
        raise bad_input("文字不是有效的 UTF-8。", "The text is not valid UTF-8.", field="text") from None
    return text


def validate_seed(seed: int | None) -> None:
    """Reject a seed beyond its range."""
    if seed is not None and not 0 <= seed < _SEED_LIMIT:
        raise bad_input(f"--seed 应在 0 到 2^53 之间，收到 {seed}。", f"--seed must be from 0 to 2^53: {seed}.")


def _reject_note_options(arguments: RunArguments) -> None:
    options = {
        "--yes": arguments.yes,
        "--reference": bool(arguments.references),
        "--layout": bool(arguments.layout),
        "--pictures": arguments.image_count is not None,
    }
    reject_graph_option(arguments)
    reject_options(options, "写笔记时才有：请加上 --workflow note", "only for notes: add --workflow note")


def reject_further_images(arguments: RunArguments) -> None:
    """Reject a second image for a workflow that has one."""
    if len(arguments.images) > 1:
        raise bad_input("--image 只能给一张。", "--image: only one image here.")


def reject_graph_option(arguments: RunArguments) -> None:
    """Reject a graph for a workflow that has none."""
    text = ("修改节点图时才有：请加上 --workflow graph", "only for graphs: add --workflow graph")
    reject_options({"--graph": bool(arguments.graph)}, *text)


def list_image_options(arguments: RunArguments) -> dict[str, bool]:
    """Return the options about images of an image or a note, and whether each is present."""
    return {
        "--mask": arguments.mask is not None,
        "--size": bool(arguments.size),
        "--model": bool(arguments.model),
        "--reference": bool(arguments.references),
        "--layout": bool(arguments.layout),
        "--pictures": arguments.image_count is not None,
    }


def reject_options(options: Mapping[str, bool], zh: str, en: str) -> None:
    """Reject the *options* that are present, by name: they belong to another workflow."""
    names = [name for name, present in options.items() if present]
    if names:
        raise bad_input(f"{'、'.join(names)} {zh}。", f"{', '.join(names)}: {en}.")


def _parse_size(text: str) -> tuple[int, int]:
    if not text:
        return 0, 0
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise bad_input(
            f"--size 应写成 宽x高，例如 1024x768，收到“{text}”。",
            f'--size is written WxH, such as 1024x768, not "{text}".',
        )
    return int(match[1]), int(match[2])


def _validate_mask(arguments: RunArguments) -> None:
    if arguments.mask and not arguments.image and not arguments.session:
        raise bad_input(
            "--mask 要和它的图片一起给出：请加上 --image，或用 --session 继续修改上一张图片。",
            "--mask marks an area of an image: give it with --image, or continue from the last image with --session.",
        )


def find_result_folder(out: Path) -> Path:
    """Return the folder of the result of a graph: *out* may be a file."""
    return out.parent if out.suffix else out


def validate_output_folder(out: Path) -> None:
    """Reject an output folder that cannot be written to, before an image is generated in vain."""
    nearest = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.exists())
    if not nearest.is_dir():
        raise bad_input(f"--out 不是文件夹：{nearest}。", f"--out is not a folder: {nearest}.")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise bad_input(f"--out 无法写入：{nearest}。", f"--out cannot be written to: {nearest}.")
