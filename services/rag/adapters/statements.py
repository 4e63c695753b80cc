"""Every statement that styles and notes have in common, by name; `tables.on` fills in which of the two."""

from functools import lru_cache
from typing import LiteralString

from psycopg import sql

from services.rag.adapters.tables import STYLES, Table

# Everything a scope sees.
LIST: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s ORDER BY s.key
"""

# What a scope sees under a key.
GET: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s WHERE s.key = %(key)s
"""

# Add or change an entry of a person; a removed one comes back under its next revision.
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

# Add a shipped entry, or bring it up to date where nobody has changed or removed it.
SHIP: LiteralString = """
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

# The shared scope's rows, to see which shipped entries are missing or out of date.
SHARED: LiteralString = """
    SELECT key, record, origin = 'person' OR removed_at IS NOT NULL AS kept FROM {table} WHERE scope = ''
"""

# Empty the row of an entry, or leave an empty row that hides the shipped one of this key from its scope.
REMOVE: LiteralString = """
    INSERT INTO {table} AS old (scope, key, revision, origin, removed_at)
    SELECT %(scope)s, s.key, 1, 'person', now() FROM {visible}(%(scope)s) s WHERE s.key = %(key)s
    ON CONFLICT (scope, key) DO UPDATE SET
        revision = old.revision + 1, origin = 'person', record = NULL, names = '{{}}', words = '',
        embedding = NULL, embedding_model = NULL, changed_at = now(), removed_at = now()
    RETURNING old.revision
"""

# From here on this model is the one in use, for both tables.
USE_MODEL: LiteralString = """
    INSERT INTO styles_model (model) VALUES (%(model)s)
    ON CONFLICT ON CONSTRAINT one_model_is_in_use DO UPDATE SET model = excluded.model, since = now()
    WHERE styles_model.model <> excluded.model
"""

# Whether this model is the one in use.
USES_MODEL: LiteralString = "SELECT FROM styles_model WHERE model = %(model)s"

# Entries whose vector another model made, some at a time; none once another process uses another model.
# "<" and ">" can use the index on the model, where "<>" would read the whole table.
OF_OTHER_MODELS: LiteralString = """
    SELECT scope, key, revision, origin, record FROM {table}
    WHERE (embedding_model < %(model)s OR embedding_model > %(model)s)
      AND (scope, key) > (%(scope)s, %(key)s)
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
    ORDER BY scope, key LIMIT %(limit)s
"""

# Give an entry a vector of the model in use, unless the entry was changed in between, or the model.
EMBED_AGAIN: LiteralString = """
    UPDATE {table} SET embedding = %(embedding)b, embedding_model = %(model)s
    WHERE scope = %(scope)s AND key = %(key)s AND revision = %(revision)s
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
"""

# For the search: how far HNSW looks around, and that it goes on, up to a cap, where a filter leaves too few.
WIDEN: LiteralString = """
    SELECT set_config('hnsw.ef_search', %(ef_search)s, true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('hnsw.max_scan_tuples', %(most_scanned)s, true)
"""

# Entries called by name, whatever model made their vectors; nothing is compared.
NAMED: LiteralString = """
    SELECT s.key, s.record, s.scope, s.revision, s.origin, s.names, NULL::float8 AS similarity,
           NULL::bigint AS place_by_vector, NULL::bigint AS place_by_words
    FROM {visible}(%(scope)s) s WHERE s.names && %(phrases)s
"""

# Everything that may count: entries called by name, the nearest by meaning, the best by shared words.
# Vectors of two models never meet: each comparison stands behind its row's model, which is written into the statement
# (as are the dimensions), since only so does a prepared statement use the index of that model.
# An entry whose vector another model made is found by its name alone: it has no similarity.
# Few rows in reach are compared one by one ("+ 0" keeps the index away): exact, and faster than a filtered index.
# The last step looks up each row by its key (LIMIT 1 keeps a join over the whole table away).
_SEARCH: LiteralString = """
    WITH few AS (
        SELECT count(*) <= %(exact_up_to)s AS yes FROM (
            SELECT FROM {table} s WHERE s.scope = ANY (ARRAY['', %(scope)s]) LIMIT %(exact_up_to)s + 1
        ) counted
    ),
    nearest AS (
        (
            SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM {visible}(%(scope)s) s
            WHERE (SELECT yes FROM few) AND s.embedding_model = {model}
            ORDER BY (s.embedding <=> %(vector)b) + 0 LIMIT %(depth)s
        )
        UNION ALL
        (
            SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM {visible}(%(scope)s) s
            WHERE NOT (SELECT yes FROM few) AND s.embedding_model = {model}
            ORDER BY s.embedding::halfvec({dimensions}) <=> %(vector)b LIMIT %(depth)s
        )
    ),
    sharing AS (
        SELECT s.scope, s.key, s.words FROM {visible}(%(scope)s) s
        WHERE s.words @@ to_tsquery('simple', %(words)s) AND s.embedding_model = {model}
        LIMIT %(most_ranked)s
    ),
    worded AS (
        SELECT s.scope, s.key, ts_rank(s.words, to_tsquery('simple', %(words)s)) AS rank
        FROM sharing s ORDER BY rank DESC, s.key LIMIT %(depth)s
    ),
    by_vector AS (SELECT scope, key, row_number() OVER (ORDER BY distance, key) AS place FROM nearest),
    by_words AS (SELECT scope, key, row_number() OVER (ORDER BY rank DESC, key) AS place FROM worded),
    named AS (
        SELECT s.scope, s.key FROM {visible}(%(scope)s) s WHERE s.names && %(phrases)s LIMIT %(most_ranked)s
    ),
    found AS (
        SELECT scope, key FROM named UNION SELECT scope, key FROM nearest UNION SELECT scope, key FROM worded
    )
    SELECT found.key, s.record, s.scope, s.revision, s.origin, s.names,
           CASE WHEN s.embedding_model = {model} THEN 1 - (s.embedding <=> %(vector)b) END AS similarity,
           by_vector.place AS place_by_vector, by_words.place AS place_by_words
    FROM found
    CROSS JOIN LATERAL (SELECT * FROM {table} o WHERE o.scope = found.scope AND o.key = found.key LIMIT 1) s
    LEFT JOIN by_vector ON (by_vector.scope, by_vector.key) = (found.scope, found.key)
    LEFT JOIN by_words ON (by_words.scope, by_words.key) = (found.scope, found.key)
"""


@lru_cache(maxsize=16)
def search(model: str, dimensions: int, table: Table = STYLES) -> bytes:
    """Return the search of *table* among vectors of *model*, each of so many *dimensions*; parameters are left open."""
    literal = sql.Literal(model.replace("%", "%%"))  # a lone % would announce a parameter
    names = {"table": sql.Identifier(table.name), "visible": sql.Identifier(f"visible_{table.name}")}
    return sql.SQL(_SEARCH).format(model=literal, dimensions=sql.Literal(dimensions), **names).as_bytes(None)
