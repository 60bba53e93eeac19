import { createHash } from 'node:crypto'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import { TAGS } from '../../../src/core/tags.ts'
import { USECASES } from '../../../src/core/usecases.ts'
import { parseLicenseRequest } from '../../../src/protocol/parse-license-request.ts'
import { WORDS } from '../../../src/terms/gallery.ts'
import { compileTerms, defineAgreement, hashTerms, headingId, summarize, toLicenseRequest } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES, SOURCES, templateOf } from '../../fixtures/templates.ts'

const REQUEST = { ptr: 'user-1', origin: 'com.acme.app', terms: 'text' }

/** Signs and words that a language does not use. */
const WRONG: Readonly<Record<string, readonly RegExp[]>> = {
  ar: [/[a-z,;?]/i],
  // Addresses the reader as Sie.
  de: [/[«»’]|\b(?:du|dich|dir|deine?[mnrs]?)\b/i],
  es: [/\b(?:usted(?:es)?|apps?|fines|correo(?! electrónico))\b/i],
  // Addresses the reader as vous. A no-break space stands before a colon, and no value follows “de” or “que”.
  fr: [/[^\u00a0]:|(?<!\p{L})(?:tu|ton|ta|tes|toi)(?!\p{L})|\b(?:de|que) 0/iu],
  he: [/[a-z;]/i, /[^\s\d]-/],
  // No space follows a Japanese sentence, and its signs are wide.
  ja: [/[ぁ-んァ-ヶ一-龠。、][ .,:;?!]|(?<![#-]) [ぁ-んァ-ヶ一-龠]|あなた|(?:である|だった)。/],
  'pt-BR': [/\b(?:tu|teu|tua|ti|contigo|aplicativo|ficheiro|telemóvel)\b/i],
}

describe('the terms', () => {
  test('keep their hash for the default agreement', () => {
    const text = compileTerms(defineAgreement(ACME))
    expect(hashTerms(text, sha3_256)).toBe(createHash('sha3-256').update(text, 'utf8').digest('base64url'))
    expect(hashTerms(text, sha3_256)).toMatchInlineSnapshot(`"Yw9xNIjNeXyYuqbgQOH-B3CrHDECIPMTGcF1_h-MTtk"`)
  })

  test('contain the company name unchanged, even one that looks like markup', () => {
    const name = 'A*C_M`E` <b>&amp; $& {{label}} [x](y)'
    const text = compileTerms(defineAgreement({ ...ACME, company: { ...ACME.company, name } }))
    expect(text.split('\n')[0]).toBe('# Your data license with A\\*C\\_M\\`E\\` \\<b\\>\\&amp; $& {{label}} \\[x\\](y)')
  })

  // Regression: the template added a second full stop after the description of a purpose.
  test('end a sentence with one full stop, with or without one in the description of a purpose', () => {
    const [bare, stopped] = ['Find faults', 'Find faults.'].map((description) =>
      compileTerms(defineAgreement({ ...ACME, purposes: [{ usecase: 'support', description }] })),
    )
    expect(bare).toContain('Find faults. Who gets it')
    expect(stopped).toBe(bare)
  })

  // Regression: the default terms had two full stops after the company name "Acme Inc.".
  test.each(ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const))(
    'of %s end a sentence with one full stop, even after a name that ends with one',
    (_, template) => {
      const company = { ...ACME.company, name: 'Acme Inc.', contact: 'privacy@acme.example' }
      const agreement = defineAgreement({ ...ACME, company, jurisdiction: 'EE. UU.', template })
      const lines = [compileTerms(agreement), agreement.description, ...summarize(agreement).map(({ text }) => text)]
      for (const line of lines) expect(line.replace(/\]\([^)]*\)|\u2069/g, '')).not.toContain('..')
    },
  )

  test.each(ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const))(
    'of %s keep to the signs and the words of their language',
    (_, template) => {
      const text = compileTerms(defineAgreement({ ...ACME, tags: TAGS, purposes: USECASES, template }))
      const words = text.replaceAll(/\]\([^)]*\)|\u2068[^\u2069]*\u2069|Acme/g, '0')
      expect(words).not.toMatch(/["'“”]|\S {2}|\S [.,:;،。]|[!¡]/)
      for (const wrong of WRONG[template.locale] ?? []) expect(words).not.toMatch(wrong)
    },
  )

  // Regression: the whole list was isolated, so it ran from left to right, with its "and" at the wrong end.
  test.each([
    ['ar', 'من يحصل عليها', '\u2068a.example\u2069، \u2068b.example\u2069 وأي شركة أو شخص'],
    ['he', 'מי מקבל אותם', '\u2068a.example\u2069, \u2068b.example\u2069 וכל חברה או אדם'],
  ])('isolate each recipient once in %s', (locale, label, list) => {
    const template = templateOf(locale, 'rewards')
    const agreement = defineAgreement({ ...ACME, template, destinations: ['a.example', 'b.example', '*'] })
    expect(compileTerms(agreement)).toContain(`${label}: ${list}.`)
    expect(summarize(agreement).map(({ text }) => text)).toContain(list)
    expect(compileTerms(agreement)).not.toMatch(/\u2068[^\u2069]*\u2068/)
  })

  test('are refused above the length limit', () => {
    const purposes = Array.from({ length: 64 }, (_, at) => ({
      usecase: `x-${at}` as const,
      label: `${at}`,
      description: 'y'.repeat(1000),
      destinations: Array.from({ length: 64 }, (_, to) => `${'d'.repeat(60)}${to}.example`),
    }))
    const agreement = defineAgreement({ ...ACME, purposes })
    expect(() => compileTerms(agreement)).toThrow(expect.objectContaining({ code: 'invalid_template' }))
  })

  test.each(ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const))(
    'of %s take less than 20 kB',
    (_, template) => {
      expect(compileTerms(defineAgreement({ ...ACME, template })).length).toBeLessThan(20_000)
    },
  )
})

describe('the gallery', () => {
  const names = (locale: string) => ALL_TEMPLATES.filter((one) => one.locale === locale).map((one) => one.name)

  // Regression: in six languages of the interface people were asked in their language and signed an English contract.
  test('has every template in every language that it has words in', () => {
    expect(names('en')).toHaveLength(8)
    expect(Object.keys(WORDS)).toEqual(expect.arrayContaining(['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'pt-BR']))
    for (const locale of Object.keys(WORDS)) expect([locale, names(locale)]).toEqual([locale, names('en')])
  })

  // A language may say “the company” where English repeats its name.
  test('has the same values, sections and clauses in every language', () => {
    const marksOf = (markdown: string) => {
      const marks = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').match(/\{\{[^{}]+\}\}|\{#\w+\}/g) ?? []
      return [...new Set(marks)].filter((mark) => mark !== '{{company.name}}').sort()
    }
    for (const [path, markdown] of Object.entries(SOURCES))
      expect([path, ...marksOf(markdown)]).toEqual([
        path,
        ...marksOf(SOURCES[path.replace(/languages\/[^/]+/, 'languages/en')] ?? ''),
      ])
  })
})

describe('a license request', () => {
  test('is accepted by the service, with one use for purposes with the same recipients', () => {
    const request = toLicenseRequest(defineAgreement(ACME), { ...REQUEST, follows: 'f'.repeat(43) })
    expect(request.uses).toEqual([{ usecases: ['analytics', 'attribution'], destinations: ['acme.example'] }])
    expect(request['x-follows']).toBe('f'.repeat(43))
    expect(parseLicenseRequest({ ...request, signature: 'AA==' })).toEqual({ ...request, signature: 'AA==' })
  })

  test('names the language of the translation that the person read, and nothing for the original', () => {
    const agreement = defineAgreement(ACME)
    const request = toLicenseRequest(agreement, { ...REQUEST, translated: 'pt-BR' })
    expect(request['x-translated']).toBe('pt-BR')
    expect(parseLicenseRequest({ ...request, signature: 'AA==' })).toEqual({ ...request, signature: 'AA==' })
    expect(toLicenseRequest(agreement, { ...REQUEST, translated: undefined })).not.toHaveProperty('x-translated')
  })

  // Regression: the description named the necessary purposes alone, so the record of a person who turned on another one denied it.
  test('describes the purposes that the person turned on, beside the necessary ones, in every language', () => {
    for (const template of ALL_TEMPLATES) {
      const purposes = [{ usecase: 'analytics', necessary: true }, { usecase: 'support' }, { usecase: 'personalization' }] as const
      const agreement = defineAgreement({ ...ACME, purposes, template })
      const [statistics = '', support = '', offers = ''] = agreement.purposes.map(
        ({ usecase }) => template.words.usecases[usecase as 'support'][0],
      )
      const describe = (granted: readonly string[]) =>
        toLicenseRequest(defineAgreement(agreement), { ...REQUEST, granted }).description
      expect(describe([])).toBe(agreement.description)
      expect(describe(['support', 'personalization'])).toContain(template.words.list([statistics, support, offers]))
      expect(describe(['support'])).toBe(agreement.description.replace(statistics, template.words.list([statistics, support])))
    }
  })

  test('describes what the person turned on when no purpose is necessary', () => {
    const agreement = defineAgreement({ ...ACME, purposes: [{ usecase: 'analytics' }, { usecase: 'support' }] })
    expect(agreement.description).toContain('only for what you turn on')
    expect(toLicenseRequest(agreement, { ...REQUEST, granted: ['support'] }).description).toBe(
      agreement.description.replace('only for what you turn on', 'for help when you ask'),
    )
  })

  test('has the description of the app, word for word', () => {
    const agreement = defineAgreement({ ...ACME, description: 'Receipts for points.' })
    expect(toLicenseRequest(agreement, { ...REQUEST, granted: [] }).description).toBe('Receipts for points.')
  })

  test('has no expiry for an agreement without an end date', () => {
    expect(toLicenseRequest(defineAgreement({ ...ACME, expiry: null }), REQUEST)).not.toHaveProperty('expiry')
  })

  test('refuses a use case that the agreement lacks', () => {
    expect(codeOf(() => toLicenseRequest(defineAgreement(ACME), { ...REQUEST, granted: ['ai_training'] }))).toBe(
      'invalid_configuration',
    )
  })

  test('is refused without a use, because it would be a withdrawal', () => {
    const agreement = defineAgreement({ ...ACME, purposes: [{ usecase: 'analytics' }] })
    expect(codeOf(() => toLicenseRequest(agreement, REQUEST))).toBe('nothing_agreed')
  })
})

describe('the summary', () => {
  const agreement = defineAgreement({ ...ACME, purposes: ['analytics', { usecase: 'ai_training', destinations: ['lab.example'] }] })

  test('experience 8: states who, which data, what for, to whom, until when, for what reward, how to withdraw, under which law', () => {
    expect(summarize(agreement).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Who asks: Acme asks you for this license.',
      'Which data: purchase history, paper receipts and email receipts',
      'What for: Part of the license: statistics. Only if you turn it on: training AI.',
      'Who gets it: acme.example and lab.example',
      'How long: Until 30 December 2027, or until you withdraw it.',
      'What you get: 10 points for each receipt',
      'How to withdraw: You can withdraw this license at any time, in the app. You need not give a reason.',
      'Which law: The law of Ireland applies to this license.',
    ])
  })

  test('has only the included purposes and their recipients for a license', () => {
    const [, , purposes, recipients] = summarize(agreement, { granted: [] })
    expect([purposes?.text, recipients?.text]).toEqual(['Part of the license: statistics.', 'acme.example'])
  })

  test('links to headings by ids that headingId() returns for their text', () => {
    expect(summarize(agreement).map((line) => line.clause)).toContain(headingId('How to withdraw'))
    expect(headingId('  ¿Qué datos? — 1. ')).toBe('qué-datos-1')
    expect(headingId('ما البيانات')).toBe('ما-البيانات')
  })
})

function codeOf(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    return isLicetError(error) ? error.code : String(error)
  }
  return undefined
}
