import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/postgres.ts'
import { ensureProgram, type Program, startProgram } from '../support/program.ts'
import { type Engine, type EngineProfile, KEYS, scrollUntilStill, type Tab, WHEEL_PX } from './engine.ts'
import { driverReady, ELEMENT, openSession, type WebDriverSession } from './webdriver.ts'

const READY_TIMEOUT_MS = 60_000
const SCRIPT_TIMEOUT_MS = 60_000

/** Opens WebKitGTK, the engine closest to Safari that runs on Linux. Its MiniBrowser requires a screen, so Xvfb provides a virtual one. */
export async function openWebkit(): Promise<Engine> {
  const driver = ensureProgram('WebKitWebDriver', 'webkit2gtk-driver')
  const binary = findMiniBrowser()
  const screen = startProgram(ensureProgram('Xvfb', 'xvfb'), [
    ...['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
  ])
  const display = await screen.printed(/^(\d+)\n/m)
  const open = async () => {
    const port = await freePort()
    const program = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      env: { DISPLAY: `:${display}`, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    try {
      await driverReady(`http://127.0.0.1:${port}`, AbortSignal.timeout(READY_TIMEOUT_MS))
      const session = await openSession(`http://127.0.0.1:${port}`, {
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      await session.post('/timeouts', { script: SCRIPT_TIMEOUT_MS })
      return { program, session }
    } catch (error) {
      await program.stop()
      throw error
    }
  }
  try {
    // A driver has one session at a time, and a session is a profile. The first session reports the version and becomes the first profile.
    const first = await open()
    let spare: typeof first | undefined = first
    return {
      name: `WebKitGTK ${first.session.capabilities.browserVersion}`,
      async openProfile() {
        const { program, session } = spare ?? (await open())
        spare = undefined
        return createProfile(program, session)
      },
      async close() {
        if (spare !== undefined) await createProfile(spare.program, spare.session).close()
        await screen.stop()
      },
    }
  } catch (error) {
    await screen.stop()
    throw error
  }
}

function findMiniBrowser(): string {
  for (const folder of readdirSync('/usr/lib').map((name) => join('/usr/lib', name)))
    for (const version of ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const path = join(folder, version, 'MiniBrowser')
      if (existsSync(path)) return path
    }
  throw new Error('WebKitGTK is installed without MiniBrowser, so its journeys cannot run. Install libwebkit2gtk-4.1-0.')
}

function createProfile(program: Program, session: WebDriverSession): EngineProfile {
  // A session controls one window at a time, so commands for different tabs run one after the other.
  let lastCommand: Promise<unknown> = Promise.resolve()
  let isFirst = true
  const inWindow = <Result>(handle: string, act: () => Promise<Result>): Promise<Result> => {
    const done = lastCommand.then(async () => {
      await session.post('/window', { handle })
      return act()
    })
    lastCommand = done.catch(() => {})
    return done
  }
  return {
    async openTab() {
      // Each tab is a window, because WebKit does not render a hidden tab and cannot click in it.
      const handle = isFirst
        ? await session.get<string>('/window')
        : (await session.post<{ handle: string }>('/window/new', { type: 'window' })).handle
      isFirst = false
      return createTab(session, (act) => inWindow(handle, act))
    },
    async close() {
      await session.close()
      await program.stop()
    },
  }
}

function createTab(session: WebDriverSession, here: <Result>(act: () => Promise<Result>) => Promise<Result>): Tab {
  return {
    goto: (url) => here(() => session.post('/url', { url })),
    click: (xpath) =>
      here(async () => {
        const elements = await session.post<Record<string, string>[]>('/elements', { using: 'xpath', value: xpath })
        const [element] = elements
        if (element === undefined || elements.length > 1) throw new Error(`${elements.length} elements match ${xpath}, not 1.`)
        // The command itself scrolls, but does not wait until the element stands still.
        const script = `const done = arguments[1]
          ;(${scrollUntilStill})(arguments[0]).then(() => done(null), (error) => done(String(error)))`
        const failure = await session.post<string | null>('/execute/async', { script, args: [element] })
        if (failure !== null) throw new Error(failure)
        await session.post(`/element/${element[ELEMENT]}/click`)
      }),
    press: (key) =>
      here(async () => {
        const actions = [
          { type: 'keyDown', value: KEYS[key] },
          { type: 'keyUp', value: KEYS[key] },
        ]
        await session.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      }),
    resize: (width, height) =>
      here(async () => {
        await session.post('/window/rect', { width, height })
      }),
    turnWheel: (x, y) =>
      here(async () => {
        const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY: WHEEL_PX, origin: 'viewport', duration: 0 }]
        await session.post('/actions', { actions: [{ type: 'wheel', id: 'wheel', actions }] })
      }),
    async evaluate(expression) {
      const script = `const done = arguments[0]
        ;(async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const evaluated = await here(() =>
        session.post<{ readonly value?: unknown; readonly error?: string }>('/execute/async', { script, args: [] }),
      )
      if (evaluated.error !== undefined) throw new Error(evaluated.error)
      return evaluated.value
    },
  }
}
