import { type ThemeChoices, toTheme } from '../kept-theme.ts'

/** The part of an address that has the choices of the theme lab, as JSON. */
const PREFIX = '#theme='

/** Returns the address of the theme lab with these choices, without the logo. It shows the page without the frame of Storybook. */
export function shareLink({ logo, ...choices }: ThemeChoices): string {
  const link = new URL(location.href)
  link.hash = `${PREFIX}${encodeURIComponent(JSON.stringify(choices))}`
  return link.href
}

/** Returns the choices in the address of this page, or `undefined` when it has none or they are damaged. */
export function readSharedChoices(): ThemeChoices | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined
  try {
    const choices: unknown = JSON.parse(decodeURIComponent(location.hash.slice(PREFIX.length)))
    if (typeof choices !== 'object' || choices === null) return undefined
    toTheme(choices)
    return choices
  } catch {
    return undefined
  }
}
