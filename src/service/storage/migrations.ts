/** One step of the schema. Steps are only ever added at the end, and a released one is never changed. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The schema, step by step. Everything lives in the schema `licet`, so that it can share a database. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'accounts, addresses, licenses, tokens',
    sql: `
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

-- A key is 256 random bits, so its plain SHA-256 is enough, and is what it is looked up by.
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

-- A deleted provider keeps its row: licenses that were taken for it are evidence.
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

-- Each distinct text once, under the SHA3-256 of its bytes.
CREATE TABLE licet.terms (
  hash text PRIMARY KEY CHECK (length(hash) = 43),
  text text NOT NULL
);

-- request: the JSON that was signed, as UTF-8 in the suite's own serialisation, with the member terms emptied:
-- the text is in licet.terms, and both together give back the signed bytes. address and ptr are NULL once erased.
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

-- Append-only. The number makes an end happen once: two writers cannot both be step 2 of a license.
CREATE TABLE licet.license_transitions (
  license_id uuid NOT NULL REFERENCES licet.licenses,
  step smallint NOT NULL CHECK (step > 0),
  status text NOT NULL CHECK (status IN ('active', 'superseded', 'revoked', 'expired', 'erased')),
  at timestamptz NOT NULL,
  cause uuid REFERENCES licet.licenses,
  PRIMARY KEY (license_id, step)
);

-- One row per chain of refresh tokens; jti is the only token of the chain that may still be used.
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

-- The current key has its private half; a retired one only verifies.
CREATE TABLE licet.signing_keys (
  kid text PRIMARY KEY,
  public_jwk text NOT NULL,
  private_jwk text,
  created timestamptz NOT NULL,
  retired timestamptz
);
CREATE UNIQUE INDEX signing_keys_one_current ON licet.signing_keys ((retired IS NULL)) WHERE retired IS NULL;
`,
  },
  {
    name: 'licenses by pointer',
    sql: `
-- Erasure by the app's own user id looks for licenses that name it, on whatever device.
CREATE INDEX licenses_of_pointer ON licet.licenses (provider_id, ptr) WHERE ptr IS NOT NULL;
`,
  },
  {
    name: 'registrations, uses beside the request, erasures under way',
    sql: `
-- Names one registration of a device: a token tells by it, and by no clock, whether it is of before an erasure.
ALTER TABLE licet.addresses ADD COLUMN registration uuid NOT NULL DEFAULT gen_random_uuid();

-- The uses of the request, so that License Verify reads no more than them. NULL in rows of before: those are read from the request.
ALTER TABLE licet.licenses ADD COLUMN uses jsonb;

-- Devices that are registered no more and still have licenses to erase. ptr is that of the registration; the row goes at the end.
CREATE TABLE licet.erasures (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text NOT NULL,
  ptr text NOT NULL,
  PRIMARY KEY (provider_id, address)
);
`,
  },
  {
    name: 'pages of addresses and of licenses by index',
    sql: `
-- In the order of the list, so that each page of the devices of an id is one range; the former index had each page read all of them.
CREATE INDEX addresses_of_pointer ON licet.addresses (provider_id, ptr, created DESC, address DESC);
DROP INDEX licet.addresses_of_ptr;

CREATE INDEX providers_of_organization ON licet.providers (org_id);

-- Unique by its identity anyway. With an index of its own the licenses of one provider were looked for among everybody's.
ALTER TABLE licet.licenses DROP CONSTRAINT licenses_position_key;
`,
  },
]
