import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type * as Diff from '../../src/terms/diff/index.ts'
import type * as Terms from '../../src/terms/index.ts'
import type * as Lint from '../../src/terms/lint/index.ts'
import { dist } from '../support/dist.ts'
import { median, printTable } from '../support/print-table.ts'
import { extendTerms } from './extend-terms.ts'

const SIZES_KB = [2, 9, 60, 200]
const MIN_MS = 300

// The published files.
const terms: typeof Terms = await import(join(dist, 'terms/index.js'))
const diff: typeof Diff = await import(join(dist, 'terms/diff/index.js'))
const lint: typeof Lint = await import(join(dist, 'terms/lint/index.js'))

/** Measures documents per second: compile, hash, lint, and diff of two texts in which one word in twenty differs. */
export function measureTerms(): void {
  const rows = SIZES_KB.map((kB) => {
    const agreement = agreementOf(kB * 1000)
    const text = terms.compileTerms(agreement)
    const other = text.replace(/\b\w+\b/g, (word, at: number) => (at % 20 === 0 ? 'changed' : word))
    return [
      `${(text.length / 1000).toFixed(0)} kB`,
      perSecond(() => terms.compileTerms(agreement)),
      perSecond(() => terms.hashTerms(text, (bytes) => new Uint8Array(createHash('sha3-256').update(bytes).digest()))),
      perSecond(() => lint.lintTerms(text, { agreement })),
      perSecond(() => diff.diffTerms(text, other)),
      (1000 / perSecond(() => diff.diffTerms(text, other))).toFixed(1),
    ]
  })
  printTable('Terms: documents per second, one core', ['size', 'compile', 'hash', 'lint', 'diff', 'diff, ms'], rows)
}

function agreementOf(length: number): Terms.DefinedAgreement {
  const agreement = terms.defineAgreement({
    company: { name: 'Pomelo Market', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: '10 points for each receipt',
    expiry: null,
  })
  return extendTerms(terms, agreement, length)
}

function perSecond(act: () => unknown): number {
  const rates = [0, 1, 2].map(() => {
    const start = performance.now()
    let runs = 0
    while (performance.now() - start < MIN_MS) {
      act()
      runs++
    }
    return (runs / (performance.now() - start)) * 1000
  })
  const rate = median(rates)
  return rate > 100 ? Math.round(rate) : Number(rate.toFixed(1))
}
