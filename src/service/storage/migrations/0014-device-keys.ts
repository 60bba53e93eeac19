/**
 * Migration: every key of licenses and transitions has the provider and the device, so that both tables can be partitioned by them.
 *
 * Uses the indexes and checks of the former migrations, so it locks the tables for a moment only.
 */
export const DEVICE_KEYS = `
ALTER TABLE licet.licenses ALTER COLUMN registration SET NOT NULL;
ALTER TABLE licet.licenses DROP CONSTRAINT has_device;
ALTER TABLE licet.license_transitions ALTER COLUMN provider_id SET NOT NULL, ALTER COLUMN registration SET NOT NULL;
ALTER TABLE licet.license_transitions DROP CONSTRAINT has_device;

ALTER TABLE licet.license_transitions DROP CONSTRAINT license_transitions_license_id_fkey,
  DROP CONSTRAINT license_transitions_cause_fkey, DROP CONSTRAINT license_transitions_pkey;
-- Its rows are deleted soon after an upgrade.
ALTER TABLE licet.receipts_to_sign DROP CONSTRAINT receipts_to_sign_license_id_fkey;
ALTER TABLE licet.licenses DROP CONSTRAINT licenses_supersedes_fkey, DROP CONSTRAINT licenses_succeed_once,
  DROP CONSTRAINT licenses_pkey;

ALTER TABLE licet.licenses ADD CONSTRAINT licenses_pkey PRIMARY KEY USING INDEX licenses_key;
ALTER TABLE licet.license_transitions ADD CONSTRAINT license_transitions_pkey PRIMARY KEY USING INDEX transitions_key;
ALTER TABLE licet.licenses ADD CONSTRAINT licenses_supersedes_fkey
  FOREIGN KEY (supersedes, provider_id, registration) REFERENCES licet.licenses NOT VALID;
ALTER TABLE licet.license_transitions ADD CONSTRAINT license_transitions_license_id_fkey
  FOREIGN KEY (license_id, provider_id, registration) REFERENCES licet.licenses NOT VALID;
ALTER TABLE licet.license_transitions ADD CONSTRAINT license_transitions_cause_fkey
  FOREIGN KEY (cause, provider_id, registration) REFERENCES licet.licenses NOT VALID;

CREATE OR REPLACE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id)
    VALUES (NEW.provider_id, NEW.registration, NEW.license_id);
  ELSE
    DELETE FROM licet.open_licenses o
    WHERE o.provider_id = NEW.provider_id AND o.registration = NEW.registration AND o.license_id = NEW.license_id;
  END IF;
  RETURN NULL;
END $$;
DROP INDEX licet.open_licenses_by_license;

-- A process of the former version needs the former indexes until it is replaced, but it has not run on an empty database.
-- The next migration of these tables drops them.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM licet.licenses) THEN
    ALTER TABLE licet.licenses DROP CONSTRAINT licenses_once_per_device;
    DROP INDEX licet.licenses_of_device, licet.licenses_with_new_terms, licet.licenses_of_device_terms;
  END IF;
END $$;
`
