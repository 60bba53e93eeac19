import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileAgreement } from '../../../src/client/compiler.ts'
import type { AnyClientConfig, CheckedAgreement } from '../../../src/client/config.ts'
import { buildRequest, type ConfiguredAgreement } from '../../../src/client/question/agreement-request.ts'
import { checkAgreement } from '../../../src/client/question/check-agreement.ts'
import { wordingOf } from '../../../src/client/question/wording.ts'
import { hashText } from '../../../src/client/sha3.ts'
import { weighChange } from '../../../src/react/store/compare.ts'
import { type AgreementInput, defineAgreement, type PreparedText, prepareAgreement } from '../../../src/terms/index.ts'
import { showsText } from '../../../src/terms/prepared/shows-text.ts'
import { loadTranslation } from '../../../src/terms/translations.ts'
import type { TermsElement, TermsText } from '../../../src/terms/tree.ts'
import { agreementInput } from '../../fixtures/agreements.ts'
import { OWN_CONTRACT, OWN_CONTRACT_DE, OWN_CONTRACT_V2 } from '../../fixtures/own-contract.ts'
import { ALL_TEMPLATES, templateOf } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt-BR', 'ja', 'ar', 'he']

const accepted = (input: AgreementInput) => {
  try {
    defineAgreement(input)
    return true
  } catch {
    return false
  }
}
const fromTemplate = agreementInput(ALL_TEMPLATES).filter(accepted)
const fromContract = fc
  .tuple(agreementInput(ALL_TEMPLATES), fc.constantFrom(OWN_CONTRACT, { en: OWN_CONTRACT, de: OWN_CONTRACT_DE }))
  .map(([input, terms]): AgreementInput => ({ ...input, terms }))
  .filter(accepted)

const toConfig = (agreement: AnyClientConfig['agreement']): AnyClientConfig => ({
  authUrl: 'https://a.example',
  provider: { id: 'p', publicKey: 'AAAA' },
  origin: 'com.acme',
  userId: 'u',
  agreement,
})
const configuredWith = (agreement: AnyClientConfig['agreement']): ConfiguredAgreement & CheckedAgreement => {
  const config = toConfig(agreement)
  return { ...checkAgreement(config, compileAgreement), userId: 'u', origin: 'com.acme' }
}
/** What the React kit asks for in a language: see `useOwnTerms()`. */
const inLanguage = async (input: AgreementInput, locale: string): Promise<AgreementInput> => {
  const template = await loadTranslation(locale, input.template ?? 'rewards')
  const own = input.terms !== undefined && { locale, plainLocale: input.template?.locale ?? 'en' }
  return { ...input, ...(template && { template }), ...own }
}

describe('a prepared agreement', () => {
  test.each([
    ['a template', fromTemplate],
    ['a contract of the company', fromContract],
  ])('shows and signs the same as the agreement, bit for bit: %s', async (_, inputs) => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.constantFrom(...LANGUAGES), fc.nat(), async (input, locale, choice) => {
        const sent = JSON.parse(JSON.stringify(await prepareAgreement(input, { locales: [locale] })))
        const [prepared, plain] = [configuredWith({ ...sent, locale }), configuredWith(await inLanguage(input, locale))]
        expect(prepared.invalid).toBe(plain.invalid)
        expect(prepared.terms).toBe(plain.terms)
        if (plain.tree !== undefined) expect(prepared.tree).toEqual(plain.tree)
        expect((prepared.agreement as PreparedText).hash).toBe(hashText(plain.terms))
        expect(wordingOf(prepared.agreement)).toEqual(wordingOf(plain.agreement))
        const optional = plain.agreement.purposes.filter(({ necessary }) => !necessary)
        const granted = optional.filter((_, at) => (choice >> at) & 1).map(({ usecase }) => usecase)
        fc.pre(granted.length > 0 || optional.length < plain.agreement.purposes.length)
        const made = { granted, decidedAt: 1_700_000_000_000, follows: 'f' }
        expect(JSON.stringify(buildRequest(prepared, made))).toBe(JSON.stringify(buildRequest(plain, made)))
      }),
      { numRuns: countOf(400, 60) },
    )
  })

  test('finds the same weight of a change as the agreement', async () => {
    await fc.assert(
      fc.asyncProperty(fromTemplate, agreementInput(ALL_TEMPLATES).filter(accepted), async (earlier, input) => {
        const [before, plain] = [configuredWith(earlier), configuredWith(input)]
        const prepared = configuredWith(JSON.parse(JSON.stringify(await prepareAgreement(input))))
        const from = {
          terms: before.terms,
          tags: before.agreement.tags,
          uses: before.agreement.purposes.map(({ usecase, destinations }) => ({ usecases: [usecase], destinations })),
        }
        const weigh = ({ agreement, terms }: ConfiguredAgreement) => weighChange({ from, to: agreement }, agreement, terms)
        expect(await weigh(prepared)).toBe(await weigh(plain))
      }),
      { numRuns: countOf(200, 40) },
    )
  })

  test('has a document for each shipped template and for a contract with tables, lists and footnotes', async () => {
    const input: AgreementInput = {
      company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
      jurisdiction: 'Ireland',
      compensation: '10 points for each receipt, <b>always</b>',
      expiry: { months: 12 },
    }
    for (const template of ALL_TEMPLATES) {
      const { languages } = await prepareAgreement({ ...input, template })
      expect(Object.values(languages)[0]?.tree).toBeDefined()
    }
    for (const terms of [OWN_CONTRACT, OWN_CONTRACT_V2, OWN_CONTRACT_DE])
      expect((await prepareAgreement({ ...input, terms })).languages.en?.tree).toBeDefined()
  })
})

describe('a document that was edited after it was prepared', () => {
  const visitTexts = (node: TermsElement | TermsText | { children: (TermsElement | TermsText)[] }, into: TermsText[] = []) => {
    // The kit leaves out the heading that a parser adds above footnotes.
    if ('properties' in node && node.properties.id === 'footnote-label') return into
    if ('children' in node) for (const child of node.children) visitTexts(child, into)
    else into.push(node)
    return into
  }

  test.each([
    ['of a template', { template: templateOf('en', 'rewards') }],
    ['of a contract', { terms: OWN_CONTRACT }],
  ])('no longer shows the text when a word is added, changed, removed or moved: %s', async (_, change) => {
    const input = {
      company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
      jurisdiction: 'Ireland',
      compensation: null,
      expiry: null,
      ...change,
    }
    const prepared = (await prepareAgreement(input)).languages.en
    const tree = JSON.stringify(prepared?.tree)
    const count = visitTexts(JSON.parse(tree)).filter(({ value }) => /\p{L}{2}/u.test(value)).length
    fc.assert(
      fc.property(fc.nat(count - 2), fc.constantFrom('add', 'change', 'remove', 'move'), (at, edit) => {
        const edited = JSON.parse(tree)
        const texts = visitTexts(edited).filter(({ value }) => /\p{L}{2}/u.test(value))
        const [one, next] = texts.slice(at)
        if (one === undefined || next === undefined) return
        const before = one.value
        if (edit === 'add') one.value += ' never'
        if (edit === 'change') one.value = one.value.replace(/\p{L}{2,}/u, 'zzz')
        if (edit === 'remove') one.value = one.value.replace(/\p{L}{2,}/u, '')
        if (edit === 'move') [one.value, next.value] = [next.value, one.value]
        fc.pre(edit !== 'move' || before !== one.value)
        expect(showsText(edited, prepared?.text ?? '')).toBe(false)
      }),
      { numRuns: 200 },
    )
    expect(showsText(JSON.parse(tree), prepared?.text ?? '')).toBe(true)
  })

  test.each([
    [
      'an element that looks like a footnote link',
      { type: 'element', tagName: 'a', properties: { href: '#user-content-fn-x' }, children: [{ type: 'text', value: 'You pay' }] },
    ],
    ['a link to another address', { type: 'element', tagName: 'a', properties: { href: 'https://evil.example' }, children: [] }],
    [
      'a note',
      { type: 'element', tagName: 'li', properties: { id: 'user-content-fn-x' }, children: [{ type: 'text', value: 'we' }] },
    ],
    ['a value that is no node', null],
  ])('no longer shows the text with %s', async (_, added) => {
    const prepared = (
      await prepareAgreement({
        company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
        jurisdiction: 'Ireland',
        compensation: null,
        expiry: null,
      })
    ).languages.en
    const edited = JSON.parse(JSON.stringify(prepared?.tree))
    edited.children.push(added)
    expect(showsText(edited, prepared?.text ?? '')).toBe(false)
  })
})
