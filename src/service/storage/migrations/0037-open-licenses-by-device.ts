/**
 * Migration: adds to each open license the size of its uses in bytes, and when its device was registered. So a question about a person reads
 * a bounded number of bytes, of the oldest devices first.
 */
export const OPEN_LICENSES_BY_DEVICE = `
ALTER TABLE licet.open_licenses ADD COLUMN uses_bytes integer NOT NULL DEFAULT 0,
  ADD COLUMN device_created timestamptz NOT NULL DEFAULT '-infinity';

UPDATE licet.open_licenses o SET uses_bytes = coalesce(octet_length(l.uses::text), 0), device_created = coalesce(a.created, l.created)
FROM licet.licenses l LEFT JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
WHERE l.provider_id = o.provider_id AND l.registration = o.registration AND l.id = o.license_id;

DROP INDEX licet.open_licenses_of_pointer;
CREATE INDEX open_licenses_of_pointer ON licet.open_licenses (provider_id, ptr, vouched, device_created, registration);

CREATE OR REPLACE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id, ptr, vouched, uses_bytes, device_created)
    SELECT NEW.provider_id, NEW.registration, NEW.license_id, l.ptr, l.vouched, coalesce(octet_length(l.uses::text), 0),
      -- Not a join: planned with few rows, it would read all devices of the provider.
      coalesce((SELECT a.created FROM licet.addresses a WHERE a.provider_id = l.provider_id AND a.address = l.address), l.created)
    FROM licet.licenses l
    WHERE l.provider_id = NEW.provider_id AND l.registration = NEW.registration AND l.id = NEW.license_id;
  ELSE
    DELETE FROM licet.open_licenses o
    WHERE o.provider_id = NEW.provider_id AND o.registration = NEW.registration AND o.license_id = NEW.license_id;
  END IF;
  RETURN NULL;
END $$;
`
