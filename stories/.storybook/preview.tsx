import 'licet/styles.css'
import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { useEffect } from 'react'
import { configure, fn } from 'storybook/test'
import type { ServiceClientConfig } from '../../src/client/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-flow.ts'
import { en } from '../../src/locales/en.ts'
import type { Messages } from '../../src/locales/format/messages.ts'
import type { Template } from '../../src/terms/index.ts'
import { type EarlierVisit, prepareScene, type Scene } from '../../test/fixtures/scenes.ts'
import { Stage, whenStaged } from '../../test/fixtures/stage.tsx'
import { agreement, type Network } from '../../test/fixtures/story-world.ts'
import { PATIENCE_MS } from '../../test/support/patience.ts'
import { toPseudoLocale } from './pseudo-locale.ts'

/**
 * The scene of a story: `parameters: { consent: { state: 'queued' } }`.
 *
 * A story that is named after a state, such as `TermsLoading`, starts and ends in that state without parameters.
 */
export interface ConsentParameters {
  /** The state before the play function. Default: the state in the name of the story, otherwise `ready`. */
  readonly state?: ConsentState
  /** The state after the play function, for a story without a state in its name. Default: `state`. */
  readonly ends?: ConsentState
  readonly config?: Partial<ServiceClientConfig>
  /** An earlier agreement that the person accepted, if it differs from the current one. */
  readonly earlier?: EarlierVisit
}

const catalogs = import.meta.glob<{ default: Messages }>('../../src/locales/*.ts')
const templates = import.meta.glob<{ default: Template }>('../../src/terms/templates/*/rewards.md')
const PSEUDO_LOCALE = 'en-XA'

async function loadMessages(locale: string): Promise<Messages> {
  if (locale === PSEUDO_LOCALE) return toPseudoLocale(en)
  const load = catalogs[`../../src/locales/${locale}.ts`]
  return load === undefined ? en : (await load()).default
}

async function loadTemplate(locale: string): Promise<Partial<ServiceClientConfig>> {
  const load = templates[`../../src/terms/templates/${locale}/rewards.md`]
  return load === undefined ? {} : { agreement: { ...agreement, template: (await load()).default } }
}

interface Loaded {
  readonly scene: Scene
  readonly messages: Messages
}

const isTest = import.meta.env.LICET_STORY_GLOBALS !== undefined
if (isTest) configure({ asyncUtilTimeout: PATIENCE_MS })

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'padded',
    // The panel of Storybook lists passed rules too. A test needs violations only, which takes axe less time.
    a11y: { test: 'error', ...(isTest && { options: { resultTypes: ['violations'], preload: false } }) },
    docs: { story: { inline: true } },
    controls: { expanded: true },
  },
  // The full tier of the tests sets some of them: see STORY_ENVIRONMENTS in vite.config.ts.
  initialGlobals: {
    ...{ scheme: 'light', locale: 'en', direction: 'auto', width: 'full', network: 'online' },
    ...import.meta.env.LICET_STORY_GLOBALS,
  },
  globalTypes: {
    scheme: toolbar('Color scheme', 'contrast', ['light', 'dark', 'system']),
    locale: toolbar('Language', 'globe', ['en', 'es', 'fr', 'de', 'pt-BR', 'ja', 'ar', 'he', PSEUDO_LOCALE]),
    direction: toolbar('Direction', 'transfer', ['auto', 'ltr', 'rtl']),
    width: toolbar('Width', 'grow', ['full', '320', '768', '1280']),
    network: toolbar('Network', 'lightning', ['online', 'slow', 'offline']),
  },
  loaders: [
    async ({ parameters, globals, id }): Promise<Loaded> => {
      const { state, config, earlier } = consentOf(parameters, id)
      const locale = String(globals.locale)
      const [messages, wording] = await Promise.all([loadMessages(locale), loadTemplate(locale)])
      return { scene: await prepareScene(state, { ...wording, ...config }, earlier), messages }
    },
  ],
  decorators: [
    (Story, { globals, loaded, id }) => {
      const { scene, messages } = loaded as Loaded
      const scheme = globals.scheme as 'light' | 'dark' | 'system'
      const network = globals.network as Network
      const width = String(globals.width)
      const direction = String(globals.direction)
      useEffect(() => {
        document.documentElement.style.colorScheme = scheme === 'system' ? 'light dark' : scheme
        // axe takes a page without a background for a white one.
        document.body.style.background = scheme === 'light' ? '' : 'Canvas'
      }, [scheme])
      useEffect(() => {
        if (network !== 'online') scene.world.setNetwork(network)
      }, [scene, network])
      useEffect(() => forceDirection(direction), [direction])
      return (
        <div className="stage" style={width === 'full' ? undefined : { width: `${width}px` }}>
          <Stage
            key={id}
            scene={scene}
            locale={String(globals.locale)}
            messages={messages}
            appearance={{ theme: scheme }}
            onEvent={onEvent}
          >
            <Story />
          </Stage>
        </div>
      )
    },
  ],
  // Accessibility checks run after this, so the story must have reached its final state.
  afterEach: async ({ canvasElement, parameters, globals, id }) => {
    const { ends } = consentOf(parameters, id)
    if (globals.network === 'online') await whenStaged(canvasElement, ends)
  },
}

const onEvent = fn().mockName('onEvent')

function toolbar(title: string, icon: 'contrast' | 'globe' | 'transfer' | 'grow' | 'lightning', items: readonly string[]) {
  return { description: title, toolbar: { title, icon, items: [...items], dynamicTitle: true } }
}

function consentOf(parameters: Record<string, unknown>, id: string) {
  const given = (parameters.consent ?? {}) as ConsentParameters
  const stateInName = CONSENT_STATES.find((state) => id.endsWith(`--${state}`))
  const state = given.state ?? stateInName ?? 'ready'
  if (!CONSENT_STATES.includes(state)) {
    throw new Error(`The story ${id} has the unknown state "${state}". Use one of: ${CONSENT_STATES.join(', ')}.`)
  }
  return { ...given, state, ends: stateInName ?? given.ends ?? state }
}

/** Sets the direction of every part, in any language. An observer does the same for parts that are rendered later. */
function forceDirection(direction: string): (() => void) | undefined {
  if (direction === 'auto') return undefined
  const setDirection = () => {
    for (const element of document.querySelectorAll(`[data-licet]:not([dir="${direction}"])`))
      element.setAttribute('dir', direction)
  }
  const observer = new MutationObserver(setDirection)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['dir'] })
  setDirection()
  return () => observer.disconnect()
}

export default preview
