/** A connection string: scheme with user and password, hosts with ports, the rest. */
const PARTS = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/s

/**
 * Returns a connection string for each host of a connection string, in its order. As in libpq, hosts are separated by commas:
 * `postgres://licet@a:5432,b:5432/licet`.
 */
export function splitHosts(databaseUrl: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? []
  if (!hosts.includes(',')) return [databaseUrl]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}
