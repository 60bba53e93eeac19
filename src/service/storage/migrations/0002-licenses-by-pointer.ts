/** Migration: licenses by pointer. */
export const LICENSES_BY_POINTER = `
-- Erasure by the app's user id searches the licenses of all devices.
CREATE INDEX licenses_of_pointer ON licet.licenses (provider_id, ptr) WHERE ptr IS NOT NULL;
`
