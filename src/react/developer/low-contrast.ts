import { parentOf } from '../parent-of.ts'
import { print } from './developer-messages.ts'
import { whenLoaded } from './lost-looks.ts'

/** The lowest contrast of text (WCAG 2.2, 1.4.3). */
const LOWEST_CONTRAST = 4.5
/** Weights of red, green and blue in the relative luminance (WCAG 2.2). */
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const

const UNREADABLE =
  'The background of this page has almost the color of its text. The person cannot read it. The kit follows `color-scheme`: write `:root { color-scheme: light dark }` in a page that is dark in dark mode, or `color-scheme: dark` where it is always dark.'

/** Prints that the text of a part is hard to read on the background of the page, when the page and its style sheets have loaded. */
export function reportLowContrast(root: Element): void {
  whenLoaded(root, () => {
    // jsdom has no layout, and no canvas.
    if (root.getClientRects().length === 0) return
    const background = backgroundOf(root)
    const text = toPixel(getComputedStyle(root).color)
    if (background === undefined || text === undefined) return
    const [darker = 0, lighter = 0] = [luminance(background), luminance(text)].sort((a, b) => a - b)
    const contrast = (lighter + 0.05) / (darker + 0.05)
    if (contrast < LOWEST_CONTRAST)
      print(
        `the text of ${root.getAttribute('data-part')} is hard to read`,
        `Its contrast is ${contrast.toFixed(1)}. ${UNREADABLE}`,
        'guides/setup-messages.md#the-text-is-hard-to-read',
      )
  })
}

/** Returns the color behind an element; `undefined` for a picture, a translucent color, or none. */
function backgroundOf(element: Element | null): Uint8ClampedArray | undefined {
  if (element === null) return undefined
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  if (backgroundImage !== 'none') return undefined
  const pixel = toPixel(backgroundColor)
  return pixel?.[3] === 0 ? backgroundOf(parentOf(element)) : pixel?.[3] === 255 ? pixel : undefined
}

/** Returns red, green, blue and alpha from 0 to 255, including of a color such as `oklch()`. */
function toPixel(color: string): Uint8ClampedArray | undefined {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return undefined
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return context.getImageData(0, 0, 1, 1).data
}

function luminance(pixel: Uint8ClampedArray): number {
  return WEIGHTS.reduce((sum, weight, at) => {
    const share = (pixel[at] ?? 0) / 255
    return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
  }, 0)
}
