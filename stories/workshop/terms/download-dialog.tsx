import { type ReactNode, useEffect, useRef, useState } from 'react'
import { collectHandOver } from '../hand-over/collect-hand-over.ts'
import { HAND_OVER_FILE, writeHandOver } from '../hand-over/write-hand-over.ts'
import { CodeFile } from '../shared/code-file.tsx'
import { Segments } from '../shared/field.tsx'
import { type TermsDraft, toAgreementTexts } from './draft.ts'
import { isShippedWording, templateName, wordingOf } from './template-library.ts'

type Kind = 'typescript' | 'json' | 'template'

/** Props of {@link DownloadDialog}. */
export interface DownloadDialogProps {
  readonly draft: TermsDraft
  readonly locale: string
  readonly onClose: () => void
}

/** The draft as files: TypeScript in all languages, and the agreement and the template in the language that is open. */
export function DownloadDialog({ draft, locale, onClose }: DownloadDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [kind, setKind] = useState<Kind>('typescript')
  useEffect(() => dialog.current?.showModal(), [])
  const file = writeFile(kind, draft, locale)
  return (
    <dialog ref={dialog} className="export-dialog" aria-label="Download the terms" onClose={onClose}>
      <div className="live-screen-bar">
        <h2>Download the terms</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <Segments<Kind>
        label="File"
        options={[
          { value: 'typescript', label: 'TypeScript' },
          { value: 'json', label: 'Agreement' },
          { value: 'template', label: 'Template' },
        ]}
        value={kind}
        onChange={setKind}
      />
      <CodeFile key={file.name} {...file} />
    </dialog>
  )
}

/** Returns a file of a draft. The agreement is what `licet terms lint --agreement` reads. */
export function writeFile(kind: Kind, draft: TermsDraft, locale: string): { readonly name: string; readonly text: string } {
  if (kind === 'typescript') return { name: HAND_OVER_FILE, text: writeHandOver(collectHandOver(draft)) }
  if (kind === 'template') return { name: `${templateName(draft)}.${locale}.md`, text: wordingOf(draft, locale) }
  const template = isShippedWording(draft) ? { template: `${locale}/${draft.template}` } : {}
  return { name: 'agreement.json', text: `${JSON.stringify({ ...toAgreementTexts(draft, locale), ...template }, null, 2)}\n` }
}
