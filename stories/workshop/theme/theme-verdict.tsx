import type { ReactNode } from 'react'
import type { Theme, ThemeCorrection } from '../../../src/theme/index.ts'
import { toLabel } from '../shared/to-label.ts'
import { VerdictLine } from '../shared/verdict-line.tsx'
import { contrastsOf, formatRatio } from './contrasts.ts'

/** What the theme keeps in a scheme, and what was corrected so that it does. */
export function ThemeVerdict({ theme, scheme }: { readonly theme: Theme; readonly scheme: 'light' | 'dark' }): ReactNode {
  const corrections = theme.report.filter((one) => one.scheme === undefined || one.scheme === scheme)
  return (
    <section aria-labelledby="theme-verdict">
      <h2 id="theme-verdict">What the theme keeps</h2>
      <ul className="verdicts">
        {contrastsOf(theme, scheme).map(({ label, ratio, minimum }) => (
          <VerdictLine key={label} ok={ratio >= minimum} label={label} value={formatRatio(ratio)} />
        ))}
        <VerdictLine ok label="Touch targets" value="≥ 44 px" />
        {corrections.map((correction) => (
          <VerdictLine
            key={correction.token}
            ok={false}
            label={
              <>
                {toLabel(correction.token)} {correction.asked === correction.given ? 'could not be checked.' : 'was changed.'}
                <small>{correction.why}</small>
              </>
            }
            value={<Swatches {...correction} />}
          />
        ))}
      </ul>
    </section>
  )
}

function Swatches({ token, asked, given }: ThemeCorrection): ReactNode {
  if (!token.startsWith('color-')) return given
  return (
    <span className="swatches">
      {[asked, given].map((color) => (
        <span key={color} style={{ background: color }} title={color} />
      ))}
    </span>
  )
}
