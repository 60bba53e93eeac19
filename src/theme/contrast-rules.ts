import type { TokenName } from './token-names.ts'

/** A pair of colors and the contrast that it must have (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11). */
export interface ContrastRule {
  readonly color: TokenName
  readonly on: TokenName
  readonly minimum: number
  /** What the first color is, at the start of a sentence. */
  readonly role: string
}

/** Contrast of the text of terms, of other text, and of the edges of controls. */
export const TERMS_CONTRAST = 7
export const TEXT_CONTRAST = 4.5
const CONTROL = 3

/** Backgrounds of the terms and of their changes. */
const TERMS_BACKGROUNDS: readonly TokenName[] = ['color-surface', 'color-sunken', 'color-inserted', 'color-deleted']

/** The pairs of colors that stand on each other in a part of the kit, in the order of correction. */
export const CONTRAST_RULES: readonly ContrastRule[] = [
  ...pairs('color-text', 'The text of terms', TERMS_CONTRAST, TERMS_BACKGROUNDS),
  ...pairs('color-text', 'Text', TEXT_CONTRAST, ['color-accent-soft', 'color-danger-soft']),
  ...pairs('color-muted', 'Secondary text', TEXT_CONTRAST, [
    'color-surface',
    'color-sunken',
    'color-accent-soft',
    'color-danger-soft',
  ]),
  ...pairs('color-accent', 'A link', TEXT_CONTRAST, ['color-surface', 'color-sunken', 'color-accent-soft', 'color-danger-soft']),
  ...pairs('color-link', 'A link in the terms', TERMS_CONTRAST, TERMS_BACKGROUNDS),
  ...pairs('color-mark-text', 'The mark of the company', TEXT_CONTRAST, ['color-mark']),
  ...pairs('color-focus', 'The focus ring', CONTROL, ['color-surface', 'color-sunken', 'color-accent-soft', 'color-danger-soft']),
  ...pairs('color-danger', 'An error', TEXT_CONTRAST, ['color-surface', 'color-sunken', 'color-danger-soft']),
  ...pairs('color-border-strong', 'The edge of a control', CONTROL, ['color-surface', 'color-sunken']),
  ...pairs('color-decision-text', 'The text of Accept and Decline', TEXT_CONTRAST, [
    'color-decision-surface',
    'color-decision-hover',
  ]),
  ...pairs('color-decision-border', 'The edge of Accept and Decline', CONTROL, ['color-surface']),
]

/** Backgrounds of the terms and of messages. They all take the ink, dark or light, that `color-surface` takes. */
export const TEXT_BACKGROUNDS: readonly TokenName[] = [...TERMS_BACKGROUNDS, 'color-accent-soft', 'color-danger-soft']

/** Backgrounds of Accept and Decline. They take the ink that `color-decision-surface` takes. */
export const DECISION_BACKGROUNDS: readonly TokenName[] = ['color-decision-surface', 'color-decision-hover']

function pairs(color: TokenName, role: string, minimum: number, backgrounds: readonly TokenName[]): ContrastRule[] {
  return backgrounds.map((on) => ({ color, on, minimum, role }))
}
