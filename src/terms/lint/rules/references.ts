import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import type { Rule } from '../judged.ts'
import type { ReferenceWords } from '../lint-words.ts'
import { compile } from '../phrase.ts'
import { fromRoman, type Label, readLabels } from '../read-labels.ts'

const NUMBER = '\\d{1,5}(?:\\.\\d{1,4}){0,4}(?!\\d)'
const LETTERS = '(?:\\s?\\([a-z\\d]{1,4}\\)){0,3}'
/** A law in short form after the number: `GDPR`, `Abs. 1 lit. b DSGVO`, `ff. UrhG`. */
const SHORT_LAW =
  /^[\s,]{0,3}(?:(?:abs|satz|s|lit|nr|para|let|al|inc|ff?|bis|ter|p|n)\b\.?\s{0,2}[\da-z]{0,3}\)?[\s,]{0,3}){0,4}\p{Lu}[\p{L}-]{0,8}\p{Lu}/iu
const SHORT_LAW_CASE = /\p{Lu}[\p{L}-]{0,8}\p{Lu}/u
const ORDINAL = /^(?:\.?[ºª°]|er|re|bis|ter)/i

/** The numbers of the clauses of a text. */
interface Clauses {
  readonly numbers: ReadonlySet<string>
  readonly keywords: ReadonlySet<string>
}

/** Finds references to a section of this text that does not exist. References to laws and other documents are not judged. */
export const findDeadReferences: Rule = ({ blocks, words }) => {
  if (words === undefined) return []
  const labels = readLabels(blocks)
  const clauses = { numbers: numbersOf(labels, blocks), keywords: new Set(labels.map(({ keyword }) => keyword.replace(/s$/, ''))) }
  const starts = new Map(labels.map((label) => [label.block, label.to]))
  const pattern = referencePattern(words.references)
  return blocks.flatMap((block) => {
    const found: Fault[] = []
    for (const match of block.prose.matchAll(pattern)) {
      if (match.index < (starts.get(block) ?? 0) && match.index === 0) continue
      for (const number of deadNumbers(match, block, clauses, words.references)) {
        found.push({
          rule: 'dead_reference',
          severity: 'error',
          ...placeIn(block, match.index, match.index + match[0].length),
          message: `The text refers to ${match[0].trim()}, and it has no clause ${number}.`,
          fix: 'Refer to an existing clause.',
        })
      }
    }
    return found
  })
}

function referencePattern({ sections, articles, and }: ReferenceWords): RegExp {
  const word = `(?<section>${sections})|(?<article>${articles})`
  // “L. 212-1” is an article of a French code.
  const one = `(?:${NUMBER}|(?![LCD](?![\\p{L}]))[IVXLC]{1,7}(?![\\p{L}\\p{N}]))${LETTERS}`
  return compile(`(?<![\\p{L}\\p{N}])(?:${word})\\s{0,2}(?<first>${one})(?<more>(?:\\s?(?:,|–|-|${and})\\s?${one}){0,5})`, 'giu')
}

function deadNumbers(match: RegExpExecArray, block: Block, clauses: Clauses, words: ReferenceWords): string[] {
  const { section, article, first = '', more = '' } = match.groups ?? {}
  const before = block.prose.slice(Math.max(0, match.index - 40), match.index)
  const after = block.prose.slice(match.index + match[0].length, match.index + match[0].length + 80).replace(ORDINAL, '')
  const isOwn = compile(`^[\\s,]*(?:(?:${words.of})\\s)?(?:${words.own})(?![\\p{L}\\p{N}])`, 'iu').test(after)
  if (!isOwn && isOfLaw(before, after, words)) return []
  const keyword = (section ?? article ?? '').toLowerCase().replace(/s$|\.$/g, '')
  const isKnownWord = [...clauses.keywords].some(
    (one) => one !== '' && (one.startsWith(keyword) || keyword.startsWith(one.replace('.', ''))),
  )
  if (article !== undefined && !isOwn && !isKnownWord) return []
  const all = [first, ...more.split(compile(`,|–|-|\\s(?:${words.and})\\s`, 'iu'))]
    .map((one) => one.replace(/\s/g, ''))
    .filter((one) => one !== '')
  return all.filter((one) => !exists(one, clauses.numbers))
}

function isOfLaw(before: string, after: string, { of, own, laws }: ReferenceWords): boolean {
  if (SHORT_LAW.test(after) && SHORT_LAW_CASE.test(after.slice(0, 40))) return true
  if (compile(`^[\\s,)]*(?:\\([^()]{0,20}\\)[\\s,]*)?(?:${of})\\s?(?!(?:${own})(?![\\p{L}]))`, 'iu').test(after)) return true
  return (
    compile(`(?:(?<![\\p{L}])(?:${laws})|\\p{Lu}{3,}|U\\.S\\.C\\.|C\\.F\\.R\\.)[\\s,(]*(?:\\d{1,4}[\\s,]*)?$`, 'u').test(
      before.replace(/§\s*$/, ''),
    ) || compile(`(?<![\\p{L}])(?:${laws})[\\s,(]*(?:\\d{1,4}[\\s,]*)?$`, 'iu').test(before)
  )
}

function exists(reference: string, numbers: ReadonlySet<string>): boolean {
  const [, number = '', letters = ''] = /^([\d.]{1,30}|[IVXLC]{1,10})([\s\S]{0,30})/i.exec(reference) ?? []
  const numeric = /^\d/.test(number) ? number.split('.').map(Number).join('.') : String(fromRoman(number))
  if (/^[a-z]/.test(number)) return true
  const [letter] = /\([a-z\d]{1,4}\)/i.exec(letters) ?? []
  if (!numbers.has(numeric)) return false
  const hasLetters = letter !== undefined && [...numbers].some((one) => one.startsWith(`${numeric}(`))
  return !hasLetters || numbers.has(`${numeric}${letter.toLowerCase()}`)
}

/** Returns the numbers that a reference may have: the numbers of clauses, of what they are in, and of the items in them. */
function numbersOf(labels: readonly Label[], blocks: readonly Block[]): Set<string> {
  const numbers = new Set<string>()
  const byBlock = new Map(labels.map((label) => [label.block, label]))
  let clause = ''
  let heading = ''
  for (const block of blocks) {
    const label = byBlock.get(block)
    if (label === undefined) continue
    const own = label.numbers.join('.')
    if (label.letter !== undefined) numbers.add(`${clause}(${label.letter})`)
    else if (label.style === 'parenthesis') {
      numbers.add(`${clause}(${own})`)
      numbers.add(`${clause}.${own}`)
    } else {
      for (let length = 1; length <= label.numbers.length; length++) numbers.add(label.numbers.slice(0, length).join('.'))
      const path = block.item?.path.join('.')
      if (label.style === 'list' && path !== undefined) {
        numbers.add(path)
        if (heading !== '') numbers.add(`${heading}.${path}`)
      }
      if (label.style === 'heading') heading = own
      clause = own
    }
  }
  return numbers
}
