import type { Locator, Page } from 'playwright-core'

const SETTLE_MS = 300

/** Moves the pointer over an element and waits until the page is idle, so that no script of the bench runs during the press. */
export async function movePointerTo(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('The element is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(SETTLE_MS)
}

/** Clicks at the position of the pointer. */
export async function pressPointer(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}
