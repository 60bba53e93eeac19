import { contrast, formatColor, inkFor, type Oklch, parseColor, round } from './color.ts'
import {
  CONTRAST_RULES,
  type ContrastRule,
  DECISION_BACKGROUNDS,
  TERMS_CONTRAST,
  TEXT_BACKGROUNDS,
  TEXT_CONTRAST,
} from './contrast-rules.ts'
import { aliasOf } from './read-tokens.ts'
import { isTokenName, type TokenName } from './token-names.ts'

/** The colors of one scheme, by token. */
export type SchemeColors = ReadonlyMap<TokenName, string>

/** A color that was changed, or could not be checked. */
export interface ColorCorrection {
  readonly token: TokenName
  readonly asked: string
  readonly given: string
  readonly why: string
}

/** Libraries and browsers differ by rounding, so a contrast this little above the minimum counts as too low. */
const TOLERANCE = 0.001
/** How far above the minimum a corrected color is, because screens round to 8 bits. */
const MARGIN = 0.05
/** Halvings of the lightness: 2 ** 14 is more than the 10,000 steps of four decimals. */
const STEPS = 14

/**
 * Corrects the colors of one scheme until every pair of {@link CONTRAST_RULES} has its contrast, and returns what was changed.
 *
 * It moves the lightness of a color as little as possible, and keeps its hue. Backgrounds come first, because on a background of medium
 * lightness no text reaches a contrast of 7.
 */
export function correctColors(asked: SchemeColors): { colors: Map<TokenName, string>; corrections: ColorCorrection[] } {
  const state = new Scheme(asked)
  state.removeAlpha()
  state.correctBackgrounds(TEXT_BACKGROUNDS, TERMS_CONTRAST)
  state.correctBackgrounds(DECISION_BACKGROUNDS, TEXT_CONTRAST)
  for (const token of new Set(CONTRAST_RULES.map(({ color }) => color))) state.correctColor(token)
  return { colors: state.colors, corrections: [...state.corrections.values()] }
}

class Scheme {
  readonly colors: Map<TokenName, string>
  readonly corrections = new Map<TokenName, ColorCorrection>()
  readonly #asked: SchemeColors

  constructor(asked: SchemeColors) {
    this.#asked = asked
    this.colors = new Map(asked)
  }

  removeAlpha(): void {
    for (const token of new Set(CONTRAST_RULES.flatMap(({ color, on }) => [color, on]))) {
      const color = this.#color(token)
      if (color === undefined) {
        // The token whose value this one takes gets the note.
        if (aliasOf(this.colors.get(token) ?? '') === undefined)
          this.#note(token, 'Only a browser can compute this value, so its contrast was not checked.')
      } else if (color.alpha < 1) {
        this.#replace(
          token,
          { ...color, alpha: 1 },
          'It must be opaque. The contrast of a translucent color depends on what is behind it.',
        )
      }
    }
  }

  /** Moves backgrounds away from the ink of the first one, until the ink has this contrast on each. */
  correctBackgrounds(tokens: readonly TokenName[], minimum: number): void {
    const first = tokens.map((token) => this.#color(token)).find((color) => color !== undefined)
    if (first === undefined) return
    const ink = inkFor(first)
    for (const token of tokens) {
      const background = this.#color(token)
      if (background === undefined) continue
      const measured = contrast(ink, background)
      // Twice, so that a text can be corrected on it without becoming quite black or white.
      const enough = minimum + 2 * MARGIN
      if (measured >= minimum + MARGIN) continue
      const name = ink.l === 0 ? 'Black' : 'White'
      this.#replace(
        token,
        moveLightness(background, 1 - ink.l, (moved) => contrast(ink, moved) >= enough),
        `${name} text on it must be able to reach a contrast of ${minimum}. It reaches ${show(measured)}.`,
      )
    }
  }

  /** Moves a color towards black or white until it has its contrast on every background. */
  correctColor(token: TokenName): void {
    const color = this.#color(token)
    if (color === undefined) return
    const rules = CONTRAST_RULES.filter((rule) => rule.color === token)
    const pairs = rules.flatMap((rule) => {
      const on = this.#color(rule.on)
      return on === undefined ? [] : [{ rule, on }]
    })
    const broken = pairs.find(({ rule, on }) => contrast(color, on) < rule.minimum + TOLERANCE)
    const first = pairs[0]
    if (broken === undefined || first === undefined) return
    const passes = (moved: Oklch) => pairs.every(({ rule, on }) => contrast(moved, on) >= rule.minimum + MARGIN)
    this.#replace(token, moveLightness(color, inkFor(first.on).l, passes), explain(broken.rule, contrast(color, broken.on)))
  }

  #color(token: TokenName): Oklch | undefined {
    const value = this.colors.get(token) ?? ''
    const alias = aliasOf(value) ?? ''
    return parseColor(isTokenName(alias) ? (this.colors.get(alias) ?? '') : value)
  }

  #replace(token: TokenName, color: Oklch, why: string): void {
    this.colors.set(token, formatColor(color))
    this.#note(token, why)
  }

  #note(token: TokenName, why: string): void {
    const before = this.corrections.get(token)?.why
    this.corrections.set(token, {
      token,
      asked: this.#asked.get(token) ?? '',
      given: this.colors.get(token) ?? '',
      why: before === undefined ? why : `${before} ${why}`,
    })
  }
}

function explain({ role, on, minimum }: ContrastRule, measured: number): string {
  return `${role} needs a contrast of ${minimum} on ${on}. This color has ${show(measured)}.`
}

/** Rounds down, so that a contrast of 4.499 is not shown as 4.5. */
function show(measured: number): number {
  return Math.floor(measured * 100) / 100
}

/** Returns the color with the lightness nearest to its own, in the direction of `end`, that passes. At `end` it is black or white. */
function moveLightness(color: Oklch, end: number, passes: (moved: Oklch) => boolean): Oklch {
  // What is compared is what is written: rounded, and inside of sRGB.
  const at = (l: number): Oklch => parseColor(formatColor({ ...color, l: round(l, 4) })) ?? color
  let [failing, passing] = [color.l, end]
  for (let step = 0; step < STEPS; step++) {
    const middle = (failing + passing) / 2
    if (passes(at(middle))) passing = middle
    else failing = middle
  }
  // The fourth decimal is rounded towards the end that passes.
  const rounded = end === 0 ? Math.floor(passing * 1e4) / 1e4 : Math.ceil(passing * 1e4) / 1e4
  return at(rounded)
}
