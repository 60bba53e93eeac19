/** Migration: the tokens of a chain that were used lately, as `jti` and the time in milliseconds, for the grace period of a refresh. */
export const USED_REFRESH_TOKENS = `
ALTER TABLE licet.refresh_chains ADD COLUMN used jsonb;
`
