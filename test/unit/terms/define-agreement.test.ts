import { describe, expect, test } from 'vitest'
import { wordingOf } from '../../../src/client/question/wording.ts'
import { type AgreementInput, compileTerms, defineAgreement, toLicenseRequest } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'

function faultOf(input: unknown): { code?: string; field?: string; message?: string } {
  try {
    defineAgreement(input as AgreementInput)
    return {}
  } catch (error) {
    return error as { code: string; field: string; message: string }
  }
}

const { company } = ACME

describe('a correct agreement', () => {
  // Regression: the description that the kit wrote itself was refused as too long.
  test('gets a description that fits, even with many purposes', () => {
    const purposes = Array.from({ length: 60 }, (_, at) => ({
      usecase: `x-purpose_${at}` as const,
      label: `the purpose number ${at} of our long list`,
      necessary: true,
    }))
    for (const template of ALL_TEMPLATES) {
      const { description } = defineAgreement({ ...ACME, template, purposes })
      expect(description.length).toBeLessThanOrEqual(1000)
      expect(description).toContain('the purpose number 0')
      expect(description).toContain('…')
    }
  })

  test('gets the default data, purposes, recipients and template', () => {
    const agreement = defineAgreement(ACME)
    expect(agreement.tags).toEqual(['purchase_history', 'physical_receipt', 'email_receipt'])
    expect(agreement.purposes).toEqual([
      { usecase: 'analytics', destinations: ['acme.example'], necessary: true },
      { usecase: 'attribution', destinations: ['acme.example'], necessary: true },
    ])
    expect(agreement.expiry).toBe('2027-12-31T00:00:00.000Z')
    expect(defineAgreement({ ...ACME, description: 'Receipts' }).description).toBe('Receipts')
    expect([agreement.template.name, agreement.locale]).toEqual(['rewards', 'en'])
  })

  test('treats an option that is undefined as absent', () => {
    const nothing = { description: undefined, tags: undefined, purposes: undefined, destinations: undefined, template: undefined }
    expect(defineAgreement({ ...ACME, ...nothing })).toEqual(defineAgreement(ACME))
    const bare = defineAgreement({ ...ACME, company: { ...company, address: undefined, contact: undefined } })
    expect(JSON.parse(JSON.stringify(bare.company))).toEqual(JSON.parse(JSON.stringify(company)))
  })

  test('has no default recipient `*`', () => {
    expect(JSON.stringify(defineAgreement(ACME).purposes)).not.toContain('*')
  })

  test('may have custom words with x- or with a label', () => {
    const { tags, purposes } = defineAgreement({
      ...ACME,
      tags: ['x-foot_traffic'],
      purposes: ['x-research', { usecase: 'clinical' as 'x-clinical', label: 'clinical study' }],
    })
    expect(tags).toEqual(['x-foot_traffic'])
    expect(purposes.map(({ usecase, necessary }) => [usecase, necessary])).toEqual([
      ['x-research', true],
      ['clinical', false],
    ])
  })

  // Regression: an app in two languages had to build the agreement twice.
  test('may have the reward and the law in each language of the terms', () => {
    const texts = {
      compensation: { en: '10 points for each receipt', es: '10 puntos por cada recibo' },
      jurisdiction: { en: 'Ireland', es: 'Irlanda' },
    }
    const signed = ALL_TEMPLATES.filter(({ name }) => name === 'rewards').map((template) => {
      const { locale, compensation, jurisdiction } = defineAgreement({ ...ACME, ...texts, template })
      return [locale, compensation, jurisdiction]
    })
    expect(signed).toContainEqual(['en', '10 points for each receipt', 'Ireland'])
    expect(signed).toContainEqual(['es', '10 puntos por cada recibo', 'Irlanda'])
    // A language without a text gets the first one.
    expect(signed).toContainEqual(['ar', '10 points for each receipt', 'Ireland'])
    expect(faultOf({ ...ACME, compensation: {} }).field).toBe('compensation')
    expect(faultOf({ ...ACME, jurisdiction: { en: '' } }).field).toBe('jurisdiction.en')
  })

  test('may have a whole title, which is no part of the text and of the record', () => {
    const title = { en: 'May we  use your receipts?', de: 'Dürfen wir Ihre Belege nutzen?' }
    const agreement = defineAgreement({ ...ACME, title })
    expect(agreement.title).toEqual({ en: 'May we use your receipts?', de: title.de })
    expect(defineAgreement(agreement)).toEqual(agreement)
    const terms = compileTerms(agreement)
    expect(terms).toBe(compileTerms(defineAgreement(ACME)))
    const options = { ptr: 'p', origin: 'com.example.app', terms, decidedAt: 0 }
    expect(toLicenseRequest(agreement, options)).toEqual(toLicenseRequest(defineAgreement(ACME), options))
    expect(wordingOf(agreement)).toEqual(wordingOf(defineAgreement(ACME)))
  })

  test('may use http only on localhost', () => {
    const at = (privacyUrl: string) => faultOf({ ...ACME, company: { ...company, privacyUrl } }).field
    expect(['http://localhost:5173/p', 'http://127.0.0.1/p', 'http://app.localhost/p'].map(at)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(at('http://acme.example/p')).toBe('company.privacyUrl')
  })
})

describe('a wrong agreement', () => {
  const WRONG: readonly [field: string, input: unknown][] = [
    ['agreement', undefined],
    ['company', { ...ACME, company: undefined }],
    ['company.name', { ...ACME, company: { ...company, name: undefined } }],
    ['company.name', { ...ACME, company: { ...company, name: ' \n ' } }],
    ['company.name', { ...ACME, company: { ...company, name: 'a\u0000b' } }],
    ['company.name', { ...ACME, company: { ...company, name: 'a\ud800b' } }],
    ['company.name', { ...ACME, company: { ...company, name: 'x'.repeat(201) } }],
    ['company.termsUrl', { ...ACME, company: { ...company, termsUrl: '/terms' } }],
    ['company.termsUrl', { ...ACME, company: { ...company, termsUrl: 'javascript:alert(1)' } }],
    ['company.termsUrl', { ...ACME, company: { ...company, termsUrl: 'https://user:pass@acme.example/' } }],
    ['company.termsUrl', { ...ACME, company: { ...company, termsUrl: 'https://user@acme.example/' } }],
    ['company.termsUrl', { ...ACME, company: { ...company, termsUrl: 'https://:pass@acme.example/' } }],
    ['company.privacyUrl', { ...ACME, company: { ...company, privacyUrl: undefined } }],
    // The host becomes the default recipient, and `*` is anyone.
    ['company.privacyUrl', { ...ACME, company: { ...company, privacyUrl: 'https://*/privacy' } }],
    ['company.privacyUrl', { ...ACME, company: { ...company, privacyUrl: 'https://*.acme.example/privacy' } }],
    ['company.address', { ...ACME, company: { ...company, address: '' } }],
    ['title', { ...ACME, title: '' }],
    ['title', { ...ACME, title: {} }],
    ['title.de', { ...ACME, title: { en: 'May we use your receipts?', de: 'Dürfen wir\u200B Ihre Belege nutzen?' } }],
    ['title', { ...ACME, title: 'x'.repeat(201) }],
    ['jurisdiction', { ...ACME, jurisdiction: undefined }],
    ['compensation', { ...ACME, compensation: undefined }],
    ['compensation', { ...ACME, compensation: '' }],
    ['expiry', { ...ACME, expiry: undefined }],
    ['expiry', { ...ACME, expiry: '2027-02-31T00:00:00Z' }],
    ['expiry', { ...ACME, expiry: '2027-12-31T00:00:00+01:00' }],
    ['tags', { ...ACME, tags: [] }],
    ['tags', { ...ACME, tags: 'health' }],
    ['tags', { ...ACME, tags: Array.from({ length: 65 }, (_, at) => `x-${at}`) }],
    ['tags[0]', { ...ACME, tags: [7] }],
    ['tags[0]', { ...ACME, tags: ['purchase history'] }],
    ['tags[1]', { ...ACME, tags: ['health', 'health'] }],
    ['tags[0]', { ...ACME, tags: ['foot_traffic'] }],
    ['tags[0]', { ...ACME, tags: ['x-'] }],
    ['purposes', { ...ACME, purposes: [] }],
    ['purposes[0]', { ...ACME, purposes: [7] }],
    ['purposes[1]', { ...ACME, purposes: ['analytics', { usecase: 'analytics' }] }],
    ['purposes[0].usecase', { ...ACME, purposes: [{ usecase: 'clinical' }] }],
    ['purposes[0].necessary', { ...ACME, purposes: [{ usecase: 'support', necessary: 'yes' }] }],
    ['purposes[0].destinations[0]', { ...ACME, purposes: [{ usecase: 'support', destinations: ['https://a.example'] }] }],
    ['destinations', { ...ACME, destinations: [] }],
    ['template', { ...ACME, template: 'rewards' }],
    ['template', { ...ACME, template: { ...defineAgreement(ACME).template, locale: undefined } }],
    ['template', { ...ACME, template: { ...defineAgreement(ACME).template, words: undefined } }],
    ['template', { ...ACME, template: { ...defineAgreement(ACME).template, tree: undefined } }],
  ]

  test.each(WRONG)('is refused with the field %s and the fix', (field, input) => {
    const fault = faultOf(input)
    expect(fault).toMatchObject({ name: 'LicetError', code: 'invalid_configuration', field })
    // The message has three parts: what happened, what it means, what to do.
    expect(fault.message?.split(/(?<=[.?]) (?=[A-Z"])/).length).toBeGreaterThanOrEqual(3)
  })

  test('gets a suggestion for a mistyped word', () => {
    expect(faultOf({ ...ACME, tags: ['purchase_histroy'] }).message).toContain('Did you mean "purchase_history"?')
    expect(faultOf({ ...ACME, purposes: ['Analytics'] }).message).toContain('Did you mean "analytics"?')
  })

  test.each([
    ['purpose', 'purposes', { ...ACME, purpose: ['analytics'] }],
    ['company.adress', 'address', { ...ACME, company: { ...company, adress: 'Dublin' } }],
    ['purposes[0].neccessary', 'necessary', { ...ACME, purposes: [{ usecase: 'analytics', neccessary: true }] }],
  ])('gets a suggestion for the mistyped member %s', (field, meant, input) => {
    expect(faultOf(input)).toMatchObject({ field, message: expect.stringContaining(`Did you mean "${meant}"?`) })
  })

  test('may have custom members', () => {
    expect(defineAgreement({ ...ACME, ...{ revision: 7 } })).toEqual(defineAgreement(ACME))
  })
})

describe('wire 9.20: a value with a character that people cannot see', () => {
  const { company } = ACME
  const FIELDS: Readonly<Record<string, (value: string) => object>> = {
    'company.name': (name) => ({ company: { ...company, name } }),
    'company.address': (address) => ({ company: { ...company, address } }),
    'company.contact': (contact) => ({ company: { ...company, contact } }),
    jurisdiction: (jurisdiction) => ({ jurisdiction }),
    compensation: (compensation) => ({ compensation }),
    description: (description) => ({ description }),
    'purposes[0].label': (label) => ({ purposes: [{ usecase: 'support', label }] }),
    'purposes[0].description': (description) => ({ purposes: [{ usecase: 'support', description }] }),
    'tags[0]': (tag) => ({ tags: [`x-${tag}`] }),
    'purposes[0].usecase': (usecase) => ({ purposes: [{ usecase, label: 'a' }] }),
    'destinations[0]': (destination) => ({ destinations: [destination] }),
  }
  // RLM, LRM and ALM display the signed "90 / 10" as "10 / 90".
  const UNSEEN =
    '\u200e \u200f \u061c \u00ad \u034f \u115f \u1160 \u17b4 \u180e \u200b \u2060 \u2061 \u2062 \u2063 \u2064 \u206a \u206f \u202e \u2066 \u2068 \u2800 \u3164 \uffa0 \ufe0f \u{e0041} \u{e0100} \u200c \u200d'
      .split(' ')
      .map((char) => `a${char}b`)

  test.each(Object.keys(FIELDS))('is refused in %s, by its name', (field) => {
    const input = FIELDS[field]
    for (const value of UNSEEN) expect([value, faultOf({ ...ACME, ...input?.(value) }).field]).toEqual([value, field])
  })

  test('is named in the error', () => {
    expect(faultOf({ ...ACME, compensation: '90\u200f / \u200f10' }).message).toBe(
      'compensation contains U+200F, which people cannot see. Nothing was signed. Remove the character.',
    )
  })

  test('may be part of a Persian word or an emoji', () => {
    const compensation = 'می\u200cخواهم 👩\u200d👧 ❤\ufe0f'
    expect(defineAgreement({ ...ACME, compensation }).compensation).toBe(compensation)
  })

  test('is absent from the default description, whose values are isolated, in every language', () => {
    for (const template of ALL_TEMPLATES) {
      const agreement = defineAgreement({
        ...ACME,
        company: { ...company, name: template.words.direction === 'rtl' ? 'Acme' : 'אקמי' },
        template,
      })
      expect(agreement.description).toMatch(/\u2068.*\u2069/)
      expect(defineAgreement(agreement).description).toBe(agreement.description)
    }
  })
})
