import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { en } from '../../src/locales/en.ts'
import { stopLabel } from '../fixtures/company-titles.ts'
import { launchChromium, openProfile } from './browser.ts'
import { createDemoFolder, startDemo } from './demo.ts'
import { projectRoot } from './run-command.ts'

/** The screens of the demo are taken at three widths, in light and dark. */
const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const
const SCHEMES = ['light', 'dark'] as const

/** Takes the pictures of the demo: `docs/consent-screen.png` for the README, the others in `node_modules/.cache/licet/screens`. */
export async function main(): Promise<void> {
  const folder = createDemoFolder()
  const demo = await startDemo(folder.path)
  const browser = await launchChromium()
  const screens = join(projectRoot, 'node_modules/.cache/licet/screens')
  mkdirSync(screens, { recursive: true })
  try {
    for (const [name, width] of Object.entries(WIDTHS)) {
      for (const colorScheme of SCHEMES) {
        const viewport = { width, height: 860 }
        const profile = await openProfile(browser, { viewport, colorScheme, deviceScaleFactor: 2, bypassCSP: true })
        const { page } = profile
        const takePicture = (what: string, fullPage = true) =>
          page.screenshot({ path: join(screens, `${what}-${name}-${colorScheme}.png`), fullPage })
        await page.goto(demo.url)
        await page.getByRole('heading', { name: 'Your receipts' }).waitFor()
        await takePicture('home')
        await page.goto(`${demo.url}/agree`)
        await page.getByRole('button', { name: en['decision.accept'], exact: true }).waitFor()
        await takePicture('ask')
        if (name === 'desktop' && colorScheme === 'light') {
          // Tall enough to show the whole summary above the choices, in a font that every system has.
          await page.setViewportSize({ width, height: 1100 })
          await page.addStyleTag({
            content:
              ':root { font-family: Arial, sans-serif } main { flex: none; padding-block: 32px; min-block-size: 0 !important }',
          })
          await page.locator('main').screenshot({ path: join(projectRoot, 'docs/consent-screen.png') })
          await page.setViewportSize(viewport)
          await page.reload()
        }
        await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
        await page.getByText(en['receipt.view']).first().waitFor()
        await takePicture('receipt')
        await page.goto(`${demo.url}/settings`)
        await page.getByRole('button', { name: stopLabel('Pomelo') }).waitFor()
        await takePicture('settings')
        await profile.close()
      }
    }
  } finally {
    await browser.close()
    await demo.stop()
    folder.remove()
  }
  console.log(`docs/consent-screen.png, and all screens in ${screens}`)
}
