import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type AnyClientConfig, ServiceClient, verifyReceipt } from '../../../src/client/index.ts'
import { hashText } from '../../../src/client/sha3.ts'
import { ConsentScreen } from '../../../src/components/index.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { type AgreementInput, prepareAgreement } from '../../../src/terms/index.ts'
import { OWN_CONTRACT, OWN_CONTRACT_V2 } from '../../fixtures/own-contract.ts'
import { agreement, configOf, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'
import { appear, find } from './harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

const shown = () => find('[data-part="terms-text"]')
/** The words of a text without the marks of Markdown, the alignment of its tables and the addresses of its links. */
const wordsOf = (markdown: string) =>
  markdown.replace(/\]\([^)]*\)|\[\^1\]|^\[\^1\]:|```text|&\w+;/gm, ' ').match(/[\p{L}\d]+/gu) ?? []

it.each([
  ['as it is written', (input: AgreementInput) => input],
  ['prepared on a server', (input: AgreementInput) => prepareAgreement(input)],
])('a contract of the company is shown, signed, stored, verified offline and changed: %s', async (_, prepare) => {
  const person = newPerson()
  const withText = async (terms: string): Promise<AnyClientConfig> => ({
    ...configOf(person),
    agreement: await prepare({ ...agreement, terms }),
  })
  const [v1, v2] = [await withText(OWN_CONTRACT), await withText(OWN_CONTRACT_V2)]
  const tree = (config: typeof v1) => (
    <ConsentProvider config={config}>
      <ConsentScreen />
    </ConsentProvider>
  )
  const { rerender } = render(tree(v1))
  await appear('[data-part="terms-text"] table')

  // Shown completely, as a person reads it.
  const text = shown().textContent ?? ''
  for (const word of wordsOf(OWN_CONTRACT)) expect(text).toContain(word)
  expect([...shown().querySelectorAll('ol > li > ol > li')].map((item) => item.firstChild?.textContent?.trim())).toEqual([
    'the shop,',
    'the day, and',
  ])
  expect(shown().querySelectorAll('ol > li > ol > li > ul > li')).toHaveLength(2)
  expect(shown().querySelectorAll('[value]')).toHaveLength(0)
  expect(shown().querySelectorAll('tbody td')).toHaveLength(6)
  expect([...shown().querySelectorAll('blockquote, pre, del, em, sup')].map(({ localName }) => localName).sort()).toEqual([
    'blockquote',
    'del',
    'em',
    'pre',
    'sup',
  ])
  expect(text).not.toContain('Footnotes')
  expect(text).toContain('1.1 This agreement')
  expect(text).toContain('(a) Words')

  // Signed, stored, and verified without the service.
  ;(await appear('[data-part="accept"]')).click()
  await appear('[data-state="licensed"]')
  const [license] = await storedFor(person)
  expect(license?.terms).toBe(OWN_CONTRACT)
  expect(license?.termsHash).toBe(hashText(OWN_CONTRACT))
  const keys = await new ServiceClient(v1).getKeySet()
  service.online = false
  expect(await verifyReceipt(license?.receipt ?? '', keys)).toMatchObject({ lic: license?.id, terms: hashText(OWN_CONTRACT) })
  service.online = true

  // Changed: asked again, with what changed in each clause.
  rerender(tree(v2))
  await appear('[data-state="update-material"]')
  await appear('[data-part="diff-clause"]')
  const changes = [...document.querySelectorAll('[data-part="diff-clause"]')].map((clause) => clause.textContent ?? '').join('\n')
  for (const changed of ['30 June', '31 December', 'confirm', '(a) Words in the singular']) expect(changes).toContain(changed)
  ;(await appear('[data-part="accept"]')).click()
  await appear('[data-state="licensed"]')
  const [second] = await storedFor(person)
  expect([second?.terms, second?.supersedes]).toEqual([OWN_CONTRACT_V2, license?.id])
})
