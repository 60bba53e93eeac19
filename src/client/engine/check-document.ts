import { LicetError } from '../../core/errors.ts'
import { isPreparedText, type PreparedText, type ReadyAgreement } from '../../terms/prepared/prepared-agreement.ts'
import { showsText } from '../../terms/prepared/shows-text.ts'
import { hashText } from '../sha3.ts'

/**
 * Returns a function that throws when the document of a prepared agreement, which is on screen, does not show the text that is signed. A
 * document that this program made needs no check.
 */
export function createDocumentCheck(agreement: ReadyAgreement): () => void {
  let isIntact: boolean | undefined
  return () => {
    isIntact ??= !isPreparedText(agreement) || isUnchanged(agreement)
    if (!isIntact) throw changedError()
  }
}

function isUnchanged({ text, hash, tree }: PreparedText): boolean {
  return hashText(text) === hash && (tree === undefined || showsText(tree, text))
}

function changedError(): LicetError<'terms_changed'> {
  return new LicetError(
    'terms_changed',
    'The prepared agreement was changed after it was prepared: its document does not show the text that would be signed. Nothing was signed. Prepare the agreement again with `licet agreement prepare`, and do not edit the result.',
    { field: 'agreement' },
  )
}
