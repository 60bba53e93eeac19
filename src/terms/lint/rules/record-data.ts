import type { KnownTag } from '../../../core/tags.ts'
import { TAGS } from '../../../core/tags.ts'
import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { cellOf, type Judged, type Rule, titleOf, topicOf } from '../judged.ts'
import type { Grammar } from '../lint-words.ts'
import { isDenied, isNegated } from '../negation.ts'
import { compile, escapeText, has } from '../phrase.ts'
import { squash, tagNameOf } from '../record-words.ts'

/** Finds data that the text names and the record lacks, and the other way round. */
export const findData: Rule = (judged) => (judged.agreement === undefined ? [] : [...findForeign(judged), ...findUnnamed(judged)])

/** Kinds of data whose nouns mean nothing else in a clause that permits data. */
const UNMISTAKABLE: ReadonlySet<KnownTag> = new Set<KnownTag>([
  'health',
  'contacts',
  'messages',
  'photo_video',
  'audio',
  'financial_info',
  'sensitive_info',
  'phone_number',
])

interface Mention {
  readonly tag: KnownTag
  readonly block: Block
  readonly from: number
  readonly to: number
}

function findForeign(judged: Judged): Fault[] {
  const { agreement, words } = judged
  if (agreement === undefined || words === undefined) return []
  const own = new Set<string>(agreement.tags)
  const seen = new Set<string>()
  return grantsIn(judged).flatMap((mention): Fault[] => {
    const { tag, block, from, to } = mention
    const place = `${tag} ${placeIn(block).start}`
    if (own.has(tag) || seen.has(place)) return []
    if (isNamedBy(judged, block, from, to)) return []
    seen.add(place)
    return [
      {
        rule: 'data_not_in_record',
        severity: 'error',
        ...placeIn(block, from, to),
        message: `The text lets the company use “${tagNameOf(judged, tag)}” (${tag}), which the agreement does not have.`,
        fix: `Add ${tag} to tags, or remove it from the text.`,
      },
    ]
  })
}

/** Returns whether a word of the text also means a kind of data that the record has. */
function isNamedBy({ agreement, words, grammar }: Judged, block: Block, from: number, to: number): boolean {
  if (agreement === undefined || words === undefined) return false
  const own = agreement.tags.flatMap((tag) =>
    [words.data[tag as KnownTag] ?? [], grammar?.meaning.data[tag as KnownTag] ?? []].flat(),
  )
  const covering = words.umbrellas
    .filter(([, covers]) => covers.some((tag) => agreement.tags.includes(tag)))
    .map(([pattern]) => pattern)
  return [...own, ...covering].some((pattern) =>
    [...block.prose.matchAll(pattern)].some((match) => match.index < to && match.index + match[0].length > from),
  )
}

/** Returns where a text lets the company use a kind of data: not where it denies it, asks, or needs it only to run the license. */
function grantsIn({ blocks, words, grammar, agreement }: Judged): Mention[] {
  if (words === undefined || grammar === undefined) return []
  const own = agreement?.tags ?? []
  const ownWords = own.flatMap((tag) => [words.data[tag as KnownTag] ?? [], grammar.meaning.data[tag as KnownTag] ?? []].flat())
  const hasCustom = own.some((tag) => !TAGS.includes(tag as KnownTag))
  // A noun alone may also be a part of the data that the record has.
  const isNounEnough = (text: string, tag: KnownTag) =>
    UNMISTAKABLE.has(tag) &&
    !hasCustom &&
    !ownWords.some((pattern) => has(text, pattern)) &&
    !has(text, grammar.reward) &&
    !has(text, grammar.legalRetention)
  return blocks.flatMap((block, at) => {
    if (block.kind === 'heading' || block.isHeader === true) return []
    const isTopic = isDataList(blocks, at, grammar)
    const isPurpose = has(topicOf(blocks, at), grammar.meaning.purposes)
    return block.sentences.flatMap((sentence) => {
      const cell = block.kind === 'row' ? cellOf(block, sentence) : undefined
      const columns = block.header?.prose.split('|') ?? []
      const isColumn = cell !== undefined && has(columns[cell] ?? '', grammar.topics.data)
      // A table of two columns has a question in the first one.
      const isAnswer = cell === 1 && columns.length === 2 && isTopic
      const isGrant = isColumn || isAnswer || (cell === undefined && (isTopic || has(sentence.text, grammar.collect)))
      const isAboutPerson = has(sentence.text, grammar.person) && !has(sentence.text, grammar.permit)
      const isQuestion = sentence.text.trimEnd().endsWith('?')
      const isListed = isTopic || isColumn
      if (!isGrant || isQuestion || (isAboutPerson && !isListed) || has(sentence.text, grammar.running)) return []
      if (has(sentence.text, grammar.meaning.removed)) return []
      const isPermitted = (isTopic && !isPurpose) || isColumn || has(sentence.text, grammar.meaning.grants)
      return TAGS.flatMap((tag): Mention[] => {
        const [match] = [
          words.data[tag],
          isPermitted && isNounEnough(sentence.text, tag) ? grammar.meaning.data[tag] : undefined,
        ].flatMap((pattern) => (pattern === undefined ? [] : [...sentence.text.matchAll(pattern)]))
        if (match === undefined || isDenied(block, sentence.text, match.index, grammar)) return []
        if (isOurs(sentence.text.slice(0, match.index), grammar)) return []
        const from = sentence.from + match.index
        return [{ tag, block, from, to: from + match[0].length }]
      })
    })
  })
}

/** Returns whether a block is in a list of data: below “What we use”, but not below “What we use it for”. */
function isDataList(blocks: readonly Block[], at: number, grammar: Grammar): boolean {
  const own = topicOf(blocks, at)
  const topic = blocks[at]?.kind === 'row' && has(own, grammar.meaning.more) ? topicOf(blocks, at - 1) : own
  if (has(topic, grammar.meaning.purposes)) return has(topic, grammar.topics.data) && blocks[at]?.kind !== 'row'
  if (isNegated(topic, grammar)) return false
  // “What you get” has a verb of getting too.
  const isOther = [grammar.topics.reward, grammar.topics.end, grammar.topics.recipients].some((other) => has(topic, other))
  const isInList = blocks[at]?.kind === 'item' || blocks[at]?.lead !== undefined
  return has(topic, grammar.topics.data) || (isInList && has(topic, grammar.collect) && !isOther)
}

// “Our postal address”.
function isOurs(before: string, grammar: Grammar): boolean {
  const [last] = [...before.matchAll(grammar.ours)].reverse()
  return last !== undefined && before.length - last.index - last[0].length <= 12
}

function findUnnamed(judged: Judged): Fault[] {
  const { agreement, words, blocks, grammar } = judged
  const title = titleOf(judged)
  if (agreement === undefined || title === undefined) return []
  // “10 points for each receipt” and “write an email to …” name no data that people permit.
  const isGrantUnread = (text: string) =>
    !has(text, words?.contact) && !(agreement.compensation && text.includes(agreement.compensation))
  const isNamedBy = (pattern: RegExp | undefined, isUmbrella: boolean) =>
    pattern !== undefined &&
    blocks.some((block, at) =>
      block.sentences.some(({ text }) => {
        const isGrant =
          !isUmbrella ||
          (grammar === undefined
            ? isGrantUnread(text)
            : block.kind !== 'heading' &&
              (block.kind === 'row' || has(text, grammar.collect) || has(topicOf(blocks, at), grammar.topics.data)))
        return (
          isGrant &&
          [...text.matchAll(pattern)].some(({ index }) => grammar === undefined || !isDenied(block, text, index, grammar))
        )
      }),
    )
  const whole = squash(blocks.map(({ prose }) => prose).join(' '))
  return agreement.tags.flatMap((tag): Fault[] => {
    const name = tagNameOf(judged, tag)
    const hasLabel = agreement.tagLabels?.[tag] !== undefined
    const umbrellas = (words?.umbrellas ?? []).filter(([, covers]) => covers.includes(tag as KnownTag))
    const isNamed = hasLabel
      ? whole.includes(squash(name)) || hasWordsOf(whole, name)
      : isNamedBy(words?.data[tag as KnownTag], false) ||
        umbrellas.some(([pattern]) => isNamedBy(pattern, true)) ||
        isNamedBy(grammar?.meaning.data[tag as KnownTag], true) ||
        isNamedBy(nameText(name), false) ||
        hasMainWords(whole, name)
    if (isNamed) return []
    const topic = blocks.find((block) => block.kind === 'heading' && has(block.prose, grammar?.topics.data)) ?? title
    return [
      {
        rule: 'data_not_in_text',
        severity: 'error',
        ...placeIn(topic),
        message: `The agreement has “${name}” (${tag}), which the text does not name. People would permit what they did not read.`,
        fix: `Add “${name}” to the text, or remove ${tag} from tags.`,
      },
    ]
  })
}

function nameText(name: string): RegExp {
  return compile(escapeText(squash(name)), 'giu')
}

/** Words that many kinds of data have in common. */
const COMMON =
  /^(?:data|info|information|history|details|address|number|reports?|datos|historial|dirección|informes?|número|daten|adresse|nummer|données|historique|dados|histórico|endereço|relatórios?|identificador|identifiant|your|ihre|from|with|para|pour|auf|papier|papel|paper|email|e-mail|correo|electrónico|exact|exacta|exacte|exata|genauer|aproximada|approximative|ungefährer|rough|receipts|recibos|belege|kassenbons|reçus|tickets|notas|fiscais|caisse|électronique)$/u

// “Health data” is named by “your health”.
function hasMainWords(text: string, name: string): boolean {
  const words = (squash(name).match(/[\p{L}\p{M}]{4,}/gu) ?? []).filter((word) => !COMMON.test(word))
  return words.length > 0 && words.every((word) => text.includes(word.slice(0, Math.max(5, word.length - 2))))
}

/** Returns whether a text has the words of a name, each perhaps in another form. */
export function hasWordsOf(text: string, name: string): boolean {
  const words = squash(name).match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? []
  return words.length > 0 && words.every((word) => text.includes(word.slice(0, Math.max(4, word.length - 2))))
}
