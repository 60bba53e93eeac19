import type { PrepareOptions } from './prepare-terms.ts'
import { element, revealHidden, type TermsNode, text, textOf } from './terms-node.ts'

const SPACE_OR_AT = /[\s@]/
const SCHEME = /^[^\p{L}\p{N}]*(?:https?:)?[/\\]*/iu
const NAME = /[\p{L}\p{M}\p{N}.-]+/gu
const DOMAIN = /\.(?:[a-z]{2,}|xn--[a-z\d-]+)\.?$/
const IPV4 = /^\d+\.\d+\.\d+\.\d+/

/** Makes a link safe to show: it shows the host that it leads to, and its title is text. Returns only the text of a link that could run. */
export function prepareLink(
  href: string,
  properties: Readonly<Record<string, unknown>>,
  label: TermsNode[],
  { prefix, words }: PrepareOptions,
): TermsNode[] {
  const title = typeof properties.title === 'string' ? [note(` "${properties.title}"`, true)] : []
  if (href.startsWith('#')) {
    const id = typeof properties.id === 'string' ? { id: prefix + properties.id } : {}
    return [element('a', { href: `#${prefix}${href.slice(1)}`, ...id }, label), ...title]
  }
  const url = URL.canParse(href) ? new URL(href) : undefined
  const labelText = label.map(textOf).join('').trim()
  if (url?.protocol === 'mailto:') {
    const target = href.slice('mailto:'.length)
    return [
      element('a', { href: url.href }, label),
      ...(labelText === href || labelText === target ? [] : [note(` (${target})`, true)]),
      ...title,
    ]
  }
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return [...label, note(href === '' ? ` (${words.blocked})` : ` (${words.blocked}: ${href})`, true), ...title]
  }
  // The host is the one that the browser opens: a name in look-alike letters shows its xn-- form. Screen readers always get it; it is
  // visible when the text of the link can be read as another host.
  const isVisible = url.username + url.password !== '' || url.hostname.includes('xn--') || !isTrueTo(labelText, url)
  const target = url.username + url.password === '' ? url.host : url.href
  return [
    element('a', { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, [
      ...label,
      note(` (${words.leaves(target)})`, isVisible),
    ]),
    ...title,
  ]
}

/** Returns whether each host that the text of a link names is the host of its target. */
function isTrueTo(label: string, { hostname }: URL): boolean {
  // NFKC turns look-alike dots and slashes into real ones, as the URL parser does. What stands before an `@` can be read as a host too.
  const words = label.normalize('NFKC').replaceAll('。', '.').split(SPACE_OR_AT)
  return words.every(
    (word) => hostIn(word) === hostname || (word.match(NAME) ?? []).every((name) => (hostIn(name) ?? hostname) === hostname),
  )
}

function hostIn(word: string): string | undefined {
  const address = word.replace(SCHEME, '')
  const url = URL.canParse(`https://${address}`) ? new URL(`https://${address}`) : undefined
  return url && (DOMAIN.test(url.hostname) || IPV4.test(address)) ? url.hostname.replace(/\.$/, '') : undefined
}

function note(value: string, visible: boolean): TermsNode {
  return element('span', { className: visible ? 'licet-terms-note' : 'licet-visually-hidden' }, [text(revealHidden(value))])
}
