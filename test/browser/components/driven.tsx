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
import { PreviewClient } from '../../../src/react/preview/preview-client.ts'
import { SAMPLE_CONFIG } from '../../../src/react/preview/sample-config.ts'
import { startPreview } from '../../../src/react/preview/start-preview.ts'
import { StoreProvider } from '../../../src/react/provider/store-provider.tsx'
import { ConsentStore } from '../../../src/react/store/consent-store.ts'
import type { ConsentView } from '../../../src/react/store/consent-view.ts'
import { Question } from '../../../src/react/store/question.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** Returns a store that starts in a state. */
function previewStore(state: ConsentState): ConsentStore {
  const client = new PreviewClient(ServiceClient, SAMPLE_CONFIG)
  const start = startPreview(client, state)
  return new ConsentStore({ client, now: client.now }).ask((store) => new Question(store, start))
}

/** Returns the view of each state. */
function viewsOf(): ReadonlyMap<ConsentState, ConsentView> {
  return new Map(
    CONSENT_STATES.map((state) => {
      const store = previewStore(state)
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
  const store = previewStore('checking')
  render(
    <main>
      <StoreProvider config={SAMPLE_CONFIG} preview="ready" createStore={() => store}>
        {part}
        <footer>The host app</footer>
      </StoreProvider>
    </main>,
  )
  const views = viewsOf()
  return (state) => {
    const view = views.get(state) as ConsentView
    // The components on screen show the terms.
    const { terms } = store.getView().flow
    store.publish({ ...view, flow: { ...view.flow, terms } })
    return settled()
  }
}
