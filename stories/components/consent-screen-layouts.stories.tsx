import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentProps } from 'react'
import { userEvent } from 'storybook/test'
import { type Appearance, ConsentScreen, type ScreenLayout } from '../../src/index.ts'
import type { ConsentParameters } from '../.storybook/preview.tsx'

/** A layout is a setting of the provider. Here it is a control. */
type Args = ComponentProps<typeof ConsentScreen> & Pick<Appearance, 'layout'> & { readonly room?: number }

const meta = {
  title: 'Components/ConsentScreen/Layouts',
  component: ConsentScreen,
  args: { surface: 'page', layout: 'split' },
  argTypes: {
    layout: {
      control: { type: 'select' },
      options: ['column', 'split', 'stepper'] satisfies ScreenLayout[],
      description: '`appearance.layout` of the provider',
    },
    room: { control: { type: 'range', min: 280, max: 1200, step: 10 }, description: 'Width of the place, in pixels' },
  },
  parameters: {
    layout: 'fullscreen',
    consent: { appearance: ({ layout }) => ({ layout: layout as Appearance['layout'] }) } satisfies ConsentParameters,
  },
  render: ({ layout: _, room, ...args }) => (
    <div style={{ maxInlineSize: room, marginInline: 'auto' }}>
      <ConsentScreen {...args} />
    </div>
  ),
} satisfies Meta<Args>

export default meta
type Story = StoryObj<Args>

/** The terms stand beside the summary where there is room. This is the default. */
export const Split: Story = {}

/** The terms stand below the summary at every width. */
export const Column: Story = { args: { layout: 'column' } }

/** On a phone, one step is on screen: first the facts. Both choices stay. */
export const Stepper: Story = { tags: ['picture'], args: { layout: 'stepper', room: 390 } }

/** The second step: the purposes to choose from. */
export const StepperChoice: Story = {
  args: { layout: 'stepper', room: 390 },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'You choose' }))
    await canvas.findByRole('button', { name: 'You choose', current: 'step' })
  },
}

/** The third step: the full terms, in place. */
export const StepperTerms: Story = {
  args: { layout: 'stepper', room: 390 },
  play: async ({ canvas }) => {
    const steps = await canvas.findByRole('button', { name: 'You choose' })
    await userEvent.click(steps.closest('ol')?.querySelector('li:last-child button') ?? steps)
    await canvas.findByRole('button', { name: 'Full terms', current: 'step' })
  },
}

/** Agree waits for the end of the terms. The steps lead there. */
export const StepperReadingRequired: Story = {
  args: { layout: 'stepper', room: 390, reading: 'required' },
  parameters: { consent: { state: 'reading-required' } },
}

/** Steps on a sheet. */
export const StepperSheet: Story = { args: { layout: 'stepper', surface: 'sheet' } }

/** A stepper is a split where there is room. */
export const StepperWide: Story = { args: { layout: 'stepper' } }
