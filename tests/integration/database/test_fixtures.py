"""The fixtures on which all other tests depend."""

import psycopg

_seen: set[str] = set()


def test_each_test_has_a_database_of_its_own(database_url: str) -> None:
    _seen.add(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE TABLE left_behind (id int)")


def test_the_database_has_no_data_of_another_test(database_url: str) -> None:
    assert database_url not in _seen
    with psycopg.connect(database_url) as connection:
        found = connection.execute("SELECT to_regclass('left_behind')").fetchone()
    assert found == (None,)


def test_pgvector_is_available(empty_database_url: str) -> None:
    with psycopg.connect(empty_database_url) as connection:
        connection.execute("CREATE EXTENSION vector")
        found = connection.execute("SELECT '[1,2]'::vector <-> '[1,4]'::vector").fetchone()
    assert found == (2.0,)
