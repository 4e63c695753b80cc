-- Vectors of any model, whatever their length. Every vector index is from here on one model's own, and the rag makes it
-- beside the searches (adapters/indexes.py): built here it would keep everybody waiting. Until it is there, and in a
-- version that still runs, every vector is compared: slower, and exact.

DROP INDEX styles_by_embedding;

-- No row is written anew: a vector of 512 stays as it is.
ALTER TABLE styles ALTER COLUMN embedding TYPE halfvec;

-- Whose vectors are wanted. While one version replaces another, two processes can have two models: the one that
-- started last decides, so that they do not undo each other's work.
CREATE TABLE styles_model (
    model text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    one boolean NOT NULL DEFAULT true,

    CONSTRAINT one_model_is_in_use PRIMARY KEY (one),
    CONSTRAINT it_is_one_row CHECK (one)
);

COMMENT ON TABLE styles_model IS 'The embedding model in use: styles with a vector of another one are embedded again.';
