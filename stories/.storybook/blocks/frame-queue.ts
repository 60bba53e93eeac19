/** How many frames load at the same time. Each of them starts a page of Storybook. */
const AT_ONCE = 3
/** A story that does not become ready in this time makes room for the next one, in milliseconds. */
export const PATIENCE_MS = 15_000

const waiting: (() => void)[] = []
let running = 0

/** Calls back when there is room to load a frame. The callback gets a function that makes room. Returns a function that gives up the turn. */
export function takeTurn(start: (end: () => void) => void): () => void {
  let isDone = false
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    if (!isRunning) return
    running--
    waiting.shift()?.()
  }
  const begin = () => {
    if (isDone) return waiting.shift()?.()
    isRunning = true
    running++
    timer = setTimeout(end, PATIENCE_MS)
    start(end)
    return undefined
  }
  if (running < AT_ONCE) begin()
  else waiting.push(begin)
  return end
}
