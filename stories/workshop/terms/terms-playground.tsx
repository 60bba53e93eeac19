import './terms-playground.css'
import { nextDiagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Segments } from '../shared/field.tsx'
import { FilesDialog } from '../shared/files-dialog.tsx'
import { languageName } from '../shared/language-name.ts'
import { WorkshopPage } from '../shared/workshop-page.tsx'
import { AgreementForm } from './agreement-form.tsx'
import { checkWording } from './check-wording.ts'
import { Checks } from './checks.tsx'
import { compareLanguages, warningsOf } from './compare-languages.ts'
import { keepDraft, readKeptDraft, type TermsDraft, withTexts } from './draft.ts'
import { localesOf, shippedWording, wordingOf } from './template-library.ts'
import { termsFiles } from './terms-files.ts'
import { type PreviewView, TermsPreview } from './terms-preview.tsx'
import { WordingEditor } from './wording-editor.tsx'

/** The terms playground: the model as a form, the wording in an editor, and what people see. */
export function TermsPlayground({ scheme }: { readonly scheme: 'light' | 'dark' }): ReactNode {
  const [draft, setDraft] = useState<TermsDraft>(readKeptDraft)
  const [chosenLocale, setLocale] = useState('en')
  const [view, setView] = useState<PreviewView>('screen')
  const [isDownloading, setIsDownloading] = useState(false)
  const editor = useRef<EditorView>(undefined)
  const locales = localesOf(draft)
  const locale = locales.includes(chosenLocale) ? chosenLocale : 'en'
  // Typing stays fast while the terms are compiled and checked.
  const settled = useDeferredValue(draft)
  const checked = useMemo(() => localesOf(settled).map((one) => checkWording(settled, one)), [settled])
  const differences = useMemo(() => compareLanguages(checked), [checked])
  const current = checked.find((one) => one.locale === locale) ?? checked[0]
  const saved = useMemo(
    () => settled.saved && checkWording({ ...settled.saved.content, saved: settled.saved }, locale),
    [settled.saved, locale],
  )
  useEffect(() => keepDraft(draft), [draft])
  const save = () => {
    const { saved: last, ...content } = draft
    setDraft({ ...content, saved: { version: (last?.version ?? 0) + 1, atMs: Date.now(), content } })
  }
  const setWording = (wording: string) =>
    setDraft((last) => withTexts(last, locale, { wording: wording === shippedWording(last, locale) ? undefined : wording }))
  return (
    <WorkshopPage
      here="Word"
      title="Terms playground"
      actions={
        <>
          <button type="button" onClick={save}>
            Save version{draft.saved && ` ${draft.saved.version + 1}`}
          </button>
          <button type="button" onClick={() => setView('changes')}>
            Compare
          </button>
          <button
            type="button"
            className="strong"
            onClick={() => setIsDownloading(true)}
            disabled={checked.some(({ terms }) => !terms)}
          >
            Download…
          </button>
        </>
      }
    >
      <div className="playground">
        <aside className="panel" aria-label="Agreement">
          <AgreementForm draft={draft} locale={locale} onChange={setDraft} onLocale={setLocale} />
          {current && (
            <Checks
              checked={current}
              others={checked.filter((one) => one !== current)}
              differences={differences}
              onNext={() => {
                if (editor.current === undefined) return
                editor.current.focus()
                nextDiagnostic(editor.current)
              }}
              onLocale={setLocale}
            />
          )}
          <p role="status" className="saved-at">
            {draft.saved &&
              `Version ${draft.saved.version} saved ${new Date(draft.saved.atMs).toLocaleTimeString('en-IE', { timeStyle: 'short' })}`}
          </p>
        </aside>
        <section className="wording" aria-label="Wording">
          <WordingEditor
            key={`${locale}/${draft.template}`}
            label={`Wording in ${languageName(locale)}`}
            locale={locale}
            value={wordingOf(draft, locale)}
            findings={current?.locale === locale ? current.findings : []}
            onChange={setWording}
            onReady={(view) => {
              editor.current = view
            }}
          />
        </section>
        <section className="preview" aria-label="Preview">
          <Segments<PreviewView>
            label="Show"
            hiddenLabel
            options={[
              { value: 'screen', label: 'Screen' },
              { value: 'terms', label: 'Full terms' },
              { value: 'record', label: 'Record' },
              { value: 'changes', label: 'Changes' },
            ]}
            value={view}
            onChange={setView}
          />
          {current && <TermsPreview view={view} scheme={scheme} checked={current} saved={saved} />}
        </section>
      </div>
      {isDownloading && (
        <FilesDialog
          title="Download the terms"
          label="File"
          files={termsFiles(draft, locale)}
          warnings={warningsOf(checked, differences)}
          onClose={() => setIsDownloading(false)}
        />
      )}
    </WorkshopPage>
  )
}
