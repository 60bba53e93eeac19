import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, ConsentSettings, Decision, TermsCheckbox, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import type { PartName } from '../../../src/react/index.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

/** Gives every part the class `x-<part>`. */
const elements = new Proxy({}, { get: (_, name) => `x-${String(name)}` }) as Readonly<Record<PartName, string>>

describe('appearance.elements', () => {
  it.each<ConsentState>(['ready', 'update-material', 'queued', 'licensed', 'withdrawn', 'terms-loading', 'checking'])(
    'reaches every part of a screen, of the settings and of a notice: %s',
    async (state) => {
      await show(
        <>
          <ConsentScreen surface="inline" />
          <ConsentSettings />
          <TermsNotice surface="inline" />
        </>,
        { state, appearance: { elements } },
      )
      await appear('[data-part="screen-body"]')
      if (state === 'ready') await appear('[data-part="accept"]')
      const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')]
      // A screen that does not know its visitor shows only its title.
      expect(parts.length).toBeGreaterThan(state === 'checking' ? 4 : 10)
      expect(
        parts.filter(({ dataset, classList }) => !classList.contains(`x-${dataset.part}`)).map(({ outerHTML }) => outerHTML),
      ).toEqual([])
    },
  )

  it('adds no class attribute to a part without a class', async () => {
    await show(<ConsentScreen surface="inline" />)
    expect((await appear('[data-part="choices"]')).hasAttribute('class')).toBe(false)
  })
})

describe('className', () => {
  it('may be a function of the state of a part', async () => {
    const props = { onAccept: () => {}, onDecline: () => {}, className: (state: string) => `is-${state}` }
    await show(
      <>
        <Decision id="open" {...props} />
        <Decision id="closed" acceptable={false} {...props} />
      </>,
    )
    expect([find('#open').className, find('#closed').className]).toEqual(['licet-decision is-open', 'licet-decision is-closed'])
  })

  it('follows the state of the flow, even while the person chooses', async () => {
    await show(<ConsentScreen id="screen" className={(state) => `is-${state}`} />)
    await appear('[data-part="accept"]')
    expect(find('#screen').classList).toContain('is-ready')
    find('[data-part="purpose"] input').click()
    await expect.poll(() => find('#screen').className).toContain('is-choosing')
    await press('Decline')
    await expect.poll(() => find('#screen').className).toContain('is-declined')
  })

  it('combines the class of an element of the host app with the class for the state', async () => {
    await show(
      <Decision
        onAccept={() => {}}
        onDecline={() => {}}
        className={(state) => `is-${state}`}
        render={<article id="mine" className="mine" />}
      />,
    )
    expect([...find('#mine').classList]).toEqual(['licet-decision', 'is-open', 'mine'])
  })
})

describe('appearance.variables', () => {
  it('with a radius of 0, no box has round corners, and round switches and marks stay round', async () => {
    await show(
      <>
        <ConsentScreen surface="inline" />
        <TermsCheckbox name="terms" />
      </>,
      { state: 'update-material', appearance: { variables: { radius: '0px', 'radius-control': '0px' } } },
    )
    await appear('[data-part="accept"]')
    find('[data-part="screen-changes"]').setAttribute('open', '')
    await appear('[data-part="diff-badge"]')
    for (const element of document.querySelectorAll<HTMLElement>('[data-licet] *')) {
      if (element.matches('[data-part="purpose"] > input, [data-part="terms-progress"]')) continue
      element.focus()
      expect([element.outerHTML.slice(0, 80), getComputedStyle(element).borderRadius]).toEqual([
        element.outerHTML.slice(0, 80),
        expect.stringMatching(/^(?:0px|50%)$/),
      ])
    }
  })
})
