/**
 * Migration: identity keys of providers, devices and licenses that a backend vouched for, and withdrawals that end licenses of other
 * devices of the same person.
 *
 * Rewrites no table. A process of the former version, which can run until it is replaced, stores licenses that are not vouched for.
 */
export const VOUCHED_IDENTITY = `
ALTER TABLE licet.providers ADD COLUMN require_identity boolean NOT NULL DEFAULT false;
ALTER TABLE licet.addresses ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE licet.licenses ADD COLUMN vouched boolean NOT NULL DEFAULT false;

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

-- The withdrawal of one device can end licenses of other devices, so the key of the cause has a device of its own. NULL in older rows.
ALTER TABLE licet.license_transitions ADD COLUMN cause_registration uuid;
ALTER TABLE licet.license_transitions DROP CONSTRAINT license_transitions_cause_fkey;
ALTER TABLE licet.license_transitions ADD CONSTRAINT license_transitions_cause_fkey
  FOREIGN KEY (cause, provider_id, cause_registration) REFERENCES licet.licenses NOT VALID;
`
