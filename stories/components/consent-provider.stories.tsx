import type { Meta, StoryObj } from '@storybook/react-vite'
import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-states.ts'
import { type Appearance, ConsentProvider, ConsentScreen } from '../../src/index.ts'
import { agreement } from '../../test/fixtures/story-world.ts'
import { toEnvironment } from '../.storybook/environment/toolbar.ts'
import type { ConsentParameters } from '../.storybook/preview.tsx'

/** The props of a provider without a service. */
interface Args {
  readonly preview: ConsentState
  readonly config: typeof CONFIG
  readonly userId?: string
  readonly locale?: string
  readonly appearance?: Appearance
}

const CONFIG = {
  authUrl: 'https://licenses.example.com',
  provider: { id: 'sample-provider', publicKey: 'AAAA' },
  origin: 'com.example.bramble',
  agreement,
}

const meta = {
  title: 'Components/ConsentProvider',
  component: ConsentProvider,
  args: { preview: 'ready', config: CONFIG },
  argTypes: {
    preview: { control: { type: 'select' }, options: [...CONSENT_STATES] },
    // Only some forms of the props have it, and Storybook lists the props of all forms.
    userId: { control: { type: 'text' } },
  },
  parameters: { consent: { staged: false } satisfies ConsentParameters },
  render: ({ preview, locale, appearance, ...args }, { globals }) => {
    const environment = toEnvironment(globals)
    return (
      <ConsentProvider
        {...args}
        key={preview}
        preview={preview}
        locale={locale ?? environment.locale}
        appearance={{ theme: environment.scheme, ...appearance }}
      >
        <ConsentScreen surface="inline" />
      </ConsentProvider>
    )
  },
} satisfies Meta<Args>
export default meta
type Story = StoryObj<Args>

/** A provider with `preview` needs no service. The components below it are in the state that it names. */
export const Preview: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Agree' })
  },
}

/** `locale` sets the language of the interface. */
export const Language: Story = {
  args: { locale: 'es' },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Aceptar' })
  },
}

/** `appearance` sets the theme of every part below. */
export const OwnAppearance: Story = {
  args: { appearance: { variables: { radius: '0px', 'radius-control': '0px' }, layout: 'column' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Agree' })
  },
}
