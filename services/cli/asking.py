"""What a person asks of `reflow run`, read and checked before anything is started."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from services.cli.failing import bad_input, wrong_settings
from services.cli.reading import STDIN, read_bytes, read_stdin
from services.cli.workflow import Workflow
from services.common.limits import Limits
from services.common.settings import ServiceSettings, SettingsInvalid, read_settings
from services.orchestrator.domain.intake import checked
from services.orchestrator.domain.values import ImageChatInput

_SIZE = re.compile(r"(\d{1,5})\s*[xX×*]\s*(\d{1,5})")
# What stands for a mask until it is taken in and has an id.
_A_MASK = "mask"
_SEEDS = 2**53


@dataclass(frozen=True, slots=True)
class Asked:
    """One wish. Width and height in pixels, 0 for the default; *image* and *mask* are the files' bytes."""

    text: str
    image: bytes | None
    mask: bytes | None
    model: str
    session_id: str
    width: int
    height: int
    seed: int | None


@dataclass(frozen=True, slots=True)
class Arguments:
    """What stood on the command line of `reflow run`."""

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
    pictures: int | None = None
    yes: bool = False


def read_limits() -> Limits:
    """Return the limits set in the environment. Raises CommandFailed naming every wrong setting."""
    try:
        return read_settings(ServiceSettings).limits
    except SettingsInvalid as error:
        raise wrong_settings(error) from error


def read_wish(given: Arguments, limits: Limits) -> Asked:
    """Return what is asked; raises INVALID_INPUT_* naming what is wrong with it."""
    _refuse_options_of_notes(given)
    _check_mask_has_picture(given)
    check_folder(given.out)
    check_seed(given.seed)
    width, height = _size(given.size)
    asked = ImageChatInput(
        text=given_text(given.text),
        mask_asset_id=_A_MASK if given.mask else "",
        preferred_model=given.model,
        width=width,
        height=height,
        seed=given.seed,
    )
    text = checked(asked, limits).text
    image = read_bytes(given.image, limits.image_bytes) if given.image else None
    mask = read_bytes(given.mask, limits.mask_bytes) if given.mask else None
    return Asked(text, image, mask, given.model, given.session, width, height, given.seed)


def given_text(given: str | None) -> str:
    """Return the text: as given, or from stdin for '-'. A byte that is no UTF-8 cannot be passed on."""
    try:
        text = read_stdin() if given == STDIN else given or ""
        text.encode()
    except UnicodeError:
        raise bad_input("文字不是有效的 UTF-8。", "The text is not valid UTF-8.", field="text") from None
    if "\0" in text:
        raise bad_input("文字中不能有空字符。", "The text must not have the character U+0000.", field="text")
    return text


def check_seed(seed: int | None) -> None:
    """Refuse a seed beyond its range."""
    if seed is not None and not 0 <= seed < _SEEDS:
        raise bad_input(f"--seed 应在 0 到 2^53 之间，收到 {seed}。", f"--seed must be from 0 to 2^53: {seed}.")


def _refuse_options_of_notes(given: Arguments) -> None:
    theirs = {
        "--yes": given.yes,
        "--reference": bool(given.references),
        "--layout": bool(given.layout),
        "--pictures": given.pictures is not None,
    }
    refuse_options(theirs, "写笔记时才有：请加上 --workflow note", "only for notes: add --workflow note")


def refuse_options(given: Mapping[str, bool], zh: str, en: str) -> None:
    """Refuse the options that are *given*, by name: they belong to another workflow."""
    names = [name for name, present in given.items() if present]
    if names:
        raise bad_input(f"{'、'.join(names)} {zh}。", f"{', '.join(names)}: {en}.")


def _size(given: str) -> tuple[int, int]:
    if not given:
        return 0, 0
    match = _SIZE.fullmatch(given.strip())
    if match is None:
        raise bad_input(
            f"--size 应写成 宽x高，例如 1024x768，收到“{given}”。",
            f'--size is written WxH, such as 1024x768, not "{given}".',
        )
    return int(match[1]), int(match[2])


def _check_mask_has_picture(given: Arguments) -> None:
    if given.mask and not given.image and not given.session:
        raise bad_input(
            "--mask 需要知道是哪张图片的：请加上 --image 图片，或用 --session 接着上一张改。",
            "--mask marks an area of a picture: give it with --image, or go on from the last one with --session.",
        )


def check_folder(out: Path) -> None:
    """Refuse a folder for pictures that cannot be one, before a picture is made in vain."""
    nearest = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.exists())
    if not nearest.is_dir():
        raise bad_input(f"--out 不是文件夹：{nearest}。", f"--out is not a folder: {nearest}.")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise bad_input(f"--out 无法写入：{nearest}。", f"--out cannot be written to: {nearest}.")
