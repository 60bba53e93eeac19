/** A part of a component on a page. */
export interface Part {
  /** The value of `data-part`. */
  readonly name: string
  /** The name of the element. */
  readonly element: string
  readonly box: { readonly top: number; readonly left: number; readonly width: number; readonly height: number }
  /** The design tokens that its own rules use, without `--licet-`. */
  readonly tokens: readonly string[]
}

const TOKEN = /var\(--licet-([a-z0-9-]+)/g

/** Reads the visible parts of a page in their order, each name once. */
export function readParts(page: Document, wanted?: readonly string[]): readonly Part[] {
  const rules = [...page.styleSheets].flatMap((sheet) => toStyleRules(sheet.cssRules))
  const parts = new Map<string, Part>()
  for (const element of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const name = element.dataset.part ?? ''
    const { top, left, width, height } = element.getBoundingClientRect()
    if (parts.has(name) || width === 0 || height === 0 || wanted?.includes(name) === false) continue
    parts.set(name, { name, element: element.localName, box: { top, left, width, height }, tokens: tokensOf(element, rules) })
  }
  return [...parts.values()]
}

function tokensOf(element: Element, rules: readonly CSSStyleRule[]): readonly string[] {
  const used = rules
    .filter(({ selectorText }) => element.matches(selectorText))
    .flatMap(({ style }) => [...style.cssText.matchAll(TOKEN)].map(([, token = '']) => token))
  return [...new Set(used)].sort()
}

/** The rules belong to another page, so `instanceof` does not recognize them. */
function toStyleRules(rules: CSSRuleList): readonly CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    const own = 'selectorText' in rule ? [rule as CSSStyleRule] : []
    return 'cssRules' in rule ? [...own, ...toStyleRules(rule.cssRules as CSSRuleList)] : own
  })
}
