/**
 * Migration: a journal of erased devices, and a random id of the database. With both, a restored backup is brought to the erasures since.
 *
 * registration is a random id, which means nothing without the address that the erasure deleted. The licenses that were erased are in
 * license_transitions. The trigger also records an erasure by a process of the former version.
 */
export const ERASED_DEVICES = `
CREATE TABLE licet.erased_devices (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  erased timestamptz NOT NULL,
  PRIMARY KEY (provider_id, registration)
);

CREATE FUNCTION licet.record_erased_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licet.erased_devices (provider_id, registration, erased)
  VALUES (NEW.provider_id, NEW.registration, statement_timestamp()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER record_erased_device AFTER INSERT ON licet.erasures
  FOR EACH ROW EXECUTE FUNCTION licet.record_erased_device();

-- One row. A backup and a journal of erasures contain this id, so that a restore refuses the journal of another database.
CREATE TABLE licet.installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid()
);
INSERT INTO licet.installation DEFAULT VALUES;
`
