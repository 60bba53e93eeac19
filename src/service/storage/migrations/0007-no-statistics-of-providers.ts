/** Migration: no statistics of providers. */
export const NO_STATISTICS_OF_PROVIDERS = `
-- With statistics, the planner takes a provider that is newer than they are for one without rows, and reads all of its rows instead of
-- those of a device. Setting the type again deletes the statistics that exist. It rewrites no table, and builds only indexes with a
-- condition again.
ALTER TABLE licet.addresses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.licenses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.open_licenses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.refresh_chains ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.erasures ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
`
