import { isAround } from '../parent-of.ts'
import { findCovers } from '../sight/covers.ts'
import { print } from './developer-messages.ts'

const COVERED =
  'Accept is refused while something covers the buttons, because the person may not see what they press. Place this element elsewhere, close it while the screen asks, or open the screen with surface="dialog", which is above everything else.'
const ALTERED =
  'Accept is refused while a style fades, blurs or distorts the buttons. Remove the opacity, filter, transform or scale of this element, or end its animation.'
const NEXT =
  'This is the button of the development server. It is not there in production. Move it in next.config.ts: devIndicators: { position: "top-right" }.'

/** Finds the element that covers or alters the decision, and returns a function that prints it, once for each element. */
export function findCover(decision: Element): () => void {
  const { cover } = findCovers(decision)
  const found = cover ?? findAltered(decision)
  if (found === undefined) return () => {}
  // An element around the decision covers it with what its styles draw.
  const drawn = cover !== undefined && isAround(cover, decision) ? 'What ::before or ::after draws in ' : ''
  const what = `${drawn}${toTag(found)} ${cover === undefined ? 'alters' : 'covers'} the decision`
  const fix = cover === undefined ? ALTERED : cover.localName === 'nextjs-portal' ? NEXT : COVERED
  return () => print(what, fix, 'guides/consent-screen.md#nothing-may-cover-the-buttons')
}

/** Returns the nearest element around the decision with a style that alters it. */
function findAltered(decision: Element): Element | undefined {
  for (let at: Element | null = decision; at !== null; at = at.parentElement) {
    const { opacity, filter, transform, scale } = getComputedStyle(at)
    if (opacity !== '1' || [filter, transform, scale].some((value) => value !== 'none')) return at
  }
  return undefined
}

/** Writes an element as its start tag, with its id and its classes. */
function toTag(element: Element): string {
  const name = (attribute: string) => {
    const value = element.getAttribute(attribute)
    return value ? ` ${attribute}=${JSON.stringify(value)}` : ''
  }
  return `<${element.localName}${name('id')}${name('class')}>`
}
