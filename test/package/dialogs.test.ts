import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { launchChromium, openProfile } from '../support/browser.ts'
import { run } from '../support/run-command.ts'
import { type App, installApp } from './apps/app.ts'
import { tryDialogs } from './apps/try-dialogs.ts'

const { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin } = manifest.devDependencies
const DEPENDENCIES = {
  react,
  'react-dom': reactDom,
  vite,
  '@vitejs/plugin-react': plugin,
  'radix-ui': '1.8.1',
  vaul: '1.1.2',
  '@headlessui/react': '2.2.10',
  '@base-ui/react': '1.9.0',
  'react-aria-components': '1.22.1',
  '@ariakit/react': '0.4.40',
  '@mui/material': '9.5.0',
  '@emotion/react': '11.14.0',
  '@emotion/styled': '11.14.1',
  '@mantine/core': '9.8.1',
  '@mantine/hooks': '9.8.1',
  '@chakra-ui/react': '3.38.0',
  'react-modal': '3.16.3',
  antd: '6.6.8',
  'react-bootstrap': '2.10.10',
  bootstrap: '5.3.9',
  '@fluentui/react-components': '9.74.11',
}
const LIBRARIES = [
  'radix',
  'vaul',
  'headless',
  'base-ui',
  'react-aria',
  'ariakit',
  'mui',
  'mantine',
  'chakra',
  'react-modal',
  'antd',
  'react-bootstrap',
  'fluent',
]
const ORIGIN = 'http://localhost'

let app: App
let browser: Browser

beforeAll(async () => {
  app = await installApp('dialogs', DEPENDENCIES)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  app?.remove()
})

describe.each(LIBRARIES)('the packed tarball in an application with dialogs of %s', (library) => {
  const folder = `dist/${library}`
  beforeAll(() => run('npx', ['vite', 'build', '--outDir', folder], { cwd: app.folder, env: { LIBRARY: library } }))

  // Cause: theirs hide everything else from screen readers, turn off presses, and close on a press or Esc in the dialog of the kit.
  it.each(['theirs first', 'ours first'] as const)(
    'H4: a dialog of the kit belongs to the person alone, opened %s',
    async (order) => {
      const { context, page } = await openProfile(browser, { hasTouch: true, viewport: { width: 1024, height: 800 } })
      await context.route(`${ORIGIN}/**`, (route) => {
        const { pathname } = new URL(route.request().url())
        return route.fulfill({ path: join(app.folder, folder, pathname === '/' ? 'index.html' : pathname) })
      })
      try {
        const all = { isInTree: true, mouse: 'acted', touch: 'acted', keyboard: 'acted' }
        expect(await tryDialogs(page, ORIGIN, 'dialog', order)).toEqual({ ...all, theirs: 'open', theirsAfterEscape: 'closed' })
      } finally {
        await context.close()
      }
    },
  )
})
