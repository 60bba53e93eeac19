'use client'

import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { createServiceClient, type ServiceClient, type ServiceClientConfig } from '../client/index.ts'
import { LicetError } from '../core/errors.ts'
import type { Messages } from '../locales/format/messages.ts'
import { ConsentStore } from './consent-store.ts'
import { type OwnSettings, SettingsContext, StoreContext } from './context.ts'
import { ServerLook } from './server-look.tsx'
import { tellMisuse } from './tell-misuse.ts'
import type { Appearance, ConsentProviderEvent, TermsSource } from './types.ts'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useLayout } from './use-layout.ts'

/** What both forms of {@link ConsentProviderProps} share. */
interface CommonProps {
  readonly children?: ReactNode
  /** Language of the interface, a BCP 47 tag. Default: that of `messages`. */
  readonly locale?: string | undefined
  /** The catalog of that language, from `licet/locales/<locale>`. Default: English, whatever `locale` says. */
  readonly messages?: Messages | undefined
  /** Looks of every part below. Default: those of `licet/styles.css`, light or dark as the device prefers. */
  readonly appearance?: Appearance | undefined
  /** The host's own query client. Default: one that only the kit uses. */
  readonly queryClient?: QueryClient | undefined
  /** The page's CSP nonce: with it a server's HTML has `appearance.variables` in a style element of that nonce. Without it they come with the script. */
  readonly nonce?: string | undefined
  /** Where to fetch the text of the terms, instead of generating it. It has to be the text of the agreement. */
  readonly terms?: TermsSource | undefined
  /** What the company says of changed terms. It can only make a change heavier: what the rules find material stays material. */
  readonly updateWeight?: 'minor' | 'material' | undefined
  /** Told of each change that analytics or an audit may care for; see {@link ConsentProviderEvent}. */
  readonly onEvent?: ((event: ConsentProviderEvent) => void) | undefined
}

/** Props of {@link ConsentProvider}: a ready client, or the configuration of one that the provider opens and closes. */
export type ConsentProviderProps = CommonProps &
  (
    | {
        /** A client of your own: followed, never closed. */
        readonly client: ServiceClient
        readonly config?: undefined
        readonly userId?: undefined
      }
    | {
        readonly client?: undefined
        /** Service, provider and agreement: the provider makes the client of it, opens and closes it. Written inline it is the same as long as it says the same. */
        readonly config: Omit<ServiceClientConfig, 'userId'> & { readonly userId?: string | undefined }
        /** The app's own id of the person. A change closes the client of the one and opens that of the other. Default: `config.userId`. */
        readonly userId: string
      }
    | {
        readonly client?: undefined
        /** Service, provider, agreement and person: the provider makes the client of it, opens and closes it. */
        readonly config: ServiceClientConfig
        /** The app's own id of the person, instead of that of `config`. */
        readonly userId?: string | undefined
      }
  )

const NO_APPEARANCE: Appearance = {}

/**
 * Gives the components below it a client, a language and looks.
 *
 * With `config` it owns the client: made while rendering, which starts nothing, opened once on the page, closed with it.
 *
 * @throws {LicetError} `invalid_configuration` while rendering, before anything is drawn
 * @example
 * <ConsentProvider config={config} userId={user.id}>
 *   <App />
 * </ConsentProvider>
 */
export function ConsentProvider(props: ConsentProviderProps): ReactNode {
  const { children, messages, locale = messages?.['language.tag'] ?? 'en', queryClient, nonce, updateWeight, onEvent } = props
  const appearance = useSame(props.appearance ?? NO_APPEARANCE)
  const terms = useTermsSource(props.terms)
  const store = useConsentStore(props)
  useLayout(() => {
    store.onEvent = onEvent
  }, [store, onEvent])
  const isWordless = messages === undefined && !/^en\b/i.test(locale)
  useEffect(() => {
    if (isWordless) tellMisuse('locale', locale)
  }, [isWordless, locale])
  // Before the first paint and not after it: what this device holds is read meanwhile.
  useLayout(() => store.connect(updateWeight), [store, updateWeight])
  // Not with the layout: that goes, too, while a boundary above hides the page, and then the person is still there.
  useEffect(() => store.disconnect, [store])
  const lookId = useLookId(nonce, appearance)
  const settings = useMemo<OwnSettings>(
    () => ({ locale, messages, appearance, lookId, nonce, terms, queryClient }),
    [locale, messages, appearance, lookId, nonce, terms, queryClient],
  )
  return (
    <StoreContext.Provider value={store}>
      <SettingsContext.Provider value={settings}>
        {lookId && nonce && <ServerLook id={lookId} nonce={nonce} appearance={appearance} />}
        {children}
      </SettingsContext.Provider>
    </StoreContext.Provider>
  )
}

/** Names the looks of this provider where a server wrote them into the page, or is about to: for good, or the parts would lose them. */
function useLookId(nonce: string | undefined, { variables }: Appearance): string | undefined {
  const id = useId()
  const isHydrated = useIsHydrated()
  const [isOfServer] = useState(!isHydrated && !!nonce && variables !== undefined)
  // Part of a selector.
  return isOfServer ? `look${id.replace(/\W/g, '')}` : undefined
}

/** Where the terms come from: the same source until it names another text, its `load` always the newest. */
function useTermsSource(given: TermsSource | undefined): TermsSource | undefined {
  if (given !== undefined && (typeof given.key !== 'string' || typeof given.load !== 'function'))
    throw new LicetError(
      'invalid_configuration',
      '`terms` has no `key` or no `load`, so there is no text to agree to. Give { key, load }, or leave it out.',
      { field: 'terms' },
    )
  const same = useSame(given)
  // Of this source alone: a text may be loaded while the page that names it is still being made.
  const newest = useMemo(() => ({ current: same }), [same])
  useLayout(() => {
    newest.current = given
  })
  return useMemo(() => same && { ...same, load: (options) => (newest.current ?? same).load(options) }, [same, newest])
}

/** The value as it was first given, until one comes that says something else: whoever writes it inline renders nobody. */
function useSame<T>(value: T): T {
  const [same, setSame] = useState(value)
  if (same === value || JSON.stringify(same) === JSON.stringify(value)) return same
  setSame(value)
  return value
}

/** The store of a provider: the same one until the client, the person or the configuration is another. */
function useConsentStore({ client, config, userId }: ConsentProviderProps): ConsentStore {
  const key = client ?? (config && identify(config, userId))
  const [current, setCurrent] = useState(() => ({ key, store: createStore(client, config, userId) }))
  if (current.key === key) return current.store
  const next = { key, store: createStore(client, config, userId) }
  setCurrent(next)
  return next.store
}

function createStore(
  client: ServiceClient | undefined,
  config: ConsentProviderProps['config'],
  userId: string | undefined,
): ConsentStore {
  if (client === undefined && config === undefined)
    throw new LicetError(
      'invalid_configuration',
      'ConsentProvider needs `config` or `client`. Without them there is nothing to ask for. Give one of the two.',
      { field: 'config' },
    )
  if (client !== undefined) return new ConsentStore({ open: () => client, owned: false })
  // `userId` may still be missing here; the client says so, with the field and the mend.
  const whole = { ...config, userId: userId ?? config?.userId } as ServiceClientConfig
  const store = new ConsentStore({ open: () => createServiceClient(whole), owned: true, now: config?.now })
  // What is wrong with the configuration is to be thrown now, and not after something was drawn.
  void store.client
  return store
}

/** Tells configurations apart by what they say, so that one written inline is the same at each render. */
function identify(config: NonNullable<ConsentProviderProps['config']>, userId: string | undefined): string {
  // The parts of an environment say nothing, and may hold themselves; those that are functions are left out anyhow.
  const { storage, locks, connectivity, crypto, ...said } = config
  // A template is known by its name; its tree is large and belongs to it.
  return JSON.stringify([userId ?? said.userId, said], (name, value: unknown) =>
    name === 'tree' || name === 'words' ? undefined : value,
  )
}
