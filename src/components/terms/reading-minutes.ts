const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

// By script extensions, because the prolonged sound mark (ー) belongs to two scripts.
const IDEOGRAPH = /(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu

/** Returns the reading time in whole minutes, at least 1, at 230 words or 500 ideographs a minute. */
export function readingMinutes(text: string): number {
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0
  const words = text.replace(IDEOGRAPH, ' ').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))
}
