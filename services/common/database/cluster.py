"""The files of an embedded database: their location, their validation and their creation."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from services.common.database.account import Account, make_passable, require_passwd_entry
from services.common.database.binaries import MAJOR_VERSION
from services.common.database.runtime_folder import make_runtime_folder, path_for_server, remove_runtime_folder
from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

_INITDB_OPTIONS = (
    "--username=postgres",
    "--auth-local=trust",  # the socket is in a folder of mode 0700
    "--auth-host=reject",
    "--encoding=UTF8",
    # No locale of this system is required, so the folder can be moved to another system.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--lc-collate=C",
    "--lc-ctype=C",
    "--no-instructions",
)


def check_cluster(folder: Path) -> bool:
    """Return whether *folder* contains a cluster that this PostgreSQL can open (False: it contains none yet).

    Raises:
        DatabaseUnavailable: it contains something else: another version, a cluster that reflow did not create, a
            damaged cluster, or a link to missing files.

    """
    cluster = folder / "cluster"
    if (folder / "PG_VERSION").exists():
        raise _not_ours(folder)
    if not cluster.exists():
        if cluster.is_symlink():
            raise _gone(cluster)
        return False
    try:
        version = (cluster / "PG_VERSION").read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        raise _not_ours(cluster) from None
    if version != str(MAJOR_VERSION):
        raise _other_version(cluster, version)
    return True


def make_cluster(folder: Path, account: Account, binaries: Path, state: Path) -> None:
    """Create `folder/cluster` atomically: if this process dies meanwhile, it does not exist.

    Where *account* cannot reach *folder* (root with a folder in a home of mode 0700), the files are below *state* and
    `folder/cluster` is a link to them, so that no permissions are widened.

    Raises:
        DatabaseUnavailable: initdb failed; the details contain its output.

    """
    require_passwd_entry(account)
    unfinished = folder / "cluster.unfinished"
    _remove(unfinished, state)
    if account.reaches(folder):
        unfinished.mkdir(mode=0o700)
    else:
        clusters = state / "clusters"
        make_passable(clusters)
        unfinished.symlink_to(tempfile.mkdtemp(dir=clusters, prefix="cluster-"))
    os.chown(unfinished, account.uid, account.gid)
    runtime = make_runtime_folder(account)
    try:
        _initdb(path_for_server(unfinished, runtime), account, binaries)
    finally:
        remove_runtime_folder(runtime)
    unfinished.rename(folder / "cluster")


def _initdb(path: Path, account: Account, binaries: Path) -> None:
    outcome = subprocess.run(  # noqa: S603 - no shell, and a path of our own
        [binaries / "initdb", *_INITDB_OPTIONS, "-D", path],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd="/",
        env={"LC_ALL": "C"},
        **account.switch,
    )
    if outcome.returncode != 0:
        raise DatabaseUnavailable(
            Text(
                "内置数据库初始化失败。请检查磁盘空间和数据文件夹的权限后重试。",
                "The built-in database could not be set up. Check the free disk space and the data folder's "
                "permissions, then try again.",
            ),
            (outcome.stdout + outcome.stderr).decode(errors="replace")[-2000:],
        )


def _remove(unfinished: Path, state: Path) -> None:
    """Remove the files of a process that died while it created a cluster; of a foreign link, only the link."""
    if unfinished.is_symlink():
        target = unfinished.readlink()
        if target.parent == state / "clusters":
            shutil.rmtree(target, ignore_errors=True)
        unfinished.unlink()
    elif unfinished.exists():
        shutil.rmtree(unfinished)


def _not_ours(folder: Path) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"{folder} 里的内容不是 reflow 建立的完整数据库，未作任何改动。请换一个数据文件夹，或从备份恢复它。",
            f"{folder} does not contain a complete database of reflow; nothing in it was changed. "
            "Choose another data folder, or restore this one from a backup.",
        )
    )


def _gone(cluster: Path) -> DatabaseUnavailable:
    target = cluster.readlink()
    return DatabaseUnavailable(
        Text(
            f"{cluster} 指向 {target}，但那里已没有数据。请把数据放回原处；若不再需要，删除这个链接即可重新开始。",
            f"{cluster} points to {target}, which does not exist any more. Put the data back, "
            "or delete the link to start with an empty database.",
        )
    )


def _other_version(cluster: Path, version: str) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"{cluster} 是 PostgreSQL {version} 的数据，本程序内置的是 {MAJOR_VERSION}，未作任何改动。"
            f"请用 PostgreSQL {version} 的 pg_dump 导出后导入新的数据文件夹，或换一个数据文件夹。",
            f"{cluster} holds data of PostgreSQL {version}; built in is {MAJOR_VERSION}. Nothing was changed. "
            f"Dump it with pg_dump of PostgreSQL {version} and load it into a new data folder, "
            "or choose another data folder.",
        )
    )
