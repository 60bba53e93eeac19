/**
 * The audit log. Each process writes one chain of hashes a day, and a signed head closes it.
 *
 * The triggers refuse every change that the service does not make: to append, to close a chain, and to remove the events of a closed chain.
 * An owner of the database can disable them. The hashes and the heads then show what was changed.
 */
export const AUDIT_LOG = `
-- A chain of one process and one day.
CREATE TABLE licet.audit_chains (
  id uuid PRIMARY KEY,
  -- In UTC.
  day text NOT NULL CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  opened timestamptz NOT NULL,
  -- When the process of the chain last reported that it runs.
  renewed timestamptz NOT NULL,
  -- The number of events, and the hash of the last one.
  length integer NOT NULL,
  hash bytea NOT NULL,
  -- Heads are numbered without gaps, so that a removed chain is noticed. NULL while the chain is open.
  number integer UNIQUE,
  head text,
  -- When the retention removed its events, and whether all of them are deleted.
  removed timestamptz,
  emptied boolean NOT NULL DEFAULT false,
  CHECK ((number IS NULL) = (head IS NULL))
);
CREATE INDEX audit_chains_open ON licet.audit_chains (renewed) WHERE head IS NULL;
CREATE INDEX audit_chains_kept ON licet.audit_chains (day) WHERE head IS NOT NULL AND removed IS NULL;
CREATE INDEX audit_chains_to_empty ON licet.audit_chains (id) WHERE removed IS NOT NULL AND NOT emptied;

CREATE TABLE licet.audit_events (
  chain uuid NOT NULL REFERENCES licet.audit_chains,
  sequence integer NOT NULL,
  event text NOT NULL CHECK (octet_length(event) <= 8192),
  -- SHA-256 of the previous hash and the event. The first event follows the hash of the id of its chain.
  hash bytea NOT NULL,
  PRIMARY KEY (chain, sequence)
);

CREATE FUNCTION licet.protect_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM licet.audit_chains c WHERE c.id = OLD.chain AND c.removed IS NOT NULL) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only. Nothing was changed.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER protect_audit_event BEFORE UPDATE OR DELETE ON licet.audit_events
  FOR EACH ROW EXECUTE FUNCTION licet.protect_audit_event();
CREATE TRIGGER protect_audit_events BEFORE TRUNCATE ON licet.audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION licet.protect_audit_event();

CREATE FUNCTION licet.protect_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.day, NEW.opened) = (OLD.id, OLD.day, OLD.opened) THEN
      -- An open chain grows by one event, is renewed, or is closed.
      IF OLD.head IS NULL AND NEW.removed IS NULL AND NOT NEW.emptied AND (
        (NEW.length = OLD.length + 1 AND NEW.head IS NULL) OR (NEW.length, NEW.hash) = (OLD.length, OLD.hash)) THEN
        RETURN NEW;
      END IF;
      -- Of a closed chain, the retention removes the events.
      IF OLD.head IS NOT NULL AND NEW.removed IS NOT NULL AND (OLD.removed IS NULL OR OLD.removed = NEW.removed)
        AND (NEW.length, NEW.hash, NEW.number, NEW.head) = (OLD.length, OLD.hash, OLD.number, OLD.head) THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only. Nothing was changed.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER protect_audit_chain BEFORE UPDATE OR DELETE ON licet.audit_chains
  FOR EACH ROW EXECUTE FUNCTION licet.protect_audit_chain();
CREATE TRIGGER protect_audit_chains BEFORE TRUNCATE ON licet.audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION licet.protect_audit_chain();
`
