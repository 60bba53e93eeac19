/** How often each of the two is measured. */
export const SAMPLES = 10_000

/** How the durations of two functions differ. */
export interface TimeDifference {
  /** Welch’s t: the distance of the means in standard errors. */
  readonly t: number
  /** The distance of the means as a part of the larger mean, from 0 to 1. */
  readonly share: number
}

/**
 * Compares the durations of two functions, which return milliseconds.
 *
 * The functions take turns in random order. The slowest tenth is left out, because other work of the machine causes it.
 */
export async function compareTimes(one: () => Promise<number>, other: () => Promise<number>): Promise<TimeDifference> {
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
  const distance = Math.abs(a.mean - b.mean)
  return { t: distance / Math.sqrt(a.error + b.error), share: distance / Math.max(a.mean, b.mean) }
}

/** Returns the mean and the square of its standard error. */
function momentsOf(sample: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1)
  return { mean, error: variance / sample.length }
}
