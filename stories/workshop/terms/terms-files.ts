import { collectHandOver } from '../hand-over/collect-hand-over.ts'
import { HAND_OVER_FILE, writeHandOver } from '../hand-over/write-hand-over.ts'
import type { OfferedFile } from '../shared/files-dialog.tsx'
import { type TermsDraft, toAgreementTexts } from './draft.ts'
import { isShippedWording, templateName, wordingOf } from './template-library.ts'

/** Returns a draft as files: TypeScript in all languages, and the agreement and the template in one. */
export function termsFiles(draft: TermsDraft, locale: string): readonly OfferedFile[] {
  return [
    { label: 'TypeScript', name: HAND_OVER_FILE, write: () => writeHandOver(collectHandOver(draft)) },
    { label: 'Agreement', name: 'agreement.json', write: () => writeAgreement(draft, locale) },
    { label: 'Template', name: `${templateName(draft)}.${locale}.md`, write: () => wordingOf(draft, locale) },
  ]
}

/** Writes what `licet terms lint --agreement` reads. */
function writeAgreement(draft: TermsDraft, locale: string): string {
  const template = isShippedWording(draft) ? { template: `${locale}/${draft.template}` } : {}
  return `${JSON.stringify({ ...toAgreementTexts(draft, locale), ...template }, null, 2)}\n`
}
