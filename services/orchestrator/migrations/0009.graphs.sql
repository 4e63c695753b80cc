-- Node graphs, and each of their changes with its inverse.

CREATE TABLE graphs (
    graph_id       text PRIMARY KEY,
    request_id     text NOT NULL CONSTRAINT one_graph_per_request UNIQUE,
    request_digest text NOT NULL,
    title          text NOT NULL,
    -- The current revision: a change names its predecessor, so that no two changes follow the same revision.
    revision       bigint NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL
);

CREATE INDEX graphs_by_change ON graphs (updated_at, graph_id);

CREATE TABLE graph_revisions (
    graph_id         text NOT NULL REFERENCES graphs ON DELETE CASCADE,
    revision         bigint NOT NULL,
    kind             text NOT NULL,
    -- The whole graph, the operations and their inverse as JSON. Not jsonb, which would reorder the nodes.
    content          bytea NOT NULL,
    operations       bytea NOT NULL,
    inverse          bytea NOT NULL,
    run_id           text NOT NULL,
    request_id       text NOT NULL,
    request_digest   text NOT NULL,
    summary          text NOT NULL,
    target           bigint NOT NULL,
    rebased_from     bigint NOT NULL,
    created_node_ids text[] NOT NULL,
    at               timestamptz NOT NULL,
    CONSTRAINT one_change_per_revision PRIMARY KEY (graph_id, revision),
    CONSTRAINT one_revision_per_request UNIQUE (graph_id, request_id)
);
