import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/**
 * Makes a branded consent screen in two languages, as a designer does: from the welcome page to the downloaded file, with visible controls
 * only. Returns the text of the file.
 */
export async function makeConsentScreen(page: Page): Promise<string> {
  const workshop = page.frameLocator('#storybook-preview-iframe')
  await workshop.getByRole('link', { name: 'Theme it' }).click()
  await workshop.getByRole('textbox', { name: 'Brand color as text' }).fill('#b4430f')
  await workshop.getByLabel('Font', { exact: true }).selectOption('Inter')
  await workshop.getByRole('radio', { name: 'Roomy' }).check()

  await workshop.getByRole('link', { name: 'Word', exact: true }).click()
  await workshop.getByLabel('Company').fill('Quince')
  await workshop.getByLabel('Data in the title').fill('shopping lists')
  const write = async (text: string) => {
    await workshop.getByRole('textbox', { name: /^Wording in/ }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.insertText(text)
  }
  await write('We read each receipt once. ')
  await workshop.getByLabel('Language').selectOption('Spanish')
  await workshop.getByLabel('Data in the title').fill('listas de la compra')
  await write('Leemos cada recibo una vez. ')

  await workshop.getByRole('link', { name: 'Hand over', exact: true }).click()
  for (const name of ['Arabic', 'Brazilian Portuguese', 'French', 'German', 'Hebrew', 'Japanese'])
    await workshop.getByRole('checkbox', { name }).uncheck()
  const saved = page.waitForEvent('download')
  await workshop.getByRole('button', { name: 'Download', exact: true }).click()
  return readFile(await (await saved).path(), 'utf8')
}
