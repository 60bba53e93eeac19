import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { ConsentScreen, TermsCheckbox } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, show } from './harness.tsx'

afterEach(cleanup)

const noteFor = (contact: string) => en['status.memory'].replace('{contact}', contact)

it.each([
  ['a screen', <ConsentScreen key="1" />, '[data-part="accept"]'],
  ['a sheet', <ConsentScreen key="2" surface="sheet" />, '[data-part="accept"]'],
  [
    'a checkbox',
    <form key="3">
      <TermsCheckbox />
    </form>,
    'input[type="checkbox"]',
  ],
] as const)(
  'experience 24: %s shows before agreeing that this browser keeps nothing, and whom to write to for a withdrawal',
  async (_, part, choice) => {
    const { contact: __, ...company } = agreement.company
    for (const [who, config] of [
      ['privacy@bramble.example', {}],
      ['Bramble Market', { agreement: { ...agreement, company } }],
    ] as const) {
      await show(part, { config: { ...config, storage: createMemoryStorage() } })
      await appear(choice)
      await expect.poll(() => document.body.textContent).toContain(noteFor(who))
    }
    await expectAccessible()
  },
)

it('experience 24: a browser that keeps the data shows no such note', async () => {
  await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  expect(document.body.textContent).not.toContain(noteFor('privacy@bramble.example'))
})
