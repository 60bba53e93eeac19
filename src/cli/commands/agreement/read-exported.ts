import { LicetError } from '../../../core/errors.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { AgreementInput } from '../../../terms/index.ts'
import type { CommandInput, CommandOption } from '../../command.ts'
import { printable } from '../../printable.ts'

/** The option of the languages. */
export const LOCALE_OPTION = {
  locale: {
    type: 'string',
    value: '<tag>',
    multiple: true,
    help: 'a language; may be repeated (default: the languages of the contract, or of the template)',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Returns the agreement that a module exports.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function readExported(module: unknown, file: string): AgreementInput {
  const exported = isJsonObject(module) || typeof module === 'object' ? { ...module } : {}
  const agreement = 'default' in exported ? exported.default : 'agreement' in exported ? exported.agreement : undefined
  if (isJsonObject(agreement)) return agreement as object as AgreementInput
  throw new LicetError(
    'invalid_configuration',
    `${printable(file)} exports no agreement. Nothing was written. Export it as default, or as "agreement".`,
  )
}

/** Returns the languages of the option. */
export function localesOf({ values: { locale } }: CommandInput): readonly string[] | undefined {
  return Array.isArray(locale) ? locale.filter((tag) => typeof tag === 'string') : undefined
}
