import fc from 'fast-check'
import { TAGS, USECASES } from '../../../src/core/vocabulary.ts'
import { type AgreementInput, type DefinedAgreement, defineAgreement } from '../../../src/terms/index.ts'
import type { Template } from '../../../src/terms/template.ts'

// What could be taken for markup, a pattern, a placeholder or a change of direction, beside letters of several scripts.
const FRAGMENTS = [
  ...[
    '**',
    '*',
    '_',
    '__',
    '`',
    '```',
    '~~',
    '~',
    '|',
    '\\',
    '\\\\',
    '[x](y)',
    '![x](y)',
    '[',
    ']',
    '](',
    '<b>',
    '</script>',
    '<!--',
    '&amp;',
  ],
  ...[
    '&#35;',
    '&',
    '# ',
    '###',
    '- ',
    '+ ',
    '1. ',
    '1) ',
    '12.',
    '---',
    '===',
    '> ',
    '$&',
    '$1',
    "$'",
    '{{label}}',
    '{{/data}}',
    '}}',
    '$' + '{x}',
  ],
  ...[
    '\n',
    '\r\n',
    '\n\n',
    '\t',
    '  ',
    '\u00a0',
    '\u2028',
    '\u3000',
    '\u202e',
    '\u202c',
    '\u2066',
    '\u2069',
    '\u200f',
    '\u200b',
    '\u0301',
    '\u0338',
  ],
  ...[
    'https://x.example',
    'www.x.example',
    'a@b.example',
    ':',
    '.',
    ',',
    '!',
    '?',
    '"',
    '\u201c',
    '(',
    ')',
    '©',
    '👩‍👧',
    'é',
    'e\u0301',
    'ß',
    'شركة',
    '東',
    'x',
    'Acme',
    ' ',
    '=',
  ],
]

/** Text that looks like markup and is none. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    ),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(''))

const destination = fc.oneof(fc.constantFrom('*', 'a.example', 'b.example', 'data_1.example', '*_not'.slice(1)), fc.domain())
const destinations = fc.uniqueArray(destination, { minLength: 1, maxLength: 3 })
const word = fc.constantFrom('x-foot_traffic', 'x-[a](b)', 'x-y', 'x-<b>')

const purpose = fc.record(
  {
    usecase: fc.oneof(fc.constantFrom(...USECASES, '*'), word),
    destinations,
    necessary: fc.boolean(),
    label: hostileText,
    description: hostileText,
  },
  { requiredKeys: ['usecase'] },
)

const instant = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** What a developer may write, with hostile values in every place that takes text. */
export function agreementInput(templates: readonly Template[]): fc.Arbitrary<AgreementInput> {
  return fc.record(
    {
      company: fc.record(
        {
          name: hostileText,
          termsUrl: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
          privacyUrl: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
          address: hostileText,
          contact: hostileText,
        },
        { requiredKeys: ['name', 'termsUrl', 'privacyUrl'] },
      ),
      jurisdiction: hostileText,
      compensation: fc.option(hostileText),
      expiry: fc.option(instant),
      description: hostileText,
      tags: fc.uniqueArray(fc.oneof(fc.constantFrom(...TAGS), word), { minLength: 1, maxLength: 5 }),
      purposes: fc.uniqueArray(purpose, { minLength: 1, maxLength: 4, selector: (one) => one.usecase }),
      destinations,
      template: fc.constantFrom(...templates),
    },
    { requiredKeys: ['company', 'jurisdiction', 'compensation', 'expiry', 'template'] },
  )
}

/** Agreements that were accepted; what `defineAgreement` refuses is not drawn. */
export function agreements(templates: readonly Template[]): fc.Arbitrary<DefinedAgreement> {
  return agreementInput(templates)
    .map((input) => {
      try {
        return defineAgreement(input)
      } catch {
        return undefined
      }
    })
    .filter((agreement) => agreement !== undefined)
}
