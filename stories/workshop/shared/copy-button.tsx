import { type ReactNode, useState } from 'react'

/** Props of {@link CopyButton}. */
export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** The label after the text was copied, until the text changes. */
  readonly copiedLabel: string
  /** Called where the browser does not let the page write to the clipboard. */
  readonly onBlocked: () => void
}

/** A button that copies a text. */
export function CopyButton({ text, label, copiedLabel, onBlocked }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState('')
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(text), onBlocked)
  return (
    <button type="button" onClick={copy}>
      {copied === text ? copiedLabel : label}
    </button>
  )
}
