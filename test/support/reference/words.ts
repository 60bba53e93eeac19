import { LICENSE_STATUSES } from '../../../src/core/license.ts'
import { TAGS } from '../../../src/core/tags.ts'
import { type KnownUsecase, USECASES } from '../../../src/core/usecases.ts'
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
import { termsOfUsecase } from '../../../src/terms/records/usecase-terms.ts'
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
      ['word', 'name', 'what the company does'],
      [
        ...USECASES.map((word) => [code(word), en[`usecase.${word}`], english.usecases[word][1]]),
        [code('*'), english.everyUsecase[0], english.everyUsecase[1]],
      ],
    ),
    '## Use cases in other vocabularies',
    wrap(
      '`toConsentRecord()` exports each use case in these terms. The sources are the [Data Privacy Vocabulary 2.3](https://w3id.org/dpv/2.3) with its [AI extension](https://w3id.org/dpv/2.3/ai), and the draft of the IETF working group AI Preferences, [version 08](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08).',
    ),
    table(
      ['word', 'purpose', 'processing', 'AI preference', 'source'],
      [...USECASES, '*'].map((word) => {
        const { purpose, processing = '', aiPreference = '' } = termsOfUsecase(word)
        const sources = [purpose, processing, aiPreference].filter(Boolean).map(linkTo)
        return [code(word), code(purpose), processing && code(processing), aiPreference && code(aiPreference), sources.join(', ')]
      }),
    ),
    wrap(
      `In the Data Privacy Vocabulary, training and inference are processing, not purposes: it has no purpose for them. ${code('train-ai')} means models that generate content, so ${code('ai_training')} has no label there. The draft has no label for inference.`,
    ),
    '## Kinds of data',
    wrap('For `tags` of the agreement. Most laws have special rules for the sensitive ones.'),
    table(
      ['word', 'name', 'sensitive'],
      TAGS.map((word) => [code(word), en[`tag.${word}`], sensitive.includes(word) ? 'yes' : '']),
    ),
    '## Custom words',
    wrap(
      'A custom word begins with `x-`. Give it a name, in one language or in each. Without a name, people read the word itself: `x-gym_visits` as “gym visits”. You can also give a known word another name.',
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
    wrap('For `expiry`, counted from the day of the decision. A date (RFC 3339) is the end itself, and `null` means no end.'),
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

/** Links to the definition of a term. */
function linkTo(term: string): string {
  const [prefix, name] = term.split(':')
  if (name === undefined) return `[section 4.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08#${term})`
  return `[${name}](https://w3id.org/${prefix === 'ai' ? 'dpv/ai' : 'dpv'}#${name})`
}
