import { LICENSE_STATUSES } from '../../../src/core/license.ts'
import { TAGS } from '../../../src/core/tags.ts'
import { DPV_PURPOSES, type KnownUsecase, USECASES } from '../../../src/core/usecases.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import en from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { words as english } from '../../../src/terms/languages/en/words.ts'
import { sensitiveTags } from '../../../src/terms/records/record-source.ts'
import { code, fence, joinBlocks, table, wrap } from './markdown.ts'
import { GENERATED } from './render.ts'

const OTHERS = { es, fr, de, 'pt-BR': ptBR, ja, ar, he }

/** Returns the page with every word that an agreement may contain: use cases, kinds of data, recipients and statuses, with their names. */
export function renderWords(): string {
  const sensitive = sensitiveTags(TAGS)
  return joinBlocks([
    GENERATED,
    '# Words',
    wrap(
      'The words of an agreement and of a license, with the names that people read. A program uses the word, for example in `purposes`, `tags`, `permits()` and `ConsentGate`. The terms and the screen use the name.',
    ),
    '## Use cases',
    wrap('For `purposes` of the agreement and `usecase` of `permits()` and `ConsentGate`.'),
    table(
      ['word', 'name', 'what the company does', 'term of the Data Privacy Vocabulary'],
      [
        ...USECASES.map((word) => [code(word), en[`usecase.${word}`], english.usecases[word][1], code(DPV_PURPOSES[word])]),
        [code('*'), english.everyUsecase[0], english.everyUsecase[1], code('dpv:Purpose')],
      ],
    ),
    '## Kinds of data',
    wrap('For `tags` of the agreement. Most laws have special rules for the sensitive ones.'),
    table(
      ['word', 'name', 'sensitive'],
      TAGS.map((word) => [code(word), en[`tag.${word}`], sensitive.includes(word) ? 'yes' : '']),
    ),
    '## Custom words',
    wrap(
      'A custom word begins with `x-`. Give it a name, in one language or in each. Without one, people read the word itself: `x-gym_visits` as “gym visits”. You can also give a known word another name.',
    ),
    fence(
      'ts',
      [
        "import type { AgreementInput } from 'licet/terms'",
        '',
        'export const words = {',
        "  tags: ['fitness', { tag: 'x-gym_visits', label: { en: 'gym visits', es: 'visitas al gimnasio' } }],",
        "  purposes: [{ usecase: 'x-coaching', label: 'personal coaching', description: 'to plan your next training' }],",
        "} satisfies Pick<AgreementInput, 'tags' | 'purposes'>",
      ].join('\n'),
    ),
    '## Destinations',
    wrap('For `destinations`. They are the recipients of the data.'),
    table(
      ['word', 'name'],
      [
        ['a host name, such as `data.example.com`', 'the host name'],
        [
          code('*'),
          `in the terms: ${english.everyRecipient}; on the screen: ${en['summary.recipients.any'].replace('{company}', '…')}`,
        ],
      ],
    ),
    '## Durations',
    wrap('For `expiry`, counted from the day of the decision. A date in RFC 3339 is not counted, and `null` is no end.'),
    table(
      ['value', 'name'],
      (
        [
          ['day', 90],
          ['month', 12],
          ['year', 2],
        ] as const
      ).map(([unit, count]) => [code(`{ ${unit}s: ${count} }`), english.end(english.duration(count, unit))]),
    ),
    '## Statuses of a license',
    table(
      ['word', 'name'],
      LICENSE_STATUSES.map((status) => [code(status), en[`receipt.status.${status}`]]),
    ),
    '## Names in other languages',
    table(
      ['word', ...Object.keys(OTHERS)],
      [
        ...USECASES.map((word) => [
          code(word),
          ...Object.values(OTHERS).map((texts) => texts[`usecase.${word satisfies KnownUsecase}`]),
        ]),
        ...TAGS.map((word) => [code(word), ...Object.values(OTHERS).map((texts) => texts[`tag.${word}`])]),
      ],
    ),
  ])
}
