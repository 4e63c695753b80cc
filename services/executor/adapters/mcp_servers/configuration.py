"""The file of MCP servers: their names, their transports, and the tools that may be called without approval.

The file contains no secrets: a server names the environment variables with its keys.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from services.common.limits import MEGABYTE
from services.common.settings import Problems, SettingsInvalid, describe_problem
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.parse_errors import describe_toml_error

MAX_SERVERS = 16
MAX_FILE_BYTES = MEGABYTE

ServerName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,23}$")]
Variable = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]
Pattern = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,128}$")]


class McpServer(BaseModel):
    """A server: a program that is started (`command`), or a URL of streamable HTTP (`url`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: tuple[str, ...] = Field((), max_length=100, description="program and arguments")
    url: str = Field("", max_length=2_048, pattern=r"^(https?://[^\s]+)?$", description="address of streamable HTTP")
    environment: Mapping[Variable, str] = Field({}, max_length=50, description="variables of the program")
    pass_variables: tuple[Variable, ...] = Field(
        (), max_length=50, description="variables of this service that the program inherits, such as its key"
    )
    key_variable: Variable | None = Field(None, description="variable of the bearer token that requests carry")
    tools: tuple[Pattern, ...] | None = Field(None, max_length=100, description="the tools to offer; all without it")
    read_only: tuple[Pattern, ...] = Field(
        (), max_length=100, description="tools that change nothing, and need no approval"
    )
    trust_hints: bool = Field(True, description="whether a tool is read-only where the server says so (readOnlyHint)")
    start_seconds: float = Field(20, gt=0, le=300, description="time for the server to start and to list its tools")
    call_seconds: float = Field(60, gt=0, le=600, description="time for one call")
    idle_seconds: float = Field(300, gt=0, description="how long a connection is open without a call")
    message_bytes: int = Field(4 * MEGABYTE, ge=1_024, le=64 * MEGABYTE, description="largest message that is read")
    max_tools: int = Field(64, ge=1, le=256, description="further tools are left out")

    @model_validator(mode="after")
    def _check_transport(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise Problems(Text("command 和 url 要写一个，且只写一个", "give either command or url"))
        if self.url and (self.environment or self.pass_variables):
            raise Problems(
                Text(
                    "environment 和 pass_variables 只能和 command 一起用",
                    "environment and pass_variables are for a command",
                )
            )
        if self.command and self.key_variable:
            raise Problems(
                Text(
                    "key_variable 只能和 url 一起用；command 请用 pass_variables",
                    "key_variable is for a url; a command has pass_variables",
                )
            )
        return self


class McpConfiguration(BaseModel):
    """All servers by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    servers: Mapping[ServerName, McpServer] = Field({}, max_length=MAX_SERVERS)


def load_servers(path: str) -> Mapping[str, McpServer]:
    """Return the servers of the TOML file at *path*, none for "". Raises SettingsInvalid naming every mistake."""
    if not path:
        return {}
    try:
        with Path(path).expanduser().open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            zh, en = f"{path} 超过 {MAX_FILE_BYTES} 字节", f"{path} is larger than {MAX_FILE_BYTES} bytes"
            raise SettingsInvalid(Text(f"REFLOW_MCP_SERVERS：{zh}", f"REFLOW_MCP_SERVERS: {en}"))
        return McpConfiguration.model_validate(tomllib.loads(content.decode())).servers
    except OSError as error:
        reason = describe_file_error(error)
        zh, en = f"{path} 无法读取：{reason.zh}", f"{path} cannot be read: {reason.en}"
        raise SettingsInvalid(Text(f"REFLOW_MCP_SERVERS：{zh}", f"REFLOW_MCP_SERVERS: {en}")) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = describe_toml_error(error)
        raise SettingsInvalid(Text(f"{path} 不是 TOML：{why.zh}", f"{path} is not TOML: {why.en}")) from None
    except ValidationError as error:
        problems = [(f"{path}: {'.'.join(map(str, one['loc']))}", describe_problem(one)) for one in error.errors()]
        zh, en = ("\n".join(f"{place}: {text.pick(one)}" for place, text in problems) for one in Language)
        raise SettingsInvalid(Text(zh, en)) from None
