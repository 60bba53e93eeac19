/**
 * Migration: the scope of API keys, and indexes for the questions of servers. A key of the scope `trail` reads licenses and changes nothing.
 *
 * The first index is empty without vouched licenses, so it costs nothing until then. The second one has the newest licenses of a pointer
 * first, and replaces the former index of pointers.
 */
export const QUESTION_INDEXES: readonly string[] = [
  'CREATE INDEX licenses_vouched_of_pointer ON licet.licenses (provider_id, ptr) WHERE vouched AND ptr IS NOT NULL',
  'CREATE INDEX licenses_newest_of_pointer ON licet.licenses (provider_id, ptr, position DESC) WHERE ptr IS NOT NULL',
]

/** Adds the column, which keys of former versions have as `account:admin`. */
export const API_KEY_SCOPES = `
ALTER TABLE licet.api_keys ADD COLUMN scope text NOT NULL DEFAULT 'account:admin' CHECK (scope IN ('account:admin', 'trail'));
DROP INDEX licet.licenses_of_pointer;
`
