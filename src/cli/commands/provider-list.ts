import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withOverview } from './overview/with-overview.ts'

export const providerList: Command = {
  words: ['provider', 'list'],
  summary: 'List providers, newest first.',
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const providers = await withOverview(input, io, (overview) => overview.providers())
    if (input.values.json === true) io.out(toPrintableJson(providers))
    else {
      for (const { providerId, name, created } of providers) io.out(`${providerId}  created ${created}  ${printable(name)}`)
      io.out(providers.length === 0 ? 'There is no provider.' : 'Show one of them: licet provider show <id>')
    }
    return EXIT.ok
  },
}
