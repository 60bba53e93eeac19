import { ensureChromium } from './chromium.ts'
import { ensureSnapshot } from './snapshot.ts'

/** Runs once before the browser tests. A missing Chromium is installed or reported here, before the first test. */
export default async function setup(): Promise<void> {
  ensureChromium()
  await ensureSnapshot()
}
