"""Renders changes of the flags of the stages of a note."""

from services.gateway.dialects.note_sse.events import StateUpdate
from services.gateway.dialects.note_sse.transition import NoteEvents, Transition


def flag_updates(change: Transition) -> NoteEvents:
    """Return which stages became complete, and which are open again."""
    before, after = change.before, change.after
    changed: dict[str, bool] = {flag: flag in after.flags for flag in sorted(before.flags ^ after.flags)}
    if not changed:
        return []
    update = StateUpdate.model_validate(changed)
    if changed.get("images_complete"):
        ids = [after.images[plan].image.asset.asset_id for plan in after.plan_ids if plan in after.images]
        update = update.model_copy(update={"generated_image_asset_ids": ids})
    return [update]
