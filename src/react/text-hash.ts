/** How long in milliseconds a busy page may put it off. */
const IDLE_TIMEOUT_MS = 100

/** Makes what computes the SHA3-256 of a text, base64url, once: when the page is idle, so that the text is on screen before what hashes it is loaded. */
export function createTextHash(): (text: string) => Promise<string> {
  let last: { readonly text: string; readonly hash: Promise<string> } | undefined
  return (text) => {
    if (last?.text === text) return last.hash
    const hash = whenIdle()
      .then(() => import('../client/engine/signing-engine.ts'))
      .then(({ hashText }) => hashText(text))
    last = { text, hash }
    // Code that did not load may load next time.
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
