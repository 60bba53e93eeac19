import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { LicetDevtools } from '../../src/devtools/index.ts'
import { ConsentScreen } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'

const meta = {
  title: 'Devtools',
  // The panel has times.
  tags: ['no-picture'],
  component: LicetDevtools,
  decorators: [inHostPage],
  render: (args) => (
    <>
      <ConsentScreen />
      <LicetDevtools {...args} />
    </>
  ),
} satisfies Meta<typeof LicetDevtools>

export default meta
type Story = StoryObj<typeof meta>

/** Returns a story in which the panel shows a tab. */
function tab(name: string, wanted: RegExp): Story {
  return {
    parameters: { consent: { state: 'licensed' } },
    play: async () => {
      sessionStorage.clear()
      const shadow = await findShadow()
      const panel = within(shadow as unknown as HTMLElement)
      const toggle = panel.queryByRole('button', { name: 'Licet devtools' })
      if (toggle !== null) await userEvent.click(toggle)
      await userEvent.click(await panel.findByRole('tab', { name }))
      // Not `findByText`: on a failure, it prints its container, which cannot be a shadow root.
      await waitFor(() => expect(panel.queryByText(wanted)).toBeTruthy())
    },
  }
}

async function findShadow(): Promise<ShadowRoot> {
  const find = () => document.querySelector('licet-devtools')?.shadowRoot
  await waitFor(() => expect(find()?.querySelector('button')).toBeTruthy())
  return find() as ShadowRoot
}

/** The button, which keeps clear of the choice. */
export const Closed: Story = {}

/** The state, and how the device came to it. */
export const Now: Story = tab('Now', /^submitting$/)

/** What this device stores for the person. */
export const Record: Story = tab('Record', /^present$/)

/** The requests since the page was opened. */
export const Requests: Story = tab('Requests', /^attempt$/)

/** Acts that put the device into another state. */
export const Make: Story = tab('Make', /^Reset the device$/)

/** The pages about what is on screen. */
export const Links: Story = { ...tab('Links', /^State licensed$/), args: { storiesUrl: 'http://localhost:6006' } }
