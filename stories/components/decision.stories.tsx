import type { Meta, StoryObj } from '@storybook/react-vite'
import { Decision } from '../../src/index.ts'

const meta = {
  title: 'Components/Decision',
  component: Decision,
  args: { onAccept: () => {}, onDecline: () => {} },
} satisfies Meta<typeof Decision>
export default meta
type Story = StoryObj<typeof meta>

/** Accept and Decline. */
export const Open: Story = { tags: ['picture'] }

/** Without terms there is no Accept. */
export const Closed: Story = { args: { acceptable: false } }

/** An acceptance is in progress. */
export const Pending: Story = { args: { pending: true } }

/** Accept was pressed too early. */
export const Missing: Story = { tags: ['picture'], args: { missing: [{ target: 'end', text: 'Read the full terms to the end' }] } }

/** Declining an update keeps the current agreement. */
export const Update: Story = { args: { kind: 'update' } }
