-- The note library: the seed notes (scope '') and those that users store in their own scopes.
-- Its rules are those of the styles (0001, 0002): scopes, revisions, removals, vectors of one model at a time.

-- A list of texts in a record as an array, in the same order; empty if there is no list.
CREATE FUNCTION texts_of(list jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(entry ORDER BY place), '{}')
    FROM jsonb_array_elements_text(list) WITH ORDINALITY AS entries(entry, place)
$$;

-- An ISO date in a record. A cast would depend on the session's DateStyle, which a stored column must not do.
CREATE FUNCTION date_of(iso text) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT make_date(split_part(iso, '-', 1)::int, split_part(iso, '-', 2)::int, split_part(iso, '-', 3)::int)
$$;

CREATE TABLE notes (
    scope text NOT NULL,                 -- '' is the seed data, visible to every tenant; else a tenant
    key text NOT NULL,
    revision bigint NOT NULL,            -- 1, 2, 3: incremented by every change, also a removal
    origin text NOT NULL,                -- the author of this revision
    record jsonb,                        -- the note as it is imported and exported; null once removed
    names text[] NOT NULL DEFAULT '{}',  -- its title and its tags, normalised, for exact look-up
    words tsvector NOT NULL DEFAULT '',  -- segmented title and tags (weight A) and body (weight B)
    embedding halfvec,
    embedding_model text,                -- vectors of two models are never compared
    changed_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,              -- a removed note stays as an empty row, and always hides the seed entry

    -- Columns for statistics, always derived from the record.
    title text GENERATED ALWAYS AS (record ->> 'title') STORED,
    topic text GENERATED ALWAYS AS (record ->> 'topic') STORED,
    tags text[] GENERATED ALWAYS AS (texts_of(record -> 'tags')) STORED,
    published_at date GENERATED ALWAYS AS (date_of(record ->> 'published')) STORED,
    likes bigint GENERATED ALWAYS AS ((record ->> 'likes')::bigint) STORED,
    collects bigint GENERATED ALWAYS AS ((record ->> 'collects')::bigint) STORED,
    comments bigint GENERATED ALWAYS AS ((record ->> 'comments')::bigint) STORED,

    CONSTRAINT one_note_per_key_and_scope PRIMARY KEY (scope, key),
    CONSTRAINT note_revision_counts_from_one CHECK (revision >= 1),
    CONSTRAINT note_origin_is_known CHECK (origin IN ('library', 'person')),
    CONSTRAINT note_library_is_in_the_shared_scope CHECK (origin = 'person' OR scope = ''),
    CONSTRAINT note_vector_knows_its_model CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CONSTRAINT note_has_a_record_and_a_vector CHECK (
        removed_at IS NOT NULL OR (
            record IS NOT NULL AND embedding IS NOT NULL AND names <> '{}'
            AND title <> '' AND topic <> '' AND tags <> '{}' AND published_at IS NOT NULL
            AND likes >= 0 AND collects >= 0 AND comments >= 0
        ) IS TRUE
    ),
    CONSTRAINT removed_note_is_found_by_nothing CHECK (
        removed_at IS NULL OR (record IS NULL AND embedding IS NULL AND names = '{}' AND words = '')
    )
);

COMMENT ON TABLE notes IS 'Notes by scope and key; a scope''s own row replaces or hides the shipped one of its key.';

-- Notes by title or tag.
CREATE INDEX notes_by_name ON notes USING gin (names);
-- Notes that share words with a query.
CREATE INDEX notes_by_words ON notes USING gin (words);
-- Notes with a tag.
CREATE INDEX notes_by_tag ON notes USING gin (tags);
-- Notes of a period, for statistics and trends.
CREATE INDEX notes_by_day ON notes (published_at);
-- Rows to embed again after a change of model.
CREATE INDEX notes_by_embedding_model ON notes (embedding_model);

-- The notes visible to a scope: its own, and seed notes that it has neither replaced nor removed.
CREATE FUNCTION visible_notes(viewer text) RETURNS SETOF notes LANGUAGE sql STABLE AS $$
    SELECT n.* FROM notes n
    WHERE n.removed_at IS NULL
      AND n.scope = ANY (ARRAY['', viewer])
      AND (n.scope = viewer OR NOT EXISTS (SELECT FROM notes own WHERE own.scope = viewer AND own.key = n.key))
$$;

-- Of these, the notes of a topic, with a tag, of a period (both days included), with one of these keys; null selects
-- all. PostgreSQL inlines both functions, so that queries on them use the indexes above.
CREATE FUNCTION chosen_notes(viewer text, about text, tagged text, since date, until date, keys text[])
RETURNS SETOF notes LANGUAGE sql STABLE AS $$
    SELECT n.* FROM visible_notes(viewer) n
    WHERE (about IS NULL OR n.topic = about)
      AND (tagged IS NULL OR n.tags @> ARRAY[tagged])
      AND (since IS NULL OR n.published_at >= since)
      AND (until IS NULL OR n.published_at <= until)
      AND (keys IS NULL OR n.key = ANY (keys))
$$;

COMMENT ON TABLE styles_model IS
    'The embedding model in use: styles and notes with a vector of another one are embedded again.';
