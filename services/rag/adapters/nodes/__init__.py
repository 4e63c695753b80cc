"""The node knowledge in PostgreSQL, and catalogs to import."""
