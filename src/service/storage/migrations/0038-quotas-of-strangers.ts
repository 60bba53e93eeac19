/**
 * Migration: the index of devices by age, to find those that never had a license. Only the statements of that search contain its condition, so no
 * list of devices by age uses it.
 */
export const DEVICES_BY_AGE: readonly string[] = [
  "CREATE INDEX addresses_by_age ON licet.addresses (created) WHERE created < 'infinity'",
]

/**
 * What unvouched devices of a provider stored on a day of UTC, in bytes, and up to which registration the cleanup has looked for devices
 * without a license.
 */
export const QUOTAS_OF_STRANGERS = `
CREATE TABLE licet.stranger_bytes (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  day text NOT NULL CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  bytes bigint NOT NULL,
  PRIMARY KEY (provider_id, day)
);

CREATE TABLE licet.device_sweep (
  swept timestamptz NOT NULL
);
INSERT INTO licet.device_sweep VALUES ('1970-01-01T00:00:00Z');
`
