import { type Fault, placeIn } from '../finding.ts'
import type { Judged, Rule } from '../judged.ts'
import { type Label, readLabels } from '../read-labels.ts'

interface Sequence {
  last: number
  readonly seen: Set<number>
}

/** Finds numbers of clauses that occur twice, or are missing between their neighbors. */
export const findNumbering: Rule = (judged) => {
  const labels = new Map(readLabels(judged.blocks).map((label) => [label.block, label]))
  const sequences = new Map<string, Sequence>()
  const faults: Fault[] = []
  for (const block of judged.blocks) {
    if (block.kind === 'heading') startSection(sequences, block.depth ?? 1, isExhibit(judged, block.text))
    const label = labels.get(block)
    const number = label?.numbers.at(-1)
    if (label === undefined || number === undefined) continue
    const key = keyOf(label)
    const sequence = sequences.get(key) ?? continued(sequences, label)
    sequences.set(key, sequence)
    if (label.style !== 'parenthesis') sequences.delete('parenthesis')
    const fault = judgeNumber(sequence, number, label)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

function judgeNumber(sequence: Sequence, number: number, label: Label): Fault | undefined {
  const { last, seen } = sequence
  if (number === 1 && last > 1) seen.clear()
  const isDuplicate = seen.has(number)
  const isSkipped = seen.size > 0 && number > last + 1
  seen.add(number)
  sequence.last = number
  if (!isDuplicate && !isSkipped) return undefined
  const name = label.numbers.join('.')
  const place = placeIn(label.block, label.from, label.to)
  if (isDuplicate) {
    const message = `The number ${name} occurs twice, so a reference to it is ambiguous.`
    return { rule: 'duplicate_number', severity: 'warning', ...place, message, fix: 'Number the clauses again.' }
  }
  const before = [...label.numbers.slice(0, -1), last].join('.')
  const message = `The number ${name} follows ${before}. A clause may be missing.`
  return {
    rule: 'skipped_number',
    severity: 'warning',
    ...place,
    message,
    fix: 'Add the missing clause, or number the clauses again.',
  }
}

function keyOf({ style, numbers, keyword, block }: Label): string {
  if (style === 'decimal') return `decimal ${numbers.slice(0, -1).join('.')} ${keyword}`
  if (style === 'heading') return `heading ${block.depth ?? 0} ${keyword}`
  if (style === 'list') return `list ${block.item?.list}`
  return style
}

// A list that begins with 4 continues the list with 3, which another block interrupted.
function continued(sequences: ReadonlyMap<string, Sequence>, { style, numbers }: Label): Sequence {
  const number = numbers.at(-1) ?? 1
  const before = style === 'list' && number > 1 ? [...sequences].filter(([key]) => key.startsWith('list')).at(-1)?.[1] : undefined
  return before !== undefined && before.last < number ? before : { last: 0, seen: new Set() }
}

function startSection(sequences: Map<string, Sequence>, depth: number, isExhibit: boolean): void {
  for (const key of [...sequences.keys()]) {
    const [style, level] = key.split(' ')
    const isInside = style === 'heading' ? Number(level) > depth : style === 'parenthesis' || style === 'list'
    if (isExhibit || isInside) sequences.delete(key)
  }
}

function isExhibit({ words }: Judged, text: string): boolean {
  return words !== undefined && text.search(words.exhibit) === 0
}
