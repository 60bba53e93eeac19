import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { lastDayOf } from '../../src/core/last-day.ts'
import { ConsentProvider, ConsentScreen, ConsentSettings, TermsNotice } from '../../src/index.ts'
import type { Scene } from '../../test/fixtures/scenes.ts'
import { JourneyPage } from './journeys/journey-page.tsx'
import { RequestLog } from './journeys/request-log.ts'

/** Complete journeys of a person, with clicks and keys only, against the real service. */
const meta = {
  title: 'Workshop/Journeys',
  component: ConsentScreen,
  tags: ['!autodocs'],
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
  // Not a loader: those do not see the scene.
  beforeEach: ({ loaded }) => {
    const scene = loaded.scene as Scene
    const log = new RequestLog()
    const config = { ...scene.config, fetch: log.watch(scene.config.fetch ?? fetch) }
    Object.assign(loaded, { log, scene: { ...scene, config } })
  },
  decorators: [
    (Story, { loaded }) => (
      <JourneyPage log={loaded.log as RequestLog}>
        <Story />
      </JourneyPage>
    ),
  ],
} satisfies Meta<typeof ConsentScreen>
export default meta
type Story = StoryObj<typeof meta>

const STORES_LICENSE = 'Stores the signed license'

/** Agree signs the terms on the device, and the service stores the license. */
export const Accept: Story = {
  parameters: { consent: { ends: 'licensed' } },
  play: async ({ canvas, step }) => {
    await step('The person reads what is asked', async () => {
      await canvas.findByRole('button', { name: 'Agree' })
    })
    await step('Nothing was sent so far', async () => {
      await expect(canvas.queryByText(STORES_LICENSE)).toBeNull()
    })
    await step('Press Agree', async () => userEvent.click(await canvas.findByRole('button', { name: 'Agree' })))
    await step('The service has stored the license', async () => {
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** The same with the keyboard only, and with a purpose that the person turns on. */
export const ChooseAndAcceptByKeyboard: Story = {
  parameters: { consent: { ends: 'licensed' } },
  play: async ({ canvas, canvasElement, step }) => {
    await step('Turn a purpose on with the Space key', async () => {
      await canvas.findByRole('button', { name: 'Agree' })
      const choice = firstChoice(canvasElement)
      choice?.focus()
      await userEvent.keyboard(' ')
      await expect(choice?.checked).toBe(true)
    })
    await step('Press Agree with the Enter key', async () => {
      const accept = await canvas.findByRole('button', { name: 'Agree' })
      accept.focus()
      await userEvent.keyboard('{Enter}')
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** Decline sends nothing. */
export const Decline: Story = {
  parameters: { consent: { ends: 'declined' } },
  play: async ({ canvas, step }) => {
    await step('Press Decline', async () => userEvent.click(await canvas.findByRole('button', { name: 'Decline' })))
    await step('Nothing was sent', async () => {
      await canvas.findByText('Nothing was sent.')
    })
  },
}

/** Esc closes a dialog without a decision. */
export const CloseWithEscape: Story = {
  args: { surface: 'dialog' },
  parameters: { consent: { ends: 'dismissed' } },
  play: async ({ step }) => {
    const dialog = await screen.findByRole('dialog')
    await step('Press Esc', async () => {
      await within(dialog).findByRole('button', { name: 'Agree' })
      // The browser sends `cancel` to a modal dialog on Escape. It ignores keys from a script.
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    })
  },
}

/** A person with a license opens the settings, and changes what is allowed. */
export const ChangeChoices: Story = {
  render: () => <ConsentSettings />,
  parameters: { consent: { state: 'already-licensed', ends: 'licensed' } },
  play: async ({ canvas, canvasElement, step }) => {
    await step('Open the choices', async () => userEvent.click(await canvas.findByRole('button', { name: /^Change/ })))
    await step('Turn a purpose on', async () => {
      await waitFor(() => expect(firstChoice(canvasElement)).toBeVisible())
      const choice = firstChoice(canvasElement)
      if (choice) await userEvent.click(choice)
    })
    await step('Press Agree', async () => {
      await waitFor(() => expect(find(canvasElement, 'accept')).toBeVisible())
      const accept = find(canvasElement, 'accept')
      if (accept) await userEvent.click(accept)
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** One press stops the company, and the service is informed. */
export const Withdraw: Story = {
  render: () => <ConsentSettings />,
  parameters: { consent: { state: 'already-licensed', ends: 'withdrawn' } },
  play: async ({ canvas, step }) => {
    await step('Press Stop', async () => userEvent.click(await canvas.findByRole('button', { name: /^Stop/ })))
    await step('The service has stored the withdrawal', async () => {
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** Without a network, the license is signed and kept, and sent once the network is back. */
export const AgreeOffline: Story = {
  parameters: { consent: { state: 'offline', ends: 'licensed' } },
  play: async ({ canvas, canvasElement, loaded, step }) => {
    await step('Press Agree without a network', async () => userEvent.click(await canvas.findByRole('button', { name: 'Agree' })))
    await step('The license waits on this device', async () => {
      await waitFor(() => expect(canvasElement.querySelector('[data-stage-state="queued"]')).not.toBeNull())
    })
    await step('The network is back, and the license is sent', async () => {
      const { world } = loaded.scene as Scene
      world.setNetwork('online')
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** Two tabs ask the same person. A decision in one is a decision in both, and is sent once. */
export const TwoTabs: Story = {
  render: (args, { loaded }) => {
    const { config } = loaded.scene as Scene
    return (
      <div className="journey-tabs">
        <Tab name="Tab 1">
          <ConsentScreen {...args} headingLevel={3} />
        </Tab>
        <Tab name="Tab 2">
          <ConsentProvider config={config}>
            <ConsentScreen {...args} headingLevel={3} />
          </ConsentProvider>
        </Tab>
      </div>
    )
  },
  parameters: { consent: { ends: 'licensed' } },
  play: async ({ canvas, step }) => {
    const [one, two] = ['Tab 1', 'Tab 2'].map((name) => within(canvas.getByRole('region', { name })))
    await step('Both tabs ask', async () => {
      await one?.findByRole('button', { name: 'Agree' })
      await two?.findByRole('button', { name: 'Agree' })
    })
    await step('Press Agree in the first tab', async () => {
      const accept = await one?.findByRole('button', { name: 'Agree' })
      if (accept) await userEvent.click(accept)
    })
    await step('The second tab no longer asks', async () => {
      await waitFor(() => expect(two?.queryByRole('button', { name: 'Agree' })).toBeNull())
    })
    await step('One license was sent', async () => {
      await expect(await canvas.findAllByText(STORES_LICENSE)).toHaveLength(1)
    })
  },
}

/** A license that ends soon is renewed in the settings, with one more purpose. The same choices until the same day are the same license. */
export const RenewBeforeTheEnd: Story = {
  render: () => <ConsentSettings />,
  parameters: { consent: { state: 'expiring', ends: 'licensed' } },
  play: async ({ canvas, canvasElement, loaded, step }) => {
    await step('The settings say when the license ends', async () => {
      const { agreement } = (loaded.scene as Scene).config
      const end = new Date(lastDayOf(String(agreement.expiry)))
      const day = end.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      await canvas.findByText(`It ends on ${day}. You can agree again, or let it end.`)
    })
    await step('Press See and renew', async () => userEvent.click(await canvas.findByRole('button', { name: 'See and renew' })))
    await step('Turn a purpose on', async () => {
      await waitFor(() => expect(firstChoice(canvasElement)).toBeVisible())
      const choice = firstChoice(canvasElement)
      if (choice) await userEvent.click(choice)
      await expect(choice).toBeChecked()
    })
    await step('Nothing was sent so far', async () => {
      await expect(canvas.queryByText(STORES_LICENSE)).toBeNull()
    })
    await step('Press Agree to the change', async () =>
      userEvent.click(await canvas.findByRole('button', { name: 'Agree to the change' })),
    )
    await step('The service has stored the new license', async () => {
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** Terms with a minor change: the person is informed, and nothing has to be decided. */
export const ReadMinorUpdate: Story = {
  render: () => <TermsNotice />,
  parameters: { consent: { state: 'update-minor', ends: 'dismissed' } },
  play: async ({ canvas, canvasElement, step }) => {
    await step('The notice says what changed', async () => {
      await waitFor(() => expect(canvasElement.querySelector('.licet-notice')).toBeVisible())
    })
    await step('Press OK', async () => userEvent.click(await canvas.findByRole('button', { name: 'OK' })))
    await step('The notice is gone', async () => {
      await waitFor(() => expect(canvasElement.querySelector('.licet-notice')).toBeNull())
    })
    await step('Nothing was sent', async () => {
      await canvas.findByText('Nothing was sent.')
    })
  },
}

/** Terms with a material change: the person agrees to the change. */
export const AgreeToMaterialUpdate: Story = {
  parameters: { consent: { state: 'update-material', ends: 'licensed' } },
  play: async ({ canvas, step }) => {
    await step('Press Agree to the change', async () =>
      userEvent.click(await canvas.findByRole('button', { name: 'Agree to the change' })),
    )
    await step('The service has stored the new license', async () => {
      await canvas.findAllByText(STORES_LICENSE)
    })
  },
}

/** Terms with a material change: the person keeps the earlier license. */
export const DeclineMaterialUpdate: Story = {
  render: () => <TermsNotice surface="inline" />,
  parameters: { consent: { state: 'update-material', ends: 'declined' } },
  play: async ({ canvas, step }) => {
    await step('Press Keep it as it was', async () =>
      userEvent.click(await canvas.findByRole('button', { name: 'Keep it as it was' })),
    )
    await step('Nothing was sent', async () => {
      await canvas.findByText('Nothing was sent.')
    })
  },
}

function Tab({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

/** The first purpose that a person may turn on. */
function firstChoice(root: ParentNode): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>('input[type="checkbox"]:not(:disabled)')
}

function find(root: ParentNode, part: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-part="${part}"]`)
}
