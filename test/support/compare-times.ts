/** How often each of the two is measured. */
export const SAMPLES = 10_000

/**
 * Returns Welch’s t for the durations of two functions, which return milliseconds: the distance of the means in standard errors.
 *
 * The functions take turns in random order. The slowest tenth is left out, because other work of the machine causes it.
 */
export async function compareTimes(one: () => Promise<number>, other: () => Promise<number>): Promise<number> {
  const ones: number[] = []
  const others: number[] = []
  const measureOne = async () => ones.push(await one())
  const measureOther = async () => others.push(await other())
  for (let n = 0; n < SAMPLES; n++) {
    const turns = [measureOne, measureOther]
    for (const measure of Math.random() < 0.5 ? turns : turns.reverse()) await measure()
  }
  const slow = [...ones, ...others].sort((a, b) => a - b)[SAMPLES * 1.8] ?? 0
  const [a, b] = [momentsOf(ones.filter((time) => time < slow)), momentsOf(others.filter((time) => time < slow))]
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error)
}

/** Returns the mean and the square of its standard error. */
function momentsOf(sample: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1)
  return { mean, error: variance / sample.length }
}
