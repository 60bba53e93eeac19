import { type ReactNode, useState } from 'react'
import { fromCss, fromDtcg, type ThemeTokens } from '../../../src/theme/index.ts'
import { type ThemeChoices, toTheme } from '../kept-theme.ts'
import { Field } from '../shared/field.tsx'

/** Props of {@link PasteTokens}. */
export interface PasteTokensProps {
  readonly onPaste: (choices: ThemeChoices) => void
}

/** A field for design tokens: JSON of the Design Tokens Format, or CSS with variables. An error is shown below the field. */
export function PasteTokens({ onPaste }: PasteTokensProps): ReactNode {
  const [text, setText] = useState('')
  const [result, setResult] = useState<{ readonly error?: string; readonly note?: string }>({})
  const apply = () => {
    const unknown: string[] = []
    try {
      const choices = { tokens: readTokens(text, unknown) }
      toTheme(choices)
      onPaste(choices)
      setResult(
        unknown.length === 0
          ? { note: 'The tokens are in use.' }
          : { note: `In use, without tokens that Licet does not have: ${unknown.join(', ')}.` },
      )
    } catch (error) {
      setResult({ error: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <details className="paste">
      <summary>Paste design tokens</summary>
      <Field label="Tokens as JSON or CSS" error={result.error}>
        {(ids) => (
          <textarea
            {...ids}
            aria-invalid={result.error !== undefined}
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <button type="button" onClick={apply}>
        Use these tokens
      </button>
      <p role="status">{result.note}</p>
    </details>
  )
}

/** @throws {TypeError | SyntaxError} when the text is not JSON, or has no token of Licet. */
function readTokens(text: string, unknown: string[]): ThemeTokens {
  if (/^\s*[{[]/.test(text)) return fromDtcg(parseJson(text), { onUnknown: (name) => unknown.push(name) })
  return fromCss(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : ''
    const position = /position (\d+)/.exec(reason)?.[1]
    const line = position === undefined ? '' : ` in line ${text.slice(0, Number(position)).split('\n').length}`
    throw new SyntaxError(`This is not JSON${line}, so the theme did not change. ${reason}. Correct it, and try again.`)
  }
}
