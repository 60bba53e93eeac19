import type { MouseEvent, ReactNode } from 'react'
import { NAVIGATE_URL } from 'storybook/internal/core-events'
import { addons } from 'storybook/preview-api'

/** Props of {@link StoryLink}. */
export interface StoryLinkProps {
  /** Address of a page of Storybook: `/docs/components-decision--docs`, `/story/components-decision--open`. */
  readonly to: string
  /** Values of the toolbar on that page. */
  readonly globals?: Readonly<Record<string, string>> | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** Links to a page of Storybook. It opens without loading Storybook again. */
export function StoryLink({ to, globals, className, children }: StoryLinkProps): ReactNode {
  const search = `?path=${to}${globals === undefined ? '' : `&globals=${toSearch(globals)}`}`
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // Storybook keeps the globals of the page that is left, so a link with globals loads it again.
    if (globals === undefined) addons.getChannel().emit(NAVIGATE_URL, search)
    else window.open(`./${search}`, '_top')
  }
  return (
    <a href={`./${search}`} target="_top" className={className} onClick={follow}>
      {children}
    </a>
  )
}

/** Returns globals as Storybook writes them in an address: `theme:warm;scheme:dark`. */
export function toSearch(globals: Readonly<Record<string, string>>): string {
  return Object.entries(globals)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
