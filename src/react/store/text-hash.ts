/** Longest delay on a busy page, in milliseconds. */
const IDLE_TIMEOUT_MS = 100

/** Longest wait for a frame, in milliseconds. */
const PAINT_TIMEOUT_MS = 500

/** Computes the SHA3-256 of a text, base64url. */
export type TextHash = (text: string) => Promise<string>

/**
 * Creates a function that computes the SHA3-256 of a text, base64url, once for each text.
 *
 * It waits until the page is idle, so that the text is on screen before the code that hashes it loads.
 */
export function createTextHash(): TextHash {
  let last: { readonly text: string; readonly hash: Promise<string> } | undefined
  return (text) => {
    if (last?.text === text) return last.hash
    const hash = whenIdle()
      .then(() => import('../../client/engine/signing-engine.ts'))
      .then((module) => module.hashText(text))
    last = { text, hash }
    // After a failed import, the next call tries again.
    hash.catch(() => {
      last = undefined
    })
    return hash
  }
}

/** Resolves when the next frame is painted and the page is idle, so that what loads then delays nothing on screen. */
export async function whenIdle(): Promise<void> {
  const { requestAnimationFrame, requestIdleCallback }: Partial<typeof globalThis> = globalThis
  const wait = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs))
  // A callback of a frame runs before it is painted, and a timer in it runs after that. A hidden page has no frames.
  const painted = new Promise<void>((resolve) => requestAnimationFrame?.(() => void wait(0).then(resolve)))
  await Promise.race([painted, wait(requestAnimationFrame === undefined ? 0 : PAINT_TIMEOUT_MS)])
  if (requestIdleCallback !== undefined) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }))
}
