import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import { CONSENT_STATES } from '../../../src/core/consent-flow.ts'
import { ConsentProvider } from '../../../src/react/provider/consent-provider.tsx'
import { SURFACES, showDriven } from './driven.tsx'
import { appear, find, press } from './harness.tsx'

const reported: unknown[] = []
const note = (event: ErrorEvent) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  reported.push(event.error)
}

beforeEach(() => {
  reported.length = 0
  window.addEventListener('error', note, { capture: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  window.removeEventListener('error', note, { capture: true })
  vi.restoreAllMocks()
  cleanup()
})

describe('a failure of `onOpenChange`', () => {
  // Cause: React got the error, and a message replaced the question.
  it.each([
    ['a screen', 'ready', <ConsentScreen key="screen" surface="dialog" onOpenChange={fail} />],
    ['a notice', 'update-material', <TermsNotice key="notice" surface="dialog" onOpenChange={fail} />],
  ] as const)('is reported once, and the dialog of %s asks', async (_, state, part) => {
    render(<ConsentProvider preview={state}>{part}</ConsentProvider>)
    await appear('dialog:modal [data-part="accept"]')
    expect(reported).toEqual([new Error('The host app failed.')])
  })
})

function fail(): void {
  throw new Error('The host app failed.')
}

describe('a failure inside of a surface', () => {
  it('is reported once, and a surface that can be rendered again shows what it showed', async () => {
    let failures = 0
    const Logo = () => {
      if (failures-- > 0) throw new Error('The logo failed.')
      return <b>logo</b>
    }
    function App() {
      const [hasLogo, setLogo] = useState(false)
      return (
        <ConsentProvider preview="ready">
          <ConsentScreen header={hasLogo && <Logo />} />
          <button type="button" onClick={() => setLogo(true)}>
            Add a logo
          </button>
        </ConsentProvider>
      )
    }
    render(<App />)
    await appear('[data-part="accept"]')
    // React renders a failed component a second time before it gives up.
    failures = 2
    await press('Add a logo')
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-header"]').textContent).toContain('logo')
    expect(reported).toHaveLength(1)
  })

  it('that lasts leaves a message, and a button that renders the surface again', async () => {
    let isBroken = true
    const Logo = () => {
      if (isBroken) throw new Error('The logo failed.')
      return <b>logo</b>
    }
    render(
      <ConsentProvider preview="ready">
        <ConsentScreen header={<Logo />} />
        <footer>The host app</footer>
      </ConsentProvider>,
    )
    const message = await appear('[role="alert"]')
    expect(message.textContent).toBe('A part of this page did not load. Try again')
    expect(find('footer').textContent).toBe('The host app')
    isBroken = false
    await press('Try again')
    await appear('[data-part="accept"]')
  })

  // Regression: React 18 inserted the message again and again, and the page stood still.
  it('leaves nothing where an extension has moved the next element of the page, so that not even the message can be inserted', async () => {
    function App() {
      const [isBroken, setBroken] = useState(false)
      const Logo = () => {
        if (isBroken) throw new Error('The logo failed.')
        return <b>logo</b>
      }
      return (
        <ConsentProvider preview="ready">
          <button type="button" onClick={() => setBroken(true)}>
            Break the logo
          </button>
          <ConsentScreen header={<Logo />} />
          <footer>The host app</footer>
        </ConsentProvider>
      )
    }
    render(<App />)
    await appear('[data-part="accept"]')
    const box = document.createElement('div')
    const footer = find('footer')
    footer.replaceWith(box)
    box.append(footer)
    await press('Break the logo')
    await expect.poll(() => document.querySelector('.licet-screen')).toBeNull()
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(find('footer').textContent).toBe('The host app')
    expect(reported.length).toBeLessThan(50)
    // So that the test can remove its page.
    box.replaceWith(footer)
  })
})

describe.each(SURFACES)('%s', (_, part) => {
  // Regression: an error inside of the kit unmounted the host app.
  it('never unmounts the host app when an extension moves its elements', async () => {
    const drive = showDriven(part)
    await drive('update-material')
    for (const element of document.querySelectorAll('[data-licet] [data-part]')) {
      const box = document.createElement('div')
      element.replaceWith(box)
      box.append(element)
    }
    for (const state of CONSENT_STATES) {
      await drive(state)
      expect(document.querySelector('footer')?.textContent, state).toBe('The host app')
    }
    await drive('ready')
    expect(document.querySelectorAll('main [data-licet], dialog[open]').length).toBeGreaterThan(0)
  })
})
