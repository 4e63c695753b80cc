"""Words of requests, and how a text is split into tokens and clauses."""
