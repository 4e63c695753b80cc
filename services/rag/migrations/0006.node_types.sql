-- The node knowledge: the core types (scope '') and those that users import into their own scopes.
-- Its rules are those of the styles (0001, 0002): scopes, revisions, removals, vectors of one model at a time.

CREATE TABLE node_types (
    scope text NOT NULL,                 -- '' has the core types, visible to every tenant; else a tenant
    key text NOT NULL,                   -- full name, namespace:Name
    revision bigint NOT NULL,            -- 1, 2, 3: incremented by every change, also a removal
    origin text NOT NULL,                -- the author of this revision
    record jsonb,                        -- the type in its JSON form; null once removed
    names text[] NOT NULL DEFAULT '{}',  -- name, titles and aliases, normalised, for exact look-up
    words tsvector NOT NULL DEFAULT '',  -- segmented names (weight A), description, slots and parameters (weight B)
    embedding halfvec,
    embedding_model text,                -- vectors of two models are never compared
    changed_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,              -- a removed type stays as an empty row, which permanently hides the core type

    CONSTRAINT one_node_type_per_key_and_scope PRIMARY KEY (scope, key),
    CONSTRAINT node_type_revision_counts_from_one CHECK (revision >= 1),
    CONSTRAINT node_type_origin_is_known CHECK (origin IN ('library', 'person')),
    CONSTRAINT core_types_are_in_the_shared_scope CHECK (origin = 'person' OR scope = ''),
    CONSTRAINT node_type_vector_knows_its_model CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CONSTRAINT node_type_has_a_record_and_a_vector CHECK (
        removed_at IS NOT NULL OR (record IS NOT NULL AND embedding IS NOT NULL AND names <> '{}')
    ),
    CONSTRAINT removed_node_type_is_found_by_nothing CHECK (
        removed_at IS NULL OR (record IS NULL AND embedding IS NULL AND names = '{}' AND words = '')
    )
);

COMMENT ON TABLE node_types IS
    'Types of nodes by scope and full name; a scope''s own row replaces or hides the core type of its name.';

-- Types by name.
CREATE INDEX node_types_by_name ON node_types USING gin (names);
-- Types that share words with a query.
CREATE INDEX node_types_by_words ON node_types USING gin (words);
-- Rows to embed again after a change of model.
CREATE INDEX node_types_by_embedding_model ON node_types (embedding_model);

-- The types visible to a scope: its own, and core types that it has neither replaced nor removed.
CREATE FUNCTION visible_node_types(viewer text) RETURNS SETOF node_types LANGUAGE sql STABLE AS $$
    SELECT t.* FROM node_types t
    WHERE t.removed_at IS NULL
      AND t.scope = ANY (ARRAY['', viewer])
      AND (t.scope = viewer OR NOT EXISTS (SELECT FROM node_types own WHERE own.scope = viewer AND own.key = t.key))
$$;

COMMENT ON TABLE styles_model IS
    'The embedding model in use: styles, notes and node types with a vector of another one are embedded again.';
