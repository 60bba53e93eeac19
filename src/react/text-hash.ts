/** Longest delay on a busy page, in milliseconds. */
const IDLE_TIMEOUT_MS = 100

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
      .then(() => import('../client/engine/signing-engine.ts'))
      .then((module) => module.hashText(text))
    last = { text, hash }
    // After a failed import, the next call tries again.
    hash.catch(() => {
      last = undefined
    })
    return hash
  }
}

function whenIdle(): Promise<unknown> {
  const { requestIdleCallback }: Partial<typeof globalThis> = globalThis
  return new Promise((resolve) =>
    requestIdleCallback === undefined ? setTimeout(resolve) : requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }),
  )
}
