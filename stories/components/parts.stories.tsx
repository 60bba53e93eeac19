import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Agreement } from '../../src/core/agreement.ts'
import { Decision, LicenseSummary, LiveRegion, PurposeList, StatusMessage } from '../../src/index.ts'

const agreement: Agreement = {
  locale: 'en',
  company: {
    name: 'Bramble Market',
    termsUrl: 'https://bramble.example/terms',
    privacyUrl: 'https://bramble.example/privacy',
    contact: 'privacy@bramble.example',
  },
  description: 'Earn points when you share your grocery receipts.',
  tags: ['purchase_history', 'physical_receipt', 'email_receipt'],
  purposes: [
    { usecase: 'analytics', destinations: ['bramble.example'], necessary: true },
    { usecase: 'retargeting', destinations: ['ads.bramble.example'], necessary: false },
    {
      usecase: 'distribution',
      destinations: ['*'],
      necessary: false,
      description: 'Bramble Market sells summaries of what is bought.',
    },
  ],
  expiry: '2031-01-31T00:00:00Z',
  compensation: '100 points for each receipt',
  jurisdiction: 'Ireland',
}

const meta = { title: 'Parts/Asking' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const nothing = () => {}

/** The agreement in short. */
export const Summary: Story = { render: () => <LicenseSummary agreement={agreement} /> }

/** The same with no end and no reward, said and not left blank. */
export const SummaryWithoutEndOrReward: Story = {
  render: () => <LicenseSummary agreement={{ ...agreement, expiry: null, compensation: null, tags: ['*', 'loyalty_points'] }} />,
}

/** With real choices. */
export const SummaryWithChoices: Story = {
  render: () => <LicenseSummary agreement={agreement} granted={new Set(['retargeting'])} onChoose={nothing} />,
}

/** The purposes alone, told. */
export const Purposes: Story = { render: () => <PurposeList purposes={agreement.purposes} company="Bramble Market" /> }

/** Both choices. */
export const DecisionOpen: Story = { render: () => <Decision onAccept={nothing} onDecline={nothing} /> }

/** Without terms there is nothing to accept. */
export const DecisionClosed: Story = { render: () => <Decision acceptable={false} onAccept={nothing} onDecline={nothing} /> }

/** Accepting is under way. */
export const DecisionPending: Story = { render: () => <Decision pending onAccept={nothing} onDecline={nothing} /> }

/** Accept came too early. */
export const DecisionTooEarly: Story = {
  render: () => (
    <Decision missing={[{ target: 'end', text: 'Read the full terms to the end' }]} onAccept={nothing} onDecline={nothing} />
  ),
}

/** Declining an update keeps what was agreed. */
export const DecisionUpdate: Story = { render: () => <Decision kind="update" onAccept={nothing} onDecline={nothing} /> }

/** The four kinds of message. */
export const Messages: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 12 }}>
      <StatusMessage heading="A note">What is good to know.</StatusMessage>
      <StatusMessage variant="error" heading="An error">
        What happened, and what to do.
      </StatusMessage>
      <StatusMessage variant="done">It is done.</StatusMessage>
      <StatusMessage variant="waiting">It waits.</StatusMessage>
      <LiveRegion>Said, not shown.</LiveRegion>
    </div>
  ),
}
