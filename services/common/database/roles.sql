-- Separate roles: the orchestrator and rag can neither read nor write tables of the other, and only the orchestrator
-- accesses the queue of DBOS. The orchestrator may change rows, but no tables: its tables belong to the
-- migrator. rag owns its tables, because it builds their vector indexes while it serves, which PostgreSQL allows only
-- to the owner. docs/operations.md describes its use.
--
-- Run it in the database of reflow as a superuser, while no service runs: on an empty database, or on one whose tables one
-- role has owned so far. Running it again changes nothing.

DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['reflow_rag', 'reflow_orchestrator', 'reflow_migrator'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN', role);
        END IF;
    END LOOP;
END $$;

-- Each service finds its own tables first, and in public only the types of pgvector.
CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
CREATE SCHEMA IF NOT EXISTS rag AUTHORIZATION reflow_rag;
CREATE SCHEMA IF NOT EXISTS orchestrator;
ALTER SCHEMA orchestrator OWNER TO reflow_migrator;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO reflow_rag, reflow_orchestrator, reflow_migrator;

DO $$
DECLARE
    database text := current_database();
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', database);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO reflow_rag, reflow_orchestrator, reflow_migrator', database);
    EXECUTE format('ALTER ROLE reflow_rag IN DATABASE %I SET search_path = rag, public', database);
    EXECUTE format('ALTER ROLE reflow_orchestrator IN DATABASE %I SET search_path = orchestrator, public', database);
    EXECUTE format('ALTER ROLE reflow_migrator IN DATABASE %I SET search_path = orchestrator, public', database);
END $$;

-- The queue of DBOS: an existing one is recreated, since the next start queues all runs that have not ended again.
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
        SELECT c.relname FROM pg_class c
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
    END LOOP;
END $$;

-- Existing functions are those of the orchestrator's triggers.
DO $$
DECLARE
    routine regprocedure;
BEGIN
    FOR routine IN
        SELECT p.oid FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET SCHEMA orchestrator', routine);
    END LOOP;
END $$;

-- The owner of a schema owns the objects in it.
DO $$
DECLARE
    item record;
BEGIN
    FOR item IN
        SELECT c.oid, n.nspowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('rag', 'orchestrator') AND c.relkind IN ('r', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
        ORDER BY c.relkind
    LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO %s', item.oid::regclass, item.nspowner::regrole);
    END LOOP;
    FOR item IN SELECT p.oid, n.nspowner FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'orchestrator'
    LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO %s', item.oid::regprocedure, item.nspowner::regrole);
    END LOOP;
END $$;

-- The orchestrator works with the rows of the migrator's tables, those of later migrations too.
GRANT USAGE ON SCHEMA orchestrator TO reflow_orchestrator;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA orchestrator TO reflow_orchestrator;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA orchestrator TO reflow_orchestrator;
ALTER DEFAULT PRIVILEGES FOR ROLE reflow_migrator IN SCHEMA orchestrator
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO reflow_orchestrator;
ALTER DEFAULT PRIVILEGES FOR ROLE reflow_migrator IN SCHEMA orchestrator GRANT USAGE ON SEQUENCES TO reflow_orchestrator;
