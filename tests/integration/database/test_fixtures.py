"""The fixtures on which all other tests depend."""

import psycopg

_seen: set[str] = set()


def test_each_test_has_a_database_of_its_own(database_url: str) -> None:
    _seen.add(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE TABLE left_behind (id int)")


def test_nothing_of_another_test_is_in_it(database_url: str) -> None:
    assert database_url not in _seen
    with psycopg.connect(database_url) as connection:
        found = connection.execute("SELECT to_regclass('left_behind')").fetchone()
    assert found == (None,)


def test_pgvector_can_be_had(empty_database_url: str) -> None:
    with psycopg.connect(empty_database_url) as connection:
        connection.execute("CREATE EXTENSION vector")
        found = connection.execute("SELECT '[1,2]'::vector <-> '[1,4]'::vector").fetchone()
    assert found == (2.0,)
