/**
 * The public log: an append-only tree of hashes (spec/log.md). What these tables contain of licenses is their ids, and hashes that nobody can
 * guess.
 */
export const PUBLIC_LOG = `
-- Entries that are not in the tree yet. Written in the transaction of the license, so it has no index, which would cost each license.
CREATE TABLE licet.log_pending (
  position bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('license', 'end', 'erasure')),
  -- SHA-256 of the receipt. Of an erasure: SHA-256 of the erased receipt.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- In whole seconds since the epoch.
  at bigint NOT NULL,
  license_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Writes an entry for a receipt, in the transaction that stores or erases it. The function that stores a license writes its own entry.
CREATE FUNCTION licet.log_receipt(p_kind text, p_license_id uuid, p_receipt text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licet.log_pending (kind, hash, at, license_id)
  VALUES (p_kind, sha256(convert_to(p_receipt, 'UTF8')), floor(extract(epoch FROM p_now))::bigint, p_license_id);
END $$;

-- Each restore starts another epoch of the log, with another name.
CREATE TABLE licet.log_epochs (
  epoch integer PRIMARY KEY CHECK (epoch > 0),
  -- The name of its checkpoints. NULL until a service, which knows its address, has signed the first one.
  origin text UNIQUE,
  started timestamptz NOT NULL,
  -- The last known checkpoint of the epoch before it.
  former_checkpoint text,
  -- The JWS of the restore that began it. NULL for the first epoch.
  statement text
);

CREATE TABLE licet.log_entries (
  epoch integer NOT NULL REFERENCES licet.log_epochs,
  index bigint NOT NULL CHECK (index >= 0),
  kind text NOT NULL,
  hash bytea NOT NULL,
  at bigint NOT NULL,
  -- Not published. NULL for the entry that begins an epoch.
  license_id uuid,
  PRIMARY KEY (epoch, index)
);
CREATE INDEX log_entries_of_license ON licet.log_entries (license_id) WHERE license_id IS NOT NULL;

-- The hashes of the tree, 256 in a full tile. A partial tile grows in place, because each earlier width is the beginning of it.
CREATE TABLE licet.log_tiles (
  epoch integer NOT NULL REFERENCES licet.log_epochs,
  level smallint NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (epoch, level, index)
);

-- Signed heads of the tree. The cleanup keeps the newest one, and every one of the last day.
CREATE TABLE licet.log_checkpoints (
  epoch integer NOT NULL REFERENCES licet.log_epochs,
  size bigint NOT NULL,
  note text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (epoch, size)
);

-- Time stamps of checkpoints (RFC 3161). All are kept: the first one that has an entry proves the earliest time.
CREATE TABLE licet.log_timestamps (
  epoch integer NOT NULL REFERENCES licet.log_epochs,
  size bigint NOT NULL,
  -- The signed checkpoint, byte for byte as it was stamped. Cosignatures that came later are missing.
  note text NOT NULL,
  -- TimeStampToken, DER.
  token bytea NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (epoch, size)
);

-- Witnesses that have cosigned a checkpoint, and the last one that each has cosigned.
CREATE TABLE licet.log_witnesses (
  vkey text PRIMARY KEY,
  epoch integer NOT NULL,
  size bigint NOT NULL,
  since timestamptz NOT NULL
);

-- The Ed25519 keys that sign checkpoints. While a key is replaced, both sign.
CREATE TABLE licet.log_keys (
  -- The 32 bytes as base64.
  public_key text PRIMARY KEY,
  -- NULL after the key has retired.
  private_jwk text,
  created timestamptz NOT NULL,
  retired timestamptz
);
CREATE UNIQUE INDEX log_keys_one_current ON licet.log_keys ((retired IS NULL)) WHERE retired IS NULL;
`
