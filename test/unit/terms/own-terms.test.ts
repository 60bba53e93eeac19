import { describe, expect, test } from 'vitest'
import { loadTerms } from '../../../src/client/load-terms.ts'
import { hashText } from '../../../src/client/sha3.ts'
import { isLicetError, type LicetError } from '../../../src/core/errors.ts'
import { diffTerms } from '../../../src/terms/diff/diff-terms.ts'
import { diffLicense, weighChange } from '../../../src/terms/diff/index.ts'
import {
  type AgreementInput,
  compileTerms,
  compileTermsTree,
  defineAgreement,
  summarize,
  toLicenseRequest,
} from '../../../src/terms/index.ts'
import { lintTerms } from '../../../src/terms/lint/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { OWN_CONTRACT, OWN_CONTRACT_DE, OWN_CONTRACT_V2 } from '../../fixtures/own-contract.ts'

const own = (terms: AgreementInput['terms'], locale?: string) => defineAgreement({ ...ACME, terms, locale })

function errorOf(work: () => unknown): LicetError {
  try {
    work()
  } catch (error) {
    if (isLicetError(error)) return error
  }
  throw new Error('Nothing was thrown.')
}

describe('a contract of the company', () => {
  test('is the text that is signed, byte for byte', () => {
    const agreement = own(OWN_CONTRACT)
    expect(compileTerms(agreement)).toBe(OWN_CONTRACT)
    const request = toLicenseRequest(agreement, { ptr: 'p', origin: 'com.example.app', terms: compileTerms(agreement) })
    expect(request.terms).toBe(OWN_CONTRACT)
    expect(request.uses).toHaveLength(1)
    const odd = 'Line\r\n\r\nDecomposed e\u0301, no line feed'
    expect(compileTerms(own(odd))).toBe(odd)
  })

  test('keeps data, purposes and end in the agreement, and has no clauses to link to', () => {
    const lines = summarize(own(OWN_CONTRACT))
    expect(lines.map(({ part }) => part)).toContain('reward')
    expect(lines.every((line) => !('clause' in line))).toBe(true)
    expect(compileTermsTree(own(OWN_CONTRACT))).toBeUndefined()
  })

  test('is chosen by language, and has the language of its tag', () => {
    const terms = { en: OWN_CONTRACT, de: OWN_CONTRACT_DE }
    expect([compileTerms(own(terms, 'de-AT')), own(terms, 'de-AT').locale]).toEqual([OWN_CONTRACT_DE, 'de'])
    expect([compileTerms(own(terms)), own(terms).locale]).toEqual([OWN_CONTRACT, 'en'])
    expect(own({ de: OWN_CONTRACT_DE }, 'fr').locale).toBe('de')
  })

  test('is the same when the agreement is defined again', () => {
    const agreement = own({ en: OWN_CONTRACT, de: OWN_CONTRACT_DE }, 'de')
    expect(defineAgreement(agreement)).toEqual(agreement)
    expect(Object.isFrozen(agreement.terms)).toBe(true)
  })

  test('is refused with all faults of all languages, with line, column and fix', () => {
    const error = errorOf(() => own({ en: '# A\n\n<b>x</b>\n\n![x](y)', de: '# B {{name}}' }))
    expect(error).toMatchObject({ code: 'invalid_configuration', field: 'terms' })
    expect(error.findings?.map(({ rule, file, line, column }) => [rule, file, line, column])).toEqual([
      ['raw_html', 'terms.en', 3, 1],
      ['raw_html', 'terms.en', 3, 5],
      ['image', 'terms.en', 5, 1],
      ['unfilled_placeholder', 'terms.de', 1, 5],
    ])
    for (const { line, column, message, fix, file } of error.findings ?? [])
      expect(error.message).toContain(`${file}:${line}:${column}: ${message} ${fix}`)
  })

  test('is refused when the service would refuse it: 90,000 Japanese letters', () => {
    // Regression: it was reported at 1:1, and with other words than by the linter.
    const text = `# 契約\n\n${'契'.repeat(90_000)}`
    const [finding] = errorOf(() => own(text)).findings ?? []
    const linted = lintTerms(text, { locale: 'ja', agreement: own('契約') }).find(({ rule }) => rule === 'too_long')
    expect(finding).toMatchObject({ rule: 'too_long', line: 3, message: linted?.message, fix: linted?.fix, column: linted?.column })
    expect(finding?.column).toBeGreaterThan(80_000)
    expect(compileTerms(own('契'.repeat(80_000)))).toHaveLength(80_000)
  })

  test.each([
    ['an empty text', ' \n', 'terms'],
    ['an empty language', { en: OWN_CONTRACT, de: '' }, 'terms.de'],
    ['no language', {}, 'terms'],
    ['a wrong language', { English: OWN_CONTRACT }, 'terms.English'],
    ['a number', 1, 'terms'],
    ['half of a character', 'a\ud800', 'terms'],
    ['a source without a function', { load: '/terms.md' }, 'terms.load'],
  ])('is refused with the field for %s', (_, terms, field) => {
    expect(errorOf(() => own(terms as string))).toMatchObject({ code: 'invalid_configuration', field })
  })
})

describe('a contract of another version', () => {
  const license = toLicenseRequest(own(OWN_CONTRACT), { ptr: 'p', origin: 'com.example.app', terms: OWN_CONTRACT })

  test('is a material change, and the same text is none', () => {
    const terms = { same: false }
    expect(weighChange(diffLicense(license, own(OWN_CONTRACT_V2)), terms)).toBe('material')
    expect(diffLicense(license, own(OWN_CONTRACT))).toEqual({ changes: [], weight: 'none' })
  })

  test('has a redline by clause, with headings of both styles', () => {
    const { clauses } = diffTerms(OWN_CONTRACT, OWN_CONTRACT_V2)
    expect(clauses.map(({ heading, change }) => [heading, change])).toEqual([
      ['Pomelo Market Data Licence', 'same'],
      ['Definitions', 'changed'],
      ['Who gets the data', 'changed'],
      ['How to stop', 'changed'],
    ])
  })

  // Regression: a number sign in code opened a clause, so a change moved to a clause that does not exist.
  test('has no clauses in code', () => {
    const text = '# Terms\n\n```sh\n# not a heading\nnot one either\n---\n```\n\n- item\n---\n\n| a |\n|---|\n'
    expect(diffTerms(text, `${text}\nMore.\n`).clauses.map(({ heading }) => heading)).toEqual(['Terms'])
  })
})

describe('loadTerms()', () => {
  const agreement = { ...ACME, terms: { load: async () => OWN_CONTRACT } }

  test('returns the agreement with the text as it arrives', async () => {
    const loaded = await loadTerms(agreement)
    expect(compileTerms(defineAgreement(loaded))).toBe(OWN_CONTRACT)
    expect(await loadTerms(loaded)).toMatchObject({ terms: { loaded: { en: OWN_CONTRACT } } })
    expect(await loadTerms(ACME)).toBe(ACME)
  })

  test('passes the language, and takes the tag of a text in another one', async () => {
    const asked: string[] = []
    const load = async ({ locale }: { readonly locale: string }) => {
      asked.push(locale)
      return { de: OWN_CONTRACT_DE }
    }
    const defined = defineAgreement(await loadTerms({ ...ACME, terms: { load } }, { locale: 'fr' }))
    expect([asked, defined.locale, compileTerms(defined)]).toEqual([['fr'], 'de', OWN_CONTRACT_DE])
  })

  test('accepts the text with the pinned hash', async () => {
    const hash = { en: hashText(OWN_CONTRACT), de: hashText(OWN_CONTRACT_DE) }
    const terms = { load: async () => OWN_CONTRACT_DE, hash }
    expect(defineAgreement(await loadTerms({ ...ACME, terms }, { locale: 'de' })).locale).toBe('de')
  })

  test('refuses another text than the pinned one with an error that has both hashes', async () => {
    const [expected, actual] = [hashText(OWN_CONTRACT_V2), hashText(OWN_CONTRACT)]
    const error = await loadTerms({ ...ACME, terms: { ...agreement.terms, hash: expected } }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'terms_changed', field: 'terms.hash' })
    expect(String(error)).toContain(expected)
    expect(String(error)).toContain(actual)
  })

  test('refuses a text that cannot be signed, and an answer that is no text', async () => {
    const load = (text: unknown) => loadTerms({ ...ACME, terms: { load: async () => text as string } })
    await expect(load('<p>')).rejects.toMatchObject({ code: 'invalid_configuration', findings: [{ rule: 'raw_html' }] })
    await expect(load(undefined)).rejects.toMatchObject({ code: 'invalid_configuration' })
  })

  test('is required before anything is compiled', () => {
    expect(errorOf(() => compileTerms(defineAgreement(agreement)))).toMatchObject({ code: 'terms_unavailable', field: 'terms' })
  })
})
