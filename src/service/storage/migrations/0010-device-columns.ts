/**
 * Migration: adds the device to licenses and their transitions, as the registration that stored them. It stays after an erasure, which
 * deletes the address.
 *
 * Rewrites no table. The triggers fill in the columns for a process of the former version, which can run until it is replaced.
 */
export const DEVICE_COLUMNS = `
ALTER TABLE licet.licenses ADD COLUMN registration uuid;
ALTER TABLE licet.license_transitions ADD COLUMN provider_id uuid, ADD COLUMN registration uuid;
-- As in the migration "no statistics of providers".
ALTER TABLE licet.licenses ALTER COLUMN registration SET STATISTICS 0;
ALTER TABLE licet.license_transitions
  ALTER COLUMN provider_id SET STATISTICS 0, ALTER COLUMN registration SET STATISTICS 0;

CREATE FUNCTION licet.set_device_of_license() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.registration := coalesce(
    (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = NEW.provider_id AND a.address = NEW.address),
    gen_random_uuid());
  RETURN NEW;
END $$;
CREATE TRIGGER set_device BEFORE INSERT ON licet.licenses
  FOR EACH ROW WHEN (NEW.registration IS NULL) EXECUTE FUNCTION licet.set_device_of_license();

CREATE FUNCTION licet.set_device_of_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for the next migration if it changes this license now.
  SELECT l.provider_id, l.registration INTO NEW.provider_id, NEW.registration
  FROM licet.licenses l WHERE l.id = NEW.license_id FOR KEY SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER set_device BEFORE INSERT ON licet.license_transitions
  FOR EACH ROW WHEN (NEW.registration IS NULL) EXECUTE FUNCTION licet.set_device_of_transition();

-- An erasure finds the licenses of a device after its registration is deleted.
CREATE FUNCTION licet.set_device_of_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.registration := coalesce(
    (SELECT coalesce(l.registration, o.registration)
     FROM licet.licenses l LEFT JOIN licet.open_licenses o ON o.license_id = l.id
     WHERE l.provider_id = NEW.provider_id AND l.address = NEW.address AND coalesce(l.registration, o.registration) IS NOT NULL LIMIT 1),
    gen_random_uuid());
  RETURN NEW;
END $$;
ALTER TABLE licet.erasures ADD COLUMN registration uuid;
CREATE TRIGGER set_device BEFORE INSERT OR UPDATE ON licet.erasures
  FOR EACH ROW WHEN (NEW.registration IS NULL) EXECUTE FUNCTION licet.set_device_of_erasure();
UPDATE licet.erasures SET registration = NULL;
ALTER TABLE licet.erasures ALTER COLUMN registration SET NOT NULL;
`
