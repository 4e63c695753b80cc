"""SQL statements of node types alone; the others are in `statements`."""

from typing import LiteralString

# A page of the types visible to a scope, by key, with their size in bytes; a null namespace selects all.
PAGE: LiteralString = """
    SELECT s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s
    WHERE s.key > %(after)s AND (%(namespace)s::text IS NULL OR starts_with(s.key, %(namespace)s || ':'))
    ORDER BY s.key LIMIT %(limit)s
"""

# The revision of the knowledge: no row is ever deleted, and each change increments the revision of a row.
REVISION: LiteralString = """
    SELECT coalesce(sum(t.revision), 0)::bigint AS revision FROM {table} t WHERE t.scope = ANY (ARRAY['', %(scope)s])
"""

# The number of types visible to a scope, and the revision of the knowledge.
_COUNT: LiteralString = """
    SELECT count(*) FROM {visible}(%(scope)s) s
    WHERE %(namespace)s::text IS NULL OR starts_with(s.key, %(namespace)s || ':')
"""
SUMMARY: LiteralString = f"SELECT ({_COUNT}) AS types, ({REVISION}) AS revision"

# The types with these keys that are visible to a scope.
GET_MANY: LiteralString = """
    SELECT s.key, s.record, s.scope, s.revision, s.origin FROM {visible}(%(scope)s) s WHERE s.key = ANY (%(keys)s)
"""

# The names of all types that are visible to a scope: the full name, titles and aliases.
NAMES: LiteralString = "SELECT s.key, s.names FROM {visible}(%(scope)s) s ORDER BY s.key"

# Statistics for the query planner, which are outdated after a large import: without them a search takes many times as
# long.
ANALYZE: LiteralString = "ANALYZE {table}"

# Store vector and words of the model in use, unless the type or the model was changed meanwhile.
UPDATE_INDEX: LiteralString = """
    UPDATE {table} SET
        embedding = %(embedding)b, embedding_model = %(model)s,
        words = setweight(to_tsvector('simple', %(name_words)s), 'A')
             || setweight(to_tsvector('simple', %(other_words)s), 'B')
    WHERE scope = %(scope)s AND key = %(key)s AND revision = %(revision)s
      AND EXISTS (SELECT FROM styles_model m WHERE m.model = %(model)s)
"""

# All candidates: types by name, the nearest by vector, and those with the largest share of the query's meanings, of
# which the best by both are returned.
# A meaning has several terms; the one that is rarest among the types counts, and more if it is in a name. The weight of
# a term is the inverse document frequency of BM25. A literal term is a word of a synonym set: a type that has it also
# has the set, and gets a bonus, however rare the word is.
# Each step is materialized: without statistics, right after an import, the query planner would join the steps row by
# row.
SEARCH: LiteralString = """
    WITH {nearest},
    terms AS MATERIALIZED (
        SELECT meaning, term, is_literal, to_tsquery('simple', quote_literal(term)) AS query,
               to_tsquery('simple', quote_literal(term) || ':A') AS name_query
        FROM unnest(%(meanings)s::int[], %(terms)s::text[], %(literal)s::boolean[]) AS t(meaning, term, is_literal)
    ),
    total AS MATERIALIZED (SELECT count(*) AS types FROM {visible}(%(scope)s)),
    shared AS MATERIALIZED (
        SELECT t.meaning, t.is_literal, s.scope, s.key, s.in_name,
               count(*) OVER (PARTITION BY t.meaning, t.term) AS types
        FROM terms t CROSS JOIN LATERAL (
            SELECT v.scope, v.key, v.words @@ t.name_query AS in_name FROM {visible}(%(scope)s) v
            WHERE v.words @@ t.query AND v.embedding_model = {model} OFFSET 0
        ) s
    ),
    weighted AS MATERIALIZED (
        SELECT meaning, is_literal, scope, key, in_name,
               ln(1 + ((SELECT types FROM total) - types + 0.5::float8) / (types + 0.5::float8)) AS weight
        FROM shared
    ),
    best AS (
        SELECT scope, key, CASE WHEN bool_or(is_literal) THEN %(literal_weight)s ELSE 1 END
               * max(weight * CASE WHEN in_name THEN %(in_name)s ELSE 1 END) FILTER (WHERE NOT is_literal) AS weight
        FROM weighted GROUP BY scope, key, meaning
    ),
    ranked AS MATERIALIZED (
        SELECT scope, key, sum(weight) / greatest(%(least_weight)s, (
            SELECT sum(m.weight)
            FROM (SELECT max(weight) AS weight FROM weighted WHERE NOT is_literal GROUP BY meaning) m
        )) AS share
        FROM best GROUP BY scope, key
    ),
    named AS (
        SELECT s.scope, s.key FROM {visible}(%(scope)s) s WHERE s.names && %(phrases)s LIMIT %(max_named)s
    ),
    candidates AS (
        SELECT scope, key FROM nearest UNION (SELECT scope, key FROM ranked ORDER BY share DESC, key LIMIT {depth})
    ),
    scored AS (
        SELECT c.scope, c.key, CASE WHEN s.embedding_model = {model} THEN 1 - (s.embedding <=> %(vector)b) ELSE 0 END
               + %(words_weight)s * coalesce(ranked.share, 0) AS score
        FROM candidates c
        CROSS JOIN LATERAL (SELECT * FROM {table} o WHERE o.scope = c.scope AND o.key = c.key LIMIT 1) s
        LEFT JOIN ranked ON (ranked.scope, ranked.key) = (c.scope, c.key)
    ),
    found AS (
        SELECT scope, key FROM named UNION
        (SELECT scope, key FROM scored ORDER BY score DESC, key LIMIT %(max_found)s)
    )
    SELECT s.key, s.record, s.scope, s.revision, s.origin, s.names, ranked.share,
           CASE WHEN s.embedding_model = {model} THEN 1 - (s.embedding <=> %(vector)b) END AS similarity
    FROM found
    CROSS JOIN LATERAL (SELECT * FROM {table} o WHERE o.scope = found.scope AND o.key = found.key LIMIT 1) s
    LEFT JOIN ranked ON (ranked.scope, ranked.key) = (found.scope, found.key)
"""
