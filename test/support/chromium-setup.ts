import { ensureChromium } from './chromium.ts'

/** Runs once before the browser suites: they need a Chromium, so its absence is said (or mended) before the first test. */
export default function setup(): void {
  ensureChromium()
}
