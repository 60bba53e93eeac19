/**
 * Migration: licenses that were revoked without the device, for example after a letter.
 *
 * The note and the receipt are personal data. The trigger deletes them with an erasure, also one by a process of the former version.
 */
export const REVOCATIONS = `
CREATE TABLE licet.revocations (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  requested_by text NOT NULL CHECK (requested_by IN ('person', 'company', 'court')),
  channel text NOT NULL,
  note text,
  at timestamptz NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id),
  FOREIGN KEY (license_id, provider_id, registration) REFERENCES licet.licenses
);

CREATE FUNCTION licet.delete_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.revocations r
  WHERE r.provider_id = NEW.provider_id AND r.registration = NEW.registration AND r.license_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_revocation AFTER UPDATE ON licet.licenses
  FOR EACH ROW WHEN (OLD.address IS NOT NULL AND NEW.address IS NULL) EXECUTE FUNCTION licet.delete_revocation();
`
