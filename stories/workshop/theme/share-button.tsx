import { type ReactNode, useState } from 'react'
import type { ThemeChoices } from '../kept-theme.ts'
import { shareLink } from './share-link.ts'

/** Copies a link to the theme lab with these choices. Where the browser does not let the page copy, the button becomes the link. */
export function ShareButton({ choices }: { readonly choices: ThemeChoices }): ReactNode {
  const [copied, setCopied] = useState('')
  const [isBlocked, setIsBlocked] = useState(false)
  const link = shareLink(choices)
  if (isBlocked) return <a href={link}>Link to this theme</a>
  return (
    <button
      type="button"
      onClick={() =>
        navigator.clipboard.writeText(link).then(
          () => setCopied(link),
          () => setIsBlocked(true),
        )
      }
    >
      {copied === link ? 'Link copied' : 'Share link'}
    </button>
  )
}
