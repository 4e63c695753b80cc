"""Data folders that the embedded server rejects, each with one clear sentence and without a change."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from services.common.database.account import account_for
from services.common.database.binaries import binaries_for
from services.common.database.embedded import EmbeddedPostgres
from services.common.database.unavailable import DatabaseUnavailable
from tests.integration.database.holder import Hold


def fingerprint(folder: Path) -> str:
    """Return a hash over the names and contents of all files below *folder*."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        digest.update(os.fsencode(path))
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def rejection(postgres: EmbeddedPostgres) -> DatabaseUnavailable:
    with pytest.raises(DatabaseUnavailable) as rejected:
        postgres.start()
    assert rejected.value.text.zh
    return rejected.value


def test_data_of_an_older_major_version_is_named_and_not_changed(ground: Path, state: Path, hold: Hold) -> None:
    cluster = ground / "data" / "cluster"
    cluster.mkdir(parents=True)
    account = account_for(ground / "none")
    os.chown(cluster, account.uid, account.gid)
    older = binaries_for(account, state).parents[1] / "pginstall" / "bin"
    command: list[str | Path] = [older / "initdb", "-U", "postgres", "--no-locale", "--no-sync", "-D", cluster]
    subprocess.run(command, check=True, capture_output=True, **account.switch)
    before = fingerprint(cluster)
    text = rejection(hold(ground / "data")).text
    assert "PostgreSQL 16" in text.en and "pg_dump" in text.en
    assert "PostgreSQL 16" in text.zh
    assert fingerprint(cluster) == before


def test_a_folder_that_is_itself_the_cluster_of_another_user_is_not_changed(ground: Path, hold: Hold) -> None:
    (ground / "data").mkdir()
    (ground / "data" / "PG_VERSION").write_text("18\n")
    assert "not contain a complete database of reflow" in rejection(hold(ground / "data")).text.en
    assert not (ground / "data" / "cluster").exists()


def test_a_cluster_folder_with_other_files_in_it_is_not_changed(ground: Path, hold: Hold) -> None:
    letters = ground / "data" / "cluster" / "letters.txt"
    letters.parent.mkdir(parents=True)
    letters.write_text("dear")
    assert "nothing in it was changed" in rejection(hold(ground / "data")).text.en
    assert letters.read_text() == "dear"


def test_a_damaged_cluster_is_rejected_with_the_message_of_postgresql_in_the_details(ground: Path, hold: Hold) -> None:
    postgres = hold(ground / "data")
    postgres.start()
    postgres.stop()
    (ground / "data" / "cluster" / "global" / "pg_control").unlink()
    before = fingerprint(ground / "data" / "cluster")
    rejected = rejection(hold(ground / "data"))
    assert "restore it from a backup" in rejected.text.en
    assert "pg_control" in rejected.details
    assert fingerprint(ground / "data" / "cluster") == before


def test_a_link_to_missing_data_does_not_start_an_empty_database(ground: Path, hold: Hold) -> None:
    (ground / "data").mkdir()
    (ground / "data" / "cluster").symlink_to(ground / "elsewhere")
    assert str(ground / "elsewhere") in rejection(hold(ground / "data")).text.en
    assert not (ground / "elsewhere").exists()
