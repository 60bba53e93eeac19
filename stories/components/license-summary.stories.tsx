import type { Meta, StoryObj } from '@storybook/react-vite'
import { LicenseSummary } from '../../src/index.ts'
import { agreement } from './agreement.ts'

const meta = { title: 'Components/LicenseSummary', component: LicenseSummary, args: { agreement } } satisfies Meta<
  typeof LicenseSummary
>
export default meta
type Story = StoryObj<typeof meta>

/** Each fact on a line. */
export const Default: Story = { tags: ['picture'] }

/** Without an end and without a reward. Both lines state this. */
export const WithoutEndOrReward: Story = {
  args: { agreement: { ...agreement, expiry: null, compensation: null, tags: ['*', 'loyalty_points'] } },
}

/** With a toggle for each optional purpose. */
export const WithChoices: Story = { args: { granted: new Set(['retargeting']), onChoose: () => {} } }

/** A duration from the day of the decision, and names that the company gives to its own words. */
export const DurationAndCustomNames: Story = {
  args: {
    agreement: {
      ...agreement,
      expiry: { months: 12 },
      tags: ['fitness', 'x-gym_visits', 'x-heart_rate'],
      tagLabels: { 'x-gym_visits': { en: 'gym visits', es: 'visitas al gimnasio', ar: 'زيارات النادي' } },
      purposes: [
        {
          usecase: 'x-coaching',
          label: { en: 'personal coaching', es: 'entrenamiento personal', ar: 'تدريب شخصي' },
          description: { en: 'To plan your next training.', es: 'Para preparar tu próximo entrenamiento.' },
          destinations: ['bramble.example'],
          necessary: true,
        },
      ],
    },
  },
}
