import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Theme } from '../../../src/theme/index.ts'
import { CodeFile } from '../shared/code-file.tsx'
import { Segments } from '../shared/field.tsx'
import { THEME_FORMATS, type ThemeFormat } from './theme-formats.ts'

/** The theme as a file in one of the formats. */
export function ExportDialog({ theme, onClose }: { readonly theme: Theme; readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState('css')
  useEffect(() => dialog.current?.showModal(), [])
  const format = THEME_FORMATS.find(({ id }) => id === chosen)
  return (
    <dialog ref={dialog} className="export-dialog" aria-label="Export the theme" onClose={onClose}>
      <div className="live-screen-bar">
        <h2>Export the theme</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <Segments
        label="Format"
        options={THEME_FORMATS.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
      />
      {format && <Written format={format} theme={theme} />}
    </dialog>
  )
}

function Written({ format, theme }: { readonly format: ThemeFormat; readonly theme: Theme }): ReactNode {
  const text = tryWrite(format, theme)
  if (typeof text === 'string') return <CodeFile name={format.file} text={text} />
  return (
    <p className="field-error" role="alert">
      {text.message}
    </p>
  )
}

function tryWrite(format: ThemeFormat, theme: Theme): string | TypeError {
  try {
    return format.write(theme)
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}
