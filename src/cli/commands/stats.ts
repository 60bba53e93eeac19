import type { LicenseCount } from '../../protocol/records/stats.ts'
import { type Command, type CommandInput, type CommandOption, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { readCounts } from './overview/read-counts.ts'
import { withOverview } from './overview/with-overview.ts'

const GROUPS = { provider: 'providerId', status: 'status', terms: 'termsHash', day: 'day' } as const
type Group = keyof typeof GROUPS
const DEFAULT_GROUPS: readonly Group[] = ['provider', 'status', 'terms']

const OPTIONS = {
  by: {
    type: 'string',
    value: '<groups>',
    help: `what to group by, with commas: ${Object.keys(GROUPS).join(', ')} (default: ${DEFAULT_GROUPS.join(',')})`,
  },
  provider: { type: 'string', value: '<id>', help: 'only licenses of this provider' },
} as const satisfies Readonly<Record<string, CommandOption>>

export const statsCommand: Command = {
  words: ['stats'],
  summary: 'Count the licenses by provider, status, terms and day.',
  options: { ...OPTIONS, ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: ['It counts in steps of some thousand licenses, so that the service stays responsive.', ...TARGET_NOTES],
  async run(input, io) {
    const groups = readGroups(input)
    const providerId = textOption(input, 'provider')
    const { counted, reminders } = await withOverview(input, io, async (overview) => ({
      counted: await sumCounts(readCounts(overview, providerId), groups),
      reminders: await overview.reminders(providerId),
    }))
    if (input.values.json === true) {
      io.out(toPrintableJson({ counts: counted, reminders }))
      return EXIT.ok
    }
    const width = Math.max(0, ...counted.map(({ licenses }) => String(licenses).length))
    for (const { licenses, ...row } of counted) io.out([String(licenses).padStart(width), ...Object.values(row)].join('  '))
    if (counted.length === 0) io.out('There is no license.')
    for (const { started, providerId: id, group, termsHashes, licenses } of reminders)
      io.out(`${started}  reminded ${licenses} of provider ${id} ${group} ${termsHashes.join(', ')}`)
    return EXIT.ok
  },
}

/** Adds up the counts of each group. The groups are sorted by their values, in the order of `groups`. */
async function sumCounts(counts: AsyncIterable<LicenseCount>, groups: readonly Group[]) {
  const sums = new Map<string, Partial<LicenseCount> & { licenses: number }>()
  for await (const one of counts) {
    const row = Object.fromEntries(groups.map((group) => [GROUPS[group], one[GROUPS[group]]]))
    const key = JSON.stringify(row)
    const sum = sums.get(key) ?? { ...row, licenses: 0 }
    sum.licenses += one.licenses
    sums.set(key, sum)
  }
  const order = (row: Partial<LicenseCount>) => groups.map((group) => row[GROUPS[group]]).join(' ')
  return [...sums.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function readGroups(input: CommandInput): readonly Group[] {
  const text = textOption(input, 'by')
  if (text === undefined) return DEFAULT_GROUPS
  const groups = text.split(',').map((name) => Object.keys(GROUPS).find((known): known is Group => known === name.trim()))
  const known = groups.filter((group) => group !== undefined)
  if (known.length === groups.length) return [...new Set(known)]
  throw new UsageError(`--by is "${text}". Nothing was counted. Use ${Object.keys(GROUPS).join(', ')}, with commas between them.`)
}
