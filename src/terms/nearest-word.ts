// Two slips at most: beyond that a suggestion misleads more often than it helps.
const MAX_SLIPS = 2

/** The known word that a mistyped one most likely stands for, or `undefined` when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((candidate) => ({ candidate, slips: countSlips(word.toLowerCase().replaceAll('-', '_'), candidate) }))
  const best = ranked.sort((a, b) => a.slips - b.slips)[0]
  return best !== undefined && best.slips <= MAX_SLIPS ? best.candidate : undefined
}

// Levenshtein distance, one row at a time; words are capped so that a long value costs nothing.
function countSlips(from: string, to: string): number {
  const word = from.slice(0, 64)
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (word[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
