import { headingId } from '../tree.ts'

/** What GitHub removes from the text of a heading. It keeps letters of any script, digits, `_`, `-` and spaces. */
const NOT_IN_SLUG = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu

/**
 * Returns the headings that a link of the same text can lead to: the id of each heading on screen, by what the link may say after the `#`.
 *
 * A link may say the slug that GitHub gives the heading, such as `dont-share--or-sell`, or the id on screen. A slug wins where both exist.
 *
 * @param texts The texts of the headings, in their order.
 */
export function headingTargets(texts: readonly string[]): ReadonlyMap<string, string> {
  const ids = idsOf(texts)
  const slugs = slugsOf(texts)
  return new Map([...ids.map((id) => [id, id] as const), ...slugs.map((slug, at) => [slug, ids[at] ?? slug] as const)])
}

/** Returns what a link says after its `#`, without percent encoding. */
export function fragmentOf(url: string): string {
  const fragment = url.slice(1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Returns the ids of headings on screen. The second of equal headings ends with `-2`. */
function idsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const id = headingId(text)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  })
}

/** Returns the slugs that GitHub gives headings. The second of equal headings ends with `-1`, or with the next number that is free. */
function slugsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const base = text.trim().toLowerCase().replace(NOT_IN_SLUG, '').replaceAll(' ', '-')
    let count = counts.get(base) ?? 0
    let slug = base
    while (counts.has(slug)) {
      count++
      slug = `${base}-${count}`
    }
    counts.set(base, count)
    if (slug !== base) counts.set(slug, 0)
    return slug
  })
}
