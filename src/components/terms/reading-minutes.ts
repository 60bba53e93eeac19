const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

/** Whole minutes that reading takes, at least one: 230 words, or 500 ideographs, a minute. */
export function readingMinutes(text: string): number {
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.match(/[\p{L}\p{N}][^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*/gu)?.length ?? 0
  return Math.max(1, Math.round((words - ideographs > 0 ? words : 0) / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))
}
