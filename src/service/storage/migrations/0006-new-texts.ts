/** Migration: new texts by device. */
export const NEW_TEXTS = `
-- Whether the license was the first of its device with this text. False in older rows. The former columns of licet.terms named the
-- first device of all, which showed other devices that a text exists. A former process may still write them, nothing reads them.
ALTER TABLE licet.licenses ADD COLUMN new_terms boolean NOT NULL DEFAULT false;
CREATE INDEX licenses_with_new_terms ON licet.licenses (provider_id, address, created) WHERE new_terms;
CREATE INDEX licenses_of_device_terms ON licet.licenses (provider_id, address, terms_hash) WHERE address IS NOT NULL;
DROP INDEX licet.terms_of_device;
UPDATE licet.terms SET provider_id = NULL, registration = NULL, created = NULL WHERE registration IS NOT NULL;
`
