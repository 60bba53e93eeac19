import { type ReactNode, useState } from 'react'
import { saveFile } from './save-file.ts'

/** A generated file: its text, and buttons that copy and download it. */
export function CodeFile({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  const [copied, setCopied] = useState('')
  return (
    <section className="code-file" aria-label={name}>
      <div className="code-file-bar">
        <code>{name}</code>
        <span className="workshop-actions">
          <button
            type="button"
            onClick={() =>
              navigator.clipboard.writeText(text).then(
                () => setCopied(text),
                () => select(name),
              )
            }
          >
            {copied === text ? 'Copied' : 'Copy'}
          </button>
          <button type="button" className="strong" onClick={() => saveFile(name, text)}>
            Download
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre tabIndex={0} data-file={name}>
        {text}
      </pre>
    </section>
  )
}

/** Selects the text of the file, where the browser does not let the page write to the clipboard. */
function select(name: string): void {
  const text = document.querySelector(`[data-file="${CSS.escape(name)}"]`)
  if (text !== null) getSelection()?.selectAllChildren(text)
}
