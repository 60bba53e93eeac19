/**
 * Migration: the direct predecessor of the current refresh token of a chain, when the chain moved on from it, in milliseconds since the epoch,
 * and how often it came back. Replaces the list of used tokens.
 */
export const PREDECESSOR_OF_REFRESH_TOKEN = `
ALTER TABLE licet.refresh_chains DROP COLUMN used, ADD COLUMN previous text, ADD COLUMN moved bigint,
  ADD COLUMN repeats smallint NOT NULL DEFAULT 0;
`
