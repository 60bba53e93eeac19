import { type ReactNode, useEffect, useState } from 'react'
import { ConsentProvider, ConsentScreen, TermsDiff, TermsDocument } from '../../../src/index.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import { loadMessages } from '../../../src/locales/load.ts'
import { diffLicense, diffTerms } from '../../../src/terms/diff/index.ts'
import { toLicenseRequest } from '../../../src/terms/index.ts'
import '../theme/host-page.css'
import { readKeptAppearance } from '../kept-theme.ts'
import { DeviceFrame } from '../shared/device-frame.tsx'
import { previewConfig } from '../shared/preview-config.ts'
import type { CheckedWording } from './check-wording.ts'

/** What the preview shows of the terms. */
export type PreviewView = 'screen' | 'terms' | 'record' | 'changes'

/** Props of {@link TermsPreview}. */
export interface TermsPreviewProps {
  readonly view: PreviewView
  readonly scheme: 'light' | 'dark'
  readonly checked: CheckedWording
  /** The last saved version in the same language. */
  readonly saved: CheckedWording | undefined
}

/** The terms as a person sees them, as they are recorded, or compared with the last saved version. */
export function TermsPreview({ view, scheme, checked, saved }: TermsPreviewProps): ReactNode {
  const messages = useMessagesIn(checked.locale)
  const [appearance] = useState(readKeptAppearance)
  const { terms } = checked
  if (messages === undefined) return null
  if (terms === undefined) return <p className="preview-note">The wording has a fault. Correct it, and the preview returns.</p>
  if (view === 'record') return <LicenseRecord terms={terms} />
  const content = {
    screen: <ConsentScreen />,
    terms: <TermsDocument text={terms.text} locale={checked.locale} tree={terms.tree} headingLevel={2} />,
    changes: <Changes checked={checked} saved={saved} />,
  }[view]
  return (
    <DeviceFrame title="Preview" width={390} height={760} scheme={scheme}>
      <ConsentProvider
        key={checked.locale}
        preview="ready"
        config={previewConfig(terms.agreement)}
        messages={messages}
        appearance={{ theme: scheme, ...appearance }}
      >
        {view === 'screen' ? content : <div className="host-page">{content}</div>}
      </ConsentProvider>
    </DeviceFrame>
  )
}

function Changes({ checked, saved }: Pick<TermsPreviewProps, 'checked' | 'saved'>): ReactNode {
  if (saved?.terms === undefined || checked.terms === undefined)
    return <p>Save a version first. Then this shows what changed since.</p>
  return (
    <TermsDiff
      terms={diffTerms(saved.terms.text, checked.terms.text)}
      license={diffLicense(saved.terms.agreement, checked.terms.agreement)}
      locale={checked.locale}
      headingLevel={2}
    />
  )
}

/** The record that would be signed, without the person and the signature. */
function LicenseRecord({ terms }: { readonly terms: NonNullable<CheckedWording['terms']> }): ReactNode {
  const { agreement, text } = terms
  const first = agreement.purposes[0]?.usecase
  const isOptional = agreement.purposes.every(({ necessary }) => !necessary)
  const record = toLicenseRequest(agreement, {
    ptr: 'user-1',
    origin: 'com.example.app',
    terms: text,
    decidedAt: Date.now(),
    granted: isOptional && first !== undefined ? [first] : [],
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="record" aria-label="License record" tabIndex={0}>
      {JSON.stringify(record, null, 2)}
    </section>
  )
}

function useMessagesIn(locale: string): Messages | undefined {
  const [loaded, setLoaded] = useState<{ readonly locale: string; readonly messages: Messages }>()
  useEffect(() => {
    let isCurrent = true
    void loadMessages(locale).then(({ messages }) => isCurrent && setLoaded({ locale, messages }))
    return () => {
      isCurrent = false
    }
  }, [locale])
  return loaded?.locale === locale ? loaded.messages : undefined
}
