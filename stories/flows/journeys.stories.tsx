import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ConsentScreen, ConsentSettings, TermsNotice } from '../../src/index.ts'

/** Complete journeys of a person, with clicks and keys only, against the real service. */
const meta: Meta<typeof ConsentScreen> = {
  title: 'Flows/Journeys',
  component: ConsentScreen,
  args: { surface: 'page' },
}
export default meta

type Story = StoryObj<typeof ConsentScreen>

const AGREE = 'Agree and create license'

export const Agree: Story = {
  parameters: { consent: { ends: 'licensed' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: AGREE }))
    await expect(await canvas.findByRole('heading', { name: 'Data license receipt' })).toBeVisible()
  },
}

export const ChooseAndAgreeWithKeyboard: Story = {
  parameters: { consent: { ends: 'licensed' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [choice] = await canvas.findAllByRole('checkbox')
    choice?.focus()
    await userEvent.keyboard(' ')
    await expect(choice).toBeChecked()
    const accept = await canvas.findByRole('button', { name: AGREE })
    accept.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'Data license receipt' })).toBeVisible()
  },
}

export const Decline: Story = {
  parameters: { consent: { ends: 'declined' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: AGREE })).toBeNull())
  },
}

export const DismissWithEscape: Story = {
  args: { surface: 'dialog' },
  parameters: { consent: { ends: 'dismissed' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('dialog')
    await canvas.findByRole('button', { name: AGREE })
    // The browser sends `cancel` to a modal dialog on Escape. It ignores keys from a script.
    canvas.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
  },
}

export const AgreeToAnUpdate: Story = {
  parameters: { consent: { state: 'update-material', ends: 'licensed' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: AGREE }))
    await expect(await canvas.findByRole('heading', { name: 'Data license receipt' })).toBeVisible()
  },
}

export const KeepEarlierAgreement: Story = {
  render: () => <TermsNotice surface="inline" />,
  parameters: { consent: { state: 'update-material', ends: 'declined' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Keep what I agreed to' }))
  },
}

export const Withdraw: Story = {
  render: () => <ConsentSettings />,
  parameters: { consent: { state: 'already-licensed', ends: 'withdrawn' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Withdraw/ }))
  },
}

export const AgreeOffline: Story = {
  parameters: { consent: { state: 'offline', ends: 'queued' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: AGREE }))
    await waitFor(() => expect(canvas.queryByRole('heading', { name: 'Data license receipt' })).toBeNull())
  },
}
