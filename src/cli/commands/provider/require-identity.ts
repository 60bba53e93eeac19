import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'

/** The option for a provider that accepts only people whom its backend vouches for. */
export const REQUIRE_IDENTITY_OPTION = {
  'require-identity': {
    type: 'string',
    value: '<yes|no>',
    help: 'whether people can agree only with an identity token, with which your backend vouches for them',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Reads whether a provider requires an identity token. `undefined` when the option is not set.
 *
 * @throws {UsageError} for another value than yes and no.
 */
export function readRequireIdentity(input: CommandInput): boolean | undefined {
  const text = textOption(input, 'require-identity')
  if (text === undefined) return undefined
  if (text === 'yes') return true
  if (text === 'no') return false
  throw new UsageError(`--require-identity is "${text}". Nothing was changed. Use yes or no.`)
}
