"""One real, minimal call of each configured role, over the same models that a run uses."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack, aclosing

from pydantic import BaseModel, SecretStr

from services.cli.doctor.advice import advise
from services.cli.doctor.findings import RoleCall
from services.common.errors import ReflowError
from services.common.images.encoder import encode_png
from services.common.llm.configuration import Configuration, Role
from services.common.llm.endpoint import RealModelCall
from services.common.llm.registry import ModelRegistry
from services.common.llm.values import ChatMessage, ChatModel, ChatRequest
from services.common.telemetry import start_telemetry

CALL_SECONDS = 30.0
"""Time limit of one call, in seconds: a model that takes longer is too slow for every role."""
_IMAGE_SIDE = 64


class Ready(BaseModel):
    """The requested answer."""

    ready: bool


def list_callable(configuration: Configuration, keys: Mapping[str, SecretStr]) -> tuple[Role, ...]:
    """Return the roles with a model whose key is set."""
    providers = configuration.providers
    return tuple(
        role
        for role, model in configuration.roles.items()
        if not providers[model.provider].key_variable or providers[model.provider].key_variable in keys
    )


async def call_roles(
    configuration: Configuration, keys: Mapping[str, SecretStr], roles: Iterable[Role], *, loopback_only: bool
) -> Mapping[Role, RoleCall]:
    """Call the model of each of *roles* once, concurrently."""
    called = tuple(roles)
    async with AsyncExitStack() as closing:
        registry = ModelRegistry(
            configuration, keys, loopback_only=loopback_only, clock=time.monotonic, closing=closing
        )
        telemetry = start_telemetry("doctor")
        closing.callback(telemetry.shutdown)
        registry.build(telemetry, cache_seconds=0)
        results = await asyncio.gather(*(_call(registry, role) for role in called))
    return dict(zip(called, results, strict=True))


async def _call(registry: ModelRegistry, role: Role) -> RoleCall:
    started_at, deadline = time.monotonic(), time.monotonic() + CALL_SECONDS
    model = registry.configuration.roles[role]
    try:
        chat, embedding = registry.chat(role), registry.embedding()
        if chat is not None:
            await _ask(chat, _build_request(deadline, sees=role is Role.VISION or model.sees))
        elif embedding is not None:
            await embedding.embed(("ready?",), deadline)
    except ReflowError as error:
        return RoleCall(problem=advise(error, role, model, registry.configuration.providers[model.provider]))
    except RealModelCall as error:
        return RoleCall(problem=error.text)
    return RoleCall(round((time.monotonic() - started_at) * 1_000))


def _build_request(deadline: float, *, sees: bool) -> ChatRequest:
    """Return the smallest request whose answer shows that the model is suitable for the role."""
    images = (_build_image(),) if sees else ()
    return ChatRequest("Report that you are ready.", (ChatMessage("user", "Ready?"),), deadline, images, fresh=True)


def _build_image() -> bytes:
    import numpy as np  # loading it takes a while: only if a model is configured

    return encode_png(np.full((_IMAGE_SIDE, _IMAGE_SIDE, 3), 128, np.uint8))


async def _ask(model: ChatModel, request: ChatRequest) -> None:
    async with aclosing(model.answer(request, Ready)) as events:
        async for _ in events:
            pass
