import type { Meta, StoryObj } from '@storybook/react-vite'
import { LicenseSummary } from '../../src/index.ts'
import { agreement } from './agreement.ts'

const meta = { title: 'Parts/LicenseSummary', component: LicenseSummary, args: { agreement } } satisfies Meta<typeof LicenseSummary>
export default meta
type Story = StoryObj<typeof meta>

/** Each fact on a line. */
export const Default: Story = {}

/** Without an end and without a reward. Both lines state this. */
export const WithoutEndOrReward: Story = {
  args: { agreement: { ...agreement, expiry: null, compensation: null, tags: ['*', 'loyalty_points'] } },
}

/** With a toggle for each optional purpose. */
export const WithChoices: Story = { args: { granted: new Set(['retargeting']), onChoose: () => {} } }
