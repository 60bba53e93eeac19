/**
 * Migration: one index for each frequent statement. With few rows, the planner takes any index that begins with the provider for as good as the
 * key, and keeps that plan when the table has grown.
 *
 * So the keys begin with what is unique, and the other indexes have a condition that only their own statements contain.
 */
export const ONE_INDEX_FOR_EACH_PATH = `
ALTER TABLE licet.addresses DROP CONSTRAINT addresses_pkey;
ALTER TABLE licet.addresses ADD PRIMARY KEY (address, provider_id);
ALTER TABLE licet.open_licenses DROP CONSTRAINT open_licenses_pkey;
ALTER TABLE licet.open_licenses ADD PRIMARY KEY (registration, provider_id, license_id);
DROP INDEX licet.addresses_of_pointer, licet.licenses_of_provider, licet.open_licenses_of_pointer,
  licet.refresh_chains_of_device, licet.refresh_chains_by_expiry;
CREATE INDEX addresses_of_pointer ON licet.addresses (provider_id, ptr, created DESC, address DESC) WHERE created > '-infinity';
CREATE INDEX licenses_of_provider ON licet.licenses (provider_id, position DESC) WHERE position > 0;
CREATE INDEX open_licenses_of_pointer ON licet.open_licenses (provider_id, ptr, vouched, device_created, registration) WHERE ptr IS NOT NULL;
CREATE INDEX refresh_chains_of_device ON licet.refresh_chains (provider_id, address) WHERE address IS NOT NULL;
CREATE INDEX refresh_chains_by_expiry ON licet.refresh_chains (expires) WHERE expires > '-infinity';
`
