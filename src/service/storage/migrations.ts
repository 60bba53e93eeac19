/** One migration of the schema. Add migrations at the end, and never change a released one. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/**
 * The tables and indexes of the service, as a list of migrations. All are in the schema `licet`, so that the service can share a
 * database.
 */
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
`,
  },
  {
    name: 'licenses by pointer',
    sql: `
-- Erasure by the app's user id searches the licenses of all devices.
CREATE INDEX licenses_of_pointer ON licet.licenses (provider_id, ptr) WHERE ptr IS NOT NULL;
`,
  },
  {
    name: 'registrations, uses beside the request, erasures under way',
    sql: `
-- Id of a registration. It shows, without comparing clocks, whether a token is older than an erasure.
ALTER TABLE licet.addresses ADD COLUMN registration uuid NOT NULL DEFAULT gen_random_uuid();

-- The uses of the request, so that License Verify reads only these. NULL in older rows, whose uses are read from the request.
ALTER TABLE licet.licenses ADD COLUMN uses jsonb;

-- Devices that are no longer registered and still have licenses to erase. ptr is that of the registration. Deleted at the end.
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
-- In the order of the list, so that a page of an id's devices is one range. With the former index, each page read all of them.
CREATE INDEX addresses_of_pointer ON licet.addresses (provider_id, ptr, created DESC, address DESC);
DROP INDEX licet.addresses_of_ptr;

CREATE INDEX providers_of_organization ON licet.providers (org_id);

-- The identity is unique anyway. With this index, the planner searched the licenses of one provider among those of all.
ALTER TABLE licet.licenses DROP CONSTRAINT licenses_position_key;
`,
  },
  {
    name: 'open licenses, texts that are deleted with their last license',
    sql: `
-- The licenses that no transition has ended, so that the cost of a request does not grow with a device's history. registration is
-- that of the device: a random id that means nothing after the erasure of the device.
CREATE TABLE licet.open_licenses (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id)
);
CREATE INDEX open_licenses_by_license ON licet.open_licenses (license_id);

-- A trigger, because a process of the former version can run until it is replaced, and writes transitions too.
CREATE FUNCTION licet.keep_open_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id)
    SELECT l.provider_id, a.registration, l.id
    FROM licet.licenses l JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
    WHERE l.id = NEW.license_id;
  ELSE
    DELETE FROM licet.open_licenses WHERE license_id = NEW.license_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_open_licenses AFTER INSERT ON licet.license_transitions
  FOR EACH ROW EXECUTE FUNCTION licet.keep_open_licenses();

INSERT INTO licet.open_licenses (provider_id, registration, license_id)
SELECT l.provider_id, a.registration, l.id
FROM licet.licenses l JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
WHERE NOT EXISTS (SELECT 1 FROM licet.license_transitions s WHERE s.license_id = l.id AND s.status <> 'active');

-- The offset of the empty terms in request, in bytes, so that a record is served without parsing it. NULL in older rows.
ALTER TABLE licet.licenses ADD COLUMN terms_at integer;

-- Erasure moves the hash to erased_terms_hash. So the foreign key protects exactly the texts that are still in use, and the others
-- are deleted. It also deletes request_hash, unless the request was salted: everything else in an erased request can be guessed.
ALTER TABLE licet.licenses ADD COLUMN erased_terms_hash text;
ALTER TABLE licet.licenses ALTER COLUMN terms_hash DROP NOT NULL;
ALTER TABLE licet.licenses ALTER COLUMN request_hash DROP NOT NULL;
UPDATE licet.licenses SET erased_terms_hash = terms_hash, terms_hash = NULL, request_hash = NULL WHERE address IS NULL;
CREATE INDEX licenses_of_terms ON licet.licenses (terms_hash) WHERE terms_hash IS NOT NULL;
DELETE FROM licet.terms t WHERE NOT EXISTS (SELECT 1 FROM licet.licenses l WHERE l.terms_hash = t.hash);

-- Who brought a text, and when, to count the new texts of a device. NULL in older rows.
ALTER TABLE licet.terms ADD COLUMN provider_id uuid, ADD COLUMN registration uuid, ADD COLUMN created timestamptz;
CREATE INDEX terms_of_device ON licet.terms (provider_id, registration, created) WHERE registration IS NOT NULL;
`,
  },
  {
    name: 'new texts by device',
    sql: `
-- Whether the license was the first of its device with this text. False in older rows. The former columns of licet.terms named the
-- first device of all, which showed other devices that a text exists. A former process may still write them, nothing reads them.
ALTER TABLE licet.licenses ADD COLUMN new_terms boolean NOT NULL DEFAULT false;
CREATE INDEX licenses_with_new_terms ON licet.licenses (provider_id, address, created) WHERE new_terms;
CREATE INDEX licenses_of_device_terms ON licet.licenses (provider_id, address, terms_hash) WHERE address IS NOT NULL;
DROP INDEX licet.terms_of_device;
UPDATE licet.terms SET provider_id = NULL, registration = NULL, created = NULL WHERE registration IS NOT NULL;
`,
  },
  {
    name: 'no statistics of providers',
    sql: `
-- With statistics, the planner takes a provider that is newer than they are for one without rows, and reads all of its rows instead of
-- those of a device. Setting the type again deletes the statistics that exist. It rewrites no table, and builds only indexes with a
-- condition again.
ALTER TABLE licet.addresses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.licenses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.open_licenses ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.refresh_chains ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.erasures ALTER COLUMN provider_id TYPE uuid, ALTER COLUMN provider_id SET STATISTICS 0;
`,
  },
]
