/** How often the event loop shows that it runs. */
const CHECK_INTERVAL_MS = 20

/** Measures how late the event loop is: how long the bytes of a request can have waited in its socket. */
export interface EventLoopWatch {
  /** Returns milliseconds, 0 when the event loop is on time. */
  lateMs(): number
  stop(): void
}

/** Starts to watch the event loop. Does not keep the process alive. */
export function watchEventLoop(): EventLoopWatch {
  let seenAt = performance.now()
  const timer = setInterval(() => {
    seenAt = performance.now()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    lateMs: () => Math.max(0, performance.now() - seenAt - CHECK_INTERVAL_MS),
    stop: () => clearInterval(timer),
  }
}
