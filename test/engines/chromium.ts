import { launchChromium } from '../support/browser.ts'
import { type Engine, WHEEL_PX } from './engine.ts'

/** Opens Chromium, the engine of Chrome, Edge and Opera. */
export async function openChromium(): Promise<Engine> {
  // With scrollbars that take space, which Playwright hides.
  const browser = await launchChromium(['--hide-scrollbars'])
  return {
    name: `Chromium ${browser.version()}`,
    async openProfile() {
      const context = await browser.newContext({ locale: 'en-US' })
      return {
        async openTab() {
          const page = await context.newPage()
          return {
            goto: async (url) => {
              await page.goto(url)
            },
            async click(xpath) {
              const elements = await page.$$(`xpath=${xpath}`)
              const [element] = elements
              if (element === undefined || elements.length > 1)
                throw new Error(`${elements.length} elements match ${xpath}, not 1.`)
              await element.click()
            },
            press: (key) => page.keyboard.press(key),
            resize: (width, height) => page.setViewportSize({ width, height }),
            async turnWheel(x, y) {
              await page.mouse.move(x, y)
              await page.mouse.wheel(0, WHEEL_PX)
            },
            evaluate: (expression) => page.evaluate(expression),
          }
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
