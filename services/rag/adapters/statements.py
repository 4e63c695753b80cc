"""Every statement of the style store, by name."""

from functools import lru_cache
from typing import LiteralString

from psycopg import sql

# Every style a scope sees.
LIST: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM visible_styles(%(scope)s) s ORDER BY s.key
"""

# The style a scope sees under a key.
GET: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM visible_styles(%(scope)s) s WHERE s.key = %(key)s
"""

# Add or change a style of a person; a removed one comes back under its next revision.
PUT: LiteralString = """
    INSERT INTO styles AS s (scope, key, revision, origin, record, names, words, embedding, embedding_model)
    VALUES (
        %(scope)s, %(key)s, 1, 'person', %(record)s, %(names)s,
        setweight(to_tsvector('simple', %(name_words)s), 'A') || setweight(to_tsvector('simple', %(tag_words)s), 'B'),
        %(embedding)b, %(model)s
    )
    ON CONFLICT ON CONSTRAINT one_style_per_key_and_scope DO UPDATE SET
        revision = s.revision + 1, origin = 'person', record = excluded.record, names = excluded.names,
        words = excluded.words, embedding = excluded.embedding, embedding_model = excluded.embedding_model,
        changed_at = now(), removed_at = NULL
    RETURNING s.revision
"""

# Add a shipped style, or bring it up to date where nobody has changed or removed it.
SHIP: LiteralString = """
    INSERT INTO styles AS s (scope, key, revision, origin, record, names, words, embedding, embedding_model)
    VALUES (
        '', %(key)s, 1, 'library', %(record)s, %(names)s,
        setweight(to_tsvector('simple', %(name_words)s), 'A') || setweight(to_tsvector('simple', %(tag_words)s), 'B'),
        %(embedding)b, %(model)s
    )
    ON CONFLICT ON CONSTRAINT one_style_per_key_and_scope DO UPDATE SET
        revision = s.revision + 1, record = excluded.record, names = excluded.names, words = excluded.words,
        embedding = excluded.embedding, embedding_model = excluded.embedding_model, changed_at = now()
    WHERE s.origin = 'library' AND s.removed_at IS NULL AND s.record <> excluded.record
"""

# The shared scope's rows, to see which shipped styles are missing or out of date.
SHARED: LiteralString = """
    SELECT key, record, origin = 'person' OR removed_at IS NOT NULL AS kept FROM styles WHERE scope = ''
"""

# Empty the row of a style, or leave an empty row that hides the shipped style of this key from its scope.
REMOVE: LiteralString = """
    INSERT INTO styles AS old (scope, key, revision, origin, removed_at)
    SELECT %(scope)s, s.key, 1, 'person', now() FROM visible_styles(%(scope)s) s WHERE s.key = %(key)s
    ON CONFLICT ON CONSTRAINT one_style_per_key_and_scope DO UPDATE SET
        revision = old.revision + 1, origin = 'person', record = NULL, names = '{}', words = '',
        embedding = NULL, embedding_model = NULL, changed_at = now(), removed_at = now()
    RETURNING old.revision
"""

# From here on this model is the one in use.
USE_MODEL: LiteralString = """
    INSERT INTO styles_model (model) VALUES (%(model)s)
    ON CONFLICT ON CONSTRAINT one_model_is_in_use DO UPDATE SET model = excluded.model, since = now()
    WHERE styles_model.model <> excluded.model
"""

# Whether this model is the one in use.
USES_MODEL: LiteralString = "SELECT FROM styles_model WHERE model = %(model)s"

# Styles whose vector another model made, some at a time; none once another process uses another model.
# "<" and ">" can use the index on the model, where "<>" would read the whole table.
OF_OTHER_MODELS: LiteralString = """
    SELECT scope, key, revision, origin, record FROM styles
    WHERE (embedding_model < %(model)s OR embedding_model > %(model)s)
      AND (scope, key) > (%(scope)s, %(key)s)
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
    ORDER BY scope, key LIMIT %(limit)s
"""

# Give a style a vector of the model in use, unless the style was changed in between, or the model.
EMBED_AGAIN: LiteralString = """
    UPDATE styles SET embedding = %(embedding)b, embedding_model = %(model)s
    WHERE scope = %(scope)s AND key = %(key)s AND revision = %(revision)s
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
"""

# For the search: how far HNSW looks around, and that it goes on, up to a cap, where a filter leaves too few.
WIDEN: LiteralString = """
    SELECT set_config('hnsw.ef_search', %(ef_search)s, true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('hnsw.max_scan_tuples', %(most_scanned)s, true)
"""

# Styles called by name, whatever model made their vectors; nothing is compared.
NAMED: LiteralString = """
    SELECT s.key, s.record, s.names, NULL::float8 AS similarity,
           NULL::bigint AS place_by_vector, NULL::bigint AS place_by_words
    FROM visible_styles(%(scope)s) s WHERE s.names && %(phrases)s
"""

# Everything that may count: styles called by name, the nearest by meaning, the best by shared words.
# Vectors of two models never meet: each comparison stands behind its row's model, which is written into the statement
# (as are the dimensions), since only so does a prepared statement use the index of that model.
# A style whose vector another model made is found by its name alone: it has no similarity.
# Few rows in reach are compared one by one ("+ 0" keeps the index away): exact, and faster than a filtered index.
# The last step looks up each row by its key (LIMIT 1 keeps a join over the whole table away).
_SEARCH: LiteralString = """
    WITH few AS (
        SELECT count(*) <= %(exact_up_to)s AS yes FROM (
            SELECT FROM styles s WHERE s.scope = ANY (ARRAY['', %(scope)s]) LIMIT %(exact_up_to)s + 1
        ) counted
    ),
    nearest AS (
        (
            SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM visible_styles(%(scope)s) s
            WHERE (SELECT yes FROM few) AND s.embedding_model = {model}
            ORDER BY (s.embedding <=> %(vector)b) + 0 LIMIT %(depth)s
        )
        UNION ALL
        (
            SELECT s.scope, s.key, s.embedding <=> %(vector)b AS distance FROM visible_styles(%(scope)s) s
            WHERE NOT (SELECT yes FROM few) AND s.embedding_model = {model}
            ORDER BY s.embedding::halfvec({dimensions}) <=> %(vector)b LIMIT %(depth)s
        )
    ),
    sharing AS (
        SELECT s.scope, s.key, s.words FROM visible_styles(%(scope)s) s
        WHERE s.words @@ to_tsquery('simple', %(words)s) AND s.embedding_model = {model}
        LIMIT %(most_ranked)s
    ),
    worded AS (
        SELECT s.scope, s.key, ts_rank(s.words, to_tsquery('simple', %(words)s)) AS rank
        FROM sharing s ORDER BY rank DESC, s.key LIMIT %(depth)s
    ),
    by_vector AS (SELECT scope, key, row_number() OVER (ORDER BY distance, key) AS place FROM nearest),
    by_words AS (SELECT scope, key, row_number() OVER (ORDER BY rank DESC, key) AS place FROM worded),
    named AS (SELECT s.scope, s.key FROM visible_styles(%(scope)s) s WHERE s.names && %(phrases)s),
    found AS (
        SELECT scope, key FROM named UNION SELECT scope, key FROM nearest UNION SELECT scope, key FROM worded
    )
    SELECT found.key, s.record, s.names,
           CASE WHEN s.embedding_model = {model} THEN 1 - (s.embedding <=> %(vector)b) END AS similarity,
           by_vector.place AS place_by_vector, by_words.place AS place_by_words
    FROM found
    CROSS JOIN LATERAL (SELECT * FROM styles o WHERE o.scope = found.scope AND o.key = found.key LIMIT 1) s
    LEFT JOIN by_vector ON (by_vector.scope, by_vector.key) = (found.scope, found.key)
    LEFT JOIN by_words ON (by_words.scope, by_words.key) = (found.scope, found.key)
"""


@lru_cache(maxsize=8)
def search(model: str, dimensions: int) -> bytes:
    """Return the search among vectors of *model*, each of so many *dimensions*; its parameters are left to be given."""
    literal = sql.Literal(model.replace("%", "%%"))  # a lone % would announce a parameter
    return sql.SQL(_SEARCH).format(model=literal, dimensions=sql.Literal(dimensions)).as_bytes(None)
