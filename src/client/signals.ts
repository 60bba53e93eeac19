/** A signal that fires with the first of two. `AbortSignal.any` where there is one; older webviews have none. */
export function anySignal(a: AbortSignal, b: AbortSignal | undefined): AbortSignal {
  if (b === undefined || a === b) return a
  if ('any' in AbortSignal) return AbortSignal.any([a, b])
  const controller = new AbortController()
  for (const signal of [a, b]) {
    if (signal.aborted) controller.abort(signal.reason)
    else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal })
  }
  return controller.signal
}
