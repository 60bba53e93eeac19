import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureProgram, startProgram } from '../support/program.ts'
import { type Engine, type EngineProfile, KEYS, scrollUntilStill, type Tab, WHEEL_PX } from './engine.ts'
import { connectBidi } from './webdriver-bidi.ts'

/** No start pages, and no requests except by the page under test. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.log.level': 'Warn',
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': '',
  // Scrollbars that take space.
  'widget.gtk.overlay-scrollbars.enabled': false,
}

/** Opens Firefox, controlled through WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const program = ensureProgram('firefox-esr', 'firefox-esr')
  const folder = mkdtempSync(join(tmpdir(), 'licet-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const firefox = startProgram(program, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder], {
    env: { HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  const stop = async () => {
    await firefox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const bidi = await connectBidi(`${await firefox.printed(/BiDi listening on (ws:\S+)/)}/session`)
    const session = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
    const openProfile = async (): Promise<EngineProfile> => {
      const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {})
      return {
        async openTab() {
          const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
          return createTab(bidi.send, context)
        },
        close: async () => {
          await bidi.send('browser.removeUserContext', { userContext })
        },
      }
    }
    const close = async () => {
      bidi.close()
      await stop()
    }
    return { name: `Firefox ${session.capabilities.browserVersion}`, openProfile, close }
  } catch (error) {
    await stop()
    throw error
  }
}

type Send = Awaited<ReturnType<typeof connectBidi>>['send']

/** The result of `script.evaluate`. The value is a string, because every expression is wrapped in `JSON.stringify`. */
interface EvaluateResult {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly type: string; readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

function createTab(send: Send, context: string): Tab {
  const evaluate = async (expression: string): Promise<unknown> => {
    const evaluated = await send<EvaluateResult>('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails?.text)
    return evaluated.result?.value === undefined ? undefined : JSON.parse(evaluated.result.value)
  }
  return {
    evaluate,
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async click(xpath) {
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'xpath', value: xpath },
      })
      const [element] = nodes
      if (element === undefined || nodes.length > 1) throw new Error(`${nodes.length} elements match ${xpath}, not 1.`)
      const settled = await send<EvaluateResult>('script.callFunction', {
        functionDeclaration: scrollUntilStill,
        arguments: [element],
        target: { context },
        awaitPromise: true,
      })
      if (settled.type === 'exception') throw new Error(settled.exceptionDetails?.text)
      const origin = { type: 'element', element }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    press: async (key) => {
      const actions = [
        { type: 'keyDown', value: KEYS[key] },
        { type: 'keyUp', value: KEYS[key] },
      ]
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    turnWheel: async (x, y) => {
      const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY: WHEEL_PX }]
      await send('input.performActions', { context, actions: [{ type: 'wheel', id: 'wheel', actions }] })
    },
  }
}
