"""The images of a session as a history, with the targets of undo, redo and restores of an earlier image."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.common.contract.image_chat import Restore
from services.common.contract.session import LastResult, SessionImage


@dataclass(frozen=True, slots=True)
class History:
    """The current image, the images before it, and those that were undone; the next one last in both."""

    current: SessionImage | None = None
    past: tuple[SessionImage, ...] = ()
    undone: tuple[SessionImage, ...] = ()


def fold_history(images: Sequence[SessionImage]) -> History:
    """Return the history after *images*, oldest first. An image that was restored from the first one is a new state."""
    history = History()
    for image in images:
        history = _evolve(history, image)
    return history


def find_restored(images: Sequence[SessionImage], restore: Restore, steps: int = 1) -> SessionImage | None:
    """Return the image of a session that *restore* leads to, None where there is none or it is the current one.

    An undo leads *steps* images back, a redo as many forward.
    """
    history = fold_history(images)
    current = history.current
    if current is None:
        return None
    match restore:
        case Restore.UNDO:
            return history.past[-steps] if 0 < steps <= len(history.past) else None
        case Restore.REDO:
            return history.undone[-steps] if 0 < steps <= len(history.undone) else None
        case Restore.FIRST:
            target = next((image for image in images if not image.restores), None)
        case Restore.ORIGINAL:
            target = _find_original(images, current)
        case _:
            target = None
    return None if target is None or target.image.asset_id == current.image.asset_id else target


def count_steps(images: Sequence[SessionImage], restore: Restore) -> int:
    """Return how many images an undo or a redo can lead back or forward; 0 for other returns."""
    history = fold_history(images)
    return len({Restore.UNDO: history.past, Restore.REDO: history.undone}.get(restore, ()))


def _evolve(history: History, image: SessionImage) -> History:
    if image.restores is Restore.UNDO and history.past:
        at = _find_last(history.past, image)
        undone = (*history.past[at + 1 :], *((history.current,) if history.current else ()))
        return History(history.past[at], history.past[:at], (*history.undone, *reversed(undone)))
    if image.restores is Restore.REDO and history.undone:
        at = _find_last(history.undone, image)
        before = (*((history.current,) if history.current else ()), *reversed(history.undone[at + 1 :]))
        return History(history.undone[at], (*history.past, *before), history.undone[:at])
    past = (*history.past, history.current) if history.current else ()
    if image.source_asset_id and (not past or image.source_asset_id not in (before.image.asset_id for before in past)):
        past = (*past, _build_source(image))  # an upload: no run ended with it
    return History(image, past)


def _find_last(images: Sequence[SessionImage], image: SessionImage) -> int:
    """Return where *image* is in *images*, counted from the last one: several steps are one entry of the session."""
    places = (place for place in reversed(range(len(images))) if images[place].image.asset_id == image.image.asset_id)
    return next(places, len(images) - 1)


def _find_original(images: Sequence[SessionImage], current: SessionImage) -> SessionImage | None:
    """Return what *current* was changed from, change by change; the first image where it is itself a new one."""
    by_id = {image.image.asset_id: image for image in images if not image.restores}
    original, seen = by_id.get(current.image.asset_id, current), {current.image.asset_id}
    while (source := original.source_asset_id) and source not in seen:
        seen.add(source)
        original = by_id.get(source) or _build_source(original)
    if original.image.asset_id == current.image.asset_id:
        return next(iter(by_id.values()), None)
    return original


def _build_source(image: SessionImage) -> SessionImage:
    """Return the upload that *image* was changed from. Its number is 0, its size unknown."""
    upload = LastResult(image.source_asset_id, "", "", "", 0, 0, 0)
    return replace(image, image=upload, number=0, restores=Restore.UNSPECIFIED, source_asset_id="")
