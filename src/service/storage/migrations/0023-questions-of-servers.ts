/** Migration: the index of the licenses of a person that a backend vouched for. It is empty without them, so it costs nothing until then. */
export const QUESTION_INDEXES: readonly string[] = [
  'CREATE INDEX licenses_vouched_of_pointer ON licet.licenses (provider_id, ptr) WHERE vouched AND ptr IS NOT NULL',
]

/**
 * Adds whether a provider accepts only people that its backend vouches for, and the scope of API keys. A key of the scope `trail` reads
 * licenses and changes nothing. Keys of former versions have `account:admin`.
 */
export const IDENTITY_AND_SCOPES = `
ALTER TABLE licet.providers ADD COLUMN require_identity boolean NOT NULL DEFAULT false;
ALTER TABLE licet.api_keys ADD COLUMN scope text NOT NULL DEFAULT 'account:admin' CHECK (scope IN ('account:admin', 'trail'));
`
