import type { ReactNode } from 'react'
import { DeviceReceipt } from '../../../src/components/receipt/device-receipt.tsx'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { ConsentGate, ConsentScreen, ConsentSettings, TermsCheckbox, TermsNotice } from '../../../src/index.ts'
import { HostPage } from './host-page.tsx'

/** A screen of the board: a component in a state, on a device. */
export interface LabScreen {
  readonly id: string
  readonly title: string
  readonly state: ConsentState
  readonly device: 'phone' | 'tablet'
  /** Drawn in the scheme that the other screens do not have. */
  readonly inOtherScheme?: boolean
  readonly content: ReactNode
}

/** The twelve screens that show a theme. */
export const SCREENS: readonly LabScreen[] = [
  { id: 'consent', title: 'Consent', state: 'ready', device: 'phone', content: <ConsentScreen /> },
  {
    id: 'sheet',
    title: 'Sheet',
    state: 'ready',
    device: 'phone',
    content: (
      <HostPage>
        <ConsentScreen surface="sheet" />
      </HostPage>
    ),
  },
  {
    id: 'dialog',
    title: 'Dialog',
    state: 'ready',
    device: 'tablet',
    content: (
      <HostPage>
        <ConsentScreen surface="dialog" />
      </HostPage>
    ),
  },
  {
    id: 'notice',
    title: 'Notice of a change',
    state: 'update-material',
    device: 'phone',
    content: (
      <HostPage>
        <TermsNotice surface="banner" />
      </HostPage>
    ),
  },
  { id: 'outcome', title: 'Outcome', state: 'licensed', device: 'phone', content: <ConsentScreen /> },
  { id: 'changed', title: 'Changed terms', state: 'update-material', device: 'tablet', content: <ConsentScreen /> },
  {
    id: 'receipt',
    title: 'Receipt',
    state: 'already-licensed',
    device: 'phone',
    content: inset(<DeviceReceipt headingLevel={2} />),
  },
  { id: 'settings', title: 'Settings', state: 'already-licensed', device: 'phone', content: inset(<ConsentSettings />) },
  { id: 'desktop', title: 'Consent on a wide screen', state: 'ready', device: 'tablet', content: <ConsentScreen /> },
  {
    id: 'checkbox',
    title: 'Sign-up with a checkbox',
    state: 'ready',
    device: 'phone',
    content: (
      <HostPage title="Create your account">
        <form className="host-form" onSubmit={(event) => event.preventDefault()}>
          <input type="email" aria-label="Email" placeholder="Email" />
          <TermsCheckbox />
          <button type="submit">Create account</button>
        </form>
      </HostPage>
    ),
  },
  {
    id: 'gate',
    title: 'Gate',
    state: 'ready',
    device: 'phone',
    content: (
      <HostPage title="Your spending">
        <ConsentGate usecase="analytics">Charts</ConsentGate>
      </HostPage>
    ),
  },
  { id: 'other', title: 'Consent', state: 'choosing', device: 'tablet', inOtherScheme: true, content: <ConsentScreen /> },
]

/** A part that an app puts into a separate page, with the space that such a page has around it. */
function inset(part: ReactNode): ReactNode {
  return <div className="host-page">{part}</div>
}
