/**
 * Migration: identity keys of providers, and devices that a backend vouched for.
 *
 * Locks one table of the former version only. A process of that version takes its locks in the order of addresses, licenses and providers,
 * so a migration that locks two of them could end its requests with a deadlock. The next migrations add the columns of the others.
 */
export const VOUCHED_DEVICES = `
CREATE TABLE licet.identity_keys (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  kid text NOT NULL CHECK (length(kid) = 43),
  jwk text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, kid)
);

-- The identity tokens that were used, until they expire. token and device are hashes, so the table has no personal data.
CREATE TABLE licet.used_identity_tokens (
  provider_id uuid NOT NULL,
  token text NOT NULL,
  device text NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, token)
);
CREATE INDEX used_identity_tokens_by_expiry ON licet.used_identity_tokens (expires);

ALTER TABLE licet.addresses ADD COLUMN vouched boolean NOT NULL DEFAULT false;
`
