import { LicetError } from '../core/errors.ts'
import type * as compiler from './compiler.ts'

/**
 * Takes the place of `licet/compiler` in an app whose agreements are all prepared, so that browsers load no code that writes terms.
 *
 * @throws {LicetError} `invalid_configuration` for an agreement that is not prepared.
 */
export const compileAgreement: typeof compiler.compileAgreement = missingError

/** Checks nothing, like a production build of the kit. */
export const checkConfig: typeof compiler.checkConfig = () => undefined

/** Checks nothing: a prepared contract was checked when it was prepared. */
export const checkOwnTerms: typeof compiler.checkOwnTerms = fail

/** Writes nothing: a prepared agreement has its text. */
export const compileTerms: typeof compiler.compileTerms = fail

/** Writes nothing: a prepared agreement has its document. */
export const compileTermsTree: typeof compiler.compileTermsTree = fail

/** Writes nothing: a prepared agreement has its clues. */
export const toClues: typeof compiler.toClues = fail

function fail(): never {
  throw missingError()
}

function missingError(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    '`agreement` is not prepared, and this build has no code that writes terms. Nobody can agree to it. Call prepareAgreement() on the server, import the agreement from a file named *.agreement.ts, or set `compiler: true` in licet() of licet/vite.',
    { field: 'agreement' },
  )
}
