import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentLink, ConsentScreen, TermsCheckbox } from '../../../src/components/index.ts'
import { appear, find, press, type Shown, show } from './harness.tsx'

afterEach(cleanup)

const box = () => find<HTMLInputElement>('.licet-checkbox input')

async function showForm(extra?: React.ReactNode): Promise<Shown & { readonly sent: string[] }> {
  const sent: string[] = []
  const shown = await show(
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent.push('sent')
        }}
      >
        <TermsCheckbox />
        <button type="submit">Sign up</button>
      </form>
      {extra}
    </>,
  )
  return { ...shown, sent }
}

async function tick(): Promise<void> {
  await userEvent.click(await appear('.licet-checkbox input'))
}

async function expectNoNewLicense({ scene, sent }: Awaited<ReturnType<typeof showForm>>): Promise<void> {
  await expect.poll(() => box().checked).toBe(false)
  const signed = scene.world.requests.length
  sent.length = 0
  await press('Sign up')
  expect(sent).toEqual([])
  await expect.poll(() => box().getAttribute('aria-invalid')).toBe('true')
  expect(scene.world.requests.length).toBe(signed)
}

describe('the next license needs a new tick', () => {
  it('after a withdrawal in another component of the page', async () => {
    const shown = await showForm(<ConsentLink />)
    await tick()
    await press('Sign up')
    await shown.state('licensed')
    await userEvent.click(find('.licet-link'))
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await shown.state('withdrawn')
    await userEvent.keyboard('{Escape}')
    await expectNoNewLicense(shown)
    await tick()
    await press('Sign up')
    await shown.state('licensed')
    await expect.poll(() => shown.sent).toEqual(['sent'])
  })

  it('after a withdrawal in another tab', async () => {
    const shown = await showForm()
    await tick()
    await press('Sign up')
    await shown.state('licensed')
    const tab = new ServiceClient({ ...shown.scene.config, prewarm: 'none' })
    await tab.revokeLicense()
    await shown.state('withdrawn')
    await expectNoNewLicense(shown)
    await tab.close()
  })

  it('after a Decline in another component of the page', async () => {
    const shown = await showForm(<ConsentScreen surface="inline" />)
    await tick()
    await userEvent.click(await appear('[data-part="decline"]'))
    await shown.state('declined')
    await expectNoNewLicense(shown)
  })

  it('after a Decline in another tab, even when this tab showed a Decline before', async () => {
    const shown = await showForm(<ConsentScreen surface="inline" />)
    await userEvent.click(await appear('[data-part="decline"]'))
    await shown.state('declined')
    await tick()
    const tab = new ServiceClient({ ...shown.scene.config, prewarm: 'none' })
    await tab.decline()
    await expectNoNewLicense(shown)
    await tab.close()
  })
})
