/**
 * Migration: the bytes that a device signed, for licenses whose request does not give them again: earlier clients sign JSON as their
 * platform writes it.
 *
 * They contain personal data. The trigger deletes them with an erasure, also one by a process of the former version.
 */
export const SIGNED_BYTES = `
CREATE TABLE licet.signed_bytes (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id),
  FOREIGN KEY (license_id, provider_id, registration) REFERENCES licet.licenses
);

CREATE FUNCTION licet.delete_signed_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.signed_bytes b
  WHERE b.provider_id = NEW.provider_id AND b.registration = NEW.registration AND b.license_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_signed_bytes AFTER UPDATE ON licet.licenses
  FOR EACH ROW WHEN (OLD.address IS NOT NULL AND NEW.address IS NULL) EXECUTE FUNCTION licet.delete_signed_bytes();
`
