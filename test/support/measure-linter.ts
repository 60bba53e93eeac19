import type { LintFinding } from '../../src/core/errors.ts'
import type { defineAgreement } from '../../src/terms/index.ts'
import type { lintTerms, lintTranslations } from '../../src/terms/lint/index.ts'
import type { Contract, SeededFault } from './contracts.ts'

/** What the linter found of one rule. */
export interface RuleResult {
  readonly rule: string
  readonly seeded: number
  readonly found: number
  /** Findings at places without a seeded fault of the rule. */
  readonly false: number
  readonly falseInClean: number
}

/** The linter: from the source in tests, from the build in benchmarks. */
export interface Linter {
  readonly defineAgreement: typeof defineAgreement
  readonly lintTerms: typeof lintTerms
  readonly lintTranslations: typeof lintTranslations
}

/** The result for a part of the contracts. */
export interface LinterResult {
  readonly rules: readonly RuleResult[]
  readonly clean: { readonly errors: number; readonly mostWarnings: number }
  readonly missed: readonly string[]
  readonly falseFindings: readonly string[]
}

/** Rules that the corpus counts together. */
const SAME_RULE: Readonly<Record<string, string>> = {
  raw_html: 'unsupported_markdown',
  html_comment: 'unsupported_markdown',
  front_matter: 'unsupported_markdown',
  image: 'unsupported_markdown',
}

/** Runs the linter over contracts, and compares its findings with the seeded faults. */
export function measureContracts(contracts: readonly Contract[], linter: Linter): LinterResult {
  const results = new Map<string, { seeded: number; found: number; false: number; falseInClean: number }>()
  const missed: string[] = []
  const falseFindings: string[] = []
  const clean = { errors: 0, mostWarnings: 0 }
  const resultOf = (rule: string) => {
    const result = results.get(rule) ?? { seeded: 0, found: 0, false: 0, falseInClean: 0 }
    results.set(rule, result)
    return result
  }
  for (const contract of contracts) {
    const findings = lintContract(contract, linter).filter(({ severity }) => severity !== 'notice')
    const texts = [{ file: `${contract.name}.md`, text: contract.text }, ...contract.translations]
    const isAbout = (finding: LintFinding, fault: SeededFault) => {
      const words = typeof fault.words === 'string' ? [fault.words] : fault.words
      return (
        nameOf(finding) === fault.rule && words.some((one) => one === '' || texts.some((text) => isInBlock(finding, text, one)))
      )
    }
    for (const fault of contract.faults) {
      const result = resultOf(fault.rule)
      result.seeded++
      if (findings.some((finding) => isAbout(finding, fault))) result.found++
      else missed.push(`MISSED ${contract.name} ${fault.rule}: ${fault.words}`)
    }
    const wrong = findings.filter((finding) => !contract.faults.some((fault) => isAbout(finding, fault)))
    for (const finding of wrong) {
      const result = resultOf(nameOf(finding))
      result.false++
      if (contract.faults.length === 0) result.falseInClean++
      falseFindings.push(
        `FALSE ${contract.name}:${finding.line} ${finding.severity} ${finding.rule}: ${finding.words} (${finding.message})`,
      )
    }
    if (contract.faults.length === 0) {
      clean.errors += wrong.filter(({ severity }) => severity === 'error').length
      clean.mostWarnings = Math.max(clean.mostWarnings, wrong.filter(({ severity }) => severity === 'warning').length)
    }
  }
  const rules = [...results].sort(([one], [other]) => (one < other ? -1 : 1)).map(([rule, result]) => ({ rule, ...result }))
  return { rules, clean, missed, falseFindings }
}

function lintContract({ name, locale, text, agreement, translations }: Contract, linter: Linter): LintFinding[] {
  const file = `${name}.md`
  // The text of the contract is its own, so the wording of a template is not compared.
  const { template: _, ...defined } = agreement === undefined ? {} : linter.defineAgreement(agreement)
  const own = linter.lintTerms(text, {
    file,
    locale,
    ...(agreement !== undefined && { agreement: { ...defined, locale } as never }),
  })
  return [...own, ...linter.lintTranslations([{ file, locale, text }, ...translations])]
}

function nameOf({ rule }: LintFinding): string {
  return SAME_RULE[rule] ?? rule
}

/** Returns whether a finding begins in the block of some words: between the empty lines, list items or rows around them. */
function isInBlock({ line, file }: LintFinding, text: { readonly file: string; readonly text: string }, words: string): boolean {
  const at = text.text.indexOf(words)
  if (file !== text.file || at < 0) return false
  const lines = text.text.split('\n')
  const own = text.text.slice(0, at).split('\n').length
  const starts = (number: number) => /^\s*$|^\s*(?:[-*+]|\d{1,3}[.)])\s|^#|^\|/.test(lines[number - 1] ?? '')
  let first = own
  while (first > 1 && !starts(first)) first--
  let last = own
  while (last < lines.length && !starts(last + 1)) last++
  return line >= first && line <= last
}
