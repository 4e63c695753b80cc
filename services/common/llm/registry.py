"""Models of one process, from the configuration. Part of bootstrap.

Without a configured model nothing here loads the HTTP client or opens a connection.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from pydantic import SecretStr

from services.common.llm.configuration import (
    Configuration,
    ImageEngineModel,
    Role,
    RoleModel,
    read_configuration,
    read_keys,
)
from services.common.llm.rate_limit import WINDOW, RateLimit
from services.common.llm.values import ChatModel, EmbeddingModel
from services.common.settings import ServiceSettings, SettingsInvalid
from services.common.telemetry import Telemetry
from services.common.text.language import Text

if TYPE_CHECKING:
    from services.common.llm.endpoint import Endpoint
    from services.common.llm.shared_rate import SharedRates

CACHED_COMPLETIONS = 1_000


class ModelRegistry:
    """The models of roles and image engines, and the endpoints of each provider with its one rate limit."""

    def __init__(
        self,
        configuration: Configuration,
        keys: Mapping[str, SecretStr],
        *,
        loopback_only: bool,
        clock: Callable[[], float],
        closing: AsyncExitStack,
        rates: "SharedRates | None" = None,
    ) -> None:
        self.configuration = configuration
        self.clock = clock
        self._keys = keys
        self._loopback_only = loopback_only
        self._closing = closing
        self._rates = {
            name: RateLimit(name, provider.requests_per_minute, clock, rates)
            for name, provider in configuration.providers.items()
        }
        self._endpoints: dict[tuple[str, str], Endpoint] = {}
        self._chats: dict[Role, ChatModel] = {}
        self._agents: dict[tuple[str, str], ChatModel] = {}
        self._build_chat: Callable[[RoleModel], ChatModel] | None = None
        self._embedding: EmbeddingModel | None = None

    def chat(self, role: Role) -> ChatModel | None:
        """Return the chat model of *role*; None where none is configured: use the built-in engine."""
        return self._chats.get(role)

    def agent(self, provider: str, model: str) -> ChatModel | None:
        """Return *model* of *provider* for an agent, the role agent for ""; None where it is not configured."""
        if not provider:
            return self.chat(Role.AGENT)
        configured = self.configuration.providers.get(provider)
        if self._build_chat is None or configured is None:
            return None
        if configured.key_variable and configured.key_variable not in self._keys:
            return None
        if (provider, model) not in self._agents:
            self._agents[provider, model] = self._build_chat(RoleModel(provider=provider, model=model))
        return self._agents[provider, model]

    def vision(self) -> ChatModel | None:
        """Return the vision model: the role vision, else a critic with vision."""
        critic = self.configuration.roles.get(Role.CRITIC)
        return self.chat(Role.VISION) or (self.chat(Role.CRITIC) if critic is not None and critic.sees else None)

    def embedding(self) -> EmbeddingModel | None:
        """Return the embedding model; None where none is configured: use the built-in one."""
        return self._embedding

    def endpoint(self, provider: str, *, base_url: str = "") -> "Endpoint":
        """Return the endpoint of *provider*, at *base_url* where given; "" for a server without a key."""
        from services.common.llm.endpoint import Endpoint

        configured = self.configuration.providers[provider] if provider else None
        address = base_url or (configured.base_url if configured else "")
        there = self._endpoints.get((provider, address))
        if there is None:
            key = self._keys.get(configured.key_variable) if configured else None
            name, rate = provider or address, self._rates.get(provider)
            there = Endpoint(name, address, key, rate, loopback_only=self._loopback_only)
            self._closing.push_async_callback(there.close)
            self._endpoints[provider, address] = there
        return there

    def missing_key(self, engine: ImageEngineModel) -> str:
        """Return the environment variable of the key that *engine* lacks; "" for none."""
        variable = self.configuration.needs_key(engine)
        return "" if variable in self._keys else variable

    def build(self, telemetry: Telemetry, cache_seconds: float) -> None:
        """Create the models of all roles. Loads the HTTP client."""
        from cachetools import TTLCache

        from services.common.llm.chat import CompletionCache, OpenAIChat
        from services.common.llm.embedding import OpenAIEmbedding
        from services.common.llm.telemetry import ModelCallTelemetry

        operations = ModelCallTelemetry(telemetry.tracer, telemetry.meter, self.clock)
        cache: CompletionCache = TTLCache(CACHED_COMPLETIONS, cache_seconds, self.clock)

        def build_chat(model: RoleModel) -> ChatModel:
            provider = self.configuration.providers[model.provider]
            return OpenAIChat(self.endpoint(model.provider), provider, model, cache, operations, self.clock)

        self._build_chat = build_chat
        for role, model in self.configuration.roles.items():
            if role is Role.EMBEDDING:
                endpoint = self.endpoint(model.provider)
                self._embedding = OpenAIEmbedding(endpoint, model, operations, self.clock, cache_seconds)
            else:
                self._chats[role] = build_chat(model)


@asynccontextmanager
async def open_registry(
    settings: ServiceSettings,
    telemetry: Telemetry,
    shared: ModelRegistry | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[ModelRegistry]:
    """Yield the models that *settings* name; *shared*, opened by someone else, where there are some.

    Raises SettingsInvalid naming all problems of the file, or every missing key.
    """
    if shared is not None:
        yield shared
        return
    configuration = await asyncio.to_thread(read_configuration, settings.models)
    keys = read_keys(configuration, environ)
    _require_keys(configuration, keys)
    loopback_only = settings.model_calls == "loopback"
    async with AsyncExitStack() as closing:
        rates = _share_rates(settings.database_url, clock, closing)
        models = ModelRegistry(
            configuration, keys, loopback_only=loopback_only, clock=clock, closing=closing, rates=rates
        )
        if configuration.roles:
            from services.common.llm.openai_client import load_client

            # In the background: the start does not wait for it, and it is loaded before the first call.
            loading = asyncio.create_task(load_client())
            closing.push_async_callback(asyncio.wait, {loading})
            models.build(telemetry, settings.limits.cache_seconds)
        yield models


def _share_rates(url: str, clock: Callable[[], float], closing: AsyncExitStack) -> "SharedRates | None":
    """Return the rates that all processes with the database at *url* share, None without one. Connects later."""
    if not url:
        return None
    from services.common.llm.shared_rate import SharedRates

    rates = SharedRates(url, WINDOW, clock)
    closing.push_async_callback(rates.close)
    return rates


def _require_keys(configuration: Configuration, keys: Mapping[str, SecretStr]) -> None:
    """Raise SettingsInvalid naming every key that is missing."""
    missing = [name for name in configuration.key_variables if name not in keys]
    if missing:
        who = {
            name: [p for p, provider in configuration.providers.items() if provider.key_variable == name]
            for name in missing
        }
        users = [(name, ", ".join(who[name])) for name in missing]
        raise SettingsInvalid(
            Text(
                "\n".join(f"{name}：没有设置；它存放 {user} 的密钥（REFLOW_MODELS）" for name, user in users),
                "\n".join(f"{name}: missing; it holds the key of {user} (REFLOW_MODELS)" for name, user in users),
            )
        )
