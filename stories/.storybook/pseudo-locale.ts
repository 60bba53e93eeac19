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
/** Most languages need more room than English; German about a third more. */
const PADDING = 0.35

/** Every text made strange and longer: what stays plain English on screen does not come from the catalog. */
export function toPseudoLocale(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? strange(entry) : strangeForms(entry),
  ])
  return Object.fromEntries(entries) as Messages
}

function strangeForms(forms: object): object {
  return Object.fromEntries(Object.entries(forms).map(([category, text]) => [category, strange(String(text))]))
}

function strange(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((piece) => (piece.startsWith('{') ? piece : piece.replace(/[a-z]/g, (letter) => ACCENTED[letter] ?? letter)))
    .join('')
  return `[${accented}${'·'.repeat(Math.ceil(text.length * PADDING))}]`
}
