// What the styles of an element, and of what is around it, do to what a person sees of it. Only what is certain to hide counts: a texture, an
// effect or a shape that cannot be measured must not keep a person from agreeing. `covers.ts` looks for what lies over an element.
import { parentOf } from '../parent-of.ts'
import { opacityOf } from './looks.ts'

/** Fainter content counts as hidden. */
export const LEAST_OPACITY = 0.5
/** What is fainter is not seen, whatever is animated. */
const FAINTEST = 0.1
/** The smallest font that counts as readable in a decision and in the terms, in pixels. */
const SMALLEST_FONT = 8
const SMALLEST_LETTERS = 4
/** The smallest width of a box in which a person can read, in pixels. */
const SMALLEST_BOX = 8
/** The smallest height of a box that cuts off its text: about two lines, in pixels. */
const TWO_LINES = 40
/** The smallest scale that counts as readable. */
const LEAST_SCALE = 0.7

/** Filters that hide what they apply to. The end of an animation often leaves a filter without effect. */
const HIDING_FILTER = /blur\((?!0px)|opacity\((?!1\)|100%)/
/** A mask of gradients: the browser reports their colors as RGB. */
const GRADIENTS = /^(?!.*(?:url|image|element)\().*gradient/
/** Clip paths that cut off nothing but round corners of at most 64 pixels or 10 percent. The browser reports lengths in `px`. */
const UNCUT_CLIP_PATHS = [
  /^(?:none|[a-z]+-box)$/,
  /^inset\((?:(?:0|-[\d.]+)(?:px|%)? ?)+(?:round(?: (?:(?:[1-5]?\d|6[0-4])(?:\.\d+)?px|(?:\d(?:\.\d+)?|10)%|\/))+)?\)$/,
  /^polygon\(0(?:px|%) 0(?:px|%), 100% 0(?:px|%), 100% 100%, 0(?:px|%) 100%\)$/,
  /^circle\(\d{3,}%(?: at 50% 50%)?\)$/,
]
/** A transform that mirrors the text. */
const MIRRORED = /^matrix\((?:-|(?:[^,]+, ){3}-)/

/** Returns whether what is on screen can be measured: jsdom has no layout, and older browsers have no `checkVisibility`. */
export function hasLayout(element: Element): boolean {
  return 'checkVisibility' in element && element.ownerDocument.documentElement.getBoundingClientRect().width > 0
}

/** Returns whether an element hides what is in it by its size or its styles. */
export function isClipped(element: Element): boolean {
  const { overflowX, overflowY, clip, clipPath, webkitMaskImage, filter, transform, scale } = getComputedStyle(element)
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element
  // Letters can be some pixels higher than their line.
  const isCollapsed =
    clientHeight < Math.min(scrollHeight - SMALLEST_BOX, TWO_LINES) || clientWidth < Math.min(scrollWidth, SMALLEST_BOX)
  return (
    // The overflow of the page is the overflow of its window.
    (isCollapsed && overflowX + overflowY !== 'visiblevisible' && !element.matches('html, body')) ||
    fadeOf(element) < FAINTEST ||
    clip !== 'auto' ||
    !UNCUT_CLIP_PATHS.some((uncut) => uncut.test(clipPath)) ||
    isTransparentMask(webkitMaskImage) ||
    HIDING_FILTER.test(filter) ||
    MIRRORED.test(transform) ||
    scale.includes('-')
  )
}

/** Returns whether a mask hides everything. Other masks soften an edge, or have a shape that cannot be measured. */
function isTransparentMask(image: string): boolean {
  const colors = image.match(/\b(?:rgba?|color|oklch|oklab|lab|lch)\([^()]*\)/g)
  return GRADIENTS.test(image) && colors?.every((color) => opacityOf(color) < FAINTEST) === true
}

const VISIBLE = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }

/** Returns whether an element has a box, and neither its styles nor the styles around it make it invisible. */
export function isVisible(element: Element): boolean {
  return element.checkVisibility(VISIBLE)
}

/** Returns whether the text of an element is laid out, large enough to be read, and in another color than its background. */
export function isDrawn(element: HTMLElement): boolean {
  const text = new Range()
  text.selectNodeContents(element)
  const { left, right, width, height } = text.getBoundingClientRect()
  const { fontSize, display } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  // An element without a box is as visible as the one around it.
  const box = display === 'contents' ? (element.parentElement ?? element) : element
  const around = box.getBoundingClientRect()
  // A large negative indent moves the text out of its box.
  const isInside = left < around.right && right > around.left
  return width > 0 && height >= size / 2 && size >= SMALLEST_FONT && isInside && isVisible(box) && hasInk(element, '')
}

/** Returns whether letters have a size and a color that differs from the background. */
export function hasInk(element: Element, name: string): boolean {
  const { fontSize, webkitTextFillColor: color } = getComputedStyle(element, name)
  if (Number.parseFloat(fontSize) < SMALLEST_LETTERS || opacityOf(color) < FAINTEST) return false
  // Above the kit, a background can be covered by something else, such as a video.
  for (let at: Element | null = element; at?.closest('.licet-terms, .licet-summary, .licet-decision'); at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (backgroundImage !== 'none') return true
    if (opacityOf(backgroundColor) > 0) return backgroundColor !== color
  }
  return true
}

/**
 * Returns the opacity of an element by itself. While it is animated, that is the highest opacity of the animation: a surface fades in when it
 * opens, and a page can pulse.
 */
export function fadeOf(element: Element): number {
  const shown = Number(getComputedStyle(element).opacity)
  if (shown === 1 || shown < FAINTEST) return shown
  const animations = element.getAnimations().filter(({ playState }) => playState !== 'finished')
  const keyframes = animations.flatMap(({ effect }) => (effect as KeyframeEffect | null)?.getKeyframes() ?? [])
  return Math.max(shown, ...keyframes.map(({ opacity }) => Number(opacity ?? 0)))
}

/** Returns the opacity of an element on its page. See {@link fadeOf}. */
export function opacityAround(element: Element): number {
  let opacity = 1
  for (let at: Element | null = element; at !== null; at = parentOf(at)) opacity *= fadeOf(at)
  return opacity
}

/** Returns whether the styles in and around an element fade, blur or shrink it so that nobody can read it. */
export function isIllegible(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at))
    if (HIDING_FILTER.test(getComputedStyle(at).filter)) return true
  const isSmall = element instanceof HTMLElement && element.getBoundingClientRect().width <= element.offsetWidth * LEAST_SCALE
  return isSmall || opacityAround(element) < LEAST_OPACITY
}

/**
 * Returns whether the page changes how an element looks: inverted colors, a page that is almost faded in, a small scale, a card of glass, a
 * soft edge. The browser reports such an element as not visible, and the person could not change that.
 */
export function isAltered(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const { opacity, mixBlendMode, transform, filter, scale, perspective, clipPath, webkitMaskImage, backdropFilter } =
      getComputedStyle(at)
    const effects = [filter, scale, perspective, clipPath, webkitMaskImage, backdropFilter ?? 'none']
    // A translation does not count as altered.
    const isMoved = !/^none|^matrix\(1, 0, 0, 1,/.test(transform)
    if (isMoved || opacity !== '1' || mixBlendMode !== 'normal' || effects.some((value) => value !== 'none')) return true
    if (at.getAnimations().length > 0) return true
  }
  return false
}
