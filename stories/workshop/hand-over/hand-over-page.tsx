import './hand-over.css'
import { type ReactNode, useMemo, useState } from 'react'
import { completeTokens, readValue } from '../../../src/theme/formats/token-values.ts'
import type { Theme } from '../../../src/theme/index.ts'
import { readKeptTheme } from '../kept-theme.ts'
import { CodeFile } from '../shared/code-file.tsx'
import { Segments } from '../shared/field.tsx'
import { languageName } from '../shared/language-name.ts'
import { VerdictLine } from '../shared/verdict-line.tsx'
import { WorkshopPage } from '../shared/workshop-page.tsx'
import { checkWording } from '../terms/check-wording.ts'
import { hasSampleAddress, readKeptDraft } from '../terms/draft.ts'
import { describeSample, sampleTextsOf } from '../terms/sample-texts.ts'
import { localesOf } from '../terms/template-library.ts'
import { TermsPreview } from '../terms/terms-preview.tsx'
import { collectHandOver } from './collect-hand-over.ts'
import { fontOf, HAND_OVER_FILE, type HandedScheme, writeHandOver } from './write-hand-over.ts'

/** The theme and the terms that are kept in this browser, as one file for a developer. */
export function HandOverPage({ scheme }: { readonly scheme: 'light' | 'dark' }): ReactNode {
  const [draft] = useState(readKeptDraft)
  const [theme] = useState(readKeptTheme)
  const checked = useMemo(() => localesOf(draft).map((locale) => checkWording(draft, locale)), [draft])
  const whole = checked.filter(({ terms }) => terms !== undefined)
  const [chosen, setChosen] = useState(() => whole.map(({ locale }) => locale))
  const [handed, setHanded] = useState<HandedScheme>('system')
  const text = useMemo(
    () => (chosen.length === 0 ? undefined : writeHandOver(collectHandOver(draft, { locales: chosen, scheme: handed }))),
    [draft, chosen, handed],
  )
  const font = theme && fontOf(theme)
  const [first] = whole.filter(({ locale }) => chosen.includes(locale))
  return (
    <WorkshopPage here="Hand over" title="Hand over">
      <div className="hand-over">
        <section className="panel" aria-labelledby="hand-over-file">
          <h2 id="hand-over-file">One file for your developer</h2>
          <p className="lead">It has the theme and the logo from the theme lab, and the terms from the playground.</p>
          <fieldset className="choices-line">
            <legend>Languages</legend>
            {checked.map(({ locale, terms }) => (
              <label key={locale}>
                <input
                  type="checkbox"
                  disabled={terms === undefined}
                  checked={chosen.includes(locale)}
                  onChange={({ target }) =>
                    setChosen(
                      whole.map((one) => one.locale).filter((one) => (one === locale ? target.checked : chosen.includes(one))),
                    )
                  }
                />
                {languageName(locale)}
              </label>
            ))}
          </fieldset>
          <Segments<HandedScheme>
            label="Light or dark"
            options={[
              { value: 'system', label: 'As the device' },
              { value: 'page', label: 'As the page' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={handed}
            onChange={setHanded}
          />
          <ul className="verdicts">
            <VerdictLine
              ok={theme !== undefined}
              label={theme === undefined ? 'This is the theme of Licet. Make your own on the page Theme.' : 'Your theme'}
              value={theme && <ThemeSwatches theme={theme} scheme={scheme} />}
            />
            {font !== undefined && <VerdictLine ok label={`Font: ${font}. The file explains how to load it.`} />}
            {hasSampleAddress(draft) && (
              <VerdictLine
                ok={false}
                label="The addresses are those of the sample company. Write those of your company on the page Word."
              />
            )}
            {sampleTextsOf(draft)
              .filter(({ locale }) => chosen.includes(locale))
              .map((one) => (
                <VerdictLine
                  key={one.locale}
                  ok={false}
                  label={`${describeSample(languageName(one.locale), one)} Write your own on the page Word.`}
                />
              ))}
            {checked
              .filter(({ locale, terms }) => terms === undefined || chosen.includes(locale))
              .map(({ locale, findings, terms }) => (
                <VerdictLine
                  key={locale}
                  ok={findings.length === 0}
                  label={
                    terms === undefined
                      ? `${languageName(locale)}: the wording has a fault. Correct it in the playground.`
                      : `${languageName(locale)}: ${findings.length === 0 ? 'no findings' : `${findings.length} findings`}`
                  }
                />
              ))}
          </ul>
          {text === undefined ? <p role="alert">Choose at least one language.</p> : <CodeFile name={HAND_OVER_FILE} text={text} />}
        </section>
        <section className="preview" aria-label="Preview">
          {first && <TermsPreview view="screen" scheme={scheme} checked={first} saved={undefined} />}
        </section>
      </div>
    </WorkshopPage>
  )
}

/** The colors by which a person knows the theme again. */
function ThemeSwatches({ theme, scheme }: { readonly theme: Theme; readonly scheme: 'light' | 'dark' }): ReactNode {
  const tokens = completeTokens(theme)
  const shown = ['color-accent', 'color-surface', 'color-text'] as const
  return (
    <span className="swatches">
      {shown.map((name) => (
        <span key={name} style={{ background: readValue(tokens, name, scheme) }} />
      ))}
    </span>
  )
}
