/**
 * Migration: the keys of licenses with the device, and the indexes of a device.
 *
 * The planner knows nothing of providers and devices (see the migration "no statistics of providers"). So each frequent statement fits
 * one of these indexes only: a key starts with what it looks for, and the others have conditions. `address <> ''` means not erased.
 */
export const DEVICE_INDEXES: readonly string[] = [
  'CREATE UNIQUE INDEX licenses_key ON licet.licenses (id, provider_id, registration)',
  'CREATE UNIQUE INDEX licenses_request_once ON licet.licenses (request_hash, provider_id, registration) WHERE address IS NOT NULL',
  'CREATE UNIQUE INDEX licenses_successor_once ON licet.licenses (supersedes, provider_id, registration) WHERE supersedes IS NOT NULL',
  'CREATE UNIQUE INDEX transitions_key ON licet.license_transitions (license_id, step, provider_id, registration)',
  "CREATE INDEX licenses_newest_of_device ON licet.licenses (provider_id, registration, position DESC) WHERE address <> ''",
  'CREATE INDEX licenses_new_terms_of_device ON licet.licenses (provider_id, registration, created) WHERE new_terms',
  'CREATE INDEX licenses_terms_of_device ON licet.licenses (provider_id, registration, terms_hash) WHERE terms_hash IS NOT NULL',
]

/** Checks that every stored license has a device, while other processes write. */
export const DEVICE_CHECKED = `
ALTER TABLE licet.licenses VALIDATE CONSTRAINT has_device;
ALTER TABLE licet.license_transitions VALIDATE CONSTRAINT has_device;
`
