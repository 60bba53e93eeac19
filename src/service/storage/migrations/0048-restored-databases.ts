/**
 * Migration: what a service needs after a restore. It recognizes an erased license when its device sends it again, and it knows which devices
 * have visited since.
 *
 * The hash of a signature means nothing without the signature, which the erasure deletes. Only the device can present it again.
 */
export const RESTORED_DATABASES = `
CREATE TABLE licet.erased_licenses (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  erased timestamptz NOT NULL,
  signature_hash bytea,
  PRIMARY KEY (license_id, provider_id)
);
CREATE INDEX erased_licenses_by_signature ON licet.erased_licenses (signature_hash, provider_id);
INSERT INTO licet.erased_licenses (provider_id, registration, license_id, erased)
SELECT s.provider_id, s.registration, s.license_id, s.at FROM licet.license_transitions s WHERE s.status = 'erased';

CREATE FUNCTION licet.record_erased_license() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licet.erased_licenses (provider_id, registration, license_id, erased, signature_hash)
  VALUES (OLD.provider_id, OLD.registration, OLD.id, statement_timestamp(), sha256(convert_to(OLD.signature, 'UTF8'))) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER record_erased_license AFTER UPDATE ON licet.licenses
  FOR EACH ROW WHEN (OLD.address IS NOT NULL AND NEW.address IS NULL) EXECUTE FUNCTION licet.record_erased_license();

-- When the database was last restored from a backup that could miss decisions. NULL when it never was.
ALTER TABLE licet.installation ADD COLUMN restored timestamptz;

-- Devices whose newest decision is known to be the stored one, since the restore.
CREATE TABLE licet.confirmed_devices (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  PRIMARY KEY (registration, provider_id)
);
`
