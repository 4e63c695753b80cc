-- Separate roles for the orchestrator and for rag: neither can read or write what belongs to the other, and only the
-- orchestrator reaches the queue of DBOS. docs/operations.md says how to use it.
--
-- Run it in the database of reflow as a superuser, while no service runs: on an empty database, or on one whose tables one
-- role has owned so far. Running it again changes nothing.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reflow_rag') THEN
        CREATE ROLE reflow_rag LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reflow_orchestrator') THEN
        CREATE ROLE reflow_orchestrator LOGIN;
    END IF;
END $$;

-- Each service finds its own tables first, and in public only the types of pgvector.
CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
CREATE SCHEMA IF NOT EXISTS rag AUTHORIZATION reflow_rag;
CREATE SCHEMA IF NOT EXISTS orchestrator AUTHORIZATION reflow_orchestrator;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO reflow_rag, reflow_orchestrator;

DO $$
DECLARE
    database text := current_database();
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', database);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO reflow_rag, reflow_orchestrator', database);
    EXECUTE format('ALTER ROLE reflow_rag IN DATABASE %I SET search_path = rag, public', database);
    EXECUTE format('ALTER ROLE reflow_orchestrator IN DATABASE %I SET search_path = orchestrator, public', database);
END $$;

-- The queue of DBOS: an existing one is made again, since every run that has not ended is queued again at the next start.
DO $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_namespace WHERE nspname = 'reflow_dbos' AND nspowner = 'reflow_orchestrator'::regrole
    ) THEN
        DROP SCHEMA IF EXISTS reflow_dbos CASCADE;
        CREATE SCHEMA reflow_dbos AUTHORIZATION reflow_orchestrator;
    END IF;
END $$;

-- Records of the migrations: each service has its own.
DO $$
DECLARE
    service text;
    record text;
BEGIN
    FOREACH service IN ARRAY ARRAY['rag', 'orchestrator'] LOOP
        FOREACH record IN ARRAY ARRAY['_yoyo_migration', '_yoyo_log', '_yoyo_version', 'yoyo_lock'] LOOP
            CONTINUE WHEN to_regclass('public.' || record) IS NULL;
            EXECUTE format('CREATE TABLE %I.%I (LIKE public.%2$I INCLUDING ALL)', service, record);
            EXECUTE format('INSERT INTO %I.%I SELECT * FROM public.%2$I', service, record);
            EXECUTE format('ALTER TABLE %I.%I OWNER TO %I', service, record, 'reflow_' || service);
            IF record IN ('_yoyo_migration', '_yoyo_log') THEN
                EXECUTE format('DELETE FROM %I.%I WHERE migration_id NOT LIKE %L', service, record, service || '/%');
            END IF;
        END LOOP;
    END LOOP;
    DROP TABLE IF EXISTS public._yoyo_migration, public._yoyo_log, public._yoyo_version, public.yoyo_lock;
END $$;

-- Existing tables: those of rag by name, all others are the orchestrator's. Sequences of columns go with their tables.
DO $$
DECLARE
    relation record;
    service text;
BEGIN
    FOR relation IN
        SELECT c.relname, c.relkind FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
        ORDER BY c.relkind
    LOOP
        service := CASE
            WHEN relation.relname IN (
                'styles', 'styles_model', 'notes', 'node_types', 'prompts', 'prompt_versions', 'templates',
                'provider_rates'
            )
            THEN 'rag' ELSE 'orchestrator'
        END;
        EXECUTE format('ALTER TABLE public.%I SET SCHEMA %I', relation.relname, service);
        EXECUTE format('ALTER TABLE %I.%I OWNER TO %I', service, relation.relname, 'reflow_' || service);
    END LOOP;
END $$;
