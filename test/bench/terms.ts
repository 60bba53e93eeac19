import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type * as Diff from '../../src/terms/diff.ts'
import type * as Terms from '../../src/terms/index.ts'
import type * as Lint from '../../src/terms/lint.ts'
import { dist } from '../support/dist.ts'
import { median, printTable } from './table.ts'

const SIZES_KB = [2, 9, 60, 200]
const MIN_MS = 300
const WORDS =
  'you may use the data that we keep for as long as this license lasts and no longer than that unless you agree again'.split(' ')

// The published files, as an application gets them.
const terms: typeof Terms = await import(join(dist, 'terms/index.js'))
const diff: typeof Diff = await import(join(dist, 'terms/diff.js'))
const lint: typeof Lint = await import(join(dist, 'terms/lint.js'))

/** Documents per second: compile, hash, lint, and the redline of two texts of which one word in twenty differs. */
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
  printTable('Terms: documents per second, one core', ['size', 'compile', 'hash', 'lint', 'redline', 'redline, ms'], rows)
}

// The shipped template, with as many more clauses as the size asks for.
function agreementOf(length: number): Terms.DefinedAgreement {
  const agreement = terms.defineAgreement({
    company: { name: 'Pomelo Market', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: '10 points for each receipt',
    expiry: null,
  })
  const tree: Terms.TemplateBlock[] = [...agreement.template.tree]
  let seed = 1
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return WORDS[seed % WORDS.length]
  }
  for (let more = length - terms.compileTerms(agreement).length; more > 0; more -= 800) {
    tree.push(['h', 2, [`More ${more}`]], ['p', [Array.from({ length: 160 }, word).join(' '), ' ', ['$', 'company.name']]])
  }
  return { ...agreement, template: { ...agreement.template, tree } }
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
