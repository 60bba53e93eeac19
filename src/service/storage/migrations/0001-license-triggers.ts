/** Triggers that keep other tables up to date when a license changes. They run in the transaction of the change. */
export const LICENSE_TRIGGERS = `
-- An active license is open until any other transition. The function that stores a license writes what belongs to its own transitions: those
-- of the first step, and those with a cause.
CREATE FUNCTION licet.end_license() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.step = 1 OR NEW.cause IS NOT NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM licet.open_licenses o
  WHERE o.provider_id = NEW.provider_id AND o.registration = NEW.registration AND o.license_id = NEW.license_id;
  IF EXISTS (SELECT FROM licet.webhook_endpoints e WHERE e.provider_id = NEW.provider_id) THEN
    PERFORM licet.write_license_event(NEW.provider_id, NEW.registration, NEW.license_id, NEW.step, NEW.status, NEW.at, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_license AFTER INSERT ON licet.license_transitions
  FOR EACH ROW EXECUTE FUNCTION licet.end_license();

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
