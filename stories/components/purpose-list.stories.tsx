import type { Meta, StoryObj } from '@storybook/react-vite'
import { PurposeList } from '../../src/index.ts'
import { agreement } from './agreement.ts'

const meta = {
  title: 'Components/PurposeList',
  component: PurposeList,
  args: { purposes: agreement.purposes, company: 'Bramble Market' },
} satisfies Meta<typeof PurposeList>
export default meta
type Story = StoryObj<typeof meta>

/** Without toggles. */
export const Default: Story = {}

/** The purposes of a license: one on, one off. */
export const Decided: Story = { args: { granted: new Set(['retargeting']) } }

/** With a toggle for each optional purpose. */
export const WithChoices: Story = { tags: ['picture'], args: { granted: new Set(['retargeting']), onChoose: () => {} } }
