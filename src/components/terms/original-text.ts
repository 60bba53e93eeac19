/** The text of a region as the kit rendered it. */
export interface OriginalText {
  /** Returns whether the region still has this text. */
  readonly isUnchanged: () => boolean
  /** Returns whether most of its text nodes changed. */
  readonly isMostlyChanged: () => boolean
  /** Puts the text back, with the nodes that React knows. */
  readonly restore: () => void
}

/** Remembers the nodes and the text of a region. Elements in `ignored` may change: they are no part of the text. */
export function rememberText(region: Element, ignored: string): OriginalText {
  const children = new Map<Element, readonly Node[]>()
  const texts = new Map<Node, string | null>()
  for (const element of [region, ...region.querySelectorAll('*')]) {
    if (element.closest(ignored) !== null) continue
    const nodes = [...element.childNodes]
    children.set(element, nodes)
    for (const node of nodes) if (node.nodeType !== Node.ELEMENT_NODE) texts.set(node, node.nodeValue)
  }
  const original = textOf(region, ignored)
  return {
    isUnchanged: () => textOf(region, ignored) === original,
    isMostlyChanged() {
      // A translation changes no white space between elements.
      const words = [...texts].filter(([, text]) => text?.trim())
      const changed = words.filter(([node, text]) => node.nodeValue !== text || !region.contains(node))
      return changed.length > words.length / 2
    },
    restore() {
      for (const [node, text] of texts) node.nodeValue = text
      for (const [element, nodes] of children) element.replaceChildren(...nodes)
    },
  }
}

/**
 * Returns the language into which the browser translated a region whose text changed: a BCP 47 tag, or `und` when the browser does not report it.
 * `undefined`: something else changed the text.
 *
 * Chrome sets a class on the page and adds `<font>` elements. Chrome, Safari and Firefox change the language of the page. Edge adds attributes.
 * The language alone does not excuse a change of a few words.
 *
 * @param pageLanguage The language of the page when the text was rendered.
 */
export function translationOf(region: Element, pageLanguage: string, isMostlyChanged: () => boolean): string | undefined {
  const { documentElement: page } = region.ownerDocument
  const hasClass = page.matches('.translated-ltr, .translated-rtl')
  const hasLanguage = page.lang !== pageLanguage
  const hasMark = hasClass || region.querySelector('font, [_msttexthash]') !== null
  if (!hasMark && !(hasLanguage && isMostlyChanged())) return undefined
  return (hasClass || hasLanguage) && LANGUAGE.test(page.lang) ? page.lang : 'und'
}

// BCP 47, without its rarer forms.
const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i

function textOf(region: Element, ignored: string): string {
  let text = ''
  for (const node of region.childNodes)
    if (node.nodeType !== Node.ELEMENT_NODE || !(node as Element).matches(ignored)) text += node.textContent
  return text
}
