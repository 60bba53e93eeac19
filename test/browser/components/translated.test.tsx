import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
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
import { type PageTranslation, translatePage } from '../../fixtures/page-translation.ts'
import { appear, find, press, show } from './harness.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

let translation: PageTranslation | undefined

afterEach(() => {
  translation?.end()
  translation = undefined
  cleanup()
})

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

/** Returns states so that each one follows each other one. */
function everyTransition(): ConsentState[] {
  return CONSENT_STATES.flatMap((from, at) => CONSENT_STATES.slice(at + 1).flatMap((to) => [from, to]))
}

/** Resolves when React has rendered, run its effects, and the page has been translated. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })
}

const SURFACES: readonly (readonly [name: string, part: ReactNode])[] = [
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

describe.each(SURFACES)('%s on a translated page', (_, part) => {
  // Regression: React removed a text node that the translation had replaced, threw, and unmounted the host app.
  it('survives every change from one state to another', async () => {
    const store = new DrivenStore({ open: () => new PreviewClient(ServiceClient, SAMPLE_CONFIG), owned: false })
    const createStore = () => {
      const outer = new LicenseStore({})
      outer.complete(() => store)
      return outer
    }
    render(
      <StoreProvider config={SAMPLE_CONFIG} preview="ready" createStore={createStore}>
        {part}
        <footer>The host app</footer>
      </StoreProvider>,
    )
    translation = translatePage(document)
    const views = viewsOf()
    for (const state of everyTransition()) {
      store.show(views.get(state) as ConsentView)
      await settled()
      expect(find('footer').textContent, `${state}; ${[...translation.loose].join(' | ')}`).toBe('¿The host app?')
    }
    expect([...translation.loose]).toEqual([])
  })
})
