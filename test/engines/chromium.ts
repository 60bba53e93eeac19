import { launchChromium } from '../support/browser.ts'
import type { Engine } from './engine.ts'

/** Opens Chromium, the engine of Chrome, Edge and Opera. */
export async function openChromium(): Promise<Engine> {
  const browser = await launchChromium()
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
            evaluate: (expression) => page.evaluate(expression),
          }
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
