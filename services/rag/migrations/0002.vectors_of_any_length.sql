-- Vectors of any model and length. From here on every vector index covers one model, and the rag builds it concurrently
-- with searches (adapters/vector_indexes.py): built here it would block all searches. Until it exists, and in an older
-- version that is still running, every vector is compared: slower, but exact.

DROP INDEX styles_by_embedding;

-- No row is rewritten: a vector of 512 dimensions is not changed.
ALTER TABLE styles ALTER COLUMN embedding TYPE halfvec;

-- The model in use. While one version replaces another, two processes can have different models: the one that started
-- last decides, so that they do not undo each other's work.
CREATE TABLE styles_model (
    model text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    one boolean NOT NULL DEFAULT true,

    CONSTRAINT one_model_is_in_use PRIMARY KEY (one),
    CONSTRAINT it_is_one_row CHECK (one)
);

COMMENT ON TABLE styles_model IS 'The embedding model in use: styles with a vector of another one are embedded again.';
