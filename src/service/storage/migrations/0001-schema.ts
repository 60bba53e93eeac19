import { ACCOUNTS } from './0001-accounts.ts'
import { AUDIT_LOG } from './0001-audit-log.ts'
import { DEVICE_CHANGES } from './0001-device-changes.ts'
import { ERASURES } from './0001-erasures.ts'
import { LICENSE_ENDS } from './0001-license-ends.ts'
import { LISTS } from './0001-lists.ts'
import { PERMITS } from './0001-permits.ts'
import { PUBLIC_LOG } from './0001-public-log.ts'
import { REMINDERS } from './0001-reminders.ts'
import { SCHEDULED_EVENTS } from './0001-scheduled-events.ts'
import { START_CHAIN } from './0001-start-chain.ts'
import { STORE_LICENSE } from './0001-store-license.ts'
import { WEBHOOKS } from './0001-webhooks.ts'

/** Devices, which sign licenses, and their tokens. */
const DEVICES = `
-- Registered devices. An erasure deletes them.
CREATE TABLE licet.addresses (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  -- SHA3-256 of the public key, in base64url.
  address text NOT NULL CHECK (length(address) = 43),
  -- The id of the person at the provider.
  ptr text NOT NULL,
  -- Whether the backend of the provider vouched for ptr.
  vouched boolean NOT NULL DEFAULT false,
  spki bytea NOT NULL CHECK (length(spki) = 294),
  -- A random id of this registration, which means nothing after an erasure. It shows whether a token is older than an erasure.
  registration uuid NOT NULL DEFAULT gen_random_uuid(),
  created timestamptz NOT NULL
);
-- Of two indexes that cost the same while the table is small, the planner takes the one that was created later. So the key follows this one.
-- Only the search for unused devices has this condition, so no list of devices by age uses the index.
CREATE INDEX addresses_by_age ON licet.addresses (created) WHERE created < 'infinity';
ALTER TABLE licet.addresses ADD PRIMARY KEY (address, provider_id);
CREATE INDEX addresses_of_pointer ON licet.addresses (provider_id, ptr, created DESC, address DESC) WHERE created > '-infinity';

-- The same devices by registration. Each request of a device reads and locks this row: on several database servers, it is on the server of the
-- device's licenses, so a request that waited for it sees what the request before has stored.
CREATE TABLE licet.devices (
  registration uuid NOT NULL,
  provider_id uuid NOT NULL,
  ptr text NOT NULL,
  vouched boolean NOT NULL,
  spki bytea NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (registration, provider_id)
);

-- The vouched devices of each person, which a withdrawal of the person locks.
CREATE TABLE licet.vouched_devices (
  ptr text NOT NULL,
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  PRIMARY KEY (ptr, provider_id, registration)
);

-- Chains of refresh tokens.
CREATE TABLE licet.refresh_chains (
  id uuid NOT NULL,
  -- The address of the device, or the id of the provider as text.
  holder text NOT NULL,
  -- The only token of the chain that is still valid.
  jti text NOT NULL,
  client_id text NOT NULL,
  provider_id uuid NOT NULL REFERENCES licet.providers,
  scope text NOT NULL,
  -- In seconds.
  lifetime integer NOT NULL,
  -- The token before jti, when jti replaced it in milliseconds since the epoch, and how often it came back since.
  previous text,
  moved bigint,
  repeats smallint NOT NULL DEFAULT 0,
  created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  revoked timestamptz,
  PRIMARY KEY (id, holder)
);
CREATE INDEX refresh_chains_of_holder ON licet.refresh_chains (holder, provider_id);
CREATE INDEX refresh_chains_by_expiry ON licet.refresh_chains (expires) WHERE expires > '-infinity';

-- The latest expiry among the tokens of a kind that expire on one day of UTC and whose use the cleanup has deleted. A token that expires on
-- that day and by then is refused, because nothing shows whether it was used: the clocks can have been ahead during the cleanup, and right
-- again now. The day -infinity stands for all days.
CREATE TABLE licet.forgotten_tokens (
  kind text NOT NULL CHECK (kind IN ('identity', 'refresh')),
  day date NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (kind, day)
);

-- The bytes that devices without a vouched person stored at a provider on a day of UTC.
CREATE TABLE licet.stranger_bytes (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  day text NOT NULL CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  bytes bigint NOT NULL,
  PRIMARY KEY (provider_id, day)
);

-- One row: the cleanup has looked for devices without a license among those registered before this time.
CREATE TABLE licet.device_sweep (
  swept timestamptz NOT NULL
);
INSERT INTO licet.device_sweep VALUES ('1970-01-01T00:00:00Z');
`

/**
 * Licenses and their history. Every key includes the provider and device, by which the tables can be partitioned.
 *
 * The planner has no statistics of providers and devices. So each frequent statement matches one index only: a key starts with what is
 * unique, and the other indexes have a condition that only their own statements contain. `address <> ''` means not erased.
 */
const LICENSES = `
-- Each text of terms is stored once, with the SHA3-256 of its bytes.
CREATE TABLE licet.terms (
  hash text PRIMARY KEY CHECK (length(hash) = 43),
  text text NOT NULL
);

-- Licenses, which are never deleted. Only an erasure changes one: address and ptr are NULL afterwards, and signature is empty. Providers are
-- never deleted either, so no foreign key checks one at each new license.
CREATE TABLE licet.licenses (
  id uuid NOT NULL,
  -- The order in which licenses were stored.
  position bigint GENERATED ALWAYS AS IDENTITY,
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  address text,
  ptr text,
  vouched boolean NOT NULL DEFAULT false,
  -- NULL after the erasure of a request without a salt: everything else in it can be guessed.
  request_hash text CHECK (length(request_hash) = 43),
  -- An erasure moves the hash to erased_terms_hash, so the foreign key protects exactly the texts that are in use.
  terms_hash text REFERENCES licet.terms,
  erased_terms_hash text,
  -- Whether the license was the first of its device with this text.
  new_terms boolean NOT NULL DEFAULT false,
  suite text NOT NULL,
  -- The signed JSON as UTF-8, in the serialization of its suite, with an empty member terms at this offset in bytes.
  request bytea NOT NULL,
  terms_at integer NOT NULL,
  -- A copy of the uses in the request, so that License Verify reads only these.
  uses jsonb NOT NULL,
  signature text NOT NULL,
  expiry timestamptz,
  supersedes uuid,
  created timestamptz NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (id, provider_id, registration)
);
CREATE INDEX licenses_of_terms ON licet.licenses (terms_hash) WHERE terms_hash IS NOT NULL;
CREATE UNIQUE INDEX licenses_request_once ON licet.licenses (request_hash, provider_id, registration) WHERE address IS NOT NULL;
CREATE UNIQUE INDEX licenses_successor_once ON licet.licenses (supersedes, provider_id, registration) WHERE supersedes IS NOT NULL;
CREATE INDEX licenses_newest_of_device ON licet.licenses (provider_id, registration, position DESC) WHERE address <> '';
CREATE INDEX licenses_new_terms_of_device ON licet.licenses (provider_id, registration, created) WHERE new_terms;
CREATE INDEX licenses_terms_of_device ON licet.licenses (provider_id, registration, terms_hash) WHERE terms_hash IS NOT NULL;
CREATE INDEX licenses_newest_of_pointer ON licet.licenses (provider_id, ptr, position DESC) WHERE ptr IS NOT NULL;
CREATE INDEX licenses_of_provider ON licet.licenses (provider_id, position DESC) WHERE position > 0;

-- The bytes that a device signed, where they cannot be computed from the request: some clients sign JSON as their platform writes it.
CREATE TABLE licet.signed_bytes (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id),
  FOREIGN KEY (license_id, provider_id, registration) REFERENCES licet.licenses
);

-- The history of each license, append-only. The step makes a license end once: two writers cannot both insert step 2.
CREATE TABLE licet.license_transitions (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  step smallint NOT NULL CHECK (step > 0),
  status text NOT NULL CHECK (status IN ('active', 'superseded', 'revoked', 'expired', 'erased')),
  at timestamptz NOT NULL,
  -- The license that caused it, and its device, which can be another one. No foreign keys, because licenses are never deleted.
  cause uuid,
  cause_registration uuid,
  PRIMARY KEY (license_id, step, provider_id, registration)
);

-- The licenses of a device that no transition has ended, so that the cost of a request does not grow with the history of the device.
CREATE TABLE licet.open_licenses (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  ptr text NOT NULL,
  vouched boolean NOT NULL,
  expiry timestamptz,
  -- The length of the uses as text.
  uses_bytes integer NOT NULL,
  -- The order in which the licenses of a person are read, from the registration of their devices. Of licenses that nobody vouched for, the
  -- oldest devices come first: a stranger who comes later hides nobody. Only the person stores vouched ones, so the newest come first: a
  -- browser that deletes its storage registers again and again, and the last terms count.
  read_order bigint NOT NULL,
  -- At most one for a person. It also refuses a second one on several database servers, where a transaction can become visible on one server
  -- before another.
  PRIMARY KEY (registration, provider_id, ptr)
);

-- The same licenses by person, with their uses: a question about a person reads this table only.
CREATE TABLE licet.permitted_uses (
  ptr text NOT NULL,
  provider_id uuid NOT NULL,
  vouched boolean NOT NULL,
  read_order bigint NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  expiry timestamptz,
  uses_bytes integer NOT NULL,
  uses jsonb NOT NULL,
  PRIMARY KEY (ptr, provider_id, vouched, read_order, registration, license_id)
);

-- Licenses that were revoked without the device, for example after a letter.
CREATE TABLE licet.revocations (
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  license_id uuid NOT NULL,
  requested_by text NOT NULL CHECK (requested_by IN ('person', 'company', 'court')),
  channel text NOT NULL,
  note text,
  at timestamptz NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (provider_id, registration, license_id),
  FOREIGN KEY (license_id, provider_id, registration) REFERENCES licet.licenses
);
`

/** The keys of the service, which sign tokens and receipts. */
const SIGNING_KEYS = `
CREATE TABLE licet.signing_keys (
  kid text PRIMARY KEY,
  public_jwk text NOT NULL,
  -- NULL after the key has retired: it only verifies then.
  private_jwk text,
  created timestamptz NOT NULL,
  -- A key is published before it signs. Until then the previous key signs, which retires at this time.
  signs_from timestamptz NOT NULL,
  retired timestamptz
);
CREATE UNIQUE INDEX signing_keys_one_current ON licet.signing_keys ((retired IS NULL)) WHERE retired IS NULL;
`

/**
 * With statistics of these columns, the planner assumes that a provider newer than the statistics has no rows, and reads all of its rows
 * instead of the rows of one device.
 */
const NO_STATISTICS = `
ALTER TABLE licet.addresses ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.devices ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.vouched_devices ALTER COLUMN provider_id SET STATISTICS 0, ALTER COLUMN ptr SET STATISTICS 0;
ALTER TABLE licet.licenses ALTER COLUMN provider_id SET STATISTICS 0, ALTER COLUMN registration SET STATISTICS 0;
ALTER TABLE licet.license_transitions ALTER COLUMN provider_id SET STATISTICS 0, ALTER COLUMN registration SET STATISTICS 0;
ALTER TABLE licet.open_licenses ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.permitted_uses ALTER COLUMN provider_id SET STATISTICS 0, ALTER COLUMN ptr SET STATISTICS 0;
ALTER TABLE licet.refresh_chains ALTER COLUMN provider_id SET STATISTICS 0;
ALTER TABLE licet.erasures ALTER COLUMN provider_id SET STATISTICS 0;
`

/** The first migration: the whole schema. */
export const SCHEMA = [
  ...[ACCOUNTS, DEVICES, LICENSES, SIGNING_KEYS, ERASURES, WEBHOOKS, REMINDERS, AUDIT_LOG, PUBLIC_LOG],
  ...[LICENSE_ENDS, DEVICE_CHANGES, START_CHAIN, STORE_LICENSE, SCHEDULED_EVENTS, PERMITS, LISTS, NO_STATISTICS],
].join('')
