"""SQL statements of node types alone; the others are in `statements`."""

from typing import LiteralString

# A page of the types visible to a scope, by key, with their size in bytes; a null namespace selects all.
PAGE: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s
    WHERE s.key > %(after)s AND (%(namespace)s::text IS NULL OR starts_with(s.key, %(namespace)s || ':'))
    ORDER BY s.key LIMIT %(limit)s
"""

# The number of types visible to a scope, and the revision of the knowledge: no row is ever deleted, and each change
# increments the revision of a row.
SUMMARY: LiteralString = """
    SELECT (
        SELECT count(*) FROM {visible}(%(scope)s) s
        WHERE %(namespace)s::text IS NULL OR starts_with(s.key, %(namespace)s || ':')
    ) AS types,
    (SELECT coalesce(sum(t.revision), 0)::bigint FROM {table} t WHERE t.scope = ANY (ARRAY['', %(scope)s])) AS revision
"""

# The number of types that have each of these words.
WORD_COUNTS: LiteralString = """
    SELECT w.word, (
        SELECT count(*) FROM {visible}(%(scope)s) s WHERE s.words @@ to_tsquery('simple', quote_literal(w.word))
    ) AS types
    FROM unnest(%(words)s::text[]) AS w(word)
"""

# The types with these keys that are visible to a scope.
GET_MANY: LiteralString = """
    SELECT s.key, s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s WHERE s.key = ANY (%(keys)s)
"""
