import type { Sql } from './storage.ts'

/**
 * How Citus distributes the tables: the column that decides on which server a row is. Tables with the same value of `group` have the rows of
 * this value on the same server. A statement joins tables of one group by this column only.
 */
export const DISTRIBUTED_TABLES = {
  devices: { column: 'registration', group: 'device' },
  licenses: { column: 'registration', group: 'device' },
  license_transitions: { column: 'registration', group: 'device' },
  open_licenses: { column: 'registration', group: 'device' },
  revocations: { column: 'registration', group: 'device' },
  signed_bytes: { column: 'registration', group: 'device' },
  addresses: { column: 'address', group: 'address' },
  refresh_chains: { column: 'holder', group: 'address' },
  permitted_uses: { column: 'ptr', group: 'person' },
  vouched_devices: { column: 'ptr', group: 'person' },
} as const

/** The tables that each server has a copy of. All other tables stay on the coordinator. */
export const REFERENCE_TABLES = ['organizations', 'providers', 'terms', 'forgotten_tokens'] as const

const answers = new WeakMap<Sql, Promise<boolean>>()

/** Returns whether the database has the extension Citus. Asks each storage once, because the extension is created before the service starts. */
export function hasCitus(storage: Sql): Promise<boolean> {
  const known = answers.get(storage)
  if (known !== undefined) return known
  const asked = storage
    .query<{ found: boolean }>(`SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS found`)
    .then(([row]) => row?.found === true)
  answers.set(storage, asked)
  // After a failure, the next call asks again.
  asked.catch(() => answers.delete(storage))
  return asked
}
