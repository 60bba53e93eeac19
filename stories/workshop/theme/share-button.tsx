import { type ReactNode, useState } from 'react'
import type { ThemeChoices } from '../kept-theme.ts'
import { CopyButton } from '../shared/copy-button.tsx'
import { shareLink } from './share-link.ts'

/** Copies a link to the theme lab with these choices. Where the browser does not let the page copy, the button becomes the link. */
export function ShareButton({ choices }: { readonly choices: ThemeChoices }): ReactNode {
  const [isBlocked, setIsBlocked] = useState(false)
  const link = shareLink(choices)
  if (isBlocked) return <a href={link}>Link to this theme</a>
  return <CopyButton text={link} label="Share link" copiedLabel="Link copied" onBlocked={() => setIsBlocked(true)} />
}
