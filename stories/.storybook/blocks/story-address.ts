import { toSearch } from './story-link.tsx'

/** Returns the address of a story in a separate page. Nothing shows findings of axe there, so it does not run. */
export function toStoryAddress(id: string, globals: Readonly<Record<string, string>> = {}): string {
  return `iframe.html?id=${id}&viewMode=story&globals=${toSearch({ ...globals, 'a11y.manual': '!true' })}`
}
