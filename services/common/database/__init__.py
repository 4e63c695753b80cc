"""PostgreSQL for every service: the embedded server, connection pools, migrations."""
