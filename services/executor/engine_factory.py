"""Factories of the configured image engines. Part of bootstrap; each kind is imported only if it is configured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from services.common.blobs import BlobStore
from services.common.images.limits import ImageLimits
from services.common.llm.configuration import ImageEngineModel, ImageKind
from services.common.llm.registry import ModelRegistry
from services.common.network.address_policy import AllowList
from services.common.text.language import Text
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.remote_engine import RemoteEngine
from services.executor.adapters.task_store import BlobTaskStore
from services.executor.application.engine_registry import EngineRegistry, UnavailableEngine
from services.executor.domain.image_engine import ImageEngine, ImageProvider

if TYPE_CHECKING:
    from services.executor.adapters.comfyui.graph_server import ComfyUiGraphServer

# Limits of provider responses; the limits of uploads are settings and may be lower.
RESPONSE_LIMITS = ImageLimits()


@dataclass(frozen=True, slots=True)
class EngineDeps:
    """Dependencies of the engines; *allow* lists the addresses beyond the public internet that image URLs may have."""

    models: ModelRegistry
    pipeline: ImagePipeline
    blobs: BlobStore
    allow: AllowList


def create_engines(builtin: ImageEngine, deps: EngineDeps) -> EngineRegistry:
    """Return *builtin* and the configured engines, the default first. Blocking: reads files of the configuration.

    Raises SettingsInvalid if such a file is invalid.
    """
    configuration = deps.models.configuration
    engines: dict[str, ImageEngine] = {builtin.name: builtin}
    unavailable = list[UnavailableEngine]()
    for name, engine in configuration.engines.items():
        if variable := deps.models.missing_key(engine):
            unavailable.append(_describe_unavailable(name, engine, variable))
            continue
        provider = _FACTORIES[engine.kind](name, engine, deps)
        engines[name] = RemoteEngine(name, provider, deps.pipeline, RESPONSE_LIMITS)
    return EngineRegistry((engines.pop(configuration.images.default), *engines.values()), tuple(unavailable))


def create_graph_servers(deps: EngineDeps) -> "Mapping[str, ComfyUiGraphServer]":
    """Return the configured ComfyUI servers, which execute whole graphs, by the names of their engines."""
    engines = deps.models.configuration.engines.items()
    return {
        name: _create_graph_server(name, engine, deps)
        for name, engine in engines
        if engine.kind is ImageKind.COMFYUI and not deps.models.missing_key(engine)
    }


def _create_graph_server(name: str, engine: ImageEngineModel, deps: EngineDeps) -> "ComfyUiGraphServer":
    from services.executor.adapters.comfyui.graph_server import ComfyUiGraphServer

    return ComfyUiGraphServer(
        name,
        deps.models.endpoint(engine.provider, base_url=engine.base_url),
        BlobTaskStore(deps.blobs, name),
        engine.prices,
        clock=deps.models.clock,
        max_bytes=RESPONSE_LIMITS.image_bytes,
    )


def _describe_unavailable(name: str, engine: ImageEngineModel, variable: str) -> UnavailableEngine:
    """Return the known engine *name*, which is not available because *variable* with its key is not set."""
    from services.executor.adapters.dashscope.models import describe_abilities

    problem = Text(f"没有设置环境变量 {variable}", f"the environment variable {variable} is not set")
    return UnavailableEngine(name, describe_abilities(engine.model or name), problem)


def _create_openai(name: str, engine: ImageEngineModel, deps: EngineDeps) -> ImageProvider:
    from services.executor.adapters.openai_images import OpenAiProvider, parse_sizes

    endpoint = deps.models.endpoint(engine.provider, base_url=engine.base_url)
    model = engine.model or name
    return OpenAiProvider(
        endpoint,
        model,
        engine.edit_model or model,
        BlobTaskStore(deps.blobs, name),
        deps.pipeline,
        deps.models.clock,
        sizes=parse_sizes(engine),
        prices=engine.prices,
        allow=_allow_host(deps.allow, endpoint.base_url),
    )


def _create_dashscope(name: str, engine: ImageEngineModel, deps: EngineDeps) -> ImageProvider:
    from services.executor.adapters.dashscope import DashScopeProvider

    return DashScopeProvider(
        name,
        engine.model or name,
        engine.edit_model,
        deps.models.endpoint(engine.provider, base_url=engine.base_url),
        BlobTaskStore(deps.blobs, name),
        engine.prices,
        deps.pipeline,
        clock=deps.models.clock,
    )


def _create_comfyui(name: str, engine: ImageEngineModel, deps: EngineDeps) -> ImageProvider:
    from services.executor.adapters.comfyui.provider import ComfyUiProvider
    from services.executor.adapters.comfyui.workflow_files import load_workflows

    return ComfyUiProvider(
        name,
        load_workflows(name, engine),
        deps.models.endpoint(engine.provider, base_url=engine.base_url),
        BlobTaskStore(deps.blobs, name),
        engine.prices,
        clock=deps.models.clock,
        max_bytes=RESPONSE_LIMITS.image_bytes,
    )


def _create_diffusers(name: str, engine: ImageEngineModel, deps: EngineDeps) -> ImageProvider:
    from services.executor.adapters.diffusers_pipeline import DiffusersProvider

    return DiffusersProvider(engine.model, steps=engine.steps, edit_folder=engine.edit_model)


_FACTORIES: Mapping[ImageKind, Callable[[str, ImageEngineModel, EngineDeps], ImageProvider]] = {
    ImageKind.OPENAI: _create_openai,
    ImageKind.DASHSCOPE: _create_dashscope,
    ImageKind.COMFYUI: _create_comfyui,
    ImageKind.DIFFUSERS: _create_diffusers,
}


def _allow_host(allow: AllowList, base_url: str) -> AllowList:
    """Return *allow* and the host of *base_url*: a provider in a private network returns URLs of its own host."""
    return allow.with_host(httpx.URL(base_url).raw_host.decode("ascii").lower().strip("[]"))
