/** Migration: open licenses, texts that are deleted with their last license. */
export const OPEN_LICENSES = `
-- The licenses that no transition has ended, so that the cost of a request does not grow with a device's history. registration is
-- that of the device: a random id that means nothing after the erasure of the device.
CREATE TABLE licet.open_licenses (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id)
);
CREATE INDEX open_licenses_by_license ON licet.open_licenses (license_id);

-- A trigger, because a process of the former version can run until it is replaced, and writes transitions too.
CREATE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id)
    SELECT l.provider_id, a.registration, l.id
    FROM licet.licenses l JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
    WHERE l.id = NEW.license_id;
  ELSE
    DELETE FROM licet.open_licenses WHERE license_id = NEW.license_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_open_licenses AFTER INSERT ON licet.license_transitions
  FOR EACH ROW EXECUTE FUNCTION licet.keep_open_licenses();

INSERT INTO licet.open_licenses (provider_id, registration, license_id)
SELECT l.provider_id, a.registration, l.id
FROM licet.licenses l JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
WHERE NOT EXISTS (SELECT 1 FROM licet.license_transitions s WHERE s.license_id = l.id AND s.status <> 'active');

-- The offset of the empty terms in request, in bytes, so that a record is served without parsing it. NULL in older rows.
ALTER TABLE licet.licenses ADD COLUMN terms_at integer;

-- Erasure moves the hash to erased_terms_hash. So the foreign key protects exactly the texts that are still in use, and the others
-- are deleted. It also deletes request_hash, unless the request was salted: everything else in an erased request can be guessed.
ALTER TABLE licet.licenses ADD COLUMN erased_terms_hash text;
ALTER TABLE licet.licenses ALTER COLUMN terms_hash DROP NOT NULL;
ALTER TABLE licet.licenses ALTER COLUMN request_hash DROP NOT NULL;
UPDATE licet.licenses SET erased_terms_hash = terms_hash, terms_hash = NULL, request_hash = NULL WHERE address IS NULL;
CREATE INDEX licenses_of_terms ON licet.licenses (terms_hash) WHERE terms_hash IS NOT NULL;
DELETE FROM licet.terms t WHERE NOT EXISTS (SELECT 1 FROM licet.licenses l WHERE l.terms_hash = t.hash);

-- Who brought a text, and when, to count the new texts of a device. NULL in older rows.
ALTER TABLE licet.terms ADD COLUMN provider_id uuid, ADD COLUMN registration uuid, ADD COLUMN created timestamptz;
CREATE INDEX terms_of_device ON licet.terms (provider_id, registration, created) WHERE registration IS NOT NULL;
`
