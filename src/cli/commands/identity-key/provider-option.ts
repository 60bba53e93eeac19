import type { CommandOption } from '../../command.ts'

/** The option for the provider of an identity key. */
export const PROVIDER_OPTION = {
  provider: { type: 'string', value: '<id>', isRequired: true, help: 'the provider.id that `licet provider create` printed' },
} as const satisfies Readonly<Record<string, CommandOption>>
