/** Filters that hide what they apply to. The end of an animation often leaves a filter without effect. */
export const HIDING_FILTER = /blur\((?!0px)|opacity\((?!1\)|100%)|url/

/** Returns the opacity of a computed color, between 0 and 1. */
export function opacityOf(color: string): number {
  return color === 'transparent' ? 0 : Number(/(?:^rgba.*,|\/) (\S+)\)$/.exec(color)?.[1] ?? 1)
}

/** Returns whether text stands directly in an element. */
export function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** Returns whether styles draw something before or after the content of an element. */
export function hasPseudoElement(element: Element): boolean {
  return ['::before', '::after'].some((name) => !/^(?:none|normal)$/.test(getComputedStyle(element, name).content))
}
