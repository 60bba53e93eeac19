import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', announce)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', announce)
  }
}

/** The path that is on screen. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** Goes to a path of this app, as a link does. */
export function go(path: string): void {
  history.pushState(null, '', path)
  scrollTo(0, 0)
  announce()
}

/** A link inside this app. */
export function Link({ href, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const path = usePath()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(href)
  }
  return <a href={href} aria-current={path === href ? 'page' : undefined} onClick={follow} {...rest} />
}
