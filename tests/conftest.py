"""Fixtures for every test; each theme has its own file in fixtures/."""

pytest_plugins = ["tests.fixtures.database", "tests.fixtures.os_users"]
