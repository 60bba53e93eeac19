/**
 * Migration: a function that finds the devices of the licenses that are stored already, a few with each call.
 *
 * The device is the registration of the address. An erased license has no address, and has the device of the license that ended it, so
 * the newest licenses come first. The others get an id of their own.
 */
export const FIND_DEVICES = `
CREATE TABLE licet.devices_to_find (provider_id uuid PRIMARY KEY, below bigint NOT NULL);
INSERT INTO licet.devices_to_find (provider_id, below) SELECT id, 9223372036854775807 FROM licet.providers;

-- Changes some licenses, and returns whether there can be more.
CREATE FUNCTION licet.find_devices() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_next licet.devices_to_find;
  v_license record;
  v_registration uuid;
  v_last bigint;
BEGIN
  SELECT * INTO v_next FROM licet.devices_to_find LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  FOR v_license IN
    SELECT l.id, l.address, l.position, l.registration FROM licet.licenses l
    WHERE l.provider_id = v_next.provider_id AND l.position < v_next.below ORDER BY l.position DESC LIMIT 500 FOR UPDATE
  LOOP
    v_last := v_license.position;
    CONTINUE WHEN v_license.registration IS NOT NULL;
    v_registration := coalesce(
      (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = v_next.provider_id AND a.address = v_license.address),
      (SELECT e.registration FROM licet.erasures e WHERE e.provider_id = v_next.provider_id AND e.address = v_license.address),
      (SELECT c.registration FROM licet.license_transitions s JOIN licet.licenses c ON c.id = s.cause
       WHERE s.license_id = v_license.id LIMIT 1),
      gen_random_uuid());
    UPDATE licet.licenses SET registration = v_registration WHERE id = v_license.id;
    UPDATE licet.license_transitions SET provider_id = v_next.provider_id, registration = v_registration
    WHERE license_id = v_license.id;
  END LOOP;
  IF v_last IS NULL THEN
    DELETE FROM licet.devices_to_find WHERE provider_id = v_next.provider_id;
  ELSE
    UPDATE licet.devices_to_find SET below = v_last WHERE provider_id = v_next.provider_id;
  END IF;
  RETURN true;
END $$;
`
