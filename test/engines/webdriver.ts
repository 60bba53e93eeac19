/** A session of a W3C WebDriver (https://www.w3.org/TR/webdriver2/), as much of it as the journeys need. */
export interface WebDriverSession {
  readonly capabilities: Readonly<Record<string, unknown>>
  get<Result>(path: string): Promise<Result>
  post<Result>(path: string, body?: object): Promise<Result>
  close(): Promise<void>
}

/** The name under which WebDriver gives an element. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function call<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (response.ok) return value
  throw new Error(`WebDriver answered ${response.status} to ${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`)
}

/** Answers when the driver takes sessions. It prints nothing, so it has to be asked. */
export async function driverReady(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ready = await call<{ ready: boolean }>('GET', `${url}/status`).catch(() => ({ ready: false }))
    if (ready.ready) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Opens a session of a driver. */
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
