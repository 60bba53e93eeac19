/** Triggers that keep other tables up to date when a license changes. They run in the transaction of the change. */
export const LICENSE_TRIGGERS = `
-- An active license is open until any other transition.
CREATE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER keep_open_licenses AFTER INSERT ON licet.license_transitions
  FOR EACH ROW EXECUTE FUNCTION licet.keep_open_licenses();

-- Large bytes count as a new text: they contain the terms, so a device that writes a known text in another form each time could
-- otherwise store any amount of it. 16 KiB is the size of a small request.
CREATE FUNCTION licet.count_signed_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE licet.licenses l SET new_terms = true
  WHERE l.provider_id = NEW.provider_id AND l.registration = NEW.registration AND l.id = NEW.license_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_signed_bytes AFTER INSERT ON licet.signed_bytes
  FOR EACH ROW WHEN (octet_length(NEW.bytes) > 16384) EXECUTE FUNCTION licet.count_signed_bytes();

-- An erased license loses its signed bytes and its revocation, which contain personal data.
CREATE FUNCTION licet.delete_signed_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.signed_bytes b
  WHERE b.provider_id = NEW.provider_id AND b.registration = NEW.registration AND b.license_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_signed_bytes AFTER UPDATE ON licet.licenses
  FOR EACH ROW WHEN (OLD.address IS NOT NULL AND NEW.address IS NULL) EXECUTE FUNCTION licet.delete_signed_bytes();

CREATE FUNCTION licet.delete_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.revocations r
  WHERE r.provider_id = NEW.provider_id AND r.registration = NEW.registration AND r.license_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_revocation AFTER UPDATE ON licet.licenses
  FOR EACH ROW WHEN (OLD.address IS NOT NULL AND NEW.address IS NULL) EXECUTE FUNCTION licet.delete_revocation();
`
