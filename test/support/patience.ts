/** How long tests in a page wait for a condition. Only a failing test waits this long, and a machine may be ten times as busy as usual. */
export const PATIENCE_MS = 20_000
