import type { ServiceClientConfig } from 'licet/client'

const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 1000

/** Waits until the next attempt. */
const delay = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_DELAY_MS))

/**
 * Loads the service, the provider and the user of this page from the server of the demo. The built page does not contain them.
 *
 * A busy server (429 or 503) is tried again every second.
 */
export async function loadConfig(wait: () => Promise<void> = delay): Promise<ServiceClientConfig> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch('/demo/config.json')
    if (response.ok) return response.json()
    const { status } = response
    if (status !== 429 && status !== 503)
      throw new Error(
        `The demo has no configuration: its server responded with status ${status}. Start it again with \`npm start\`.`,
      )
    if (attempt === MAX_ATTEMPTS)
      throw new Error(
        `The demo did not load, because its server is busy (status ${status}). Nothing is lost. Load this page again in a minute.`,
      )
    await wait()
  }
}
