/** Returns the opacity of a computed color, between 0 and 1. */
export function opacityOf(color: string): number {
  return color === 'transparent' ? 0 : Number(/(?:^rgba.*,|\/) (\S+)\)$/.exec(color)?.[1] ?? 1)
}

/** Returns the lightness of a computed color, between 0 and 1; `undefined` when it is not in RGB. */
export function lightnessOf(color: string): number | undefined {
  const [red, green, blue] = /^rgba?\((\d+), (\d+), (\d+)/.exec(color)?.slice(1).map(Number) ?? []
  return red === undefined || green === undefined || blue === undefined ? undefined : (red + green + blue) / 765
}

/** Returns whether text stands directly in an element. */
export function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** The styles that draw something before or after the content of an element. */
export function pseudoElementsOf(element: Element): readonly CSSStyleDeclaration[] {
  const styles = ['::before', '::after'].map((name) => getComputedStyle(element, name))
  return styles.filter(({ content, display }) => !/^(?:none|normal)$/.test(content) && display !== 'none')
}
