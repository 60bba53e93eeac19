let canvas: CanvasRenderingContext2D | null | undefined

/** Returns the contrast of an element's text with its background, from 1 to 21 (WCAG 2.2). Pictures behind the text are not seen. */
export function contrastOf(element: Element): number {
  const layers: string[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor)
  const background = luminance(['white', ...layers])
  const text = luminance(['white', ...layers, getComputedStyle(element).color])
  return (Math.max(background, text) + 0.05) / (Math.min(background, text) + 0.05)
}

/** Returns the relative luminance of colors that lie over each other. The canvas reads every notation of CSS. */
function luminance(layers: readonly string[]): number {
  canvas ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })
  if (canvas === null) return 0
  for (const color of layers) {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => toLinear(value / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
