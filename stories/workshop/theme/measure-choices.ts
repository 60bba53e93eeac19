/** The two choices of a screen, as measured in its page. */
export interface MeasuredChoices {
  /** What differs between Agree and Decline. Empty when they are equal. */
  readonly differences: readonly string[]
  /** The height of the smaller one, in CSS px. */
  readonly height: number
}

/** Differences of size below this are rounding, in CSS px. */
const TOLERANCE_PX = 2
const ALIKE = [
  'color',
  'background-color',
  'border-color',
  'border-width',
  'border-radius',
  'font',
  'opacity',
  'filter',
  'box-shadow',
  'visibility',
  'transform',
  'text-decoration',
] as const

/** Measures both choices of a page. Returns `undefined` when the page has no choice. */
export function measureChoices(page: Document): MeasuredChoices | undefined {
  const [accept, decline] = ['accept', 'decline'].map((part) => page.querySelector(`[data-part="${part}"]`))
  const view = page.defaultView
  if (!accept || !decline || !view) return undefined
  const [one, two] = [accept.getBoundingClientRect(), decline.getBoundingClientRect()]
  const [first, second] = [view.getComputedStyle(accept), view.getComputedStyle(decline)]
  const sizes = (['width', 'height'] as const).filter((side) => Math.abs(one[side] - two[side]) > TOLERANCE_PX)
  const looks = ALIKE.filter((name) => first.getPropertyValue(name) !== second.getPropertyValue(name))
  return { differences: [...sizes, ...looks], height: Math.min(one.height, two.height) }
}
