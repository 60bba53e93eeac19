/**
 * Migration: a license with large signed bytes counts as one with a new text of terms. The bytes contain the text, so a device that writes a
 * known text in another form each time would store any amount of it.
 *
 * The size is that of a small request: earlier clients, which need signed bytes for each license, may store as many as others.
 */
export const LARGE_SIGNED_BYTES = `
CREATE FUNCTION licet.count_signed_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE licet.licenses l SET new_terms = true
  WHERE l.provider_id = NEW.provider_id AND l.registration = NEW.registration AND l.id = NEW.license_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_signed_bytes AFTER INSERT ON licet.signed_bytes
  FOR EACH ROW WHEN (octet_length(NEW.bytes) > 16384) EXECUTE FUNCTION licet.count_signed_bytes();
`
