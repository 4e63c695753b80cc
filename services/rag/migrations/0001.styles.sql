-- The style library: the seed styles (scope '') and those that users store in their own scopes.

CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE styles (
    scope text NOT NULL,                 -- '' is the seed data, visible to every tenant; else a tenant
    key text NOT NULL,
    revision bigint NOT NULL,            -- 1, 2, 3: incremented by every change, also a removal
    origin text NOT NULL,                -- the author of this revision
    record jsonb,                        -- the style as it is imported and exported; null once removed
    names text[] NOT NULL DEFAULT '{}',  -- every name and alias, normalised, for exact look-up
    words tsvector NOT NULL DEFAULT '',  -- segmented names (weight A) and tags (weight B)
    embedding halfvec(512),
    embedding_model text,                -- vectors of two models are never compared
    changed_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,              -- a removed style stays as an empty row, and always hides the seed entry

    CONSTRAINT one_style_per_key_and_scope PRIMARY KEY (scope, key),
    CONSTRAINT revision_counts_from_one CHECK (revision >= 1),
    CONSTRAINT origin_is_known CHECK (origin IN ('library', 'person')),
    CONSTRAINT library_is_in_the_shared_scope CHECK (origin = 'person' OR scope = ''),
    CONSTRAINT vector_knows_its_model CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CONSTRAINT style_has_a_record_and_a_vector CHECK (
        removed_at IS NOT NULL OR (record IS NOT NULL AND embedding IS NOT NULL AND names <> '{}')
    ),
    CONSTRAINT removed_style_is_found_by_nothing CHECK (
        removed_at IS NULL OR (record IS NULL AND embedding IS NULL AND names = '{}' AND words = '')
    )
);

COMMENT ON TABLE styles IS 'Styles by scope and key; a scope''s own row replaces or hides the shipped one of its key.';

-- Nearest styles by cosine. Reads are far more frequent than writes, so the build is slow (256, pgvector's default is
-- 64): the same recall then needs a narrower, faster search (docs/retrieval.md).
CREATE INDEX styles_by_embedding ON styles USING hnsw (embedding halfvec_cosine_ops) WITH (ef_construction = 256);
-- Styles by name.
CREATE INDEX styles_by_name ON styles USING gin (names);
-- Styles that share words with a query.
CREATE INDEX styles_by_words ON styles USING gin (words);
-- Rows to embed again after a change of model.
CREATE INDEX styles_by_embedding_model ON styles (embedding_model);

-- The styles visible to a scope: its own, and seed styles that it has neither replaced nor removed.
-- PostgreSQL inlines it, so that queries on it use the indexes above.
CREATE FUNCTION visible_styles(viewer text) RETURNS SETOF styles LANGUAGE sql STABLE AS $$
    SELECT s.* FROM styles s
    WHERE s.removed_at IS NULL
      AND s.scope = ANY (ARRAY['', viewer])
      AND (s.scope = viewer OR NOT EXISTS (SELECT FROM styles own WHERE own.scope = viewer AND own.key = s.key))
$$;
