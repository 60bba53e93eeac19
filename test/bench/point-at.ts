import type { Locator, Page } from 'playwright-core'

const REST_MS = 300

/** Puts the pointer over an element and lets the page come to rest, so that a press of the button is all that the page hears: no script of the bench runs in it. */
export async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('What is pressed is not on screen.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(REST_MS)
}

/** Presses what the pointer is over. */
export async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}
