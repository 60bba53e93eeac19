import { type ReactNode, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { saveFile } from './save-file.ts'

/** A generated file: its text, and buttons that copy and download it. */
export function CodeFile({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  const shown = useRef<HTMLPreElement>(null)
  const select = () => {
    if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
  }
  return (
    <section className="code-file" aria-label={name}>
      <div className="code-file-bar">
        <code>{name}</code>
        <span className="workshop-actions">
          <CopyButton text={text} label="Copy" copiedLabel="Copied" onBlocked={select} />
          <button type="button" className="strong" onClick={() => saveFile(name, text)}>
            Download
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre ref={shown} tabIndex={0} data-file={name}>
        {text}
      </pre>
    </section>
  )
}
