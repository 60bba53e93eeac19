import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', notify)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', notify)
  }
}

/** Returns the path of the current page. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** Navigates to a path of this app, as a link does. */
export function navigate(path: string): void {
  history.pushState(null, '', path)
  scrollTo(0, 0)
  notify()
}

/** A link to a page of this app. */
export function Link({ href, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const path = usePath()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} aria-current={path === href ? 'page' : undefined} onClick={follow} {...rest} />
}
