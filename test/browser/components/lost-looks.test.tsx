import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentSettings, Decision, TermsCheckbox } from '../../../src/components/index.ts'
import { reportLostLooks } from '../../../src/react/developer/lost-looks.ts'
import { find, show } from './harness.tsx'

let sheet: HTMLStyleElement | undefined

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  sheet?.remove()
  for (const one of document.styleSheets) one.disabled = false
  vi.restoreAllMocks()
})

const printed = () => vi.mocked(console.error).mock.calls.map(([text]) => String(text))
const decision = <Decision onAccept={() => {}} onDecline={() => {}} />
const twoDecisions = (
  <>
    {decision}
    {decision}
  </>
)

it.each([
  ['transparent, without a border', 'button[data-part] { background: none !important; border: 0 !important }'],
  ['20 px high', 'button[data-part] { block-size: 20px !important; min-block-size: 0 !important; padding: 0 !important }'],
  ['different opacity', '[data-part="decline"] { opacity: 0.5 !important }'],
])('prints once, with the fix, when a style of the page makes the buttons of a decision %s', async (reason, css) => {
  sheet = document.createElement('style')
  sheet.textContent = css
  document.head.append(sheet)
  await show(twoDecisions)
  await expect.poll(printed).toEqual([expect.stringMatching(`Licet: the buttons of the decision: ${reason}.*Remove the rule`)])
})

it('prints nothing while the pointer is over one of the buttons', async () => {
  await show(decision)
  await userEvent.hover(find('[data-part="decline"]'))
  const color = (part: string) => getComputedStyle(find(`[data-part="${part}"]`)).backgroundColor
  await expect.poll(() => color('decline')).not.toBe(color('accept'))
  reportLostLooks(find('[data-part="choices"]'))
  expect(printed()).toEqual([])
})

it('prints once, with the fix, when the page has no style sheet of the kit', async () => {
  for (const one of document.styleSheets) one.disabled = true
  await show(twoDecisions)
  await expect.poll(printed).toEqual([expect.stringMatching('Licet: licet/styles.css is missing.*Import licet/styles.css once')])
})

// Regression: a page that was dark without `color-scheme` had dark text on dark, and nothing reported it.
it.each([
  ['checkbox', <TermsCheckbox key="part" />],
  ['settings', <ConsentSettings key="part" />],
])('prints once, with the fix, when the text of the %s is hard to read on the background of the page', async (name, part) => {
  const page = (style: { background: string; colorScheme?: string }) => <form style={style}>{part}</form>
  const found = () => printed().filter((text) => text.includes('contrast'))
  await show(page({ background: '#0a0a0a', colorScheme: 'dark' }))
  cleanup()
  await show(page({ background: 'linear-gradient(#000, #111)' }))
  cleanup()
  await show(page({ background: 'oklch(0.15 0 0)' }))
  await show(page({ background: '#0a0a0a' }))
  await expect
    .poll(found)
    .toEqual([
      expect.stringMatching(`^Licet: the text of ${name} is hard to read. Its contrast is 1\\.\\d\\. .*color-scheme: light dark`),
    ])
})
