import type { Messages } from '../../src/locales/format/messages.ts'

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ú',
  y: 'ý',
  z: 'ž',
}
/** German needs about a third more room than English. */
const PADDING = 0.35

/** Returns the catalog with accents and padding in every text. Plain English on the screen then does not come from the catalog. */
export function toPseudoLocale(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? toPseudoText(entry) : toPseudoPlurals(entry),
  ])
  return Object.fromEntries(entries) as Messages
}

function toPseudoPlurals(forms: object): object {
  return Object.fromEntries(Object.entries(forms).map(([category, text]) => [category, toPseudoText(String(text))]))
}

function toPseudoText(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((piece) => (piece.startsWith('{') ? piece : piece.replace(/[a-z]/g, (letter) => ACCENTED[letter] ?? letter)))
    .join('')
  return `[${accented}${'·'.repeat(Math.ceil(text.length * PADDING))}]`
}
