/** Returns the lines that differ, with a few lines around them: `- old`, `+ new`, and two blanks before an unchanged line. */
export function toDiff(before: string, after: string): readonly string[] {
  const changes = diffLines(before.split('\n'), after.split('\n'))
  const near = (at: number) => changes.slice(Math.max(0, at - 2), at + 3).some(([mark]) => mark !== ' ')
  return changes.flatMap(([mark, line], at) => (mark === ' ' && !near(at) ? [] : [`${mark} ${line}`.trimEnd()]))
}

type Change = readonly [mark: ' ' | '+' | '-', line: string]

/** Compares two short files by their longest common subsequence of lines. */
function diffLines(old: readonly string[], now: readonly string[]): readonly Change[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      set(lengths, i, j, old[i] === now[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1)))
  const changes: Change[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      changes.push([' ', old[i] ?? ''])
      i++
      j++
    } else if (i < old.length && (j === now.length || at(lengths, i + 1, j) >= at(lengths, i, j + 1)))
      changes.push(['-', old[i++] ?? ''])
    else changes.push(['+', now[j++] ?? ''])
  }
  return changes
}

const at = (lengths: readonly (readonly number[])[], i: number, j: number): number => lengths[i]?.[j] ?? 0
const set = (lengths: number[][], i: number, j: number, value: number): void => {
  const row = lengths[i]
  if (row !== undefined) row[j] = value
}
