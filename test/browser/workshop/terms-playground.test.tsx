import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { HandOverPage } from '../../../stories/workshop/hand-over/hand-over-page.tsx'
import { readKeptDraft } from '../../../stories/workshop/terms/draft.ts'
import { TermsPlayground } from '../../../stories/workshop/terms/terms-playground.tsx'
import { catchFile, closePage, expectAccessiblePage, openPage } from './open-page.tsx'

afterEach(closePage)

const editor = () => screen.getByRole('textbox', { name: /^Wording in/ })

/** Writes at the start of the wording, below the title. */
async function write(text: string): Promise<void> {
  // At its start: on a narrow page, the preview stands above the middle of a long wording.
  await userEvent.click(editor(), { position: { x: 40, y: 10 } })
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}')
  // Braces and brackets have a meaning for the keyboard of the tests.
  await userEvent.keyboard(text.replace(/[{[]/g, '$&$&'))
}

async function show(view: string): Promise<void> {
  await userEvent.click(screen.getByRole('radio', { name: view }))
}

/** The page of the preview. */
function previewed(): Document | null | undefined {
  return document.querySelector<HTMLIFrameElement>('.preview iframe')?.contentDocument
}

it('changed words are on the screen, and a finding stands below its line', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await write('We read each receipt, see section 14. ')
  await screen.findByText('The text refers to section 14', { exact: false, selector: '.cm-note strong' })
  await expect.poll(() => document.querySelector('.cm-lintRange')?.textContent).toBe('section 14')
  await screen.findByText('1 finding')
  await show('Full terms')
  await expect.poll(() => previewed()?.body.textContent).toContain('We read each receipt, see section 14.')
  await show('Screen')
  await expect.poll(() => previewed()?.querySelector('[data-part="accept"]')).toBeTruthy()
})

it('a fault of the template is marked, and nothing can be downloaded until it is gone', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await write('{{company.nme}} ')
  await screen.findByText('company.nme is not a known placeholder.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download…' }).disabled).toBe(true)
  // The editor undoes what was typed within half a second in one step. On a busy machine, these are several steps.
  const isDisabledAfterUndo = async () => {
    await userEvent.keyboard('{Control>}z{/Control}')
    return screen.getByRole<HTMLButtonElement>('button', { name: 'Download…' }).disabled
  }
  await expect.poll(isDisabledAfterUndo).toBe(false)
})

it('a clause that only one language has is shown, and Download warns of it', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await screen.findByText('Languages agree')
  await write('We read each receipt 14 times. ')
  await screen.findAllByText(/“14” is missing in the same clause/)
  expect(screen.queryByText('Languages agree')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Download…' }))
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toMatch(
    /^The languages differ\. English: “14” is missing/,
  )
})

it('the form changes the screen and the record, and a redline compares with the saved version', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await userEvent.click(screen.getByRole('button', { name: 'Save version' }))
  await screen.findByText(/^Version 1 saved/)
  await userEvent.fill(screen.getByLabelText('Company'), 'Quince')
  await userEvent.fill(screen.getByLabelText('Reward'), '300 points')
  await userEvent.selectOptions(screen.getByLabelText('Until'), '24')
  await expect.poll(() => previewed()?.body.textContent).toContain('Quince')
  await show('Record')
  const record = await screen.findByRole('region', { name: 'License record' })
  await expect.poll(() => JSON.parse(record.textContent)).toMatchObject({ 'x-duration': 'P24M' })
  expect(JSON.parse(record.textContent).terms).toContain('300 points')
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  await expect.poll(() => previewed()?.querySelector('.licet-diff')?.textContent).toContain('300 points')
  expect(previewed()?.querySelector('ins')).toBeTruthy()
})

it('the title names the data in the words of the company, in each language', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  const title = () => previewed()?.querySelector('[data-part="screen-title"]')?.textContent
  await expect.poll(title).toBe('May Pomelo use your receipts?')
  await userEvent.fill(screen.getByLabelText('Data in the title'), 'shopping lists')
  await expect.poll(title).toBe('May Pomelo use your shopping lists?')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Spanish')
  await userEvent.fill(screen.getByLabelText('Data in the title'), 'listas de la compra')
  await expect.poll(title).toBe('¿Puede Pomelo usar tus datos (listas de la compra)?')
  closePage()
  render(<HandOverPage scheme="light" />)
  const file = document.querySelector('[data-file="licet-consent.ts"]')?.textContent
  expect(file).toContain("subject: 'shopping lists'")
  expect(file).toContain("subject: 'listas de la compra'")
})

// A reward that was changed in English only would be another reward in Spanish.
it('a language that still has a text of the sample company is named, where another language has its own', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  expect(screen.queryByText(/of the sample company/)).toBeNull()
  await userEvent.fill(screen.getByLabelText('Reward'), '300 points')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Spanish')
  await screen.findByText('Spanish still has the reward of the sample company, and another language does not. Write your own.')
  closePage()
  render(<HandOverPage scheme="light" />)
  await screen.findByText(/^Spanish still has the reward/)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Spanish' }))
  await expect.poll(() => screen.queryByText(/^Spanish still has the reward/)).toBeNull()
})

it('the person who hands the file over chooses between the device, the page, light and dark', async () => {
  await openPage(<HandOverPage scheme="light" />)
  const file = () => document.querySelector('[data-file="licet-consent.ts"]')?.textContent
  expect(file()).toContain("{ theme: 'system', variables: theme.variables }")
  await userEvent.click(screen.getByRole('radio', { name: 'As the page' }))
  expect(file()).toContain('{ variables: theme.variables }')
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(file()).toContain("{ theme: 'dark', variables: theme.variables }")
  await expectAccessiblePage()
})

it('all templates exist in their languages, and each is found correct in each', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  const template = screen.getByLabelText<HTMLSelectElement>('Template')
  const languages = () => [...screen.getByLabelText<HTMLSelectElement>('Language').options].map(({ text }) => text)
  const names = [...template.options].map(({ value }) => value)
  expect(names).toHaveLength(9)
  const all = ['English', 'Arabic', 'German', 'Spanish', 'French', 'Hebrew', 'Japanese', 'Brazilian Portuguese']
  for (const name of names.filter((one) => one !== 'own')) {
    fireEvent.change(template, { target: { value: name } })
    expect(languages()).toEqual(all)
    await expect.poll(() => document.querySelector('.cm-note')).toBeNull()
  }
  fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'es' } })
  await expect.poll(() => editor().textContent).toContain('licencia')
  expect(editor().getAttribute('lang')).toBe('es')
})

it('downloads the agreement, the template and TypeScript in both languages', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await write('We read each receipt. ')
  await userEvent.click(screen.getByRole('button', { name: 'Download…' }))
  const dialog = within(screen.getByRole('dialog'))
  const download = async (format: string) => {
    await userEvent.click(dialog.getByRole('radio', { name: format }))
    return catchFile(() => userEvent.click(dialog.getByRole('button', { name: 'Download' })))
  }
  const agreement = await download('Agreement')
  expect(agreement.name).toBe('agreement.json')
  expect(JSON.parse(agreement.text)).toMatchObject({ company: { name: 'Pomelo' }, expiry: { months: 12 } })
  const template = await download('Template')
  expect(template.name).toBe('pomelo-rewards.en.md')
  expect(template.text).toContain('We read each receipt.')
  const module = await download('TypeScript')
  expect(module.name).toBe('licet-consent.ts')
  expect(module.text).toContain('We read each receipt.')
  expect(module.text).toContain("locale: 'es'")
  await expectAccessiblePage()
})

it('the page for the developer has the kept draft in one file, in the chosen languages', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await userEvent.fill(screen.getByLabelText('Company'), 'Quince')
  await expect.poll(() => readKeptDraft().company.name).toBe('Quince')
  closePage()
  render(<HandOverPage scheme="light" />)
  const file = () => document.querySelector('[data-file="licet-consent.ts"]')?.textContent
  expect(file()).toContain("name: 'Quince'")
  expect(file()).toContain('licet/templates/ar/rewards')
  expect(screen.queryByText('Arabic: no findings')).not.toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Arabic' }))
  expect(file()).not.toContain('licet/templates/ar/rewards')
  expect(screen.queryByText('Arabic: no findings')).toBeNull()
})

it.each([
  { width: 768, scheme: 'dark' as const },
  { width: 1280, scheme: 'light' as const },
])('is accessible and no wider than the page at $width px, $scheme', async ({ width, scheme }) => {
  await openPage(<TermsPlayground scheme={scheme} />, { width, scheme })
  await write('See section 14. ')
  await screen.findByText('1 finding')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectAccessiblePage()
})

it('the Tab key leaves the editor, and F8 goes to the next finding', async () => {
  await openPage(<TermsPlayground scheme="light" />)
  await write('See section 14. ')
  // While it is typed, "section 14This" is a finding too.
  await expect.poll(() => document.querySelector('.cm-lintRange')?.textContent).toBe('section 14')
  await userEvent.keyboard('{Control>}{End}{/Control}{F8}')
  await expect.poll(() => getSelection()?.toString()).toBe('section 14')
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).not.toBe(editor())
})
