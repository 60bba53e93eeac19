/** Migration: accounts, addresses, licenses, tokens. */
export const TABLES = `
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

-- A key has 256 random bits, so a plain SHA-256 is enough. Keys are looked up by this hash.
CREATE TABLE licet.api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES licet.users,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created timestamptz NOT NULL,
  revoked timestamptz
);
CREATE INDEX api_keys_of_user ON licet.api_keys (user_id, created);

-- A deleted provider keeps its row, because its licenses stay as evidence.
CREATE TABLE licet.providers (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES licet.organizations,
  name text NOT NULL,
  pub_key bytea NOT NULL,
  created timestamptz NOT NULL,
  modified timestamptz NOT NULL,
  deleted timestamptz
);

CREATE TABLE licet.addresses (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text NOT NULL CHECK (length(address) = 43),
  ptr text NOT NULL,
  spki bytea NOT NULL CHECK (length(spki) = 294),
  created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, address)
);
CREATE INDEX addresses_of_ptr ON licet.addresses (provider_id, ptr);

-- Each text is stored once, with the SHA3-256 of its bytes.
CREATE TABLE licet.terms (
  hash text PRIMARY KEY CHECK (length(hash) = 43),
  text text NOT NULL
);

-- request is the signed JSON as UTF-8, in the serialisation of its suite, with an empty member terms. With the text in
-- licet.terms it gives the signed bytes again. address and ptr are NULL after erasure.
CREATE TABLE licet.licenses (
  id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text,
  ptr text,
  request_hash text NOT NULL CHECK (length(request_hash) = 43),
  terms_hash text NOT NULL REFERENCES licet.terms,
  suite text NOT NULL,
  request bytea NOT NULL,
  signature text NOT NULL,
  expiry timestamptz,
  supersedes uuid REFERENCES licet.licenses,
  created timestamptz NOT NULL,
  receipt text NOT NULL,
  CONSTRAINT licenses_once_per_device UNIQUE (provider_id, address, request_hash),
  CONSTRAINT licenses_succeed_once UNIQUE (supersedes)
);
CREATE INDEX licenses_of_device ON licet.licenses (provider_id, address, position DESC);
CREATE INDEX licenses_of_provider ON licet.licenses (provider_id, position DESC);

-- Append-only. The step makes sure that a license ends only once: two writers cannot both insert step 2.
CREATE TABLE licet.license_transitions (
  license_id uuid NOT NULL REFERENCES licet.licenses,
  step smallint NOT NULL CHECK (step > 0),
  status text NOT NULL CHECK (status IN ('active', 'superseded', 'revoked', 'expired', 'erased')),
  at timestamptz NOT NULL,
  cause uuid REFERENCES licet.licenses,
  PRIMARY KEY (license_id, step)
);

-- One row per chain of refresh tokens. jti is the only token of the chain that can still be used.
CREATE TABLE licet.refresh_chains (
  id uuid PRIMARY KEY,
  jti text NOT NULL,
  client_id text NOT NULL,
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text,
  scope text NOT NULL,
  lifetime integer NOT NULL,
  created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  revoked timestamptz
);
CREATE INDEX refresh_chains_of_device ON licet.refresh_chains (provider_id, address);
CREATE INDEX refresh_chains_by_expiry ON licet.refresh_chains (expires);

-- Only the current key has a private key. A retired key only verifies.
CREATE TABLE licet.signing_keys (
  kid text PRIMARY KEY,
  public_jwk text NOT NULL,
  private_jwk text,
  created timestamptz NOT NULL,
  retired timestamptz
);
CREATE UNIQUE INDEX signing_keys_one_current ON licet.signing_keys ((retired IS NULL)) WHERE retired IS NULL;
`
