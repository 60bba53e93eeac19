import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Placed, type Rule, sentencesOf, topicOf } from '../judged.ts'
import { isNegated } from '../negation.ts'
import { has } from '../phrase.ts'
import { endsIn } from '../read-ends.ts'
import { isSameKind, isSameTime } from '../read-times.ts'

const CHECKBOX = /\[[ xX]?\]\s*$/

/** Finds two sentences that disagree about the end, about stopping or about the law. */
export const findContradictions: Rule = (judged) => {
  if (judged.grammar === undefined) return []
  const isChoice = ({ offsetOf }: Block) => CHECKBOX.test(judged.source.slice(Math.max(0, offsetOf(0) - 5), offsetOf(0)))
  // Of the boxes of a form, a person ticks one.
  if (judged.blocks.some(isChoice))
    return findContradictions({ ...judged, blocks: judged.blocks.filter((block) => !isChoice(block)) })
  return [...findTwoEnds(judged), ...findEndless(judged), ...findTwoLaws(judged), ...findTwoStops(judged)]
}

function findTwoEnds(judged: Judged): Fault[] {
  const [first, ...others] = endsIn(judged)
  const other = first && others.find((one) => isSameKind(first, one) && !isSameTime(first, one))
  if (first === undefined || other === undefined) return []
  const { block } = other.sentence
  return [faultOf(placeIn(block, other.from, other.to), `The text states another end before: “${textOf(first.sentence)}”.`)]
}

/** Finds a license that has an end and renews itself, or never ends. */
function findEndless(judged: Judged): Fault[] {
  const { grammar } = judged
  const [first] = endsIn(judged)
  if (first === undefined || grammar === undefined) return []
  return sentencesOf(judged)
    .flatMap((sentence): Fault[] => {
      const topic = topicOf(judged.blocks, judged.blocks.indexOf(sentence.block))
      const isAboutEnd =
        sentence.block === first.sentence.block || has(sentence.text, grammar.ending) || has(topic, grammar.topics.end)
      const match = isAboutEnd ? sentence.text.matchAll(grammar.meaning.endless).next().value : undefined
      const isAboutData = has(sentence.text.replace(grammar.meaning.endless, ' '), grammar.notEnd)
      if (match === undefined || isAboutData || isNegated(sentence.text.slice(Math.max(0, match.index - 12), match.index), grammar))
        return []
      const from = sentence.from + match.index
      const place = placeIn(sentence.block, from, from + match[0].length)
      return [faultOf(place, `The text states an end as well: “${textOf(first.sentence)}”.`)]
    })
    .slice(0, 1)
}

function findTwoLaws({ blocks, grammar }: Judged): Fault[] {
  if (grammar === undefined) return []
  const laws = sentencesOf({ blocks }).flatMap((sentence) => {
    const isStatement = sentence.block.kind !== 'heading' && !sentence.text.trimEnd().endsWith('?')
    if (!isStatement || has(sentence.text, grammar.notLaw) || isNegated(sentence.text, grammar)) return []
    const isAboutContract = has(sentence.text, grammar.ending) || has(sentence.text, grammar.law)
    const named = isAboutContract ? [...sentence.text.matchAll(grammar.meaning.lawOf)] : []
    return [...sentence.text.matchAll(grammar.law), ...named].flatMap((match) => {
      const name = match.slice(1).find((group) => group !== undefined)
      return name === undefined || NO_LAW_NAME.test(name.trim()) ? [] : [{ sentence, match, name: lawKey(name) }]
    })
  })
  const [first, ...others] = laws
  const other = first && others.find(({ name }) => !name.startsWith(first.name) && !first.name.startsWith(name))
  if (first === undefined || other === undefined) return []
  const from = other.sentence.from + other.match.index
  const place = placeIn(other.sentence.block, from, from + other.match[0].length)
  return [faultOf(place, `The text names another law before: “${textOf(first.sentence)}”.`)]
}

function findTwoStops({ blocks, grammar }: Judged): Fault[] {
  if (grammar === undefined) return []
  const sentences = sentencesOf({ blocks })
  const { stop, anytime, bound: never } = grammar.meaning
  const isBound = (text: string) => has(text, grammar.irrevocable) || has(text, never)
  const isFree = (text: string) =>
    (has(text, grammar.anytime) && !isNegated(text, grammar)) || (has(text, stop) && has(text, anytime))
  const free = sentences.find(({ text }) => isFree(text) && !isBound(text))
  const bound = sentences.find(({ text }) => isBound(text) && !EARLIER.test(text) && !has(text, grammar.meaning.otherGrant))
  if (free === undefined || bound === undefined) return []
  const [match] = [...bound.text.matchAll(grammar.irrevocable), ...bound.text.matchAll(never)]
  const from = bound.from + (match?.index ?? 0)
  const place = placeIn(bound.block, from, from + (match?.[0].length ?? bound.text.length))
  return [faultOf(place, `The text states another rule about stopping: “${textOf(free)}”.`)]
}

function faultOf(place: { readonly start: number; readonly end: number }, message: string): Fault {
  return { rule: 'contradiction', severity: 'error', ...place, message, fix: 'Keep one of the two sentences.' }
}

function textOf({ block, from, to }: Placed): string {
  return block.text.slice(from, to).trim()
}

/** What was done before a withdrawal, which cannot be undone. */
const EARLIER =
  /(?<!\p{L})(?:what was done|what has been|already|was (?:done|used|shared)|was bisher|bis dahin|bereits|vorher|lo hecho|ya hech|lo que ya|anterior|déjà|ce qui a été|avant le retrait|já feit|o que já|o que foi)/iu
/** Words before “law” that name none. */
const NO_LAW_NAME =
  /^(?:which|what|this|that|no|applicable|governing|local|data|consumer|aplicable|vigente|applicable|local|penal|civil|mercantil|orgánica|general|geral|brasileira de|anwendbar|geltend|national|en vigueur|impérati|pertinent)/iu
const LAW_NOISE =
  /(?<![\p{L}])(?:the|state|commonwealth|republic|federal|province|of|law|laws|der|des|die|das|von|bundesrepublik|republik|la|las|el|los|le|les|l|de|du|d|república|reino|unido de|reino de|estado|republica|federativa|do|da|united|land)(?![\p{L}])/giu

// English and England, deutsch and Deutschland begin with the same letters; Irish and Ireland with fewer.
function lawKey(name: string): string {
  const bare = name
    .replace(LAW_NOISE, ' ')
    .replace(/[^\p{L} ]/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  const [first = ''] = bare.split(/\s+/)
  return first.startsWith('iri') ? 'ire' : first.startsWith('dutch') ? 'net' : first.slice(0, 4)
}
