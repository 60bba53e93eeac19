/** Erasures, and what is needed to repeat them in a restored backup. */
export const ERASURES = `
-- Devices that are no longer registered and still have licenses to erase. ptr is copied from the registration. Deleted at the end.
CREATE TABLE licet.erasures (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text NOT NULL,
  ptr text NOT NULL,
  registration uuid NOT NULL,
  PRIMARY KEY (provider_id, address)
);

-- The journal of erased devices. The id of a registration is random, and means nothing without the deleted address.
CREATE TABLE licet.erased_devices (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  erased timestamptz NOT NULL,
  PRIMARY KEY (provider_id, registration)
);

-- The journal of erased licenses. Only a device that sends the erased signature again can be recognized by its hash.
CREATE TABLE licet.erased_licenses (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  erased timestamptz NOT NULL,
  signature_hash bytea,
  PRIMARY KEY (license_id, provider_id)
);
CREATE INDEX erased_licenses_by_signature ON licet.erased_licenses (signature_hash, provider_id);

-- One row. Backups and journals contain its id, so that a restore refuses the journal of another database.
CREATE TABLE licet.installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- When it was last restored from a backup that could lack decisions. NULL when it never was.
  restored timestamptz
);
INSERT INTO licet.installation DEFAULT VALUES;

-- Devices whose newest decision is known to be the stored one, since the restore.
CREATE TABLE licet.confirmed_devices (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  PRIMARY KEY (registration, provider_id)
);
`
