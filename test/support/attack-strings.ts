/** A regular expression without its flags, parsed as far as attack strings need it. */
type Node =
  | { readonly kind: 'one'; readonly samples: readonly string[] }
  | { readonly kind: 'many'; readonly body: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly choices: readonly Node[] }
  | { readonly kind: 'group'; readonly number: number; readonly body: Node }
  | { readonly kind: 'again'; readonly number: number }
  | { readonly kind: 'nothing' }

const NOTHING: Node = { kind: 'nothing' }
const CANDIDATES = [...' a1*A-_.:/\\"\'[](){}<>|&#@+=~`!?,;\t\n\r', 'é', 'א', 'ب', '्', '。', '👩', '\u200d', '\u2068']
const VARIANTS = 3
/** A repetition of at most this many is too short to attack. */
const SHORT = 16

/**
 * Returns functions from a length to a text of about that length, on which a backtracking engine would take long if it ever does.
 *
 * Each repeats a part of the expression: the body of a repetition after what has to stand before it, or the beginning of a sequence, which
 * the engine then tries at each place. The last characters make the match fail.
 */
export function attackStrings(source: string, flags: string): ((length: number) => string)[] {
  const root = parse(source, flags)
  const attacks = new Map<string, (length: number) => string>()
  const add = (before: string, pump: string) => {
    if (pump === '') return
    for (const end of ['', '\0', '\n!'])
      attacks.set(JSON.stringify([before, pump, end]), (length) => before + pump.repeat(Math.ceil(length / pump.length)) + end)
  }
  const addOnce = (text: string) => attacks.set(JSON.stringify(text), () => `${text}\0`)
  for (let variant = 0; variant < VARIANTS; variant++) {
    const groups = new Map<number, string>()
    const sample = (node: Node, more = 0): string => {
      if (node.kind === 'one') return node.samples[variant % node.samples.length] ?? ''
      if (node.kind === 'all') return node.parts.map((part) => sample(part, more)).join('')
      if (node.kind === 'any') return sample(node.choices[variant % node.choices.length] ?? NOTHING, more)
      if (node.kind === 'many') return sample(node.body, more).repeat(Math.min(node.max, Math.max(node.min, more)))
      if (node.kind === 'again') return groups.get(node.number) ?? ''
      if (node.kind === 'nothing') return ''
      const text = sample(node.body, more)
      groups.set(node.number, text)
      return text
    }
    const visit = (node: Node, before: string): void => {
      if (node.kind === 'one') add('', sample(node))
      if (node.kind === 'any') for (const choice of node.choices) visit(choice, before)
      if (node.kind === 'group') visit(node.body, before)
      if (node.kind === 'many') {
        for (const more of [0, 1]) {
          if (node.max > SHORT) add(before, sample(node.body, more))
          // One repetition too few, so that a bounded repetition fails as well.
          if (node.min > 1) addOnce(before + sample(node.body, more).repeat(node.min - 1))
        }
        visit(node.body, before)
      }
      if (node.kind !== 'all') return
      for (const more of [0, 1]) {
        let head = ''
        for (const part of node.parts) {
          visit(part, before + head)
          head += sample(part, more)
          add(before, head)
          add('', before + head)
        }
      }
    }
    visit(root, '')
  }
  return [...attacks.values()]
}

/**
 * Returns whether an expression tries a limited number of characters at each place of a text: it has no repetition without a limit and no
 * back reference. Its time is linear, whatever the text.
 */
export function isBounded(source: string, flags: string): boolean {
  const visit = (node: Node): boolean => {
    if (node.kind === 'many') return node.max < Number.POSITIVE_INFINITY && visit(node.body)
    if (node.kind === 'all') return node.parts.every(visit)
    if (node.kind === 'any') return node.choices.every(visit)
    if (node.kind === 'group') return visit(node.body)
    return node.kind !== 'again'
  }
  return visit(parse(source, flags))
}

function parse(source: string, flags: string): Node {
  let at = 0
  let groups = 0
  const unicode = flags.includes('u') ? 'u' : ''
  const ignoreCase = flags.includes('i') ? 'i' : ''
  return readChoices()

  function readChoices(): Node {
    const choices = [readSequence()]
    while (source[at] === '|') {
      at++
      choices.push(readSequence())
    }
    return choices.length === 1 ? (choices[0] ?? NOTHING) : { kind: 'any', choices }
  }

  function readSequence(): Node {
    const parts: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(readQuantified())
    return { kind: 'all', parts }
  }

  function readQuantified(): Node {
    const body = readAtom()
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at))
    if (found === null) return body
    at += found[0].length
    const [, mark, least, comma, most] = found
    if (mark !== undefined)
      return { kind: 'many', body, min: mark === '+' ? 1 : 0, max: mark === '?' ? 1 : Number.POSITIVE_INFINITY }
    const max = comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY
    return { kind: 'many', body, min: Number(least), max }
  }

  function readAtom(): Node {
    if (source[at] === '(') return readGroup()
    if (source[at] === '^' || source[at] === '$') {
      at++
      return NOTHING
    }
    const found = take(/^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Z]|k<\w+>|.)|[\s\S])/u)
    if (found === '\\b' || found === '\\B') return NOTHING
    const back = /^\\([1-9])$/.exec(found)
    if (back) return { kind: 'again', number: Number(back[1]) }
    const one = new RegExp(`^(?:${found})$`, unicode + ignoreCase)
    const own = [...found.replace(/^\[\^?|\\|\]$/g, '')].filter((char) => one.test(char))
    const samples = [...own.slice(0, 1), ...CANDIDATES.filter((char) => one.test(char))]
    if (samples.length === 0) {
      for (let code = 0; code < 0x30000 && samples.length < 2; code++) {
        const char = String.fromCodePoint(code)
        if (one.test(char)) samples.push(char)
      }
    }
    return { kind: 'one', samples: [...new Set(samples)] }
  }

  function readGroup(): Node {
    const opening = take(/^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/)
    const number = opening === '(' || /^\(\?<\w/.test(opening) ? ++groups : 0
    const body = readChoices()
    at++
    if (opening === '(?!' || opening === '(?<!' || opening === '(?<=') return NOTHING
    return number > 0 ? { kind: 'group', number, body } : body
  }

  function take(pattern: RegExp): string {
    const found = pattern.exec(source.slice(at))?.[0]
    if (found === undefined || found === '') throw new Error(`The expression ${source} has an unknown part at ${at}.`)
    at += found.length
    return found
  }
}
