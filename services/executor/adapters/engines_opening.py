"""The image engines of the configuration. Part of bootstrap; each kind is loaded only where it is configured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_network

import httpx

from services.common.blobs import BlobStore
from services.common.models.configuration import ImageEngineModel, ImageKind
from services.common.models.opening import Models
from services.common.pictures.limits import PictureLimits
from services.common.workers import Workers
from services.executor.adapters.addresses import AllowList, literal_address
from services.executor.adapters.remote import RemoteEngine
from services.executor.adapters.tasks import BlobTasks
from services.executor.engines import Engines, ImageEngine, PictureSource

# What a provider answers; the limits of what people send are settings and may be narrower.
ANSWERS = PictureLimits()


@dataclass(frozen=True, slots=True)
class Workshop:
    """What engines work with: *allow* is what may be reached beyond the public internet for a picture's URL."""

    models: Models
    workers: Workers
    blobs: BlobStore
    allow: AllowList


def open_engines(builtin: ImageEngine, workshop: Workshop) -> Engines:
    """Return *builtin* and the engines configured, the default first. Blocking: reads what the configuration names.

    Raises SettingsInvalid when a file that it names cannot be used.
    """
    images = workshop.models.configuration.images
    engines: dict[str, ImageEngine] = {builtin.name: builtin}
    for name, engine in images.engines.items():
        source = _SOURCES[engine.kind](name, engine, workshop)
        engines[name] = RemoteEngine(name, source, workshop.workers, ANSWERS)
    return Engines((engines.pop(images.default), *engines.values()))


def _openai(name: str, engine: ImageEngineModel, workshop: Workshop) -> PictureSource:
    from services.executor.adapters.openai_images import OpenAiImages, configured_sizes

    endpoint = workshop.models.endpoint(engine.provider, base_url=engine.base_url)
    model = engine.model or name
    return OpenAiImages(
        endpoint,
        model,
        engine.edit_model or model,
        workshop.workers,
        workshop.models.clock,
        sizes=configured_sizes(engine),
        prices=engine.prices,
        allow=_with_host_of(workshop.allow, endpoint.base_url),
    )


def _dashscope(name: str, engine: ImageEngineModel, workshop: Workshop) -> PictureSource:
    from services.executor.adapters.dashscope import DashScopeImages

    return DashScopeImages(
        name,
        engine.model or name,
        engine.edit_model,
        workshop.models.endpoint(engine.provider, base_url=engine.base_url),
        BlobTasks(workshop.blobs, name),
        engine.prices,
        workshop.workers,
        clock=workshop.models.clock,
    )


def _comfyui(name: str, engine: ImageEngineModel, workshop: Workshop) -> PictureSource:
    from services.executor.adapters.comfyui.graphs import read_graphs
    from services.executor.adapters.comfyui.source import ComfyUiImages

    return ComfyUiImages(
        name,
        read_graphs(name, engine),
        workshop.models.endpoint(engine.provider, base_url=engine.base_url),
        BlobTasks(workshop.blobs, name),
        engine.prices,
        clock=workshop.models.clock,
        most_bytes=ANSWERS.image_bytes,
    )


def _diffusers(name: str, engine: ImageEngineModel, workshop: Workshop) -> PictureSource:
    from services.executor.adapters.diffusers import LocalPipeline

    return LocalPipeline(engine.model, steps=engine.steps, edit_folder=engine.edit_model)


_SOURCES: Mapping[ImageKind, Callable[[str, ImageEngineModel, Workshop], PictureSource]] = {
    ImageKind.OPENAI: _openai,
    ImageKind.DASHSCOPE: _dashscope,
    ImageKind.COMFYUI: _comfyui,
    ImageKind.DIFFUSERS: _diffusers,
}


def _with_host_of(allow: AllowList, base_url: str) -> AllowList:
    """Return *allow* and the host of *base_url*: a provider in a private network gives URLs of its own."""
    host = httpx.URL(base_url).raw_host.decode("ascii").lower().strip("[]")
    address = literal_address(host)
    if address is None:
        return AllowList(allow.networks, allow.hosts | {host})
    return AllowList(allow.networks | {ip_network(address)}, allow.hosts)
