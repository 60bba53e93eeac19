import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'

const meta: Meta<typeof ConsentScreen> = {
  title: 'Journeys',
  component: ConsentScreen,
  args: { surface: 'page' },
}
export default meta

type Story = StoryObj<typeof ConsentScreen>

export const Agree: Story = {
  parameters: { consent: { state: 'ready', ends: 'licensed' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Agree and create license' }))
    await expect(await canvas.findByText(/You gave/)).toBeInTheDocument()
  },
}

export const Decline: Story = {
  parameters: { consent: { state: 'ready', ends: 'declined' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Agree and create license' })).toBeNull())
  },
}
