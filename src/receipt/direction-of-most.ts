import { type Direction, directionOfText } from '../core/direction.ts'

/** Returns the direction of most letters of a text: the terms in a receipt may be in another language than the receipt. */
export function directionOfMost(text: string): Direction {
  const letters = text.match(/\p{L}/gu) ?? []
  const rtl = letters.filter((letter) => directionOfText(letter, 'rtl') === 'rtl')
  return rtl.length * 2 > letters.length ? 'rtl' : 'ltr'
}
