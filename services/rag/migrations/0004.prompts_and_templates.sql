-- Prompts that operators give the agents, and the templates of notes. Only new tables: a previous version that is still
-- running does not use them.

CREATE TABLE prompts (
    scope text NOT NULL,                -- a tenant; there are no seed prompts, since an agent has its own
    name text NOT NULL,
    active bigint,                      -- the active version; null while the agent uses its own prompt
    changed_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT one_prompt_per_name_and_scope PRIMARY KEY (scope, name)
);

COMMENT ON TABLE prompts IS 'Which version of a prompt a scope uses. Its row is locked while a version is saved.';

CREATE TABLE prompt_versions (
    scope text NOT NULL,
    name text NOT NULL,
    version bigint NOT NULL,            -- 1, 2, 3 without gaps
    text text NOT NULL,                 -- never changed: a note states the version that it was written with
    created_at timestamptz NOT NULL,

    CONSTRAINT one_text_per_prompt_version PRIMARY KEY (scope, name, version),
    CONSTRAINT prompt_version_counts_from_one CHECK (version >= 1),
    CONSTRAINT prompt_version_says_something CHECK (text <> ''),
    CONSTRAINT prompt_version_has_a_prompt FOREIGN KEY (scope, name) REFERENCES prompts
);

COMMENT ON TABLE prompt_versions IS 'Every text that was saved for a prompt.';

ALTER TABLE prompts ADD CONSTRAINT active_prompt_version_exists
    FOREIGN KEY (scope, name, active) REFERENCES prompt_versions (scope, name, version);

CREATE TABLE templates (
    scope text NOT NULL,                -- '' is the seed data, visible to every tenant; else a tenant
    key text NOT NULL,
    locale text NOT NULL,
    revision bigint NOT NULL,           -- 1, 2, 3: incremented by every change, also a removal
    origin text NOT NULL,               -- the author of this revision
    record jsonb,                       -- the template as it is imported and exported; null once removed
    changed_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,             -- a removed template stays as an empty row, and always hides the seed entry

    CONSTRAINT one_template_per_key_locale_and_scope PRIMARY KEY (scope, key, locale),
    CONSTRAINT template_revision_counts_from_one CHECK (revision >= 1),
    CONSTRAINT template_locale_is_known CHECK (locale IN ('zh', 'en')),
    CONSTRAINT template_origin_is_known CHECK (origin IN ('library', 'person')),
    CONSTRAINT template_library_is_in_the_shared_scope CHECK (origin = 'person' OR scope = ''),
    CONSTRAINT template_has_a_record_until_removed CHECK ((record IS NULL) = (removed_at IS NOT NULL))
);

COMMENT ON TABLE templates IS
    'Templates of notes by scope, key and locale; a scope''s own row replaces or hides the shipped one.';

-- The templates visible to a scope: its own, and seed templates that it has neither replaced nor removed.
CREATE FUNCTION visible_templates(viewer text) RETURNS SETOF templates LANGUAGE sql STABLE AS $$
    SELECT t.* FROM templates t
    WHERE t.removed_at IS NULL
      AND t.scope = ANY (ARRAY['', viewer])
      AND (t.scope = viewer OR NOT EXISTS (
          SELECT FROM templates own WHERE (own.scope, own.key, own.locale) = (viewer, t.key, t.locale)
      ))
$$;
