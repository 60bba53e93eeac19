import 'licet/styles.css'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ServiceClient } from '../../../src/client/index.ts'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { ConsentStore } from '../../../src/react/consent-store.ts'
import type { ConsentView } from '../../../src/react/consent-view.ts'
import { LicenseStore } from '../../../src/react/license-store.ts'
import { PreviewClient } from '../../../src/react/preview/preview-client.ts'
import { createPreviewStore } from '../../../src/react/preview/preview-store.ts'
import { SAMPLE_CONFIG } from '../../../src/react/preview/sample-config.ts'
import { StoreProvider } from '../../../src/react/store-provider.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** A store that shows the view of any state, as if events had led there. */
class DrivenStore extends ConsentStore {
  override follow(): void {}

  show(view: ConsentView): void {
    // The components on screen show the terms.
    const { terms } = this.getView().flow
    this.publish({ ...view, flow: { ...view.flow, terms } })
  }
}

/** Returns the view of each state. */
function viewsOf(): ReadonlyMap<ConsentState, ConsentView> {
  return new Map(
    CONSENT_STATES.map((state) => {
      const store = createPreviewStore({ Store: ConsentStore, Client: ServiceClient }, state, SAMPLE_CONFIG)
      store.connect(undefined)
      return [state, store.getView()]
    }),
  )
}

/** Resolves when React has rendered and run its effects. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })
}

/** Every surface of the kit, with its dialog open. */
export const SURFACES: readonly (readonly [name: string, part: ReactNode])[] = [
  ['a screen on a page', <ConsentScreen key="page" reading="required" onDone={() => {}} />],
  ['a screen in a dialog', <ConsentScreen key="dialog" surface="dialog" open />],
  ['the settings', <ConsentSettings key="settings" onDelete={() => {}} />],
  ['a banner about changed terms', <TermsNotice key="banner" effective="2027-01-31" deadline="2027-02-28" />],
  ['a notice of changed terms', <TermsNotice key="notice" surface="inline" effective="2027-01-31" />],
  ['a gate', <ConsentGate key="gate" usecase="analytics" defaultOpen />],
  [
    'a checkbox',
    <form key="checkbox">
      <TermsCheckbox purposes />
    </form>,
  ],
  ['a button', <ConsentButton key="button" defaultOpen />],
  ['a link', <ConsentLink key="link" defaultOpen />],
]

/** Renders a part beside a footer of the host app. The returned function shows a state, as if events had led there. */
export function showDriven(part: ReactNode): (state: ConsentState) => Promise<void> {
  const store = new DrivenStore({ open: () => new PreviewClient(ServiceClient, SAMPLE_CONFIG), owned: false })
  const createStore = () => {
    const outer = new LicenseStore({})
    outer.complete(() => store)
    return outer
  }
  render(
    <main>
      <StoreProvider config={SAMPLE_CONFIG} preview="ready" createStore={createStore}>
        {part}
        <footer>The host app</footer>
      </StoreProvider>
    </main>,
  )
  const views = viewsOf()
  return (state) => {
    store.show(views.get(state) as ConsentView)
    return settled()
  }
}
