/** How long tests in a page wait for a condition. The defaults of one second are too short while another lane uses the same cores. */
export const PATIENCE_MS = 10_000
