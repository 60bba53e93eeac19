import type { Meta, StoryObj } from '@storybook/react-vite'
import { LiveRegion, StatusMessage } from '../../src/index.ts'

const meta = { title: 'Components/StatusMessage', component: StatusMessage } satisfies Meta<typeof StatusMessage>
export default meta
type Story = StoryObj<typeof meta>

/** A note. */
export const Note: Story = { args: { heading: 'A note', children: 'Good to know.' } }

/** An error. */
export const ErrorMessage: Story = {
  tags: ['picture'],
  args: { variant: 'error', heading: 'An error', children: 'What happened, and what to do.' },
}

/** A result. */
export const Done: Story = { args: { variant: 'done', children: 'It is done.' } }

/** Something that is waited for, beside a live region, which is not visible. */
export const Waiting: Story = {
  args: { variant: 'waiting', children: 'It waits.' },
  render: (args) => (
    <>
      <StatusMessage {...args} />
      <LiveRegion>It waits.</LiveRegion>
    </>
  ),
}
