import type { ReactNode } from 'react'
import type { LintFinding } from '../../../src/core/errors.ts'
import { languageName } from '../shared/language-name.ts'
import { VerdictLine } from '../shared/verdict-line.tsx'
import type { CheckedWording } from './check-wording.ts'

/** Highest school grade of terms without a warning, as in the linter. */
const MAX_GRADE = 9

/** Props of {@link Checks}. */
export interface ChecksProps {
  readonly checked: CheckedWording
  /** The other languages of the template. */
  readonly others: readonly CheckedWording[]
  /** What one language has and another lacks. */
  readonly differences: readonly LintFinding[]
  /** Moves to the next finding in the wording. */
  readonly onNext: () => void
  readonly onLocale: (locale: string) => void
}

/** What was checked: reading grade, text against record, and findings, in every language. */
export function Checks({ checked, others, differences, onNext, onLocale }: ChecksProps): ReactNode {
  const { findings, grade, terms } = checked
  const disagrees = findings.some(({ finding }) => /_not_in_(?:record|text)$/.test(finding.rule))
  const inWording = findings.filter(({ range }) => range !== undefined)
  const elsewhere = findings.filter(({ range }) => range === undefined)
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <ul className="verdicts">
        {grade !== undefined && <VerdictLine ok={grade <= MAX_GRADE} label="Reading grade" value={grade.toFixed(1)} />}
        {terms !== undefined && (
          <VerdictLine ok={!disagrees} label={disagrees ? 'Text and record differ' : 'Text and record agree'} />
        )}
        <VerdictLine
          ok={inWording.length === 0}
          label={countOf(inWording.length)}
          value={
            inWording.length > 0 && (
              <button type="button" className="link" onClick={onNext}>
                Show next
              </button>
            )
          }
        />
        {elsewhere.map(({ finding }) => (
          <VerdictLine
            key={finding.rule + finding.message}
            ok={false}
            label={
              <>
                {finding.message}
                <small>{finding.fix}</small>
              </>
            }
          />
        ))}
        {differences.map(({ file, message, words, line, column }) => (
          <VerdictLine
            // Several languages may lack the same words.
            key={`${file} ${line} ${column} ${message}`}
            ok={false}
            label={
              <>
                {file}: {message}
                <small>{words}</small>
              </>
            }
          />
        ))}
        {others.length > 0 && differences.length === 0 && <VerdictLine ok label="Languages agree" />}
        {others.map(({ locale, findings: found }) => (
          <VerdictLine
            key={locale}
            ok={found.length === 0}
            label={`${languageName(locale)}: ${countOf(found.length)}`}
            value={
              <button type="button" className="link" onClick={() => onLocale(locale)}>
                Open<span className="visually-hidden"> {languageName(locale)}</span>
              </button>
            }
          />
        ))}
      </ul>
    </section>
  )
}

function countOf(findings: number): string {
  return findings === 0 ? 'No findings' : findings === 1 ? '1 finding' : `${findings} findings`
}
