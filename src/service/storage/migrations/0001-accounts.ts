/** Accounts: organizations, their users and API keys, and the providers that ask for licenses. */
export const ACCOUNTS = `
CREATE TABLE licet.organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created timestamptz NOT NULL
);

CREATE TABLE licet.users (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES licet.organizations,
  email text NOT NULL UNIQUE,
  created timestamptz NOT NULL,
  modified timestamptz NOT NULL
);

-- Keys of backends. A key has 256 random bits, so a plain SHA-256 is enough. Keys are looked up by this hash.
CREATE TABLE licet.api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES licet.users,
  name text NOT NULL,
  -- The start of the key, which lists show.
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- A key with the scope trail reads licenses and changes nothing. One with license:end reads and ends them.
  scope text NOT NULL DEFAULT 'account:admin' CHECK (scope IN ('account:admin', 'license:end', 'trail')),
  created timestamptz NOT NULL,
  revoked timestamptz
);
CREATE INDEX api_keys_of_user ON licet.api_keys (user_id, created);

-- Apps that ask for licenses. A deleted provider keeps its row, because its licenses stay as evidence.
CREATE TABLE licet.providers (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES licet.organizations,
  name text NOT NULL,
  pub_key bytea NOT NULL,
  -- The HTTP status with which License Create answers a new license. NULL means 201.
  create_status smallint CHECK (create_status IN (200, 201)),
  -- Whether a new license needs a backend that vouches for the person.
  require_identity boolean NOT NULL DEFAULT false,
  -- Whether it has an endpoint of webhooks. A license that is stored reads the provider anyway.
  has_webhooks boolean NOT NULL DEFAULT false,
  created timestamptz NOT NULL,
  modified timestamptz NOT NULL,
  deleted timestamptz
);
CREATE INDEX providers_of_organization ON licet.providers (org_id);

-- Public keys with which a backend vouches for people.
CREATE TABLE licet.identity_keys (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  kid text NOT NULL CHECK (length(kid) = 43),
  jwk text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, kid)
);

-- Identity tokens that were used, until they expire. token and device are hashes, so the table has no personal data.
CREATE TABLE licet.used_identity_tokens (
  provider_id uuid NOT NULL,
  token text NOT NULL,
  device text NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, token)
);
CREATE INDEX used_identity_tokens_by_expiry ON licet.used_identity_tokens (expires);
`
