import 'licet/styles.css'
import '../../src/theme/compositions/card.css'
import '../../src/theme/compositions/ledger.css'
import '../../src/theme/compositions/letter.css'
import '@fontsource-variable/inter'
import './preview.css'
import './blocks/blocks.css'
import './welcome/welcome.css'
import type { Preview } from '@storybook/react-vite'
import { useEffect } from 'react'
import { configure, fn } from 'storybook/test'
import type { ServiceClientConfig } from '../../src/client/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-flow.ts'
import { forceDirection } from '../../src/devtools/direction.ts'
import type { Messages } from '../../src/locales/format/messages.ts'
import type { Appearance } from '../../src/react/index.ts'
import type { Theme } from '../../src/theme/index.ts'
import { type EarlierVisit, prepareScene, type Scene } from '../../test/fixtures/scenes.ts'
import { Stage, whenStaged } from '../../test/fixtures/stage.tsx'
import { PATIENCE_MS } from '../../test/support/patience.ts'
import { withControls } from './controls.ts'
import { loadMessages, loadTerms, renameCompany } from './environment/agreement.ts'
import { emulateMedia } from './environment/emulate-media.ts'
import { logoOf, paintTheme, toTheme } from './environment/theme.ts'
import { globalTypes, toEnvironment, viewports } from './environment/toolbar.ts'
import { showOverlay } from './overlay/overlay.ts'
import { workshopTheme } from './workshop-theme.ts'

/**
 * The scene of a story: `parameters: { consent: { state: 'queued' } }`.
 *
 * A story that is named after a state, such as `TermsLoading`, starts and ends in that state without parameters.
 */
export interface ConsentParameters {
  /** `false` for a story that has its own providers and needs no scene. */
  readonly staged?: boolean
  /** The state before the play function. Default: the state in the name of the story, otherwise `ready`. */
  readonly state?: ConsentState
  /** The state after the play function, for a story without a state in its name. Default: `state`. */
  readonly ends?: ConsentState
  readonly config?: Partial<ServiceClientConfig>
  /** An earlier agreement that the person accepted, if it differs from the current one. */
  readonly earlier?: EarlierVisit
  /** The appearance of the provider from the controls, for a story about the appearance. */
  readonly appearance?: (args: Readonly<Record<string, unknown>>) => Appearance
}

interface Loaded {
  readonly scene: Scene
  readonly messages: Messages
  readonly theme: Theme | undefined
}

const ONE_DAY_MS = 86_400_000
const isTest = import.meta.env.LICET_STORY_GLOBALS !== undefined
/** Whether this is the frame of a story in a docs page, by the address of that page. Nothing shows findings of axe there. */
const isInDocs = window.parent !== window && /[?&]viewMode=docs\b/.test(document.referrer)
// The first request of a page starts the service, which takes seconds. A person watches a journey in Storybook for as long as it takes on
// their machine: its steps wait for what they name, and only a test has a time limit.
configure({ asyncUtilTimeout: isTest ? PATIENCE_MS : ONE_DAY_MS })

const preview: Preview = {
  parameters: {
    layout: 'padded',
    // The panel of Storybook lists passed rules too. A test needs violations only, which takes axe less time.
    a11y: { test: 'error', ...(isTest && { options: { resultTypes: ['violations'], preload: false } }) },
    docs: { theme: workshopTheme(), story: { inline: false, height: '480px' } },
    controls: { expanded: true },
    viewport: { options: viewports },
    options: {
      storySort: {
        order: [
          'Welcome',
          'Workshop',
          ['Theme lab', 'Terms playground', 'Journeys', 'Hand it over'],
          'Components',
          [
            'ConsentScreen',
            ['Docs', 'States', 'Page', 'Inline', 'Dialog', 'Sheet', 'Layouts', 'Pictures'],
            'ConsentSettings',
            'ConsentButton',
            'ConsentLink',
            ['Docs', 'States', 'Link', 'Dialog'],
            'ConsentGate',
            'TermsNotice',
            ['Docs', 'States', 'Banner', 'Inline', 'Dialog'],
            'TermsCheckbox',
          ],
          'Themes',
        ],
      },
    },
  },
  // The full tier of the tests sets some of them: see STORY_RUNS in vite.config.ts.
  initialGlobals: { a11y: { manual: isInDocs }, ...import.meta.env.LICET_STORY_GLOBALS },
  globalTypes,
  argTypesEnhancers: [withControls],
  loaders: [
    async ({ parameters, globals, id }): Promise<Loaded | undefined> => {
      const environment = toEnvironment(globals)
      const { state, config, earlier, staged } = renameCompany(consentOf(parameters, id), environment.company)
      if (staged === false) return undefined
      const [messages, terms] = await Promise.all([loadMessages(environment.locale), loadTerms(environment)])
      const theme = toTheme(environment)
      const wording = renameCompany(terms, environment.company)
      return { scene: await prepareScene(state, { ...wording, ...config }, earlier), messages, theme }
    },
  ],
  decorators: [
    (Story, { globals, args, loaded, id, parameters }) => {
      const { scene, messages, theme } = loaded as Partial<Loaded>
      const environment = toEnvironment(globals)
      const { scheme, network, direction, text, contrast, motion, locale, company, overlay } = environment
      useEffect(() => paintTheme(theme, scheme), [theme, scheme])
      useEffect(() => emulateMedia({ contrast, motion }))
      useEffect(() => {
        document.documentElement.style.fontSize = text === '100' ? '' : `${text}%`
      }, [text])
      useEffect(() => {
        if (network !== 'online') scene?.world.setNetwork(network)
      }, [scene, network])
      useEffect(() => (direction === 'auto' ? undefined : forceDirection(direction)), [direction])
      useEffect(() => (overlay === 'on' ? showOverlay() : undefined), [overlay])
      if (scene === undefined || messages === undefined) return <Story />
      const icons = theme?.icons
      const appearance = {
        theme: scheme,
        icons,
        composition: theme?.composition,
        ...logoOf(environment),
        ...consentOf(parameters, id).appearance?.(args),
      }
      return (
        <Stage key={id} scene={scene} locale={locale} messages={messages} appearance={appearance} onEvent={onEvent}>
          <Story args={renameCompany(args, company)} />
        </Stage>
      )
    },
  ],
  // Accessibility checks run after this, so the story must have reached its final state.
  afterEach: async ({ canvasElement, parameters, globals, id }) => {
    const { ends, staged } = consentOf(parameters, id)
    if (toEnvironment(globals).network === 'online' && staged !== false) await whenStaged(canvasElement, ends)
    // Axe would measure the contrast of a dialog that fades in. A person sees the whole animation.
    if (isTest) await endAnimations()
    // The frames of docs pages wait for this.
    document.documentElement.dataset.storyReady = id
  },
}

const onEvent = fn().mockName('onEvent')

/** Jumps to the end of every animation that has one, and waits for the frame that draws it. */
async function endAnimations(): Promise<void> {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }
  await new Promise(requestAnimationFrame)
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

export default preview
