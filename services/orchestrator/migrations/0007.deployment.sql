-- Identity of the deployment, which is all processes that share this database. It marks the blob store as owned by the
-- deployment, so that no deployment deletes images of another.

CREATE TABLE deployment (
    deployment_id text PRIMARY KEY,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX one_deployment ON deployment ((true));

INSERT INTO deployment (deployment_id) VALUES (gen_random_uuid()::text);
