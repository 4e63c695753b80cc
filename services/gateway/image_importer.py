"""Imports images and masks of requests into the asset service, in chunks that fit into messages."""

import asyncio
import uuid
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Self

import structlog
from reflow.v1 import assets_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.gateway.clients import ServiceClients
from services.gateway.dependencies import Dependencies
from services.gateway.errors import http_status
from services.gateway.uploads import ImageUpload, MaskUpload, parse_asset_url

log = structlog.get_logger("reflow.gateway")


class ImageImporter:
    """Turns the images and masks of one request, which starts the run of *request_id*, into assets.

    *host* is the name under which its client reached this system, "" where it used none. A context: if the request is
    rejected inside it, the images that it stored are withdrawn.
    """

    def __init__(self, host: str, deps: Dependencies, request_id: str) -> None:
        self._clients = deps.clients
        self._request_id = request_id
        self._own_hosts = {host.lower(), *deps.settings.hosts, *deps.settings.public_hosts}
        self._import_id = str(uuid.uuid4())
        self._stored: list[str] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Only a rejection is certain: after any other failure, and a disconnect, the run may have started.
        if isinstance(error, ReflowError) and _is_rejection(error) and self._stored:
            await self._withdraw()

    def is_own_host(self, netloc: str) -> bool:
        """Whether *netloc* names this system."""
        return netloc.lower() in self._own_hosts

    async def resolve(
        self,
        upload: ImageUpload,
        field: str,
        *,
        for_mask: bool = False,
        url_error: Code = Code.INVALID_INPUT_FORMAT,
        check_exists: bool = True,
    ) -> str:
        """Return the asset id of *upload*, which is imported unless its URL names an asset of this system.

        Args:
            upload: the image.
            field: the field that errors name.
            for_mask: whether a mask will be drawn on the image.
            url_error: the code for an invalid URL.
            check_exists: whether to check that an asset of this system exists.

        Raises:
            ReflowError: the image is invalid, unknown or cannot be fetched.

        """
        asset_id = parse_asset_url(upload.url, self.is_own_host, field, url_error) if not upload.data else None
        if asset_id is None:
            await self._check_admission()
            asset = await import_image(self._clients, upload, field=field, for_mask=for_mask, import_id=self._import_id)
            self._stored.append(asset.asset_id)
            return asset.asset_id
        if check_exists:
            await self._check_exists(asset_id, field)
        return asset_id

    async def resolve_all(self, uploads: Sequence[tuple[ImageUpload, str]]) -> list[str]:
        """Return the asset ids of *uploads*, each with its field, imported concurrently.

        Raises ReflowError that names the first field at fault, once all imports have ended, since a cancelled import
        could still be stored.
        """
        resolving = (self.resolve(upload, field) for upload, field in uploads)
        asset_ids = list[str]()
        for result in await asyncio.gather(*resolving, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result
            asset_ids.append(result)
        return asset_ids

    async def import_mask(self, mask: MaskUpload, image_asset_id: str) -> str:
        """Import the mask of an image and return its asset id. Raises ReflowError."""
        await self._check_admission()
        asset = await import_mask(self._clients, mask, image_asset_id, import_id=self._import_id)
        self._stored.append(asset.asset_id)
        return asset.asset_id

    async def _withdraw(self) -> None:
        """Delete the images that only this request stored; after a failure the hourly collection deletes them."""
        request = assets_pb2.WithdrawAssetsRequest(import_id=self._import_id, asset_ids=self._stored)
        try:
            await self._clients.call(self._clients.assets.WithdrawAssets, request)
        except ReflowError as error:
            log.warning("images of a rejected request were not withdrawn", code=error.code, details=error.details)

    async def _check_admission(self) -> None:
        """Raise QUEUE_FULL, before anything is stored, where the run would not be admitted."""
        request = orchestrator_pb2.CheckAdmissionRequest(request_id=self._request_id)
        await self._clients.call(self._clients.orchestrator.CheckAdmission, request)

    async def _check_exists(self, asset_id: str, field: str) -> None:
        try:
            await self._clients.call(self._clients.assets.GetAsset, assets_pb2.GetAssetRequest(asset_id=asset_id))
        except ReflowError as error:
            error.field = field
            raise


def _is_rejection(error: ReflowError) -> bool:
    """Return whether it is certain that no run was started."""
    return error.code is Code.STORAGE_FULL or http_status(error) < HTTPStatus.INTERNAL_SERVER_ERROR


async def import_image(
    clients: ServiceClients, upload: ImageUpload, *, field: str, for_mask: bool = False, import_id: str = ""
) -> assets_pb2.Asset:
    """Import an image, which *import_id* can withdraw, and return its asset. Raises ReflowError naming *field*."""
    try:
        response = await clients.upload(clients.assets.ImportImage, _image_requests(upload, for_mask, import_id))
    except ReflowError as error:
        error.field = field if error.field else None
        raise
    return response.asset


async def import_mask(
    clients: ServiceClients, mask: MaskUpload, image_asset_id: str, *, prefix: str = "maskData.", import_id: str = ""
) -> assets_pb2.Asset:
    """Import the mask of an image and return its asset. Raises ReflowError whose field begins with *prefix*."""
    try:
        response = await clients.upload(clients.assets.ImportMask, _mask_requests(mask, image_asset_id, import_id))
    except ReflowError as error:
        error.field = f"{prefix}{error.field.removeprefix('maskData.')}" if error.field else None
        raise
    return response.asset


def _image_requests(upload: ImageUpload, for_mask: bool, import_id: str) -> Iterator[assets_pb2.ImportImageRequest]:
    if upload.url:
        yield assets_pb2.ImportImageRequest(url=upload.url, for_mask=for_mask, import_id=import_id)
    for chunk in _chunks(upload.data):
        yield assets_pb2.ImportImageRequest(chunk=chunk, for_mask=for_mask, import_id=import_id)


def _mask_requests(mask: MaskUpload, image_asset_id: str, import_id: str) -> Iterator[assets_pb2.ImportMaskRequest]:
    yield assets_pb2.ImportMaskRequest(image_asset_id=image_asset_id, import_id=import_id)
    for chunk in _chunks(mask.data):
        yield assets_pb2.ImportMaskRequest(chunk=chunk)
    for path in mask.paths:
        yield assets_pb2.ImportMaskRequest.FromString(path)


def _chunks(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), MEGABYTE):
        yield data[start : start + MEGABYTE]
