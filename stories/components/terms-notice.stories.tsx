import type { Meta, StoryObj } from '@storybook/react-vite'
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
