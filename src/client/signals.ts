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

/** A signal of one's own that fires with a shared one: listeners on the shared one would add up, and Node warns of the eleventh. */
export function ownSignal(signal: AbortSignal): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([signal]) : signal
}
