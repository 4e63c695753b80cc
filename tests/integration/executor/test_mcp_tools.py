"""The tools of MCP servers: real programs on both transports, correct ones and hostile ones."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest

from services.common.settings import SettingsInvalid
from services.common.text.language import Language
from services.executor.adapters.mcp_servers.configuration import McpServer, load_servers
from services.executor.adapters.mcp_servers.tools import McpTools
from services.executor.domain.agents.tools import Tool, ToolContext, ToolResult
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.team.systems import MCP_SERVER, run_mcp_server

ROOT = Path(__file__).parents[3]
CONTEXT = ToolContext("key", Language.ENGLISH, 60)
HOSTILE = (sys.executable, "-m", "tests.fixtures.mcp.hostile_server")
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "GREETING": "hello"}


@asynccontextmanager
async def tools_of(server: McpServer, *names: str, environ: dict[str, str] | None = None) -> AsyncIterator[list[Tool]]:
    """Yield the tools of *server*, named `tests`."""
    source = McpTools({"tests": server}, environ or {})
    try:
        yield list(await source.find_tools(tuple(f"tests__{name}" for name in names or ("*",))))
    finally:
        await source.close()


def program(*command: str, **settings: Any) -> McpServer:
    """Return a server that runs as a program, with a long start timeout: the machine may be busy."""
    return McpServer(command=command, environment=ENVIRONMENT, **{"start_seconds": 60, **settings})


async def call(tools: list[Tool], tool_name: str, seconds: float = 60, **arguments: Any) -> ToolResult:
    """Call a tool by its name."""
    (tool,) = (one for one in tools if one.spec.name == f"tests__{tool_name}")
    return await tool.call(arguments, ToolContext("key", Language.ENGLISH, seconds))


@pytest.fixture
def url() -> Iterator[str]:
    """The address of the correct server on streamable HTTP."""
    with run_mcp_server() as url:
        yield url


async def wait_for_port(url: str) -> None:
    """Wait until the server listens."""
    port = int(url.split(":")[2].split("/")[0])

    async def listens() -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    await eventually(listens, timeout=60)


async def test_tools_are_listed_and_called_as_the_server_describes_them() -> None:
    async with tools_of(program(*MCP_SERVER)) as tools:
        specs = {tool.spec.name: tool.spec for tool in tools}
        added = await call(tools, "add", a=2, b=3)
    assert (specs["tests__add"].read_only, specs["tests__add"].needs_approval) == (True, False)
    assert (specs["tests__write"].read_only, specs["tests__write"].needs_approval) == (False, True)
    assert specs["tests__add"].parameters["required"] == ["a", "b"]
    assert (added.output["text"], added.output["data"], added.failed) == ("5", {"result": 5}, False)


async def test_only_the_requested_tools_are_offered_and_hints_can_be_distrusted() -> None:
    async with tools_of(
        program(*MCP_SERVER, trust_hints=False, read_only=("write",)), "add", "write", "nothing"
    ) as tools:
        assert {tool.spec.name: tool.spec.needs_approval for tool in tools} == {
            "tests__add": True,
            "tests__write": False,
        }
    async with tools_of(program(*MCP_SERVER, tools=("add",))) as tools:
        assert [tool.spec.name for tool in tools] == ["tests__add"]


async def test_an_error_of_a_tool_is_a_failed_result() -> None:
    async with tools_of(program(*MCP_SERVER)) as tools:
        failed, added = await call(tools, "fail"), await call(tools, "add", a=1, b=1)
    assert failed.failed
    assert added.output["text"] == "2"


async def test_a_server_that_hangs_is_ended_at_the_deadline_and_started_again() -> None:
    async with tools_of(program(*MCP_SERVER)) as tools:
        before = int((await call(tools, "process")).output["text"].split()[0])
        hung = await call(tools, "hang", seconds=0.5)
        assert hung.output["error"] == 'The MCP server "tests" failed: no answer within 0.5 s'
        assert not psutil.pid_exists(before)
        assert int((await call(tools, "process")).output["text"].split()[0]) != before


async def test_a_server_that_dies_is_one_clear_error_and_started_again() -> None:
    async with tools_of(program(*MCP_SERVER)) as tools:
        died = await call(tools, "die")
        assert died.failed
        assert died.output["error"] == 'The MCP server "tests" failed: it has ended'
        assert (await call(tools, "add", a=1, b=2)).output["text"] == "3"


async def test_100_megabytes_are_not_read() -> None:
    async with tools_of(program(*MCP_SERVER)) as tools:
        resident = psutil.Process().memory_info().rss
        flooded = await call(tools, "flood", megabytes=100)
        assert flooded.output["error"] == 'The MCP server "tests" failed: it sent more than 4 MB at once'
        assert psutil.Process().memory_info().rss - resident < 60 * 1024 * 1024
        long = await call(tools, "flood", megabytes=1)
    assert len(long.output["text"]) + long.output["omittedCharacters"] == 1024 * 1024
    assert len(str(long.output)) < 60_000


async def test_a_program_has_only_its_own_variables_and_an_empty_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_SECRET", "of the service")
    server = program(*MCP_SERVER, pass_variables=("MY_KEY",))
    async with tools_of(server, environ={"MY_KEY": "passed", "OTHER": "not passed"}) as tools:
        names = ("GREETING", "MY_KEY", "OTHER", "REFLOW_SECRET")
        values = [(await call(tools, "environment", name=name)).output["text"] for name in names]
        folder = Path((await call(tools, "process")).output["text"].split()[1])
        assert not list(folder.iterdir())  # noqa: ASYNC240
    assert values == ["hello", "passed", "", ""]
    assert not folder.exists()  # noqa: ASYNC240


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ((*HOSTILE, "silent"), {"start_seconds": 3}),
        ((*HOSTILE, "flood"), {}),
        ((*HOSTILE, "wrong"), {}),
        (("/nowhere/program",), {}),
        ((sys.executable, "-c", "pass"), {}),
    ],
)
async def test_a_server_that_cannot_be_used_has_no_tools(command: tuple[str, ...], settings: dict[str, Any]) -> None:
    async with tools_of(program(*command, **settings)) as tools:
        assert tools == []
    for process in psutil.Process().children(recursive=True):
        assert "hostile_server" not in " ".join(process.cmdline())


async def test_hostile_tools_are_omitted_and_the_others_sanitized() -> None:
    async with tools_of(program(*HOSTILE, "tools", max_tools=100)) as tools:
        specs = {tool.spec.name: tool.spec for tool in tools}
        answer, unreadable = await call(tools, "liar"), await call(tools, "surrogate")
    assert set(specs) == {"tests__fine", "tests__loop", "tests__liar", "tests__surrogate"}
    assert "\n" not in specs["tests__fine"].description
    assert "pattern" not in str(specs["tests__loop"].parameters)
    assert "$ref" not in str(specs["tests__loop"].parameters)
    assert answer.output["data"] == {"a": "a" * 40 + "!"}  # not validated by the pattern of the server
    assert unreadable.output["error"].endswith("it sent a message that cannot be read")


async def test_output_of_a_program_other_than_its_messages_is_ignored() -> None:
    async with tools_of(program(*HOSTILE, "noise")) as tools:
        assert "tests__fine" in {tool.spec.name for tool in tools}


async def test_the_tools_of_a_url_are_called_within_the_same_limits(url: str) -> None:
    await wait_for_port(url)
    async with tools_of(McpServer(url=url, start_seconds=60)) as tools:
        added, hung = await call(tools, "add", a=2, b=3), await call(tools, "hang", seconds=0.5)
        flooded = await call(tools, "flood", megabytes=100)
        again = await call(tools, "add", a=1, b=1)
    assert added.output["text"] == "5"
    assert hung.output["error"] == 'The MCP server "tests" failed: no answer within 0.5 s'
    assert flooded.failed
    assert "MB at once" in flooded.output["error"]
    assert again.output["text"] == "2"


async def test_a_url_where_nothing_listens_has_no_tools() -> None:
    async with tools_of(McpServer(url="http://127.0.0.1:9/mcp")) as tools:
        assert tools == []


async def test_a_redirect_to_another_address_is_not_followed_and_no_key_is_sent_there(url: str) -> None:
    await wait_for_port(url)
    keys = list[str]()

    class Redirect(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            keys.append(self.headers["Authorization"])
            self.send_response(307)
            self.send_header("Location", url)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Redirect) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        redirecting = McpServer(url=f"http://127.0.0.1:{server.server_port}/mcp", key_variable="KEY")
        async with tools_of(redirecting, environ={"KEY": "secret"}) as tools:
            assert not tools
        server.shutdown()
    assert set(keys) == {"Bearer secret"}


async def test_an_idle_connection_is_closed() -> None:
    async with tools_of(program(*MCP_SERVER, idle_seconds=0.2)) as tools:
        first = int((await call(tools, "process")).output["text"].split()[0])

        async def ended() -> bool:
            return not psutil.pid_exists(first)

        await eventually(ended, timeout=60)
        assert (await call(tools, "add", a=1, b=1)).output["text"] == "2"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("[servers.a]\n", "give either command or url"),
        ('[servers.a]\ncommand = ["x"]\nurl = "http://x"\n', "give either command or url"),
        ('[servers.a]\nurl = "ftp://x"\n', "servers.a.url"),
        ('[servers.A_B]\ncommand = ["x"]\n', "servers.A_B"),
        ('[servers.a]\ncommand = ["x"]\nkey_variable = "K"\n', "pass_variables"),
        ('[servers.a]\ncommand = ["x"]\nwidth = 1\n', "servers.a.width"),
        ("[servers", "is not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, content: str, expected: str) -> None:
    file = tmp_path / "mcp.toml"
    file.write_text(content)
    with pytest.raises(SettingsInvalid, match=expected.replace(".", r"\.")) as raised:
        load_servers(str(file))
    assert "Value error" not in raised.value.text.zh + raised.value.text.en
