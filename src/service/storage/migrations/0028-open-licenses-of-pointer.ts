/**
 * Migration: adds the `ptr` of a license, and whether it is vouched for, to the list of open licenses. So a question about a person reads
 * the open licenses only, however many have ended.
 *
 * The trigger fills in the columns for a process of the former version too. `find_open_pointers()` does it for the stored rows, a few with each
 * call, in the order of their keys. An erasure deletes the rows of its device.
 */
export const OPEN_POINTERS = `
ALTER TABLE licet.open_licenses ADD COLUMN ptr text, ADD COLUMN vouched boolean;
-- As in the migration "no statistics of providers". Statistics would also keep the ptr of an erased license.
ALTER TABLE licet.open_licenses ALTER COLUMN ptr SET STATISTICS 0;

CREATE OR REPLACE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id, ptr, vouched)
    SELECT NEW.provider_id, NEW.registration, NEW.license_id, l.ptr, l.vouched FROM licet.licenses l
    WHERE l.provider_id = NEW.provider_id AND l.registration = NEW.registration AND l.id = NEW.license_id;
  ELSE
    DELETE FROM licet.open_licenses o
    WHERE o.provider_id = NEW.provider_id AND o.registration = NEW.registration AND o.license_id = NEW.license_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE licet.open_pointers_to_find (provider_id uuid NOT NULL, registration uuid NOT NULL, license_id uuid NOT NULL);
INSERT INTO licet.open_pointers_to_find
VALUES ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000');

-- Changes some rows, and returns whether there can be more.
CREATE FUNCTION licet.find_open_pointers() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_after licet.open_pointers_to_find;
  v_last licet.open_licenses;
BEGIN
  SELECT * INTO v_after FROM licet.open_pointers_to_find FOR UPDATE;
  SELECT * INTO v_last FROM (
    SELECT * FROM licet.open_licenses o
    WHERE (o.provider_id, o.registration, o.license_id) > (v_after.provider_id, v_after.registration, v_after.license_id)
    ORDER BY o.provider_id, o.registration, o.license_id LIMIT 500
  ) AS next ORDER BY provider_id DESC, registration DESC, license_id DESC LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE licet.open_licenses o SET ptr = l.ptr, vouched = l.vouched FROM licet.licenses l
  WHERE (o.provider_id, o.registration, o.license_id) > (v_after.provider_id, v_after.registration, v_after.license_id)
    AND (o.provider_id, o.registration, o.license_id) <= (v_last.provider_id, v_last.registration, v_last.license_id)
    AND l.provider_id = o.provider_id AND l.registration = o.registration AND l.id = o.license_id;
  UPDATE licet.open_pointers_to_find
  SET provider_id = v_last.provider_id, registration = v_last.registration, license_id = v_last.license_id;
  RETURN true;
END $$;
`
