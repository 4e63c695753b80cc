"""Reference pictures on their way to where they are kept: all side by side, or none."""

import asyncio
from collections.abc import Callable

from reflow.v1 import assets_pb2

from services.common.errors import ReflowError
from services.gateway.creation.intake import NoteWish, reference_field
from services.gateway.intake import PictureUpload, own_asset
from services.gateway.surroundings import Surroundings
from services.gateway.uploading import import_image


async def take_in(wish: NoteWish, is_own_host: Callable[[str], bool], world: Surroundings) -> list[str]:
    """Return the asset ids of the pictures of *wish*, in their order. Raises ReflowError naming the first at fault."""
    try:
        async with asyncio.TaskGroup() as group:
            taking = [
                group.create_task(_take_in(upload, reference_field(index), is_own_host, world))
                for index, upload in enumerate(wish.references)
            ]
    except* ReflowError as failed:
        failure = failed.exceptions[0]
    else:
        return [task.result() for task in taking]
    raise failure


async def _take_in(upload: PictureUpload, field: str, is_own_host: Callable[[str], bool], world: Surroundings) -> str:
    own = own_asset(upload.url, is_own_host, field) if upload.url else None
    if own is None:
        return (await import_image(world.upstream, upload, field=field)).asset_id
    try:
        await world.upstream.ask(world.upstream.assets.GetAsset, assets_pb2.GetAssetRequest(asset_id=own))
    except ReflowError as error:
        error.field = field
        raise
    return own
