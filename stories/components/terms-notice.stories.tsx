import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { TermsNotice } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/TermsNotice',
  component: TermsNotice,
  args: { deadline: '2027-01-31T00:00:00Z' },
} satisfies Meta<typeof TermsNotice>

export default meta
type Story = StoryObj<typeof meta>

/** Everything is there to decide. */
export const Ready: Story = { parameters: { consent: { state: 'ready' } } }

/** The terms changed in words only. */
export const UpdateMinor: Story = { parameters: { consent: { state: 'update-minor' } } }

/** The terms changed in substance. */
export const UpdateMaterial: Story = { parameters: { consent: { state: 'update-material' } } }

/** The license is being made; both choices stay where they are. */
export const Submitting: Story = { parameters: { consent: { state: 'submitting' } } }

/** Opened: the title has the focus, and what it says is said once. */
export const Opened: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show what changed' }))
    await expect(document.activeElement).toBe(canvas.getAllByRole('heading')[0])
    await canvas.findByRole('button', { name: 'Keep what I agreed to' })
  },
}

/** Answered: the banner is gone, and its region says what holds. */
export const Kept: Story = {
  parameters: { consent: { state: 'update-material', ends: 'dismissed' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Not now' }))
    await expect(await canvas.findByText('You keep what you agreed to')).toHaveFocus()
  },
}

/** On the page itself, with all there is to decide. */
export const Inline: Story = { args: { surface: 'inline' }, parameters: { consent: { state: 'update-material' } } }
