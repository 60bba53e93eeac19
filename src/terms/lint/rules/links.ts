import { fragmentOf, headingTargets } from '../../markdown/heading-targets.ts'
import { ADDRESS, type Block, type LinkedText } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import type { Rule } from '../judged.ts'

const SAFE = /^(?:https:\/\/|mailto:|tel:|#|http:\/\/(?:localhost|127\.0\.0\.1)\b)/i
const ABSOLUTE = /^(?:https?:\/\/|mailto:)/i
const SCHEME = /^(?:https?:\/\/)?(?:www\.)?/i

/** Finds links that show another address than they open, that anyone on the way can change, or whose heading does not exist. */
export const findLinks: Rule = ({ blocks, source }) => {
  const headings = blocks.flatMap(({ kind, text }) => (kind === 'heading' ? [text] : []))
  // A heading of a template may end with the mark of its clause.
  const bare = headings.map((text) => text.replace(/\{#[^{}]*\}$/, ''))
  const ids = new Set([...headingTargets(headings).keys(), ...headingTargets(bare).keys()])
  return blocks.flatMap((block) => block.links.flatMap((link) => judgeLink(block, link, ids, source)))
}

function judgeLink(block: Block, link: LinkedText, ids: ReadonlySet<string>, source: string): Fault[] {
  const place = placeIn(block, ...link.range)
  const shown = block.text.slice(...link.range)
  const { url } = link
  if (url.startsWith('#')) {
    if (ids.has(fragmentOf(url)) || url.startsWith('#user-content-fn')) return []
    const message = `The link leads to ${url}, and the text has no such heading.`
    // Other programs read `{: #fees }`, `{#fees}` and `<a id="fees">` as anchors.
    const hasAnchor = [`${url} }`, `{${url}}`, `"${url.slice(1)}"`].some((anchor) => source.includes(anchor))
    const fix = hasAnchor
      ? 'Markdown has no anchors except headings. Link to a heading by its slug on GitHub, such as #your-data for “Your data”.'
      : 'Link to an existing heading.'
    return [{ rule: 'dead_reference', severity: 'error', ...place, message, fix }]
  }
  const found = [...shown.matchAll(ADDRESS)][0]?.[0]
  // “WordPress.com Courses” is the name of a product.
  const isName = found !== undefined && found.length < shown.trim().length && found !== found.toLowerCase()
  const address = isName ? undefined : found
  if (address !== undefined && ABSOLUTE.test(url) && !isSameAddress(address, url)) {
    const message = `The link shows ${address} and opens ${url}. People would read another address than the one they open.`
    return [{ rule: 'misleading_link', severity: 'error', ...place, message, fix: 'Make both the same address.' }]
  }
  if (SAFE.test(url)) return []
  const message = `The link ${url} is not https, so others can read and change the page on its way, or it does not open at all.`
  return [
    { rule: 'link_not_https', severity: 'warning', ...place, message, fix: 'Write https://…, mailto:… or the #id of a heading.' },
  ]
}

function isSameAddress(shown: string, url: string): boolean {
  const target = url.replace(/^mailto:/i, '')
  if (shown.includes('@') && !shown.includes('/'))
    return !target.includes('@') || target.toLowerCase().startsWith(shown.toLowerCase())
  const [shownHost = '', shownPath = ''] = splitAddress(shown)
  const [host = '', path = ''] = splitAddress(target)
  const isSameHost = host === shownHost || host.endsWith(`.${shownHost}`) || shownHost.endsWith(`.${host}`)
  return isSameHost && (shownPath === '' || path.includes(shownPath))
}

function splitAddress(address: string): readonly [host: string, path: string] {
  const bare = address.replace(SCHEME, '').replace(/[.,;:]$/, '')
  const at = bare.search(/[/?#]/)
  const host = (at < 0 ? bare : bare.slice(0, at)).toLowerCase()
  return [host, at < 0 ? '' : bare.slice(at).replace(/[/]$/, '').toLowerCase()]
}
