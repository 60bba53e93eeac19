/** A WebDriver session (https://www.w3.org/TR/webdriver2/), with the commands that the journeys use. */
export interface WebDriverSession {
  readonly capabilities: Readonly<Record<string, unknown>>
  get<Result>(path: string): Promise<Result>
  post<Result>(path: string, body?: object): Promise<Result>
  close(): Promise<void>
}

/** The member of a WebDriver result that contains the id of an element. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function call<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (response.ok) return value
  throw new Error(
    `WebDriver responded with status ${response.status} to ${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`,
  )
}

/** Waits until the driver accepts sessions. It prints nothing when it is ready, so its status is polled. */
export async function driverReady(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ready = await call<{ ready: boolean }>('GET', `${url}/status`).catch(() => ({ ready: false }))
    if (ready.ready) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Opens a session. */
export async function openSession(url: string, capabilities: object): Promise<WebDriverSession> {
  const session = await call<{ sessionId: string; capabilities: Record<string, unknown> }>('POST', `${url}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })
  const base = `${url}/session/${session.sessionId}`
  return {
    capabilities: session.capabilities,
    get: (path) => call('GET', base + path),
    post: (path, body = {}) => call('POST', base + path, body),
    close: () => call('DELETE', base),
  }
}
