import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent } from 'storybook/test'
import { LiveRegion } from '../../src/index.ts'

const meta = {
  title: 'Components/LiveRegion',
  component: LiveRegion,
  args: { children: 'Bramble Market has your permission.' },
  render: (args) => (
    <>
      <p>The region below this text is not visible. A screen reader announces: “{args.children}”</p>
      <LiveRegion {...args} />
    </>
  ),
} satisfies Meta<typeof LiveRegion>
export default meta
type Story = StoryObj<typeof meta>

/** A region with a text. */
export const Announcement: Story = {}

/** The region is on the page from the start. The text comes with a press. */
export const AfterAPress: Story = {
  args: { children: 'Saved.' },
  render: (args) => <SaveButton announcement={args.children} />,
  play: async ({ canvas }) => {
    const region = canvas.getByRole('status')
    await expect(region).toHaveTextContent('')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(region).toHaveTextContent('Saved.')
  },
}

function SaveButton({ announcement }: { readonly announcement: string }) {
  const [isSaved, setSaved] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setSaved(true)}>
        Save
      </button>
      <LiveRegion>{isSaved ? announcement : ''}</LiveRegion>
    </>
  )
}
