"""Plan of the system's processes and their settings. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.cli.session.addresses import Addresses

ROLES = ("planner", "rag", "executor", "critic")
# Connections of a process to the database, by the number of processes that share the 60 of the embedded one.
MAX_SMALL_SCALE, POOL_SIZES_SMALL = 2, {"orchestrator": 10, "rag": 5}
POOL_SIZES_LARGE = {"orchestrator": 4, "rag": 2}
_LOOPBACK_OF_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, slots=True)
class Scale:
    """Number of orchestrators, and of replicas of each role service."""

    orchestrators: int = 2
    replicas: int = 1


@dataclass(frozen=True, slots=True)
class SystemConfig:
    """Stores of the system, the address of its gateway, and further settings of the operator.

    *models* is the file that configures models ("" for none), *pool_size* the number of a process's connections to the
    database ("" to share them equally). *agents_folder* and *mcp_servers* are those of the user ("" for none).
    """

    database_url: str
    blobs_url: str
    models: str
    host: str
    port: int
    pool_size: str = ""
    agents_folder: str = ""
    mcp_servers: str = ""


@dataclass(frozen=True, slots=True)
class ProcessPlan:
    """One process.

    Attributes:
        name: its name, for the user and in the folder of logs.
        command: arguments of `python`.
        settings: environment variables in addition to the inherited ones.
        address: address of its health check: of its gRPC server, a URL, "" for none.
        uses_database: whether the database must outlive it.

    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str]
    address: str
    uses_database: bool = True


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """All processes, in groups that are stopped one after the other, and the addresses of the system."""

    groups: Sequence[Sequence[ProcessPlan]]
    addresses: Addresses
    url: str


def plan_system(config: SystemConfig, scale: Scale, sockets: Path, database_folder: Path | None) -> SystemPlan:
    """Return the plan of the system, each service at a socket of its own in the folder *sockets*.

    *database_folder* is the embedded database's, None for an external one.
    """
    shared = {"REFLOW_DATABASE_URL": config.database_url, "REFLOW_BLOBS_URL": config.blobs_url}
    shared |= {"REFLOW_MODELS": config.models, "REFLOW_SCHEDULER": "dbos"}
    shared |= {"REFLOW_AGENTS_FOLDER": config.agents_folder} if config.agents_folder else {}
    shared |= {"REFLOW_MCP_SERVERS": config.mcp_servers} if config.mcp_servers else {}
    shares = database_folder is not None and not config.pool_size
    pools = POOL_SIZES_SMALL if max(scale.orchestrators, scale.replicas) <= MAX_SMALL_SCALE else POOL_SIZES_LARGE
    counts = dict.fromkeys(ROLES, scale.replicas) | {"orchestrator": scale.orchestrators}
    listen = {
        name: [str(sockets / replica) for replica in _name_replicas(name, count)] for name, count in counts.items()
    }
    targets = {name: f"unix:{','.join(paths)}" for name, paths in listen.items()}
    shared |= {f"REFLOW_{name.upper()}_ADDRESS": target for name, target in targets.items()}

    def replicas(name: str) -> list[ProcessPlan]:
        pool_settings = {"REFLOW_POOL_SIZE": str(pools[name])} if name in pools and shares else {}
        settings = {**shared, **pool_settings}
        return [
            _plan_service(Path(path).name, name, {**settings, "REFLOW_LISTEN": f"unix:{path}"}, f"unix:{path}")
            for path in listen[name]
        ]

    url = _build_url(config.host, config.port)
    address = {"REFLOW_HOST": config.host, "REFLOW_PORT": str(config.port)}
    gateway = _plan_service("gateway", "gateway", {**shared, **address}, url)
    groups = [[gateway], replicas("orchestrator"), [plan for name in ROLES for plan in replicas(name)]]
    if database_folder is not None:
        groups.append([_plan_database(database_folder)])
    return SystemPlan(
        groups, Addresses(targets["orchestrator"], targets["executor"], targets["rag"], config.blobs_url), url
    )


def _name_replicas(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def _plan_service(process_name: str, name: str, settings: Mapping[str, str], address: str) -> ProcessPlan:
    command = ("-m", "services.cli.session.supervisor.child", f"services.{name}")
    return ProcessPlan(process_name, command, settings, address)


def _plan_database(folder: Path) -> ProcessPlan:
    command = ("-m", "services.cli.session.supervisor.database_holder", str(folder))
    return ProcessPlan("database", command, {}, "", uses_database=False)


def _build_url(host: str, port: int) -> str:
    """Return the base URL under which this machine reaches the gateway."""
    name = _LOOPBACK_OF_ANY.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
