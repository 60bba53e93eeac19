import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AgreementInput, type PreparedAgreement, prepareAgreement } from '../../../src/terms/index.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { agreement, newClient } from '../../fixtures/client.ts'
import { OWN_CONTRACT, OWN_CONTRACT_DE } from '../../fixtures/own-contract.ts'
import { createTestService } from '../../fixtures/test-service.ts'

let test: TestService

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())

const optional: AgreementInput = { ...agreement, purposes: ['analytics', { usecase: 'personalization' }] }
/** Returns a prepared agreement as it arrives in a browser, with a change of its English text. */
const received = async (change: object = {}, input: AgreementInput = agreement): Promise<PreparedAgreement> => {
  const prepared = await prepareAgreement(input)
  return JSON.parse(JSON.stringify({ ...prepared, languages: { en: { ...prepared.languages.en, ...change } } }))
}

describe('a client with a prepared agreement', () => {
  it.each([
    ['a template', agreement],
    ['a contract of the company', { ...agreement, terms: OWN_CONTRACT }],
    ['a purpose that the person turned on', optional],
  ])('stores the same license as with the agreement: %s', async (_, input) => {
    const stored = []
    for (const given of [input, await received({}, input)]) {
      const client = newClient(test, { agreement: given, userId: 'same-person' })
      const license = await client.createLicense({ terms: client.terms(), granted: input === optional ? ['personalization'] : [] })
      const { id, address, signature, timestamp, receipt, supersedes, ...same } = license
      stored.push(same)
      await client.close()
    }
    const [plain, prepared] = stored.map(({ 'x-salt': _, ...same }) => same)
    expect(prepared).toEqual(plain)
  })

  it('takes the text of `locale`, and the first one for a language that is missing', async () => {
    const prepared = await prepareAgreement({ ...agreement, terms: { en: OWN_CONTRACT, de: OWN_CONTRACT_DE } })
    const termsIn = (locale?: string) => newClient(test, { agreement: { ...prepared, locale } }).terms()
    expect([termsIn('de'), termsIn('de-AT'), termsIn('fr'), termsIn()]).toEqual([
      OWN_CONTRACT_DE,
      OWN_CONTRACT_DE,
      OWN_CONTRACT,
      OWN_CONTRACT,
    ])
  })

  it('H3: signs the agreement as it arrived, whatever a script changes in it afterwards', async () => {
    const prepared = await received()
    const client = newClient(test, { agreement: prepared })
    const given = prepared.languages.en
    expect(() =>
      ((given?.purposes ?? Object.freeze([])) as unknown[]).push({ usecase: 'sale', destinations: ['*'], necessary: true }),
    ).toThrow(TypeError)
    expect(() => Object.assign(given ?? {}, { text: 'other', tags: ['location'] })).toThrow(TypeError)
    expect(() => Object.assign(given?.tree?.children[0] ?? {}, { tagName: 'p' })).toThrow(TypeError)
    expect(await client.createLicense()).toMatchObject({ terms: client.terms(), tags: client.agreement.tags })
    await client.close()
  })

  it('refuses another format, and names the command', async () => {
    const old = { ...(await received()), prepared: 0 }
    expect(() => newClient(test, { agreement: old })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining('licet agreement prepare') }),
    )
  })

  // H1: the document is shown, and the text is signed. An edited source must not separate them.
  it.each([
    ['another text', { text: 'You give us everything.' }],
    ['another text with its words in the document', { text: '# You give us everything.\n' }],
    ['another hash', { hash: 'A'.repeat(43) }],
    ['another document', { tree: { type: 'root', children: [{ type: 'text', value: 'We only count receipts.' }] } }],
    ['a document that is no tree', { tree: { type: 'root' } }],
  ])('signs nothing after the source was edited: %s', async (_, change) => {
    const client = newClient(test, { agreement: await received(change) })
    test.requests.length = 0
    await expect(client.createLicense({ terms: client.terms() })).rejects.toMatchObject({
      code: 'terms_changed',
      field: 'agreement',
    })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, pending: undefined })
    expect(test.requests).toEqual([])
    await client.close()
  })
})

describe('prepareAgreement()', () => {
  it('returns a prepared agreement as it is', async () => {
    const prepared = await prepareAgreement(agreement)
    expect(await prepareAgreement(prepared)).toBe(prepared)
  })

  it('prepares shipped templates in each language', async () => {
    const { languages } = await prepareAgreement(agreement, { locales: ['de', 'pt', 'en'] })
    expect(Object.entries(languages).map(([tag, { locale }]) => [tag, locale])).toEqual([
      ['de', 'de'],
      ['pt', 'pt-BR'],
      ['en', 'en'],
    ])
  })

  it('refuses what the agreement refuses, and a contract that has not loaded', async () => {
    await expect(prepareAgreement({ ...agreement, terms: 'a <b>' })).rejects.toMatchObject({ code: 'invalid_configuration' })
    const load = () => Promise.resolve('a')
    await expect(prepareAgreement({ ...agreement, terms: { load } })).rejects.toMatchObject({ code: 'terms_unavailable' })
  })

  it('requires a description for more than eight optional purposes', async () => {
    const usecases = Array.from({ length: 9 }, (_, at) => ({ usecase: `x-use_${at}` as const }))
    const input: AgreementInput = { ...agreement, purposes: usecases }
    await expect(prepareAgreement(input)).rejects.toMatchObject({ code: 'invalid_configuration', field: 'description' })
    expect((await prepareAgreement({ ...input, description: 'Acme counts.' })).languages.en?.descriptions).toBeUndefined()
  })
})

it('a client without the compiler refuses an agreement that is not prepared', async () => {
  const { compileAgreement } = await import('../../../src/client/no-compiler.ts')
  expect(compileAgreement(agreement)).toMatchObject({ code: 'invalid_configuration', field: 'agreement' })
})
