const MAX_EDITS = 2

/** Returns the name that differs from a text by at most two letters, for a hint. */
export function findSimilar(text: string, names: readonly string[]): string | undefined {
  const [best] = names.map((name) => ({ name, edits: countEdits(text, name) })).sort((a, b) => a.edits - b.edits)
  return best !== undefined && best.edits <= MAX_EDITS ? best.name : undefined
}

/** Returns how many letters are added, removed or replaced (the Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [y, letter] of [...from].entries()) {
    const next = [y + 1]
    for (const [x, other] of [...to].entries()) {
      const replaced = (row[x] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[x + 1] ?? 0) + 1, (next[x] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
