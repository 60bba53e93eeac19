/** A sentence, or a part of one, as a range of the text of a block. */
export interface Sentence {
  readonly from: number
  readonly to: number
  readonly text: string
}

const END = /[.!?;…。؟](?:["'”»)\]]{0,2})(?= |$)|[。]|\|/gu
/** “31. März” */
const GERMAN_MONTH = /^ (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{L}*/u
const ABBREVIATION =
  /(?:^|[ (])(?:art|arts|abs|no|nos|nr|núm|n|inc|ltd|ltda|co|corp|llc|s\.a|s\.l|sr|sra|dr|dra|mr|mrs|ms|st|sec|par|para|cf|al|e\.g|i\.e|p\.ej|z\.b|u\.s|bzw|ca|etc|e|v|d|h|lit|ziff|p|pp|vol|ed|approx|\p{L})\.$/iu

/** Splits a text into sentences. A semicolon and the border of a cell end one too. */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = []
  let from = 0
  const push = (to: number) => {
    const part = text.slice(from, to)
    if (part.trim() !== '' && part !== '|') found.push({ from, to, text: part })
    from = to
  }
  for (const { 0: mark, index } of text.matchAll(END)) {
    const to = index + mark.length
    if (mark.startsWith('.') && to < text.length) {
      const next = text.slice(to).trimStart().charAt(0)
      if (/(?:^|[^\d])\d{1,2}$/.test(text.slice(Math.max(from, to - 4), to - 1)) && GERMAN_MONTH.test(text.slice(to, to + 12)))
        continue
      const isLower = next !== '' && next === next.toLowerCase() && next !== next.toUpperCase()
      if (isLower || ABBREVIATION.test(text.slice(Math.max(from, to - 8), to))) continue
    }
    push(to)
  }
  push(text.length)
  return found
}
