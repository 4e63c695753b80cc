"""Settings that every service has. Read once, in bootstrap, into a frozen value."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from services.common.limits import MEGABYTE, Limits
from services.common.text.choices import format_problem
from services.common.text.language import Language, Text
from services.common.text.validation_reasons import VALIDATION_REASONS

_REASONS = {
    **VALIDATION_REASONS,
    "extra_forbidden": Text("没有这一项，请检查拼写", "is not known, check the spelling"),
}
_NOT_JSON = Text('应为 JSON，例如 ["a", "b"]', 'must be JSON, such as ["a", "b"]')
# pydantic-settings names the field in its message alone.
_UNPARSED_FIELD = re.compile(r'field "(\w+)"')


class Environment(StrEnum):
    """Where this process runs: development shows details and stacks, production never does."""

    DEVELOPMENT = "development"
    PRODUCTION = "production"


LogLevel = Annotated[
    Literal["CRITICAL", "FATAL", "ERROR", "WARNING", "WARN", "INFO", "DEBUG", "NOTSET"],
    BeforeValidator(lambda given: given.upper() if isinstance(given, str) else given),
]
"""From which level on is logged; written in small letters too."""


class ServiceSettings(BaseSettings):
    """Settings that all services share; each variable is the field's name with the prefix REFLOW_."""

    model_config = SettingsConfigDict(env_prefix="REFLOW_", env_nested_delimiter="__", frozen=True, extra="ignore")

    environment: Environment = Environment.PRODUCTION
    log_level: LogLevel = "INFO"
    otlp_endpoint: str = Field("", description="where traces and metrics go, for example http://localhost:4317")
    listen: str = Field("127.0.0.1:0", description="host:port, or unix:PATH")
    health_listen: str = Field(
        "", description="a second host:port for health checks alone, without TLS: for probes that have no certificate"
    )
    tls_folder: str = Field(
        "", description="folder of tls.crt, tls.key and ca.crt: mutual TLS with every other service; empty: none"
    )
    trust_domain: str = Field(
        "reflow",
        pattern=r"^[a-z0-9._-]+$",
        description="of the SPIFFE ids in certificates: spiffe://TRUST_DOMAIN/SERVICE",
    )
    max_connection_age_seconds: int = Field(300, ge=1)
    max_request_bytes: int = Field(MEGABYTE, ge=64 * 1024, description="the largest message that a gRPC server accepts")
    models: str = Field(
        "", description="the TOML file of remote models (docs/models/models.md); empty: built-in engines alone"
    )
    model_calls: Literal["any", "loopback"] = Field(
        "any", description="which models may be called; loopback: only those on this machine"
    )
    database_url: str = Field(
        "",
        description="postgresql://... of the rag, whose processes share the rates of providers; empty: each its own",
    )
    limits: Limits = Limits()

    @property
    def is_development(self) -> bool:
        """Whether details and stack traces of errors are shown."""
        return self.environment is Environment.DEVELOPMENT


class ReportingSettings(ServiceSettings):
    """Settings of a service without a database of the runs: it reports its errors to the orchestrator."""

    orchestrator_address: str = Field(
        "", description="where errors are reported for the statistics; empty: they stay in the log and the metrics"
    )


class Problems(ValueError):
    """Problems of a configuration, in both languages."""

    def __init__(self, *texts: Text) -> None:
        self.text = Text("；".join(text.zh for text in texts), "; ".join(text.en for text in texts))
        super().__init__(self.text.en)


class SettingsInvalid(Exception):
    """One or more settings are missing or wrong; the message and `text`, for users, name all of them, a line each."""

    def __init__(self, problems: str | Text) -> None:
        self.text = Text(problems, problems) if isinstance(problems, str) else problems
        super().__init__(self.text.en)


Settings = TypeVar("Settings", bound=BaseSettings)


def read_settings(kind: type[Settings], **given: Any) -> Settings:
    """Read *kind* from the environment; what is *given* goes before it.

    Raises SettingsInvalid naming every variable that is missing or wrong, all at once.
    """
    try:
        return kind(**given)
    except ValidationError as error:
        problems = [(_variable(one["loc"]), describe_problem(one)) for one in error.errors()]
        zh, en = ("\n".join(f"{name}: {text.pick(one)}" for name, text in problems) for one in Language)
        raise SettingsInvalid(Text(zh, en)) from None
    except SettingsError as error:
        field = _UNPARSED_FIELD.search(str(error))
        name = _variable([field[1]]) if field else "REFLOW_*"
        raise SettingsInvalid(Text(f"{name}: {_NOT_JSON.zh}", f"{name}: {_NOT_JSON.en}")) from None


def describe_problem(problem: ErrorDetails) -> Text:
    """Return what is wrong, in both languages where the problem is ours or known, else as pydantic states it."""
    cause = problem.get("ctx", {}).get("error")
    if isinstance(cause, Problems):
        return cause.text
    message = problem["msg"].removeprefix("Value error, ")
    reason = _REASONS.get(problem["type"])
    return format_problem(reason, problem.get("ctx", {})) if reason else Text(message, message)


def _variable(location: Sequence[int | str]) -> str:
    # The location of a field with a validation alias is the variable itself.
    return "REFLOW_" + "__".join(str(part).upper() for part in location).removeprefix("REFLOW_")
