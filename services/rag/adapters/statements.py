"""SQL statements of styles and notes; `tables.format_statement` fills in the table."""

from functools import lru_cache
from typing import LiteralString

from psycopg import sql

from services.rag.adapters.tables import STYLES, Table

# Everything visible to a scope.
LIST: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s ORDER BY s.key
"""

# The entry with a key that is visible to a scope.
GET: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s WHERE s.key = %(key)s
"""

# Add or replace an entry of a user; a removed one continues with its next revision.
PUT: LiteralString = """
    INSERT INTO {table} AS s (scope, key, revision, origin, record, names, words, embedding, embedding_model)
    VALUES (
        %(scope)s, %(key)s, 1, 'person', %(record)s, %(names)s,
        setweight(to_tsvector('simple', %(name_words)s), 'A') || setweight(to_tsvector('simple', %(other_words)s), 'B'),
        %(embedding)b, %(model)s
    )
    ON CONFLICT (scope, key) DO UPDATE SET
        revision = s.revision + 1, origin = 'person', record = excluded.record, names = excluded.names,
        words = excluded.words, embedding = excluded.embedding, embedding_model = excluded.embedding_model,
        changed_at = now(), removed_at = NULL
    RETURNING s.revision
"""

# Add a seed entry, or update it unless a user has changed or removed it.
SEED: LiteralString = """
    INSERT INTO {table} AS s (scope, key, revision, origin, record, names, words, embedding, embedding_model)
    VALUES (
        '', %(key)s, 1, 'library', %(record)s, %(names)s,
        setweight(to_tsvector('simple', %(name_words)s), 'A') || setweight(to_tsvector('simple', %(other_words)s), 'B'),
        %(embedding)b, %(model)s
    )
    ON CONFLICT (scope, key) DO UPDATE SET
        revision = s.revision + 1, record = excluded.record, names = excluded.names, words = excluded.words,
        embedding = excluded.embedding, embedding_model = excluded.embedding_model, changed_at = now()
    WHERE s.origin = 'library' AND s.removed_at IS NULL AND s.record <> excluded.record
"""

# Rows of the shared scope, to find missing and outdated seed data.
SHARED: LiteralString = """
    SELECT key, record, origin = 'person' OR removed_at IS NOT NULL AS overridden FROM {table} WHERE scope = ''
"""

# Clear the row of an entry, or insert an empty row that hides the seed entry with this key from its scope.
REMOVE: LiteralString = """
    INSERT INTO {table} AS old (scope, key, revision, origin, removed_at)
    SELECT %(scope)s, s.key, 1, 'person', now() FROM {visible}(%(scope)s) s WHERE s.key = %(key)s
    ON CONFLICT (scope, key) DO UPDATE SET
        revision = old.revision + 1, origin = 'person', record = NULL, names = '{{}}', words = '',
        embedding = NULL, embedding_model = NULL, changed_at = now(), removed_at = now()
    RETURNING old.revision
"""

# Set the model in use, for both tables.
USE_MODEL: LiteralString = """
    INSERT INTO styles_model (model) VALUES (%(model)s)
    ON CONFLICT ON CONSTRAINT one_model_is_in_use DO UPDATE SET model = excluded.model, since = now()
    WHERE styles_model.model <> excluded.model
"""

# Whether this model is in use.
USES_MODEL: LiteralString = "SELECT FROM styles_model WHERE model = %(model)s"

# A page of entries with a vector of another model; empty once another process uses another model.
# "<" and ">" can use the index on the model, where "<>" would read the whole table.
OTHER_MODELS: LiteralString = """
    SELECT scope, key, revision, origin, record FROM {table}
    WHERE (embedding_model < %(model)s OR embedding_model > %(model)s)
      AND (scope, key) > (%(scope)s, %(key)s)
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
    ORDER BY scope, key LIMIT %(limit)s
"""

# Store a vector of the model in use, unless the entry or the model was changed meanwhile.
UPDATE_VECTOR: LiteralString = """
    UPDATE {table} SET embedding = %(embedding)b, embedding_model = %(model)s
    WHERE scope = %(scope)s AND key = %(key)s AND revision = %(revision)s
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
"""

# Settings of the search: breadth of HNSW, and iterative scans up to a limit if a filter leaves too few rows.
# Every part of a search has an index. How many rows have a name or word of the query the query planner can only guess:
# in a large table it expects so many that it would read the table until it has enough.
SET_SEARCH_BREADTH: LiteralString = """
    SELECT set_config('hnsw.ef_search', %(ef_search)s, true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('hnsw.max_scan_tuples', %(max_scanned)s, true),
           set_config('enable_seqscan', 'off', true)
"""

# Entries by name, whatever the model of their vectors; no vector is compared.
NAMED: LiteralString = """
    SELECT s.key, s.record, s.scope, s.revision, s.origin, s.names, NULL::float8 AS similarity,
           NULL::bigint AS rank_by_vector, NULL::bigint AS rank_by_words
    FROM {visible}(%(scope)s) s WHERE s.names && %(phrases)s
"""

# The condition of {visible} for rows that another index finds. As a CASE it uses no index: a bitmap of everything that
# the scope sees would be built for each search. OFFSET 0 makes PostgreSQL look up by its key whether an entry is
# replaced: a hash of everything that the scope has of its own would be built for each search, which reads few entries.
# A removed entry has no vector, no words and no names, so it needs no condition.
_IS_VISIBLE: LiteralString = """CASE s.scope
        WHEN %(scope)s THEN true
        WHEN '' THEN NOT EXISTS (SELECT FROM {table} own WHERE own.scope = %(scope)s AND own.key = s.key OFFSET 0)
        ELSE false
    END"""

# The nearest entries by the vector index of their model.
NEAREST_BY_INDEX: LiteralString = """
    SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM {table} s
    WHERE s.embedding_model = {model} AND {is_visible}
    ORDER BY s.embedding::halfvec({dimensions}) <=> %(vector)b LIMIT {depth}
"""

# All candidates: entries by name, the nearest by vector, the best by common words.
# Vectors of two models are not comparable: each comparison is limited to rows of one model, which is a literal in the
# statement (as are the dimensions), because only then does a prepared statement use the index of that model.
# An entry with a vector of another model matches by name only: it has no similarity.
# Few visible rows are compared one by one ("+ 0" disables the index): exact, and faster than a filtered index.
# The last step looks up each row by its key (LIMIT 1 avoids a join over the whole table).
_NEAREST: LiteralString = """few AS (
        SELECT count(*) <= %(exact_up_to)s AS yes FROM (
            SELECT FROM {table} s WHERE s.scope = ANY (ARRAY['', %(scope)s]) LIMIT %(exact_up_to)s + 1
        ) counted
    ),
    nearest AS (
        (
            SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM {visible}(%(scope)s) s
            WHERE (SELECT yes FROM few) AND s.embedding_model = {model}
            ORDER BY (s.embedding <=> %(vector)b) + 0 LIMIT {depth}
        )
        UNION ALL
        (SELECT * FROM ({by_index}) found WHERE NOT (SELECT yes FROM few))
    )"""
# Words rank few visible rows, else those that share a rare word with the query (`rare_words`); and always the nearest.
# How many entries share a common word grows with the table, and so would the time to find and rank them.
# Materialized: with a limit in its place the query planner would expect the first matches soon in a scan of the table.
_SEARCH: LiteralString = """
    WITH {nearest},
    asked AS (SELECT to_tsquery('simple', array_to_string(%(words)s::text[], ' | ')) AS any_word),
    sharing AS MATERIALIZED (
        (
            SELECT s.scope, s.key, s.words FROM (SELECT * FROM {visible}(%(scope)s) OFFSET 0) s
            WHERE (SELECT yes FROM few) AND s.words @@ (SELECT any_word FROM asked) AND s.embedding_model = {model}
        )
        UNION ALL
        (
            SELECT s.scope, s.key, s.words FROM {table} s
            WHERE NOT (SELECT yes FROM few) AND s.words @@ (
                SELECT rare_words({name}, %(words)s::text[], %(max_matched)s)
            ) AND s.embedding_model = {model} AND {is_visible}
        )
    ),
    ranked AS (
        SELECT s.scope, s.key, ts_rank(s.words, (SELECT any_word FROM asked)) AS rank
        FROM (SELECT * FROM sharing LIMIT %(max_matched)s) s
        UNION
        SELECT s.scope, s.key, ts_rank(s.words, (SELECT any_word FROM asked)) AS rank
        FROM nearest CROSS JOIN LATERAL (
            SELECT * FROM {table} o WHERE o.scope = nearest.scope AND o.key = nearest.key LIMIT 1
        ) s WHERE s.words @@ (SELECT any_word FROM asked)
        ORDER BY rank DESC, key LIMIT {depth}
    ),
    by_vector AS (SELECT scope, key, row_number() OVER (ORDER BY distance, key) AS position FROM nearest),
    by_words AS (SELECT scope, key, row_number() OVER (ORDER BY rank DESC, key) AS position FROM ranked),
    named AS (
        SELECT s.scope, s.key FROM {table} s WHERE s.names && %(phrases)s AND {is_visible} LIMIT %(max_named)s
    ),
    candidates AS (
        SELECT scope, key FROM named UNION SELECT scope, key FROM nearest UNION SELECT scope, key FROM ranked
    )
    SELECT candidates.key, s.record, s.scope, s.revision, s.origin, s.names,
           CASE WHEN s.embedding_model = {model} THEN 1 - (s.embedding <=> %(vector)b) END AS similarity,
           by_vector.position AS rank_by_vector, by_words.position AS rank_by_words
    FROM candidates
    CROSS JOIN LATERAL (SELECT * FROM {table} o WHERE o.scope = candidates.scope AND o.key = candidates.key LIMIT 1) s
    LEFT JOIN by_vector ON (by_vector.scope, by_vector.key) = (candidates.scope, candidates.key)
    LEFT JOIN by_words ON (by_words.scope, by_words.key) = (candidates.scope, candidates.key)
"""


@lru_cache(maxsize=64)
def format_search(
    model: str, dimensions: int, depth: int, table: Table = STYLES, statement: LiteralString = _SEARCH
) -> bytes:
    """Return the search *statement* of *table* among vectors of *model*, with *dimensions*; parameters remain.

    The number of results by vector, *depth*, is a literal: with a parameter as limit PostgreSQL makes another plan
    in each search.
    """
    literal = sql.Literal(model.replace("%", "%%"))  # a single % would start a parameter
    names = {"table": sql.Identifier(table.name), "visible": sql.Identifier(f"visible_{table.name}")}
    values: dict[str, sql.Composable] = {
        "model": literal,
        "name": sql.Literal(table.name),
        "dimensions": sql.Literal(dimensions),
        "depth": sql.Literal(depth),
        **names,
    }
    values["is_visible"] = sql.SQL(_IS_VISIBLE).format(**names)
    by_index = sql.SQL(NEAREST_BY_INDEX).format(**values)
    nearest = sql.SQL(_NEAREST).format(by_index=by_index, **values)
    return sql.SQL(statement).format(nearest=nearest, **values).as_bytes(None)
