import { type Command, EXIT, JSON_OPTION, requiredOption, UsageError } from '../command.ts'
import { count } from '../count.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { type LicenseSelection, readTexts, TERMS_OPTIONS } from './license/filter.ts'
import { readCounts } from './overview/read-counts.ts'
import { type Overview, withOverview } from './overview/with-overview.ts'

type Texts = Pick<LicenseSelection, 'termsHash' | 'notTermsHash'>

export const webhookRemind: Command = {
  words: ['webhook', 'remind'],
  summary: 'Send the event license.reminder for each license in force with a text, or without one.',
  usage: 'licet webhook remind --provider <id> (--not-terms-hash <hash> | --terms-hash <hash>) [options]',
  options: {
    provider: { type: 'string', value: '<id>', isRequired: true, help: 'the provider whose webhooks get the events' },
    ...TERMS_OPTIONS,
    'dry-run': { type: 'boolean', help: 'only count the licenses, and send nothing' },
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['`licet stats` lists the reminders that were sent. A second run sends them again.', ...TARGET_NOTES],
  async run(input, io) {
    const provider = requiredOption(input, 'provider')
    const texts = readTexts(input)
    if ((texts.termsHash === undefined) === (texts.notTermsHash === undefined))
      throw new UsageError(
        'Neither --not-terms-hash nor --terms-hash has a value, or both have one. Nothing was sent. Add one of them.',
      )
    const isDry = input.values['dry-run'] === true
    const licenses = await withOverview(input, io, (overview) =>
      isDry ? countLicenses(overview, provider, texts) : remind(overview, provider, texts),
    )
    if (input.values.json === true) io.out(toPrintableJson({ licenses, sent: !isDry }))
    else if (isDry) io.out(`${count(licenses, 'license')} would get a reminder. Nothing was sent.`)
    else io.out(`${count(licenses, 'license')} got a reminder. The service delivers the events within seconds.`)
    return EXIT.ok
  },
}

async function countLicenses(overview: Overview, providerId: string, { termsHash, notTermsHash }: Texts): Promise<number> {
  let sum = 0
  for await (const count of readCounts(overview, providerId)) {
    const isInGroup = termsHash?.includes(count.termsHash) ?? !notTermsHash?.includes(count.termsHash)
    if (count.status === 'active' && isInGroup) sum += count.licenses
  }
  return sum
}

async function remind(overview: Overview, providerId: string, texts: Texts): Promise<number> {
  let licenses = 0
  let next: { readonly id?: string; readonly cursor?: string | undefined } = {}
  do {
    const step = await overview.remind({ providerId, ...texts, ...next })
    licenses += step.licenses
    next = { id: step.id, cursor: step.next }
  } while (next.cursor !== undefined)
  return licenses
}
