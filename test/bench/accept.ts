import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { createDemoFolder, startDemo } from '../support/demo.ts'
import { median, p90, printTable } from './table.ts'

const ROUNDS = 12

/** Time from the click on Agree to the license on screen, over the demo and its real service, in profiles that nobody has used. */
export async function measureAccept(): Promise<void> {
  const folder = createDemoFolder()
  const demo = await startDemo(folder.path)
  const browser = await launchChromium()
  try {
    const times: number[] = []
    const trips: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const profile = await openProfile(browser)
      const { page } = profile
      await page.goto(`${demo.url}/agree`)
      const agree = page.getByRole('button', { name: en['decision.accept'] })
      await agree.waitFor()
      await page.evaluate((title) => {
        document.addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), {
          once: true,
          capture: true,
        })
        const look = () => {
          if (document.body.textContent.includes(title)) Object.assign(window, { storedAt: performance.now() })
          else requestAnimationFrame(look)
        }
        look()
      }, en['status.licensed.title'])
      const before = profile.requests.length
      await agree.click()
      const handle = await page.waitForFunction(() =>
        'storedAt' in window && 'clickedAt' in window ? Number(window.storedAt) - Number(window.clickedAt) : undefined,
      )
      const time = (await handle.jsonValue()) ?? Number.NaN
      const posts = profile.requests.slice(before).filter((request) => request.startsWith('POST'))
      // The first round warms the browser and the service.
      if (round > 0) {
        times.push(time)
        trips.push(posts.length)
      }
      await profile.close()
    }
    printTable(
      `From the click on Agree to a stored license on screen, ${ROUNDS} rounds`,
      ['', 'median', 'p90'],
      [
        ['ms', median(times).toFixed(0), p90(times).toFixed(0)],
        ['round trips', median(trips), p90(trips)],
      ],
    )
  } finally {
    await browser.close()
    await demo.stop()
    folder.remove()
  }
}
