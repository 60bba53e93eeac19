import { join } from 'node:path'
import type * as Terms from '../../src/terms/index.ts'
import type * as Lint from '../../src/terms/lint/index.ts'
import { PARTS, readContracts } from '../support/contracts.ts'
import { dist } from '../support/dist.ts'
import { measureContracts, type RuleResult } from '../support/measure-linter.ts'
import { printTable } from '../support/print-table.ts'

// The published files.
const { defineAgreement }: typeof Terms = await import(join(dist, 'terms/index.js'))
const { lintTerms, lintTranslations }: typeof Lint = await import(join(dist, 'terms/lint/index.js'))

/** Measures the linter on the contracts of `test/fixtures/contracts`: recall and false findings for each rule, part by part. */
export function measureLint(): void {
  for (const part of PARTS) {
    const contracts = readContracts(part)
    const { rules, clean, missed, falseFindings } = measureContracts(contracts, { defineAgreement, lintTerms, lintTranslations })
    const faulty = contracts.filter(({ faults }) => faults.length > 0).length
    const title = `Linter, ${part} part: ${faulty} contracts with faults and ${contracts.length - faulty} clean ones`
    printTable(title, ['rule', 'seeded', 'found', 'recall', 'false', 'false in clean'], [...rules.map(toRow), toRow(sum(rules))])
    console.log(`Clean texts: ${clean.errors} false errors, at most ${clean.mostWarnings} false warnings in one text.`)
    if (process.env.LINT_DETAILS !== undefined) for (const line of [...missed, ...falseFindings]) console.log(line)
  }
}

function toRow({ rule, seeded, found, false: wrong, falseInClean }: RuleResult) {
  return [rule, seeded, found, seeded === 0 ? '–' : (found / seeded).toFixed(2), wrong, falseInClean]
}

function sum(rules: readonly RuleResult[]): RuleResult {
  const add = (read: (one: RuleResult) => number) => rules.reduce((total, one) => total + read(one), 0)
  return {
    rule: 'all',
    seeded: add((one) => one.seeded),
    found: add((one) => one.found),
    false: add((one) => one.false),
    falseInClean: add((one) => one.falseInClean),
  }
}
