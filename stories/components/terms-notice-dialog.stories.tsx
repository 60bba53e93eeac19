import type { Meta, StoryObj } from '@storybook/react-vite'
import { TermsNotice } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/TermsNotice/dialog',
  // Many open modals on one page would cover each other.
  tags: ['!autodocs'],
  component: TermsNotice,
  args: { surface: 'dialog', effective: '2027-01-31T00:00:00Z' },
} satisfies Meta<typeof TermsNotice>

export default meta
type Story = StoryObj<typeof meta>

/** The terms changed in words only. */
export const UpdateMinor: Story = { parameters: { consent: { state: 'update-minor' } } }

/** The terms changed in substance. */
export const UpdateMaterial: Story = { parameters: { consent: { state: 'update-material' } } }
