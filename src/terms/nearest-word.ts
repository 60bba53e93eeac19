// With more typos a suggestion is wrong more often than right.
const MAX_TYPOS = 2

/** Returns the known word that is closest to a mistyped one, or `undefined` when it differs by more than two characters from each. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((candidate) => ({
    candidate,
    typos: countTypos(word.toLowerCase().replaceAll('-', '_'), candidate.toLowerCase()),
  }))
  const best = ranked.sort((a, b) => a.typos - b.typos)[0]
  return best !== undefined && best.typos <= MAX_TYPOS ? best.candidate : undefined
}

// Levenshtein distance, one row at a time. Words are cut, so a long value stays cheap.
function countTypos(from: string, to: string): number {
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
