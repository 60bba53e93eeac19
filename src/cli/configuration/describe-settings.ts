import { splitHosts } from '../../service/node/database-hosts.ts'
import type { ConfigOptions } from './config-option.ts'
import type { ConfigValue } from './parse-value.ts'
import type { Setting } from './read-configuration.ts'

const CONNECTION_STRINGS = ['databaseUrl', 'databaseReadUrl']

/** A setting as it may be printed: a secret is replaced. */
export interface PrintedSetting {
  readonly value: ConfigValue
  readonly source: string
}

/** Returns every option with its value and where it was set, without secrets. */
export function describeSettings(options: ConfigOptions, settings: readonly Setting[]): Readonly<Record<string, PrintedSetting>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const setting = settings.find((candidate) => candidate.name === name)
      if (setting === undefined) return [name, { value: option.default, source: 'default' }]
      const { value, source } = setting
      return [name, { value: option.isSecret ? hideSecret(name, String(value)) : value, source }]
    }),
  )
}

/** Returns what of a secret may be printed: of a connection string the user, the host and the database, otherwise nothing. */
function hideSecret(name: string, text: string): string {
  if (!CONNECTION_STRINGS.includes(name)) return '(set)'
  const urls = splitHosts(text).map((each) => each.replace('@/', '@host/'))
  const [first = ''] = urls
  if (!urls.every((url) => URL.canParse(url))) return '(set)'
  const { protocol, username, pathname } = new URL(first)
  const hosts = text.includes('@/') ? '' : urls.map((url) => new URL(url).host).join(',')
  return `${protocol}//${username}${username === '' ? '' : '@'}${hosts}${pathname}`
}
