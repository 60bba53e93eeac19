import { contrastOf } from '../../.storybook/overlay/contrast.ts'

/** Text of this size or less, in px, is for screen readers only. */
const HIDDEN_SIZE = 1

/** Returns the lowest contrast of visible text in a page, as measured. An open dialog hides what is behind it. `undefined`: no text. */
export function lowestContrast(page: Document): number | undefined {
  const root = [...page.querySelectorAll('dialog[open]')].at(-1) ?? page.body
  const contrasts = [...root.querySelectorAll('*')].filter(showsText).map(contrastOf)
  return contrasts.length === 0 ? undefined : Math.min(...contrasts)
}

function showsText(element: Element): boolean {
  const hasText = [...element.childNodes].some(
    ({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim(),
  )
  if (!hasText || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return Math.min(width, height) > HIDDEN_SIZE
}
